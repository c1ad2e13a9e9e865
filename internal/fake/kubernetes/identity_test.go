package kubernetes

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

func TestObjectsAreCreatedOnce(t *testing.T) {
	t.Parallel()
	first := fields{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": fields{"name": "n", "namespace": "ns"}}
	tests := map[string]struct {
		reason        string
		token         string
		second        fields
		config        fields
		alreadyExists bool
	}{
		"of another Pulumi name": {
			reason: "a cluster rejects to create an object that exists",
			token:  "kubernetes:apps/v1:Deployment", second: first, alreadyExists: true,
		},
		"of another version": {
			reason: "the versions of a group share their objects",
			token:  "kubernetes:apps/v1beta1:Deployment", alreadyExists: true,
			second: fields{
				"apiVersion": "apps/v1beta1", "kind": "Deployment", "metadata": fields{"name": "n", "namespace": "ns"},
			},
		},
		"in another namespace": {
			reason: "a name exists once in a namespace",
			token:  "kubernetes:apps/v1:Deployment",
			second: fields{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": fields{"name": "n", "namespace": "other"}},
		},
		"of another kind": {
			reason: "kinds have names of their own",
			token:  "kubernetes:apps/v1:DaemonSet",
			second: fields{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": fields{"name": "n", "namespace": "ns"}},
		},
		"a patch": {
			reason: "a patch is for an object that exists",
			token:  "kubernetes:apps/v1:DeploymentPatch", second: first,
		},
		"in another cluster": {
			reason: "two providers can be two clusters",
			token:  "kubernetes:apps/v1:Deployment", second: first, config: fields{"kubeconfig": "other"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			provider := NewForUnitTests()
			check := func(token, name string, config, inputs fields) []string {
				engine := faketest.Engine{T: t, Provider: provider, Config: resource.NewPropertyMapFromMap(config)}
				_, problems := engine.Check(token, name, nil, resource.NewPropertyMapFromMap(inputs))
				return problems
			}
			assert.Empty(t, check("kubernetes:apps/v1:Deployment", "first", nil, first))
			var want []string
			if test.alreadyExists {
				want = []string{
					`metadata.name: "n" is the name of another resource of the program: ` +
						`first (kubernetes:apps/v1:Deployment)`,
				}
			}
			assert.Equal(t, want, check(test.token, "second", test.config, test.second), test.reason)
		})
	}
}
