package kubetest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

// tagged are the arguments whose fields have a place in an object that a custom resource definition describes.
var tagged = []struct {
	group, version, kind string
	below                string
	args                 any
	exceptions           map[string]string
}{
	{"config.openshift.io", "v1", "APIServer", "", configuration.APIServerArgs{}, nil},
	{"config.openshift.io", "v1", "ClusterVersion", "", configuration.UpgradeArgs{}, nil},
	{"config.openshift.io", "v1", "Image", "", configuration.ImageConfigArgs{}, nil},
	{"config.openshift.io", "v1", "ImageDigestMirrorSet", "spec.imageDigestMirrors[]", configuration.ImageMirror{}, nil},
	{"config.openshift.io", "v1", "ImageTagMirrorSet", "spec.imageTagMirrors[]", configuration.ImageMirror{}, nil},
	{"config.openshift.io", "v1", "Ingress", "", ingress.ComponentRoutesArgs{}, nil},
	{"config.openshift.io", "v1", "OAuth", "", configuration.IdentityProvidersArgs{}, nil},
	{"config.openshift.io", "v1", "OAuth", "spec.identityProviders[]", configuration.IdentityProvider{}, nil},
	{"config.openshift.io", "v1", "Proxy", "", configuration.ProxyArgs{}, nil},
	{"config.openshift.io", "v1", "Scheduler", "", configuration.SchedulerArgs{}, nil},
	{"machineconfiguration.openshift.io", "v1", "ContainerRuntimeConfig", "", machineconfig.ContainerRuntimeConfigArgs{}, nil},
	{"machineconfiguration.openshift.io", "v1", "KubeletConfig", "", machineconfig.KubeletConfigArgs{}, map[string]string{
		"LogLevel": "releases before 4.22 reject 0",
	}},
	{"machineconfiguration.openshift.io", "v1", "MachineConfig", "", machineconfig.MachineConfigArgs{}, nil},
	{"machineconfiguration.openshift.io", "v1", "MachineConfigPool", "", machineconfig.MachineConfigPoolArgs{}, nil},
	{"autoscaling.openshift.io", "v1", "ClusterAutoscaler", "", nodes.ClusterAutoscalerArgs{}, nil},
	{"autoscaling.openshift.io", "v1beta1", "MachineAutoscaler", "", nodes.MachineAutoscalerArgs{}, nil},
	{"machine.openshift.io", "v1beta1", "MachineHealthCheck", "", nodes.MachineHealthCheckArgs{}, nil},
	{"imageregistry.operator.openshift.io", "v1", "Config", "", storage.ImageRegistryArgs{}, nil},
	{"imageregistry.operator.openshift.io", "v1", "ImagePruner", "", storage.ImagePrunerArgs{}, nil},
	{"loki.grafana.com", "v1", "LokiStack", "", storage.LogStoreArgs{}, nil},
	{"operator.openshift.io", "v1", "ClusterCSIDriver", "", storage.ClusterCSIDriverArgs{}, nil},
	{"operator.openshift.io", "v1", "DNS", "spec.servers[]", configuration.DNSServer{}, nil},
	{"operator.openshift.io", "v1", "DNS", "spec.nodePlacement.tolerations[]", configuration.Toleration{}, nil},
	{
		"operator.openshift.io", "v1", "MachineConfiguration",
		"spec.managedBootImages.machineManagers[].selection", machineconfig.BootImagesArgs{}, map[string]string{
			"Mode": "None is in 4.19 and later",
		},
	},
	{"operators.coreos.com", "v1alpha1", "Subscription", "", configuration.OperatorArgs{}, nil},
	{"updateservice.operator.openshift.io", "v1", "UpdateService", "", configuration.UpdateServiceArgs{}, nil},
	{"operator.openshift.io", "v1", "IngressController", "", ingress.IngressControllerArgs{}, map[string]string{
		"ClientTLS.Policy":            "None stands for the empty text",
		"Tuning.HTTPKeepAliveTimeout": "in release-4.17 since January 2026, after the newest commit that the module proxy has",
	}},
}

// TestTags compares the tags of the components' arguments with the custom resource definitions of all supported releases.
func TestTags(t *testing.T) {
	t.Parallel()
	for _, tt := range tagged {
		t.Run(tt.kind+" "+tt.below, func(t *testing.T) {
			t.Parallel()
			kind := schema.GroupVersionKind{Group: tt.group, Version: tt.version, Kind: tt.kind}
			kubetest.CheckTags(t, kind, tt.below, tt.args, tt.exceptions)
		})
	}
}

// TestTagsOfAllArguments: a type of arguments whose tags are compared with no definition is noticed.
func TestTagsOfAllArguments(t *testing.T) {
	t.Parallel()
	compared := map[string]bool{
		"ingress.RouterPortsArgs": true, // HostNetworkPublishingArgs has them
	}
	for _, tt := range tagged {
		addTypes(compared, reflect.TypeOf(tt.args))
	}
	for _, folder := range []string{
		"cluster", "nodes", "storage", "ingress",
		"internal/openshift/login", "internal/openshift/machine", "internal/openshift/placement",
	} {
		require.NoError(t, filepath.WalkDir(filepath.Join("../..", folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(node ast.Node) bool {
				spec, ok := node.(*ast.TypeSpec)
				if !ok {
					return true
				}
				name := file.Name.Name + "." + spec.Name.Name
				assert.True(t, compared[name] || !hasTag(spec), "%s: no definition in the table has the fields of %s", path, name)
				return false
			})
			return nil
		}))
	}
}

// addTypes adds a type of arguments and the structs in it.
func addTypes(names map[string]bool, args reflect.Type) {
	switch args.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		addTypes(names, args.Elem())
	case reflect.Struct:
		if names[args.String()] || !strings.Contains(args.PkgPath(), "pulumi-openshift-aws") {
			return
		}
		names[args.String()] = true
		for i := range args.NumField() {
			addTypes(names, args.Field(i).Type)
		}
	}
}

// hasTag reports whether a struct has a field with a place in an object that a definition describes: not in a map of texts of Kubernetes'
// own types StorageClass and ConfigMap.
func hasTag(spec *ast.TypeSpec) bool {
	fields, ok := spec.Type.(*ast.StructType)
	return ok && slices.ContainsFunc(fields.Fields.List, func(field *ast.Field) bool {
		if field.Tag == nil {
			return false
		}
		place := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("kube")
		return place != "" && !strings.HasPrefix(place, "parameters.") && !strings.HasPrefix(place, "data.")
	})
}
