package kubetest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

// place is a type of arguments whose fields have a place in an object that a custom resource definition describes.
type place struct {
	group, version, kind string
	below                string
	args                 any
	exceptions           map[string]string
}

// tagged are the places of arguments of components that register objects of several kinds, of parts of them, and those with exceptions.
var tagged = []place{
	{"config.openshift.io", "v1", "ClusterVersion", "", configuration.UpgradeArgs{}, nil},
	{"config.openshift.io", "v1", "ImageDigestMirrorSet", "spec.imageDigestMirrors[]", configuration.ImageMirror{}, nil},
	{"config.openshift.io", "v1", "ImageTagMirrorSet", "spec.imageTagMirrors[]", configuration.ImageMirror{}, nil},
	{"config.openshift.io", "v1", "OAuth", "spec.identityProviders[]", configuration.IdentityProvider{}, nil},
	{"machineconfiguration.openshift.io", "v1", "KubeletConfig", "", machineconfig.KubeletConfigArgs{}, map[string]string{
		"LogLevel": "releases before 4.22 reject 0",
	}},
	{"imageregistry.operator.openshift.io", "v1", "Config", "", storage.ImageRegistryArgs{}, nil},
	{"imageregistry.operator.openshift.io", "v1", "ImagePruner", "", storage.ImagePrunerArgs{}, nil},
	{"loki.grafana.com", "v1", "LokiStack", "", storage.LogStoreArgs{}, nil},
	{"operator.openshift.io", "v1", "DNS", "spec.servers[]", configuration.DNSServer{}, nil},
	{"operator.openshift.io", "v1", "DNS", "spec.nodePlacement.tolerations[]", configuration.Toleration{}, nil},
	{
		"operator.openshift.io", "v1", "MachineConfiguration",
		"spec.managedBootImages.machineManagers[].selection", machineconfig.BootImagesArgs{}, map[string]string{
			"Mode": "None is in 4.19 and later",
		},
	},
	{"operators.coreos.com", "v1alpha1", "Subscription", "", configuration.OperatorArgs{}, nil},
	{"operator.openshift.io", "v1", "IngressController", "", ingress.IngressControllerArgs{}, map[string]string{
		"ClientTLS.Policy":            "None stands for the empty text",
		"Tuning.HTTPKeepAliveTimeout": "in release-4.17 since January 2026, after the newest commit that the module proxy has",
	}},
}

// places returns tagged, and the arguments of the other components that register objects of one kind.
func places(t *testing.T) []place {
	t.Helper()
	all, known := slices.Clone(tagged), map[reflect.Type]bool{}
	for _, tt := range tagged {
		known[reflect.TypeOf(tt.args)] = true
	}
	for _, component := range plugin.Components {
		hasTag := slices.ContainsFunc(reflect.VisibleFields(component.Args), func(f reflect.StructField) bool { return f.Tag.Get("kube") != "" })
		if component.Restarts == "" || known[component.Args] || !hasTag {
			continue
		}
		if kinds := kindsOf(t, component); len(kinds) == 1 {
			all = append(all, place{kinds[0].Group, kinds[0].Version, kinds[0].Kind, "", reflect.Zero(component.Args).Interface(), nil})
		}
	}
	assert.Greater(t, len(all), len(tagged)+10)
	return all
}

// registered is an object with a definition in a golden file, and its component.
var registered = regexp.MustCompile(`(?m)^kubernetes:([\w-]+(?:\.[\w-]+)+)/(\w+):(\w+) .*\n  parent: (\w+) `)

// kindsOf returns the kinds with a definition that a component registers in the golden files of its package.
func kindsOf(t *testing.T, component plugin.Component) []schema.GroupVersionKind {
	t.Helper()
	var kinds []schema.GroupVersionKind
	for _, text := range golden.OfPackage(t, "../..", component.Result) {
		for _, match := range registered.FindAllStringSubmatch(text, -1) {
			kind := schema.GroupVersionKind{Group: match[1], Version: match[2], Kind: strings.TrimSuffix(match[3], "Patch")}
			isKubernetes := strings.HasSuffix(kind.Group, ".k8s.io") // which has no definition
			if match[4] == component.Result.Name() && !isKubernetes && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// TestTags compares the tags of the components' arguments with the custom resource definitions of all supported releases.
func TestTags(t *testing.T) {
	t.Parallel()
	for _, tt := range places(t) {
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
	for _, tt := range places(t) {
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
