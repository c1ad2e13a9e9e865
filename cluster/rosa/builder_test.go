package rosa

import (
	"cmp"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestRejectChanges: what the provider rejects when it applies a change is rejected before, if it is certain.
func TestRejectChanges(t *testing.T) {
	t.Parallel()
	secret := func(text string) resource.PropertyValue { return resource.MakeSecret(resource.NewProperty(text)) }
	list := func(texts ...string) resource.PropertyValue {
		var all []resource.PropertyValue
		for _, text := range texts {
			all = append(all, resource.NewProperty(text))
		}
		return resource.NewProperty(all)
	}
	pool := func(kind string) resource.PropertyMap {
		machines := resource.PropertyMap{"instanceType": resource.NewProperty(kind)}
		return resource.PropertyMap{"awsNodePool": resource.NewProperty(machines)}
	}
	tests := map[string]struct {
		reason string
		// resourceType is ClusterRosaHcp unless it is set.
		resourceType string
		old, new     resource.PropertyMap
		want         string
	}{
		"equal": {
			reason: "nothing changes",
			old:    resource.PropertyMap{"name": resource.NewProperty("a")}, new: resource.PropertyMap{"name": resource.NewProperty("a")},
		},
		"nested": {
			reason: "a pool's instance type is immutable",
			old:    pool("m5.large"), new: pool("m5.xlarge"), resourceType: "HcpMachinePool",
			want: "Attribute awsNodePool.instanceType, cannot be changed from m5.large to m5.xlarge; set it back, or set AllowReplacement",
		},
		"made private": {
			reason: "the subnets follow the scope: a program does not set the property",
			old:    resource.PropertyMap{"awsSubnetIds": list("subnet-1", "subnet-2")},
			new:    resource.PropertyMap{"awsSubnetIds": list("subnet-1")},
			want:   "to [subnet-1]; set it back (Scope, Zones and the network decide it), or set AllowReplacement: what OCM cannot change",
		},
		"added": {
			reason: "a property that the cluster was created without",
			new:    resource.PropertyMap{"name": resource.NewProperty("a")},
			want:   "Attribute name, cannot be changed from <nil> to a",
		},
		"computed": {
			reason: "the provider keeps what OCM chooses if it is not set",
			old:    resource.PropertyMap{"machineCidr": resource.NewProperty("10.0.0.0/16")},
		},
		"external authentication": {
			reason: "the cluster keeps it",
			old:    resource.PropertyMap{"externalAuthProvidersEnabled": resource.NewProperty(true)},
			want:   "Attribute externalAuthProvidersEnabled, cannot be changed from true to <nil>; set it back",
		},
		"key": {
			reason: "etcd stays encrypted by its key",
			old:    resource.PropertyMap{"etcdKmsKeyArn": resource.NewProperty("arn")}, new: resource.PropertyMap{},
			want: "Attribute etcdKmsKeyArn, cannot be changed from arn to <nil>; set it back",
		},
		"FIPS": {
			reason: "the nodes keep their cryptographic libraries", resourceType: "ClusterRosaClassic",
			old:  resource.PropertyMap{"fips": resource.NewProperty(true)},
			want: "Attribute fips, cannot be changed from true to <nil>; set it back",
		},
		"pool": {
			reason: "of a pool the provider compares what is set only", resourceType: "HcpMachinePool",
			old: pool("m5.large"), new: resource.PropertyMap{},
		},
		"never set": {reason: "nothing changes"},
		"unknown": {
			reason: "a preview does not know it",
			old:    resource.PropertyMap{"name": resource.NewProperty("a")},
			new:    resource.PropertyMap{"name": resource.MakeComputed(resource.NewProperty(""))},
		},
		"secret": {
			reason: "messages do not show secrets",
			old:    resource.PropertyMap{"name": secret("hidden")}, new: resource.PropertyMap{"name": secret("other")},
			want: "Attribute name, cannot be changed from one secret to another",
		},
		"another order": {
			reason: "a set has no order",
			old:    resource.PropertyMap{"awsSubnetIds": list("a", "b")}, new: resource.PropertyMap{"awsSubnetIds": list("b", "a")},
		},
		"another element": {
			reason: "a cluster's subnets are immutable",
			old:    resource.PropertyMap{"awsSubnetIds": list("a", "b")}, new: resource.PropertyMap{"awsSubnetIds": list("a", "c")},
			want: "Attribute awsSubnetIds, cannot be changed from [a b] to [a c]",
		},
		"mutable": {
			reason: "OCM changes it in place",
			old:    resource.PropertyMap{"version": resource.NewProperty("4.18.5")},
			new:    resource.PropertyMap{"version": resource.NewProperty("4.18.6")},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := rejectChanges(cmp.Or(tt.resourceType, "ClusterRosaHcp"), tt.old, tt.new)
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
			assert.NotContains(t, err.Error(), "hidden")
		})
	}
}

// TestContentsAreDeletedWithTheirCluster: OCM deletes them, and nobody else has to.
func TestContentsAreDeletedWithTheirCluster(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		created, err := NewHCP(ctx, "demo", testHCP(func(a *HCPArgs) {
			a.Version = &VersionArgs{Version: "4.18.5", Wait: &UpgradeWaitArgs{}}
		}))
		if err != nil {
			return err
		}
		if err := register(ctx, testPool(func(a *MachinePoolArgs) { a.ClusterID = created.ID })); err != nil {
			return err
		}
		return register(ctx, testIDP(func(a *IdentityProviderArgs) { a.ClusterID = created.ID }))
	}))
	contents := rec.OfType("rhcs:index/hcpMachinePool:HcpMachinePool")
	contents = append(contents, rec.OfType("rhcs:index/identityProvider:IdentityProvider")...)
	require.Len(t, contents, 5)
	cluster := rec.OfType("rhcs:index/clusterRosaHcp:ClusterRosaHcp")[0]
	for _, one := range contents {
		assert.Equal(t, cluster.URN, one.Options.DeletedWith, one.Name)
	}
	other := run(t, testPool())
	assert.Empty(t, other.OfType("rhcs:index/hcpMachinePool:HcpMachinePool")[0].Options.DeletedWith, "the cluster is of another program")
}
