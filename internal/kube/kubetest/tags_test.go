package kubetest_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
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
