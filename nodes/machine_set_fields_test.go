package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// leaf is a field of a manifest that a documented workflow fixes.
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

// TestInfraMachineSetHasTheDocumentedFields compares with what "Creating infrastructure machine sets" and the installer
// write (openshift/installer pkg/asset/machines/aws/machinesets.go, openshift/api machine/v1beta1).
func TestInfraMachineSetHasTheDocumentedFields(t *testing.T) {
	t.Parallel()
	const set = "demo-x7k2p-infra-us-east-2a"
	fields := []leaf{
		{reason: "the only version", path: []string{"apiVersion"}, want: "machine.openshift.io/v1beta1"},
		{reason: "the kind", path: []string{"kind"}, want: "MachineSet"},
		{
			reason: "the Machine API looks here alone",
			path:   []string{"metadata", "namespace"},
			want:   "openshift-machine-api",
		},
		{
			reason: "<infra>-<pool>-<zone>, as the installer names them",
			path:   []string{"metadata", "name"},
			want:   set,
		},
		{
			reason: "the set belongs to the cluster",
			path:   []string{"metadata", "labels", "machine.openshift.io/cluster-api-cluster"},
			want:   infraID,
		},
		{reason: "one machine a zone", path: []string{"spec", "replicas"}, want: int64(1)},
		{
			reason: "the selector is immutable and must match the template",
			path:   []string{"spec", "selector", "matchLabels"},
			want: map[string]any{
				"machine.openshift.io/cluster-api-cluster": infraID, "machine.openshift.io/cluster-api-machineset": set,
			},
		},
		{
			reason: "the webhook of sets does not add the cluster",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-cluster"),
			want:   infraID,
		},
		{
			reason: "as in the selector",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machineset"),
			want:   set,
		},
		{
			reason: "the machine's role",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machine-role"),
			want:   "infra",
		},
		{
			reason: "the machine's type",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machine-type"),
			want:   "infra",
		},
		{
			reason: "labels of the node, not of the machine",
			path:   below(nodeSpec, "metadata", "labels"),
			want:   map[string]any{"node-role.kubernetes.io/infra": ""},
		},
		{
			reason: "workloads keep off",
			path:   below(nodeSpec, "taints"),
			want:   []any{map[string]any{"key": "node-role.kubernetes.io/infra", "effect": "NoSchedule"}},
		},
		{reason: "the AWS part", path: below(provider, "kind"), want: "AWSMachineProviderConfig"},
		{reason: "its version", path: below(provider, "apiVersion"), want: "machine.openshift.io/v1beta1"},
		{
			reason: "by id; ARN and filters are ignored",
			path:   below(provider, "ami"),
			want:   map[string]any{"id": "ami-0123456789abcdef0"},
		},
		{reason: "memory for monitoring", path: below(provider, "instanceType"), want: "r5.xlarge"},
		{
			reason: "one root volume, encrypted, without a device name",
			path:   below(provider, "blockDevices"),
			want: []any{map[string]any{"ebs": map[string]any{
				"encrypted": true, "volumeSize": int64(300), "volumeType": "gp3",
			}}},
		},
		{
			reason: "the name, not the ARN",
			path:   below(provider, "iamInstanceProfile"),
			want:   map[string]any{"id": "demo-x7k2p-worker"},
		},
		{
			reason: "by id, since filters search the whole region",
			path:   below(provider, "securityGroups"),
			want:   []any{map[string]any{"id": "sg-node"}, map[string]any{"id": "sg-lb"}},
		},
		{
			reason: "the zone's private subnet",
			path:   below(provider, "subnet"),
			want:   map[string]any{"id": "subnet-us-east-2a"},
		},
		{
			reason: "where",
			path:   below(provider, "placement"),
			want:   map[string]any{"region": "us-east-2", "availabilityZone": "us-east-2a"},
		},
		{
			reason: "infra machines boot as workers",
			path:   below(provider, "userDataSecret"),
			want:   map[string]any{"name": "worker-user-data"},
		},
		{
			reason: "the Machine API's credentials",
			path:   below(provider, "credentialsSecret"),
			want:   map[string]any{"name": "aws-cloud-credentials"},
		},
		{
			reason: "IMDSv2",
			path:   below(provider, "metadataServiceOptions"),
			want:   map[string]any{"authentication": "Required"},
		},
		{
			reason: "registered with the router's load balancer",
			path:   below(provider, "loadBalancers"),
			want:   []any{map[string]any{"name": "demo-x7k2p-apps", "type": "network"}},
		},
		{reason: "the first interface", path: below(provider, "deviceIndex"), want: int64(0)},
	}
	created, _ := kubetest.Recorded(t, mockstest.Run(t, infra(unchanged)))
	require.Len(t, created, 3)
	for _, field := range fields {
		assert.Equal(t, field.want, at(created[0], field.path...), "%v: %s", field.path, field.reason)
	}
}

// everything sets each field that is not a default, in so far as they go together.
func everything(a *nodes.WorkerMachineSetArgs) {
	publicIP := false
	a.Pool = "gpu"
	a.InstanceType = "g4dn.12xlarge"
	a.GPU = &nodes.GPUArgs{Accelerator: "nvidia-t4"}
	a.ReplicasPerZone = new(2)
	a.ZoneReplicas = map[string]int{"us-east-2b": 0}
	a.Labels = map[string]string{"example.com/team": "ml"}
	a.Annotations = map[string]string{"example.com/owner": "someone@example.com"}
	a.Taints = []nodes.Taint{{Key: "example.com/dedicated", Value: "ml", Effect: "NoExecute"}}
	a.RootVolume = &nodes.RootVolumeArgs{SizeGiB: 200, KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:1:key/k")}
	a.DataVolumes = []nodes.DataVolumeArgs{
		{DeviceName: "/dev/sdf", Volume: nodes.RootVolumeArgs{SizeGiB: 900, Type: "io2", IOPS: 9000}},
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

func TestWorkerMachineSetHasWhatItIsGiven(t *testing.T) {
	t.Parallel()
	fields := []leaf{
		{
			reason: "named after its pool",
			path:   []string{"metadata", "name"},
			want:   "demo-x7k2p-gpu-us-east-2a",
		},
		{
			reason: "the role follows the pool",
			path:   below(machineLabels, "machine.openshift.io/cluster-api-machine-role"),
			want:   "gpu",
		},
		{reason: "the number of each zone", path: []string{"spec", "replicas"}, want: int64(2)},
		{reason: "which machine goes first", path: []string{"spec", "deletePolicy"}, want: "Oldest"},
		{
			reason: "the autoscaler tells GPUs apart by the label",
			path:   below(nodeSpec, "metadata", "labels"),
			want:   map[string]any{"cluster-api/accelerator": "nvidia-t4", "example.com/team": "ml"},
		},
		{
			reason: "annotations of the node",
			path:   below(nodeSpec, "metadata", "annotations"),
			want:   map[string]any{"example.com/owner": "someone@example.com"},
		},
		{
			reason: "the user's, then the accelerator's",
			path:   below(nodeSpec, "taints"),
			want: []any{
				map[string]any{"key": "example.com/dedicated", "value": "ml", "effect": "NoExecute"},
				map[string]any{"key": "nvidia.com/gpu", "effect": "NoSchedule"},
			},
		},
		{
			reason: "root and data",
			path:   below(provider, "blockDevices"),
			want: []any{
				map[string]any{
					"ebs": map[string]any{
						"encrypted":  true,
						"volumeSize": int64(200),
						"volumeType": "gp3",
						"kmsKey":     map[string]any{"arn": "arn:aws:kms:us-east-2:1:key/k"},
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
			reason: "the cap",
			path:   below(provider, "spotMarketOptions"),
			want:   map[string]any{"maxPrice": "3.20"},
		},
		{reason: "the group", path: below(provider, "placementGroupName"), want: "ml"},
		{reason: "its partition", path: below(provider, "placementGroupPartition"), want: int64(2)},
		{reason: "hardware of one's own", path: below(provider, "placement", "tenancy"), want: "dedicated"},
		{reason: "the adapter", path: below(provider, "networkInterfaceType"), want: "EFA"},
		{reason: "no public address", path: below(provider, "publicIp")},
		{
			reason: "the named switch",
			path:   below(provider, "metadataServiceOptions"),
			want:   map[string]any{"authentication": "Optional"},
		},
		{reason: "the key pair", path: below(provider, "keyName"), want: "debug"},
		{
			reason: "another pool's configuration",
			path:   below(provider, "userDataSecret"),
			want:   map[string]any{"name": "gpu-user-data"},
		},
		{
			reason: "both kinds",
			path:   below(provider, "loadBalancers"),
			want: []any{
				map[string]any{"name": "nlb", "type": "network"},
				map[string]any{"name": "elb", "type": "classic"},
			},
		},
	}
	rec := mockstest.Run(t, workerSets(everything))
	kubetest.CheckRecorded(t, rec)
	created, _ := kubetest.Recorded(t, rec)
	require.Len(t, created, 3)
	for _, field := range fields {
		assert.Equal(t, field.want, at(created[0], field.path...), "%v: %s", field.path, field.reason)
	}
	assert.Equal(t, int64(0), at(created[1], "spec", "replicas"), "a zone of its own number")
	annotations := at(created[0], "metadata", "annotations").(map[string]any)
	assert.Equal(t, "4", annotations["machine.openshift.io/GPU"])
	assert.Equal(t, "nvidia.com/gpu", annotations["capacity.cluster-autoscaler.kubernetes.io/gpu-type"])
	assert.Equal(t, "4", annotations["capacity.cluster-autoscaler.kubernetes.io/gpu-count"])
	assert.Equal(
		t,
		"kubernetes.io/arch=amd64,cluster-api/accelerator=nvidia-t4",
		annotations["capacity.cluster-autoscaler.kubernetes.io/labels"],
	)
}
