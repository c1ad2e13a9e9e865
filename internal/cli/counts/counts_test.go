package counts

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type object = map[string]any

// export returns the export of a stack with resources.
func export(t *testing.T, resources ...object) []byte {
	t.Helper()
	text, err := json.Marshal(object{"deployment": object{"resources": resources}})
	require.NoError(t, err)
	return text
}

func of(kind, id string, outputs object) object {
	return object{"urn": "urn:pulumi:dev::shop::" + kind + "::" + id, "type": kind, "id": id, "outputs": outputs}
}

func set(name string, replicas any, spec object) object {
	return of("kubernetes:machine.openshift.io/v1beta1:MachineSet", name, object{"metadata": object{"name": name}, "spec": object{
		"replicas": replicas, "template": object{"spec": object{"providerSpec": object{"value": spec}}},
	}})
}

func TestCountsOfAVPC(t *testing.T) {
	t.Parallel()
	replaced := of("aws:ec2/eip:Eip", "eip-0", nil)
	replaced["delete"] = true
	found, err := Of(export(t,
		of("aws:ec2/vpc:Vpc", "vpc-1", nil), of("aws:ec2/subnet:Subnet", "subnet-1", object{"availabilityZone": "us-east-2a"}),
		of("aws:ec2/natGateway:NatGateway", "nat-1", object{"subnetId": "subnet-1"}), of("aws:ec2/eip:Eip", "eip-1", nil), replaced,
		of("aws:ec2/vpcEndpoint:VpcEndpoint", "vpce-1", object{"vpcEndpointType": "Interface", "subnetIds": []any{"a", "b"}}),
		of("aws:ec2/vpcEndpoint:VpcEndpoint", "vpce-2", object{"vpcEndpointType": "Gateway"}),
		of("aws:iam/role:Role", "r", object{"name": "shop-b"}), of("aws:s3/bucketV2:BucketV2", "b", object{"bucket": "shop"}),
		of("pulumi:providers:aws", "p", nil), object{"urn": "urn", "type": "openshift-aws:network:Vpc"},
	))
	require.NoError(t, err)
	assert.Equal(t, Counts{
		Instances: map[string]int{}, Spot: map[string]int{}, NATGateways: map[string]int{"us-east-2a": 1}, ElasticIPs: 1, VPCs: 1,
		InterfaceEndpoints: 2, Roles: []string{"shop-b"}, Buckets: []string{"shop"}, Zones: []string{"us-east-2a"}, Resources: 8,
	}, *found, "what is deleted, providers and components are not counted")
}

func TestCountsOfMachines(t *testing.T) {
	t.Parallel()
	master := of("aws:ec2/instance:Instance", "i-1", object{"instanceType": "m5.xlarge"})
	master["urn"] = "urn:pulumi:dev::shop::openshift-aws:cluster:ControlPlane$aws:ec2/instance:Instance::demo-master-us-east-2a"
	found, err := Of(export(t, master,
		set("workers", 2, object{"instanceType": "m5.xlarge"}),
		set("batch", nil, object{"instanceType": "m6i.large", "spotMarketOptions": object{}}),
		of("kubernetes:autoscaling.openshift.io/v1beta1:MachineAutoscaler", "batch", object{
			"spec": object{"maxReplicas": 6, "scaleTargetRef": object{"name": "batch"}},
		}),
		of("aws:ec2/launchTemplate:LaunchTemplate", "lt-1", object{"instanceType": "c5.large"}),
		of("aws:autoscaling/group:Group", "asg", object{"maxSize": 4, "launchTemplate": object{"id": "lt-1"}}),
		of("aws:autoscaling/group:Group", "spot", object{"maxSize": 5, "mixedInstancesPolicy": object{
			"instancesDistribution": object{}, "launchTemplate": object{"overrides": []any{object{"instanceType": "c6i.large"}}},
		}}),
	))
	require.NoError(t, err)
	assert.Equal(t, SelfManaged, found.Kind)
	assert.Equal(t, map[string]int{"m5.xlarge": 3, "c5.large": 4}, found.Instances)
	assert.Equal(t, map[string]int{"m6i.large": 6, "c6i.large": 5}, found.Spot, "the most that an autoscaler may create")
	assert.Equal(t, 2, found.AutoScalingGroups)
	assert.Equal(t, []string{"  4 c5.large", "  3 m5.xlarge", "  5 c6i.large at most, Spot", "  6 m6i.large at most, Spot"}, found.Lines())
}

func TestCountsOfROSA(t *testing.T) {
	t.Parallel()
	hcp := of("rhcs:index/clusterRosaHcp:ClusterRosaHcp", "c1", object{"name": "shop", "version": "4.20.4", "replicas": 3})
	found, err := Of(export(t, hcp, of("rhcs:index/hcpMachinePool:HcpMachinePool", "p", object{
		"name": "batch", "awsNodePool": object{"instanceType": "m6i.large"}, "autoscaling": object{"maxReplicas": 4},
	})))
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"m5.xlarge": 3, "m6i.large": 4}, found.Instances)
	assert.Equal(t, &ROSA{Name: "shop", DomainPrefix: "shop", Version: "4.20.4", ChannelGroup: "stable", Hosted: true}, found.ROSA)
	assert.Contains(t, found.Lines(), "  1 hosted control plane of ROSA")

	found, err = Of(export(t, hcp, of("rhcs:index/hcpMachinePool:HcpMachinePool", "p", object{
		"name": "workers-0", "awsNodePool": object{"instanceType": "m6i.large"}, "replicas": 2,
	})))
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"m6i.large": 2}, found.Instances, "an initial pool of the stack is counted once")

	found, err = Of(export(t, of("rhcs:index/clusterRosaClassic:ClusterRosaClassic", "c2", object{
		"name": "shop", "multiAz": true, "replicas": 3, "computeMachineType": "m6i.xlarge",
	}), of("rhcs:index/machinePool:MachinePool", "p", object{"machineType": "c5.large", "replicas": 1})))
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"m5.2xlarge": 3, "r5.xlarge": 3, "m6i.xlarge": 3, "c5.large": 1}, found.Instances)
	assert.Equal(t, 4, found.LoadBalancers)
}

func TestNoExport(t *testing.T) {
	t.Parallel()
	_, err := Of([]byte("{}"))
	require.EqualError(t, err, "not a valid export of a stack: it has no deployment; pass the output of `pulumi stack export`")
	_, err = Of(nil)
	require.ErrorContains(t, err, "not a valid export of a stack: ")
}
