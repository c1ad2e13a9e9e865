package acceptance

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// existingVpcRegion is a region of its own, so that leftovers can be attributed to the example.
const existingVpcRegion = "eu-central-1"

// TestExistingVpc installs a cluster in the VPC of another stack. Neither stack removes the tags of the other.
func TestExistingVpc(t *testing.T) {
	t.Parallel()
	owner := newSharedVpc(t)
	made, err := owner.Up(t.Context())
	require.NoError(t, err)
	vpc, err := json.Marshal(made.Outputs["vpc"])
	require.NoError(t, err)

	cluster := newExample(t, "existing-vpc", map[string]string{
		"aws:region": existingVpcRegion, "installDir": newInstallDir(t, "shared", existingVpcRegion),
		"allowExpiredIgnition": "true", "stage": "bootstrap", "ami": emulatedAMI, "publish": "Internal", "vpc": string(vpc),
	})
	createdAndStable(t, cluster)

	stackIsUnchanged(t, owner, "of the VPC beside the cluster")
	cluster.run("refresh").unchanged(t, "the cluster's tags after an update of the VPC")
	cluster.run("destroy")
	stackIsUnchanged(t, owner, "of the VPC after the cluster")

	_, err = owner.Destroy(t.Context())
	require.NoError(t, err)
	assert.Empty(t, regionLeftovers(t, existingVpcRegion, "shared-x7k2p"))
}

// stackIsUnchanged asserts that AWS has what the stack has set, and that an update would set nothing else.
func stackIsUnchanged(t *testing.T, box *sandbox.Sandbox, when string) {
	t.Helper()
	refreshed, err := box.Refresh(t.Context())
	require.NoError(t, err)
	resultOf(refreshed).unchanged(t, "refresh "+when)
	updated, err := box.Up(t.Context())
	require.NoError(t, err)
	resultOf(updated).unchanged(t, "update "+when)
}

// newSharedVpc returns the stack of a VPC, which exports its description and ignores the tags of clusters.
func newSharedVpc(t *testing.T) *sandbox.Sandbox {
	t.Helper()
	config := maps.Clone(emulatorConfig)
	config["aws:region"] = existingVpcRegion
	config["aws:ignoreTags"] = `{"keyPrefixes": ["kubernetes.io/cluster/"]}`
	box, err := sandbox.New(sandbox.Options{
		Project: "network", Dir: filepath.Join(t.TempDir(), "network"), Config: config, RealAWS: true,
		Program: func(ctx *pulumi.Context) error {
			vpc, err := network.NewVpc(ctx, "shared", &network.VpcArgs{
				CIDR: "10.20.0.0/16", Zones: []string{"eu-central-1a", "eu-central-1b", "eu-central-1c"}, PrivateOnly: true,
			})
			if err != nil {
				return err
			}
			ctx.Export("vpc", pulumi.Map{
				"id": vpc.ID, "cidr": pulumi.String(vpc.CIDR),
				"privateSubnets": describe(vpc.PrivateSubnets, "kubernetes.io/role/internal-elb"),
			})
			return nil
		},
	})
	require.NoError(t, err)
	return box
}

// describe returns subnets as the setting vpc of the example lists them, with the tag that their Vpc sets.
func describe(subnets []network.Subnet, role string) (described pulumi.Array) {
	for _, subnet := range subnets {
		described = append(described, pulumi.Map{
			"id": subnet.ID, "zone": pulumi.String(subnet.Zone), "cidr": pulumi.String(subnet.CIDR),
			"tags": pulumi.StringMap{role: pulumi.String("1")},
		})
	}
	return described
}
