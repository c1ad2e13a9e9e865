package blueprint_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestZonesInPlaceOfSubnets: a part that names a zone is in the network's subnet of that zone.
func TestZonesInPlaceOfSubnets(t *testing.T) {
	t.Parallel()
	hcp := hosted()
	hcp.Vpc = &network.VpcArgs{Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}}
	hcp.Zones = []string{"us-east-2b"}
	hcp.MachinePools = map[string]*rosa.MachinePoolArgs{
		"first": {Replicas: new(2)},
		"third": {Replicas: new(2), HCP: &rosa.HCPPoolArgs{Zone: "us-east-2c"}},
	}
	ami := pulumi.String("ami-0123456789abcdef0")
	hcp.JumpHost = &network.JumpHostArgs{AMI: ami, Subnet: network.Subnet{Zone: "us-east-2c"}}
	rec := mockstest.Run(t, rosaHCP(hcp), region(t))
	subnet := func(zone string) any { return mockstest.Find(t, rec, "shop-subnet-private-"+zone).ID }
	assert.Equal(t, subnet("us-east-2b"), mockstest.Find(t, rec, "shop-first-pool").Inputs["subnetId"], "the first zone of the cluster")
	assert.Equal(t, subnet("us-east-2c"), mockstest.Find(t, rec, "shop-third-pool").Inputs["subnetId"])
	assert.Equal(t, subnet("us-east-2c"), mockstest.Find(t, rec, "shop-jump-host").Inputs["subnetId"])

	args := demo(t)
	args.WorkerPools = map[string]*nodes.WorkerPoolArgs{"spot": {Max: 2, Subnets: []network.Subnet{{Zone: "us-east-2b"}}}}
	args.WorkerMachineSet = &nodes.MachineSetArgs{Subnets: []network.Subnet{{Zone: "us-east-2c"}}}
	rec = mockstest.Run(t, selfManaged(args), region(t))
	spot := mockstest.Find(t, rec, "demo-spot-group")
	assert.Equal(t, []any{mockstest.Find(t, rec, "demo-subnet-private-us-east-2b").ID}, spot.Inputs["vpcZoneIdentifiers"])
	mockstest.Find(t, rec, "demo-worker-machineset-us-east-2c")

	args.WorkerPools["spot"].Subnets[0].Zone = "us-east-2d"
	hcp.MachinePools["third"].HCP.Zone = "us-east-2d"
	const elsewhere = "the network has no private subnet in us-east-2d (its private subnets are in us-east-2a, us-east-2b, us-east-2c)"
	require.EqualError(t, args.Validate(), "blueprint.SelfManagedArgs.WorkerPools[spot].Subnets[0].Zone: "+elsewhere)
	require.EqualError(t, hcp.Validate(), "blueprint.ROSAHCPArgs.MachinePools[third].HCP.Zone: "+elsewhere)
}

// TestTagsOfParts: the tags of a part are added to those of the blueprint, and take precedence.
func TestTagsOfParts(t *testing.T) {
	t.Parallel()
	args := demo(t)
	args.Tags = pulumi.StringMap{"team": pulumi.String("web"), "cost": pulumi.String("1")}
	args.RegistryBucket = &storage.RegistryBucketArgs{Tags: pulumi.StringMap{"team": pulumi.String("images")}}
	rec := mockstest.Run(t, selfManaged(args), region(t))
	teams := map[string]any{}
	for _, bucket := range rec.OfType("aws:s3/bucketV2:BucketV2") {
		tags := bucket.Inputs["tags"].(map[string]any)
		assert.Equal(t, "1", tags["cost"], bucket.Name)
		teams[bucket.Name] = tags["team"]
	}
	assert.Equal(t, "images", teams["demo-registry"])
	assert.Equal(t, "web", teams["demo-etcd-backup"])
	assert.Len(t, args.RegistryBucket.Tags, 1, "the arguments of the program stay")
}

// TestPoolConfigs: a machine pool is created after the configurations that it names, and deleted before them.
func TestPoolConfigs(t *testing.T) {
	t.Parallel()
	args := hosted()
	args.KubeletConfigs = map[string]*rosa.KubeletConfigArgs{"pids": {PodPidsLimit: 8192}}
	args.TuningConfigs = map[string]*rosa.TuningConfigArgs{"pages": {
		Name: "huge-pages",
		Spec: map[string]any{"profile": []any{map[string]any{"name": "x"}}, "recommend": []any{map[string]any{"profile": "x"}}},
	}}
	args.ImageMirrors = map[string]*rosa.ImageMirrorArgs{"quay": {Source: "quay.io/team", Mirrors: []string{"mirror.example.com/team"}}}
	args.LogForwarders = map[string]*rosa.LogForwarderArgs{"audit": {
		S3: &rosa.LogBucketArgs{Bucket: pulumi.String("acme-logs")}, Applications: []string{"kube-apiserver"},
	}}
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"batch": {Replicas: new(2), HCP: &rosa.HCPPoolArgs{
		KubeletConfig: pulumi.String("pids"), TuningConfigs: pulumi.ToStringArray([]string{"huge-pages", "other"}),
	}}}
	rec := mockstest.Run(t, rosaHCP(args), region(t))
	pool := mockstest.Find(t, rec, "shop-batch-pool")
	assert.Equal(t, "pids", pool.Inputs["kubeletConfigs"])
	assert.Equal(t, []any{"huge-pages", "other"}, pool.Inputs["tuningConfigs"])
	checkOrder(t, rec, []edge{
		{reason: "OCM rejects the name of a missing one", after: "HcpMachinePool shop-batch-pool", before: "Kubeletconfig shop-pids-config"},
		{reason: "OCM rejects the name of a missing one", after: "HcpMachinePool shop-batch-pool", before: "TuningConfig shop-pages-config"},
		{reason: "a mirror is of a cluster", after: "ImageMirror shop-quay-mirror", before: "ClusterRosaHcp shop-cluster"},
		{reason: "a forwarder is of a cluster", after: "LogForwarder shop-audit-forwarder", before: "ClusterRosaHcp shop-cluster"},
	})
}

// TestVpcOfTheInstaller: without a VPC of the program, the installer creates one in the zones.
func TestVpcOfTheInstaller(t *testing.T) {
	t.Parallel()
	args := classic()
	args.Omit = []blueprint.Part{blueprint.PartVpc}
	rec := mockstest.Run(t, rosaClassic(args), region(t))
	assert.Empty(t, rec.OfType("aws:ec2/vpc:Vpc"))
	inputs := mockstest.Find(t, rec, "shop-cluster").Inputs
	assert.Equal(t, []any{"us-east-2a", "us-east-2b", "us-east-2c"}, inputs["availabilityZones"])
	assert.Nil(t, inputs["awsSubnetIds"])
	args.Scope = network.Internal
	require.ErrorContains(t, args.Validate(), "blueprint.ROSAClassicArgs.Classic.PrivateSubnets: is required with Scope Internal")
	args.Scope, args.JumpHost = network.External, &network.JumpHostArgs{AMI: pulumi.String("ami-0123456789abcdef0")}
	require.ErrorContains(t, args.Validate(), "blueprint.ROSAClassicArgs.JumpHost.Network.ID: is required")
}

// TestInstallersVpcLifecycle: such a cluster comes up and can be destroyed.
func TestInstallersVpcLifecycle(t *testing.T) {
	t.Parallel()
	args := classic()
	args.Omit = []blueprint.Part{blueprint.PartVpc}
	checkLifecycle(t, rosaClassic(args), "create")
}
