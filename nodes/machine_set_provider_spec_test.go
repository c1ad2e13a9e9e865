package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// leaf is a field of a manifest and its documented value.
type leaf struct {
	reason string
	path   []string
	want   any
}

var (
	machineLabels = []string{"spec", "template", "metadata", "labels"}
	nodeSpec      = []string{"spec", "template", "spec"}
	provider      = []string{"spec", "template", "spec", "providerSpec", "value"}
)

func below(path []string, keys ...string) []string {
	return append(path[:len(path):len(path)], keys...)
}

// TestDocumentedFields compares with the manifests of "Creating infrastructure machine sets" and
// of the installer (openshift/installer pkg/asset/machines/aws/machinesets.go, openshift/api machine/v1beta1).
func TestDocumentedFields(t *testing.T) {
	t.Parallel()
	const set = "demo-x7k2p-infra-us-east-2a"
	fields := []leaf{
		{
			reason: "the Machine API has one version",
			path:   []string{"apiVersion"},
			want:   "machine.openshift.io/v1beta1",
		},
		{reason: "a MachineSet creates the machines", path: []string{"kind"}, want: "MachineSet"},
		{
			reason: "the Machine API only watches this namespace",
			path:   []string{"metadata", "namespace"},
			want:   "openshift-machine-api",
		},
		{
			reason: "the name is <infra>-<pool>-<zone>, as the installer names sets",
			path:   []string{"metadata", "name"},
			want:   set,
		},
		{
			reason: "the set belongs to the cluster",
			path:   []string{"metadata", "labels", "machine.openshift.io/cluster-api-cluster"},
			want:   infraID,
		},
		{reason: "the default is one machine per zone", path: []string{"spec", "replicas"}, want: int64(1)},
		{
			reason: "the selector is immutable and must match the template",
			path:   []string{"spec", "selector", "matchLabels"},
			want: map[string]any{
				"machine.openshift.io/cluster-api-cluster": infraID, "machine.openshift.io/cluster-api-machineset": set,
			},
		},
		{
			reason: "the webhook does not add the cluster label to sets",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-cluster"),
			want:   infraID,
		},
		{
			reason: "the label must match the selector",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machineset"),
			want:   set,
		},
		{
			reason: "the role is the pool",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machine-role"),
			want:   "infra",
		},
		{
			reason: "the type is the pool",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machine-type"),
			want:   "infra",
		},
		{
			reason: "the role is a label of the node, not of the machine",
			path:   below(nodeSpec, "metadata", "labels"),
			want:   map[string]any{"node-role.kubernetes.io/infra": ""},
		},
		{
			reason: "the role taint keeps other pods away",
			path:   below(nodeSpec, "taints"),
			want:   []any{map[string]any{"key": "node-role.kubernetes.io/infra", "effect": "NoSchedule"}},
		},
		{reason: "the provider spec has a kind", path: below(provider, "kind"), want: "AWSMachineProviderConfig"},
		{
			reason: "the provider spec has the version of the Machine API",
			path:   below(provider, "apiVersion"),
			want:   "machine.openshift.io/v1beta1",
		},
		{
			reason: "the Machine API ignores ARNs and filters of images",
			path:   below(provider, "ami"),
			want:   map[string]any{"id": "ami-0123456789abcdef0"},
		},
		{reason: "infra nodes need memory for monitoring", path: below(provider, "instanceType"), want: "r5.xlarge"},
		{
			reason: "the root volume is encrypted and has no device name",
			path:   below(provider, "blockDevices"),
			want: []any{map[string]any{"ebs": map[string]any{
				"encrypted": true, "volumeSize": int64(300), "volumeType": "gp3",
			}}},
		},
		{
			reason: "the instance profile is given by its name, not its ARN",
			path:   below(provider, "iamInstanceProfile"),
			want:   map[string]any{"id": "demo-x7k2p-worker"},
		},
		{
			reason: "security groups are given by ID, because filters match the whole region",
			path:   below(provider, "securityGroups"),
			want:   []any{map[string]any{"id": "sg-0123456789abcde0a"}, map[string]any{"id": "sg-0123456789abcde0b"}},
		},
		{
			reason: "the subnet is the zone's",
			path:   below(provider, "subnet"),
			want:   map[string]any{"id": "subnet-0123456789abcde0a"},
		},
		{
			reason: "the placement is the zone",
			path:   below(provider, "placement"),
			want:   map[string]any{"region": "us-east-2", "availabilityZone": "us-east-2a"},
		},
		{
			reason: "infra machines boot with the configuration of workers",
			path:   below(provider, "userDataSecret"),
			want:   map[string]any{"name": "worker-user-data"},
		},
		{
			reason: "the Secret with the Machine API's AWS credentials",
			path:   below(provider, "credentialsSecret"),
			want:   map[string]any{"name": "aws-cloud-credentials"},
		},
		{
			reason: "IMDSv2 is required by default",
			path:   below(provider, "metadataServiceOptions"),
			want:   map[string]any{"authentication": "Required"},
		},
		{
			reason: "machines are registered with the router's load balancer",
			path:   below(provider, "loadBalancers"),
			want:   []any{map[string]any{"name": "demo-x7k2p-apps", "type": "network"}},
		},
		{
			reason: "the primary network interface has the index 0",
			path:   below(provider, "deviceIndex"),
			want:   int64(0),
		},
	}
	created, _ := kubetest.Recorded(t, run(t, infra(unchanged)))
	require.Len(t, created, 3)
	for _, field := range fields {
		assert.Equal(t, field.want, at(created[0], field.path...), "%v: %s", field.path, field.reason)
	}
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
	fields := []leaf{
		{
			reason: "the name contains the pool",
			path:   []string{"metadata", "name"},
			want:   "demo-x7k2p-gpu-us-east-2a",
		},
		{
			reason: "the role is the pool",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machine-role"),
			want:   "gpu",
		},
		{reason: "ReplicasPerZone applies to each zone", path: []string{"spec", "replicas"}, want: int64(2)},
		{reason: "the delete policy is set", path: []string{"spec", "deletePolicy"}, want: "Oldest"},
		{
			reason: "the autoscaler distinguishes GPUs by the accelerator label",
			path:   below(nodeSpec, "metadata", "labels"),
			want:   map[string]any{"cluster-api/accelerator": "nvidia-t4", "example.com/team": "ml"},
		},
		{
			reason: "annotations apply to the node",
			path:   below(nodeSpec, "metadata", "annotations"),
			want:   map[string]any{"example.com/owner": "someone@example.com"},
		},
		{
			reason: "the GPU's taint follows those of the user",
			path:   below(nodeSpec, "taints"),
			want: []any{
				map[string]any{"key": "example.com/dedicated", "value": "ml", "effect": "NoExecute"},
				map[string]any{"key": "nvidia.com/gpu", "effect": "NoSchedule"},
			},
		},
		{
			reason: "data volumes follow the root volume",
			path:   below(provider, "blockDevices"),
			want: []any{
				map[string]any{
					"ebs": map[string]any{
						"encrypted":  true,
						"volumeSize": int64(200),
						"volumeType": "gp3",
						"kmsKey":     map[string]any{"arn": keyARN},
					},
				},
				map[string]any{
					"deviceName": "/dev/sdf",
					"ebs": map[string]any{
						"encrypted":  true,
						"volumeSize": int64(900),
						"volumeType": "io2",
						"iops":       int64(9000),
					},
				},
			},
		},
		{
			reason: "the maximum price is set",
			path:   below(provider, "spotMarketOptions"),
			want:   map[string]any{"maxPrice": "3.20"},
		},
		{reason: "the placement group is set", path: below(provider, "placementGroupName"), want: "ml"},
		{reason: "the partition is set", path: below(provider, "placementGroupPartition"), want: int64(2)},
		{reason: "the tenancy is set", path: below(provider, "placement", "tenancy"), want: "dedicated"},
		{reason: "the network interface type is set", path: below(provider, "networkInterfaceType"), want: "EFA"},
		{reason: "the instance type is set", path: below(provider, "instanceType"), want: "g4dn.12xlarge"},
		{reason: "PublicIP overrides the subnet's setting", path: below(provider, "publicIp"), want: false},
		{
			reason: "AllowIMDSv1 makes tokens optional",
			path:   below(provider, "metadataServiceOptions"),
			want:   map[string]any{"authentication": "Optional"},
		},
		{reason: "the key pair is set", path: below(provider, "keyName"), want: "debug"},
		{
			reason: "the user data can be that of another pool",
			path:   below(provider, "userDataSecret"),
			want:   map[string]any{"name": "gpu-user-data"},
		},
		{
			reason: "both kinds of load balancers are set",
			path:   below(provider, "loadBalancers"),
			want: []any{
				map[string]any{"name": "nlb", "type": "network"},
				map[string]any{"name": "elb", "type": "classic"},
			},
		},
	}
	rec := run(t, workerSets(everything))
	kubetest.CheckRecorded(t, rec)
	created, _ := kubetest.Recorded(t, rec)
	require.Len(t, created, 3)
	for _, field := range fields {
		assert.Equal(t, field.want, at(created[0], field.path...), "%v: %s", field.path, field.reason)
	}
	assert.Equal(t, int64(0), at(created[1], "spec", "replicas"), "ZoneReplicas overrides ReplicasPerZone")
	annotations := at(created[0], "metadata", "annotations").(map[string]any)
	assert.Equal(t, "4", annotations["machine.openshift.io/GPU"])
	assert.Equal(t, "nvidia.com/gpu", annotations["capacity.cluster-autoscaler.kubernetes.io/gpu-type"])
	assert.Equal(t, "4", annotations["capacity.cluster-autoscaler.kubernetes.io/gpu-count"])
	assert.Equal(t, "kubernetes.io/arch=amd64", annotations["capacity.cluster-autoscaler.kubernetes.io/labels"],
		"the Machine API writes several labels in a random order, and the autoscaler has the others from the template")
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
