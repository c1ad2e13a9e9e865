package ingress_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

func TestInstallManifest(t *testing.T) {
	t.Parallel()
	for name, tt := range publishings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			manifest, err := ingress.InstallManifest(&tt.publishing)
			require.NoError(t, err)
			assert.Equal(t, "manifests/cluster-ingress-default-ingresscontroller.yaml", manifest.Path)
			got := object{}
			require.NoError(t, yaml.UnmarshalStrict([]byte(manifest.Content), &got))
			kubetest.Check(t, got)
			text, err := yaml.Marshal(object{
				"apiVersion": "operator.openshift.io/v1",
				"kind":       "IngressController",
				"metadata":   object{"name": "default", "namespace": "openshift-ingress-operator"},
				"spec":       object{"endpointPublishingStrategy": tt.want},
			})
			require.NoError(t, err)
			assert.YAMLEq(t, string(text), manifest.Content, tt.reason)
		})
	}
	automatic, err := ingress.InstallManifest(
		&ingress.PublishingArgs{LoadBalancerService: &ingress.LoadBalancerPublishingArgs{AutoDelete: true}},
	)
	require.NoError(t, err)
	assert.Contains(t, automatic.Content, "ingress.operator.openshift.io/auto-delete-load-balancer: \"\"")
}

func TestInstallManifestRejects(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason     string
		publishing *ingress.PublishingArgs
		want       []string
	}{
		"nil": {
			reason: "the operator's default needs no manifest",
			want:   []string{"ingress.PublishingArgs: required"},
		},
		"none": {
			reason:     "the operator's default needs no manifest",
			publishing: &ingress.PublishingArgs{},
			want:       []string{"ingress.PublishingArgs: required"},
		},
		"output": {
			reason: "the manifest is written before the installation, when outputs are not known",
			publishing: &ingress.PublishingArgs{
				LoadBalancerService: &ingress.LoadBalancerPublishingArgs{
					Type:      ingress.NLB,
					SubnetIDs: []pulumi.StringInput{pulumi.String("x").ToStringOutput()},
				},
			},
			want: []string{
				"ingress.PublishingArgs: must not contain an output, which is not known before the installation; " +
					"use the ID itself",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			manifest, err := ingress.InstallManifest(tt.publishing)
			checktest.Equal(t, tt.want, err, tt.reason)
			assert.Empty(t, manifest)
		})
	}
}
