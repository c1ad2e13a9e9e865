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
		{"the only version", []string{"apiVersion"}, "machine.openshift.io/v1beta1"},
		{"the kind", []string{"kind"}, "MachineSet"},
		{"the Machine API looks here alone", []string{"metadata", "namespace"}, "openshift-machine-api"},
		{"<infra>-<pool>-<zone>, as the installer names them", []string{"metadata", "name"}, set},
		{"the set belongs to the cluster", []string{"metadata", "labels", "machine.openshift.io/cluster-api-cluster"}, infraID},
		{"one machine a zone", []string{"spec", "replicas"}, int64(1)},
		{"the selector is immutable and must match the template", []string{"spec", "selector", "matchLabels"}, map[string]any{
			"machine.openshift.io/cluster-api-cluster": infraID, "machine.openshift.io/cluster-api-machineset": set,
		}},
		{"the webhook of sets does not add the cluster", below(machineLabels, "machine.openshift.io/cluster-api-cluster"), infraID},
		{"as in the selector", below(machineLabels, "machine.openshift.io/cluster-api-machineset"), set},
		{"the machine's role", below(machineLabels, "machine.openshift.io/cluster-api-machine-role"), "infra"},
		{"the machine's type", below(machineLabels, "machine.openshift.io/cluster-api-machine-type"), "infra"},
		{"labels of the node, not of the machine", below(nodeSpec, "metadata", "labels"), map[string]any{"node-role.kubernetes.io/infra": ""}},
		{"workloads keep off", below(nodeSpec, "taints"), []any{map[string]any{"key": "node-role.kubernetes.io/infra", "effect": "NoSchedule"}}},
		{"the AWS part", below(provider, "kind"), "AWSMachineProviderConfig"},
		{"its version", below(provider, "apiVersion"), "machine.openshift.io/v1beta1"},
		{"by id; ARN and filters are ignored", below(provider, "ami"), map[string]any{"id": "ami-0123456789abcdef0"}},
		{"memory for monitoring", below(provider, "instanceType"), "r5.xlarge"},
		{"one root volume, encrypted, without a device name", below(provider, "blockDevices"), []any{map[string]any{"ebs": map[string]any{
			"encrypted": true, "volumeSize": int64(300), "volumeType": "gp3",
		}}}},
		{"the name, not the ARN", below(provider, "iamInstanceProfile"), map[string]any{"id": "demo-x7k2p-worker"}},
		{"by id, since filters search the whole region", below(provider, "securityGroups"), []any{map[string]any{"id": "sg-node"}, map[string]any{"id": "sg-lb"}}},
		{"the zone's private subnet", below(provider, "subnet"), map[string]any{"id": "subnet-us-east-2a"}},
		{"where", below(provider, "placement"), map[string]any{"region": "us-east-2", "availabilityZone": "us-east-2a"}},
		{"infra machines boot as workers", below(provider, "userDataSecret"), map[string]any{"name": "worker-user-data"}},
		{"the Machine API's credentials", below(provider, "credentialsSecret"), map[string]any{"name": "aws-cloud-credentials"}},
		{"IMDSv2", below(provider, "metadataServiceOptions"), map[string]any{"authentication": "Required"}},
		{"registered with the router's load balancer", below(provider, "loadBalancers"), []any{map[string]any{"name": "demo-x7k2p-apps", "type": "network"}}},
		{"the first interface", below(provider, "deviceIndex"), int64(0)},
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
	a.DataVolumes = []nodes.DataVolumeArgs{{DeviceName: "/dev/sdf", Volume: nodes.RootVolumeArgs{SizeGiB: 900, Type: "io2", IOPS: 9000}}}
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
		{"named after its pool", []string{"metadata", "name"}, "demo-x7k2p-gpu-us-east-2a"},
		{"the role follows the pool", below(machineLabels, "machine.openshift.io/cluster-api-machine-role"), "gpu"},
		{"the number of each zone", []string{"spec", "replicas"}, int64(2)},
		{"which machine goes first", []string{"spec", "deletePolicy"}, "Oldest"},
		{"the autoscaler tells GPUs apart by the label", below(nodeSpec, "metadata", "labels"), map[string]any{"cluster-api/accelerator": "nvidia-t4", "example.com/team": "ml"}},
		{"annotations of the node", below(nodeSpec, "metadata", "annotations"), map[string]any{"example.com/owner": "someone@example.com"}},
		{"the user's, then the accelerator's", below(nodeSpec, "taints"), []any{
			map[string]any{"key": "example.com/dedicated", "value": "ml", "effect": "NoExecute"},
			map[string]any{"key": "nvidia.com/gpu", "effect": "NoSchedule"},
		}},
		{"root and data", below(provider, "blockDevices"), []any{
			map[string]any{"ebs": map[string]any{"encrypted": true, "volumeSize": int64(200), "volumeType": "gp3", "kmsKey": map[string]any{"arn": "arn:aws:kms:us-east-2:1:key/k"}}},
			map[string]any{"deviceName": "/dev/sdf", "ebs": map[string]any{"encrypted": true, "volumeSize": int64(900), "volumeType": "io2", "iops": int64(9000)}},
		}},
		{"the cap", below(provider, "spotMarketOptions"), map[string]any{"maxPrice": "3.20"}},
		{"the group", below(provider, "placementGroupName"), "ml"},
		{"its partition", below(provider, "placementGroupPartition"), int64(2)},
		{"hardware of one's own", below(provider, "placement", "tenancy"), "dedicated"},
		{"the adapter", below(provider, "networkInterfaceType"), "EFA"},
		{"no public address", below(provider, "publicIp"), false},
		{"the named switch", below(provider, "metadataServiceOptions"), map[string]any{"authentication": "Optional"}},
		{"the key pair", below(provider, "keyName"), "debug"},
		{"another pool's configuration", below(provider, "userDataSecret"), map[string]any{"name": "gpu-user-data"}},
		{"both kinds", below(provider, "loadBalancers"), []any{map[string]any{"name": "nlb", "type": "network"}, map[string]any{"name": "elb", "type": "classic"}}},
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
	assert.Equal(t, "kubernetes.io/arch=amd64,cluster-api/accelerator=nvidia-t4", annotations["capacity.cluster-autoscaler.kubernetes.io/labels"])
}
