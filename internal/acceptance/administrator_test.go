package acceptance

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
)

// TestFieldsOfAnAdministratorStay applies components to objects in which an administrator has set fields that the
// components keep when they are deleted, but do not describe. They name the owner instead of writing their own value.
func TestFieldsOfAnAdministratorStay(t *testing.T) {
	clusterLock.acquire(t)
	createClusterObjects(t)
	tests := map[string]struct {
		kind, set, field string
		create           func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error
	}{
		"ImageConfig": {
			kind: "image.config.openshift.io", set: `{"spec":{"externalRegistryHostnames":["registry.example.com"]}}`,
			field: ".spec.externalRegistryHostnames",
			create: func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
				_, err := configuration.NewImageConfig(ctx, "administrator", &configuration.ImageConfigArgs{
					BlockedRegistries: []string{"bad.example.com"},
				}, inCluster)
				return err
			},
		},
		"OperatorHub": {
			kind: "operatorhub.config.openshift.io", set: `{"spec":{"disableAllDefaultSources":true}}`,
			field: ".spec.disableAllDefaultSources",
			create: func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
				_, err := configuration.NewOperatorHub(ctx, "administrator", &configuration.OperatorHubArgs{
					DisabledSources: []string{"community-operators"},
				}, inCluster)
				return err
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			kubectl(t, "", "patch", tt.kind, "cluster", "--type=merge", "-p", tt.set)
			before := spec(t, tt.kind, "", "cluster")
			stack := newLiveStack(t, "administrator", tt.create)
			_, err := stack.box.Up(t.Context())
			require.ErrorContains(t, err, tt.field)
			after := spec(t, tt.kind, "", "cluster")
			for field := range before {
				assert.Equal(t, before[field], after[field], "the administrator's value stays")
			}
			stack.destroy()
			kubectl(t, "", "patch", tt.kind, "cluster", "--type=json", "-p", `[{"op":"replace","path":"/spec","value":{}}]`)
		})
	}
}
