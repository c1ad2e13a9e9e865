package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

var (
	nodeSpec = []string{"spec", "template", "spec"}
	provider = []string{"spec", "template", "spec", "providerSpec", "value"}
)

func below(path []string, keys ...string) []string {
	return append(path[:len(path):len(path)], keys...)
}

// everything sets all fields that can be combined.
func everything(a *nodes.MachineSetArgs) {
	publicIP := false
	a.Pool = "gpu"
	a.InstanceType = "g4dn.12xlarge"
	a.GPU = &nodes.GPUArgs{Accelerator: "nvidia-t4"}
	a.ReplicasPerZone = new(2)
	a.ZoneReplicas = map[string]int{"us-east-2b": 0}
	a.Labels = map[string]string{"example.com/team": "ml"}
	a.Annotations = map[string]string{"example.com/owner": "someone@example.com"}
	a.Taints = []nodes.Taint{{Key: "example.com/dedicated", Value: "ml", Effect: "NoExecute"}}
	a.RootVolume = &nodes.VolumeArgs{SizeGiB: 200, KMSKeyARN: pulumi.String(keyARN)}
	a.DataVolumes = []nodes.DataVolume{
		{DeviceName: "/dev/sdf", Volume: &nodes.VolumeArgs{SizeGiB: 900, Type: "io2", IOPS: 9000}},
	}
	a.Spot = &nodes.SpotArgs{MaxPrice: "3.20"}
	a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("ml"), Partition: 2}
	a.Tenancy = "dedicated"
	a.NetworkInterfaceType = "EFA"
	a.PublicIP = &publicIP
	a.AllowIMDSv1 = true
	a.KeyName = pulumi.String("debug")
	a.UserDataSecret = "gpu-user-data"
	a.LoadBalancers = []pulumi.StringInput{pulumi.String("nlb")}
	a.ClassicLoadBalancers = []pulumi.StringInput{pulumi.String("elb")}
	a.DeletePolicy = "Oldest"
}

func TestEveryField(t *testing.T) {
	t.Parallel()
	rec := run(t, workerSets(everything))
	kubetest.CheckRecorded(t, rec)
	created, _ := kubetest.Recorded(t, rec)
	require.Len(t, created, 3)
	assertManifest(t, "testdata/gpu-us-east-2a.yaml", created[0])
	assert.Equal(t, int64(0), at(created[1], "spec", "replicas"), "ZoneReplicas overrides ReplicasPerZone")
}

func TestPurchase(t *testing.T) {
	t.Parallel()
	const reservation = "cr-0123456789abcdef0"
	spec := func(change func(*nodes.MachineSetArgs)) map[string]any {
		created, _ := kubetest.Recorded(t, run(t, infra(change)))
		return at(created[0], provider...).(map[string]any)
	}
	before := spec(unchanged)
	for name, tt := range map[string]struct {
		reason string
		change func(*nodes.MachineSetArgs)
		want   map[string]any
	}{
		"spot": {
			reason: "the price is at most that of an on-demand instance",
			change: func(a *nodes.MachineSetArgs) { a.Spot = &nodes.SpotArgs{} },
			want:   map[string]any{"spotMarketOptions": map[string]any{}},
		},
		"reservation": {
			reason: "the Machine API derives the market",
			change: func(a *nodes.MachineSetArgs) { a.CapacityReservationID = pulumi.String(reservation) },
			want:   map[string]any{"capacityReservationId": reservation},
		},
		"capacity block": {
			reason: "the Machine API cannot tell it from other reservations",
			change: func(a *nodes.MachineSetArgs) {
				a.CapacityReservationID, a.CapacityBlock = pulumi.String(reservation), true
			},
			want: map[string]any{"capacityReservationId": reservation, "marketType": "CapacityBlock"},
		},
		"placement group": {
			reason: "EC2 chooses the partition",
			change: func(a *nodes.MachineSetArgs) {
				a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("ml")}
			},
			want: map[string]any{"placementGroupName": "ml"},
		},
		"first partition": {
			reason: "partitions are counted from one",
			change: func(a *nodes.MachineSetArgs) {
				a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("ml"), Partition: 1}
			},
			want: map[string]any{"placementGroupName": "ml", "placementGroupPartition": int64(1)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			added := spec(tt.change)
			for key, value := range before {
				assert.Equal(t, value, added[key], "%s: %s", key, tt.reason)
				delete(added, key)
			}
			assert.Equal(t, tt.want, added, tt.reason)
		})
	}
}

func TestSecurityGroupsOfOtherComponents(t *testing.T) {
	t.Parallel()
	known := pulumi.ToStringArray([]string{"sg-0123456789abcdef0", "sg-0123456789abcdef1"})
	with := func(ids pulumi.StringArrayInput) map[string]map[string]any {
		return mockstest.Inputs(run(t, infra(func(a *nodes.MachineSetArgs) { a.SecurityGroupIDs = ids })))
	}
	assert.Equal(t, with(known), with(known.ToStringArrayOutput()))
}
