package kubetest_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// TestTags compares the tags of the components' arguments with the custom resource definitions of all supported releases.
func TestTags(t *testing.T) {
	t.Parallel()
	tests := []struct {
		group, version, kind string
		args                 any
		exceptions           map[string]string
	}{
		{"config.openshift.io", "v1", "APIServer", configuration.APIServerArgs{}, nil},
		{"config.openshift.io", "v1", "ClusterVersion", configuration.UpgradeArgs{}, nil},
		{"config.openshift.io", "v1", "Image", configuration.ImageConfigArgs{}, nil},
		{"config.openshift.io", "v1", "Proxy", configuration.ProxyArgs{}, nil},
		{"config.openshift.io", "v1", "Scheduler", configuration.SchedulerArgs{}, nil},
		{"machineconfiguration.openshift.io", "v1", "ContainerRuntimeConfig", machineconfig.ContainerRuntimeConfigArgs{}, nil},
		{"machineconfiguration.openshift.io", "v1", "KubeletConfig", machineconfig.KubeletConfigArgs{}, map[string]string{
			"LogLevel": "releases before 4.22 reject 0",
		}},
		{"machineconfiguration.openshift.io", "v1", "MachineConfig", machineconfig.MachineConfigArgs{}, nil},
		{"machineconfiguration.openshift.io", "v1", "MachineConfigPool", machineconfig.MachineConfigPoolArgs{}, nil},
		{"autoscaling.openshift.io", "v1", "ClusterAutoscaler", nodes.ClusterAutoscalerArgs{}, nil},
		{"autoscaling.openshift.io", "v1beta1", "MachineAutoscaler", nodes.MachineAutoscalerArgs{}, nil},
		{"imageregistry.operator.openshift.io", "v1", "Config", storage.ImageRegistryArgs{}, nil},
		{"imageregistry.operator.openshift.io", "v1", "ImagePruner", storage.ImagePrunerArgs{}, nil},
		{"loki.grafana.com", "v1", "LokiStack", storage.LogStoreArgs{}, nil},
		{"operator.openshift.io", "v1", "ClusterCSIDriver", storage.ClusterCSIDriverArgs{}, nil},
		{"operators.coreos.com", "v1alpha1", "Subscription", configuration.OperatorArgs{}, nil},
		{"updateservice.operator.openshift.io", "v1", "UpdateService", configuration.UpdateServiceArgs{}, nil},
		{"operator.openshift.io", "v1", "IngressController", ingress.IngressControllerArgs{}, map[string]string{
			"ClientTLS.Policy":            "None stands for the empty text",
			"Tuning.HTTPKeepAliveTimeout": "in release-4.17 since January 2026, after the newest commit that the module proxy has",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.kind, func(t *testing.T) {
			t.Parallel()
			kind := schema.GroupVersionKind{Group: tt.group, Version: tt.version, Kind: tt.kind}
			kubetest.CheckTags(t, kind, tt.args, tt.exceptions)
		})
	}
}
