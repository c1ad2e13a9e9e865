package cluster

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

type change = func(*ControlPlaneArgs)

// rejected are the usual arguments with a change.
func rejected(reason string, change change, want ...string) checktest.Case {
	return checktest.Case{Reason: reason, Args: demoArgs(change), Want: want}
}

const subnetID = pulumi.String("subnet-0123456789abcdef0")

// groupIDs are count security groups.
func groupIDs(count int) (ids pulumi.StringArray) {
	for i := range count {
		ids = append(ids, pulumi.String(fmt.Sprintf("sg-%017x", i)))
	}
	return ids
}

const oneMachinePerSubnet = ".Network.PrivateSubnets: " +
	"must have 1, 3 or 5 subnets, one per control-plane machine, or set MachineZones"

func TestControlPlaneArgsRejected(t *testing.T) {
	t.Parallel()
	outside := "; the external load balancer reaches machines in its own zones only"
	checktest.Cases(t, "cluster.ControlPlaneArgs", map[string]checktest.Case{
		"no bootstrap Ignition": rejected("the bootstrap machine boots from it",
			func(a *ControlPlaneArgs) { a.Install.BootstrapIgnition = pulumi.StringOutput{} }, ".Install.BootstrapIgnition: required"),
		"no private subnets": rejected("machines need subnets",
			func(a *ControlPlaneArgs) { a.Network.PrivateSubnets = nil }, oneMachinePerSubnet+" (has 0)"),
		"two private subnets": rejected("etcd with two members loses its quorum with either",
			func(a *ControlPlaneArgs) { a.Network.PrivateSubnets = a.Network.PrivateSubnets[:2] },
			oneMachinePerSubnet+" (has 2)"),
		"zone twice": rejected("a load balancer has one subnet per zone",
			func(a *ControlPlaneArgs) { a.Network.PrivateSubnets[2].Zone = "us-east-2a" },
			".Network.PrivateSubnets[2].Zone: duplicate"),
		"one subnet in two zones": rejected("a subnet is in one zone",
			func(a *ControlPlaneArgs) { a.Network.PrivateSubnets[2].ID = a.Network.PrivateSubnets[1].ID },
			".Network.PrivateSubnets[2].ID: duplicate"),
		"public and private subnet": rejected("a subnet has one route table",
			func(a *ControlPlaneArgs) { a.Network.PublicSubnets[0].ID = a.Network.PrivateSubnets[0].ID },
			".Network.PublicSubnets[0].ID: duplicate"),
		"deletion of a machine that stays": rejected("a permission that stays would delete the machine later",
			func(a *ControlPlaneArgs) {
				a.AllowMachineDeletion = []string{"us-east-2d-2", "us-east-2a"}
			},
			".AllowMachineDeletion[1]: must be a machine that is deleted, and MachineZones has us-east-2a"),
		"two machines": rejected("etcd with two members loses its quorum with either", inZones("a", "b"),
			".MachineZones: must have 1, 3 or 5 zones, one per control-plane machine (has 2)"),
		"no machines": rejected("nil is the default, an empty list is not",
			func(a *ControlPlaneArgs) { a.MachineZones = []string{} },
			".MachineZones: must have 1, 3 or 5 zones, one per control-plane machine (has 0)"),
		"machine without a subnet": rejected("a machine needs a subnet in its zone", func(a *ControlPlaneArgs) {
			a.MachineZones = []string{"us-east-2a", "us-east-2a", "us-east-2d"}
		}, `.MachineZones[2]: must be a zone of Network.PrivateSubnets (got "us-east-2d")`,
			".Network.PublicSubnets: must have a subnet in zone us-east-2d"+outside),
		"machines' zone without public subnet": rejected("the external load balancer would not reach its machines",
			func(a *ControlPlaneArgs) {
				inZones("a", "b", "b")(a)
				a.Network.PublicSubnets = a.Network.PublicSubnets[:1]
			}, ".Network.PublicSubnets: must have a subnet in zone us-east-2b"+outside),
		"Local Zone": rejected("OpenShift runs only workers in Local Zones",
			func(a *ControlPlaneArgs) { a.Network.PrivateSubnets[2].Zone = "us-east-2-dtw-1a" },
			".Network.PrivateSubnets[2].Zone: us-east-2-dtw-1a is a Local Zone or Wavelength Zone; "+
				"the control plane must be in Availability Zones (for example, us-east-2a)",
			".Network.PublicSubnets: must have a subnet in zone us-east-2-dtw-1a"+outside),
		"public Local Zone": rejected("an NLB cannot use a Local Zone subnet with others", func(a *ControlPlaneArgs) {
			a.Network.PublicSubnets = append(a.Network.PublicSubnets,
				network.Subnet{ID: subnetID, Zone: "us-east-2-dtw-1a", CIDR: "10.0.9.0/24"})
		}, ".Network.PublicSubnets[3].Zone: us-east-2-dtw-1a is a Local Zone or Wavelength Zone; "+
			"the control plane must be in Availability Zones (for example, us-east-2a)"),
		"another region": rejected("subnets must be in the region of the install directory",
			func(a *ControlPlaneArgs) {
				a.Install.Region, a.Scope = "us-east-1", network.Internal
				a.Network.PublicSubnets = a.Network.PublicSubnets[:1]
			},
			".Network.PrivateSubnets[0].Zone: us-east-2a must be in us-east-1, the cluster's region",
			".Network.PrivateSubnets[1].Zone: us-east-2b must be in us-east-1, the cluster's region",
			".Network.PrivateSubnets[2].Zone: us-east-2c must be in us-east-1, the cluster's region",
			".Network.PublicSubnets[0].Zone: us-east-2a must be in us-east-1, the cluster's region"),
		"zone without public subnet": rejected("the external load balancer would not reach its machine",
			func(a *ControlPlaneArgs) { a.Network.PublicSubnets = a.Network.PublicSubnets[:2] },
			".Network.PublicSubnets: must have a subnet in zone us-east-2c"+outside),
		"invalid subnet CIDR": rejected("rules allow the subnet's CIDR",
			func(a *ControlPlaneArgs) { a.Network.PrivateSubnets[0].CIDR = "10.0.0.0" },
			".Network.PrivateSubnets[0].CIDR: format"),
		"no bootstrap profile": rejected("the bootstrap machine could not read its Ignition",
			func(a *ControlPlaneArgs) { a.BootstrapInstanceProfile = nil }, ".BootstrapInstanceProfile: required"),
		"another cluster's name": rejected("the directory is of one cluster",
			func(a *ControlPlaneArgs) { a.Install.ClusterName = "Ümlaut" },
			`.Install.ClusterName: must be the first label of Domain, demo.example.com (got "Ümlaut")`),
		"overlapping subnets": rejected("two subnets of a VPC cannot share addresses",
			func(a *ControlPlaneArgs) { a.Network.PublicSubnets[0].CIDR = "10.0.100.0/25" },
			".Network.PublicSubnets[0].CIDR: overlap"),
		"one zone for both": rejected("it would get the record api twice",
			func(a *ControlPlaneArgs) { a.PrivateZoneID = a.PublicZoneID },
			".PrivateZoneID: must not be the public zone, which would get the record api twice (got Z0123456789ABCDEFGHIJ)"),
		"no public zone": rejected("api.<domain> would not resolve",
			func(a *ControlPlaneArgs) { a.PublicZoneID = nil }, ".PublicZoneID: required"),
		"no allowed CIDRs": rejected("nothing could reach the external load balancer",
			func(a *ControlPlaneArgs) { a.APIAllowedCIDRs = []string{} },
			".APIAllowedCIDRs: must not be empty; leave it nil for 0.0.0.0/0, or set Scope to Internal"),
		"no readers": rejected("an empty list would deny the bootstrap machine",
			func(a *ControlPlaneArgs) { a.BootstrapIgnitionReaderARNs = pulumi.StringArray{} },
			".BootstrapIgnitionReaderARNs: required"),
	})
}

// ignitionOf is a problem of an Ignition config of the install directory.
func ignitionOf(role, problem string) string { return ".Install." + role + "Ignition: " + problem }

func TestIgnitionRejected(t *testing.T) {
	t.Parallel()
	master := func(text string) change {
		return func(a *ControlPlaneArgs) { a.Install.MasterIgnition = secretText([]byte(text)) }
	}
	replaced := func(before, after string) change {
		return master(strings.Replace(string(demoText("master.ign")), before, after, 1))
	}
	const newDirectory = "; run `openshift-install create ignition-configs` in a new directory"
	const server = "https://api-int.demo.example.com:22623/config/"
	checktest.Cases(t, "cluster.ControlPlaneArgs", map[string]checktest.Case{
		"not JSON": rejected("the field is a text, not a path", master("install-dir/master.ign"),
			ignitionOf("Master", "is not valid JSON (invalid character 'i' looking for beginning of value)"+newDirectory)),
		"old version": rejected("OpenShift 4.5 and earlier had version 2", replaced("3.2.0", "2.2.0"),
			ignitionOf("Master", "ignition.version: must be version 3, which OpenShift 4.6 and later generate (got 2.2.0)")),
		"no version": rejected("Ignition rejects it", replaced("3.2.0", ""),
			ignitionOf("Master", "ignition.version: required")),
		"empty config": rejected("there is no machine config server and no CA", master(`{"ignition":{"version":"3.2.0"}}`),
			ignitionOf("Master", "ignition.config.merge[0].source: is missing"+newDirectory),
			ignitionOf("Master", "ignition.security.tls.certificateAuthorities[0].source: is missing"+newDirectory)),
		"no certificate": rejected("the machine config server is not trusted",
			replaced("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t", ""),
			ignitionOf("Master", "ignition.security.tls.certificateAuthorities[0].source: *")),
		"worker's for the master's": rejected("the machines would be workers", master(string(demoText("worker.ign"))),
			ignitionOf("Master", "ignition.config.merge[0].source: must be "+server+"master (got "+server+"worker)")),
		"master's for the worker's": rejected("workers would be control-plane machines", func(a *ControlPlaneArgs) {
			a.Install.WorkerIgnition = secretText(demoText("master.ign"))
		}, ignitionOf("Worker", "ignition.config.merge[0].source: must be "+server+"worker (got "+server+"master)")),
		"another cluster's": rejected("the machines would join it", replaced("api-int.demo.", "api-int.other."),
			ignitionOf("Master", "ignition.config.merge[0].source: must be "+server+"master, of the cluster in Install.Domain "+
				"(got https://api-int.other.example.com:22623/config/master)")),
		"pointer for the bootstrap machine": rejected("it needs the complete config", func(a *ControlPlaneArgs) {
			a.Install.BootstrapIgnition = secretText(demoText("master.ign"))
		}, ignitionOf("Bootstrap", "ignition.config.merge: must not be set: "+
			"it must be the complete Ignition of the bootstrap machine")),
	})
	args := demoArgs(afterBootstrap)
	args.Install.BootstrapIgnition = secretText([]byte("deleted"))
	assert.NoError(t, args.Validate(), "stage cluster does not use it")
}

// TestIgnitionOfAResource: Ignition that is a resource's output is checked when it is known, before a machine uses it.
func TestIgnitionOfAResource(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	err := rec.Run(func(ctx *pulumi.Context) error {
		object, err := s3.NewBucketObjectv2(ctx, "ignition",
			&s3.BucketObjectv2Args{Bucket: pulumi.String("b"), Key: pulumi.String("k"), Content: pulumi.String("{}")})
		if err != nil {
			return err
		}
		late := pulumi.All(object.ID()).ApplyT(func([]any) string { return "{}" }).(pulumi.StringOutput)
		_, err = NewControlPlane(ctx, "demo", demoArgs(func(a *ControlPlaneArgs) { a.Install.MasterIgnition = late }))
		return err
	})
	assert.ErrorContains(t, err, "cluster.ControlPlaneArgs.Install.MasterIgnition: ignition.version: is required")
	assert.Empty(t, rec.OfType(instanceType), "no machine boots from it")
}

func TestControlPlaneMachinesRejected(t *testing.T) {
	t.Parallel()
	const otherArchitecture = " is arm64, but the image is amd64; set Architecture to arm64 or choose another type"
	volume := func(volume RootVolumeArgs) change { return func(a *ControlPlaneArgs) { a.RootVolume = &volume } }
	types := func(zone, instanceType string) change {
		return func(a *ControlPlaneArgs) { a.ZoneInstanceTypes = map[string]string{zone: instanceType} }
	}
	checktest.Cases(t, "cluster.ControlPlaneArgs", map[string]checktest.Case{
		"no image": rejected("there is no default image",
			func(a *ControlPlaneArgs) { a.AMI = nil }, ".AMI: required"),
		"two images": rejected("one of them would have no effect",
			func(a *ControlPlaneArgs) { a.StreamJSON = []byte(demoStream) }, ".AMI: exclusive"),
		"invalid stream": rejected("a truncated file is not JSON",
			func(a *ControlPlaneArgs) { a.AMI, a.StreamJSON = nil, []byte("{") }, ".StreamJSON: *"),
		"unknown architecture": rejected("the stream has no such architecture",
			func(a *ControlPlaneArgs) { fromStream(a); a.Architecture = "intel" }, ".StreamJSON: *"),
		"Graviton": rejected("a Graviton machine does not boot an amd64 image",
			func(a *ControlPlaneArgs) { fromStream(a); a.InstanceType = "m6g.xlarge" },
			".InstanceType: m6g.xlarge (machine us-east-2a)"+otherArchitecture),
		"Graviton in one zone": rejected("all machines have the same image",
			func(a *ControlPlaneArgs) { fromStream(a); types("us-east-2c", "m6g.xlarge")(a) },
			".InstanceType: m6g.xlarge (machine us-east-2c)"+otherArchitecture),
		"zone without machine": rejected("types are those of the machines", types("us-east-2d", "m5.xlarge"),
			".ZoneInstanceTypes[us-east-2d]: has no effect: there is no control-plane machine us-east-2d"),
		"second machine of a zone": rejected("each zone has one machine by default", types("us-east-2a-2", "m5.xlarge"),
			".ZoneInstanceTypes[us-east-2a-2]: has no effect: there is no control-plane machine us-east-2a-2"),
		"KMS key of another region": rejected("EBS uses keys of its own region",
			volume(RootVolumeArgs{KMSKeyARN: pulumi.String("arn:aws:kms:us-west-2:123456789012:key/1234abcd")}),
			".RootVolume.KMSKeyARN: *"),
		"volume of 16 GiB": rejected("OpenShift documents 100 GiB as the least",
			volume(RootVolumeArgs{Type: "gp3", SizeGiB: 16}), ".RootVolume.SizeGiB: range"),
		"17 security groups": rejected("a network interface has at most 16",
			func(a *ControlPlaneArgs) { a.AdditionalSecurityGroupIDs = groupIDs(14) },
			".AdditionalSecurityGroupIDs: range"),
		"small type": rejected("the installer asks for 4 vCPUs and 16 GiB",
			func(a *ControlPlaneArgs) { a.InstanceType = "m5.large" },
			".InstanceType: must have at least 4 vCPUs and 16384 MiB of memory (m5.large has 2 and 8192)"),
		"small type in one zone": rejected("each machine runs etcd and the API server", types("us-east-2a", "c5.xlarge"),
			".ZoneInstanceTypes[us-east-2a]: must have at least 4 vCPUs and 16384 MiB of memory (c5.xlarge has 4 and 8192)"),
		"ARNs for names": rejected("EC2 takes the name of an instance profile", func(a *ControlPlaneArgs) {
			a.BootstrapInstanceProfile = pulumi.String("arn:aws:iam::123456789012:instance-profile/bootstrap")
		}, ".BootstrapInstanceProfile: format"),
	})
}

func TestOperatorLoadBalancersRejected(t *testing.T) {
	t.Parallel()
	operator := func(key string, operator OperatorLoadBalancer) change {
		return func(a *ControlPlaneArgs) { a.OperatorLoadBalancers = map[string]OperatorLoadBalancer{key: operator} }
	}
	team := []string{"203.0.113.0/24"}
	bastion := map[string]pulumi.StringInput{"bastion": pulumi.String("sg-00000000000000006")}
	checktest.Cases(t, "cluster.ControlPlaneArgs.OperatorLoadBalancers", map[string]checktest.Case{
		"no clients": rejected("nothing could use it", operator("sre", OperatorLoadBalancer{}),
			"[sre].AllowedCIDRs: required"),
		"the internet": rejected("it is for the team that operates the cluster",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: []string{"0.0.0.0/0"}}), "[sre].AllowedCIDRs[0]: range"),
		"halves of the internet": rejected("two halves are the internet",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: []string{"0.0.0.0/1", "128.0.0.0/1", "10.0.0.0/8"}}),
			"[sre].AllowedCIDRs[0]: range", "[sre].AllowedCIDRs[1]: range"),
		"the internet inside the VPC": rejected("the load balancer can have more networks than the VPC's as clients",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: []string{"0.0.0.0/0"}, Scope: network.Internal}),
			"[sre].AllowedCIDRs[0]: range"),
		"groups of an external one": rejected("the internet has no security groups",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: team, AllowedSecurityGroupIDs: bastion}),
			"[sre].AllowedSecurityGroupIDs: has no effect with Scope External: "+
				"connections from the internet do not match security groups"),
		"name of the API's": rejected("names of load balancers are unique",
			operator("int", OperatorLoadBalancer{AllowedCIDRs: team}),
			"[int]: must not be the name of one of the API's load balancers (int, ext)"),
		"machine config port": rejected("it serves the bootstrap token without authentication",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: team, Port: 22623}),
			"[sre].Port: must not be 22623: the machine config server is for the cluster's machines only"),
		"insecure machine config port": rejected("it serves the bootstrap token without TLS",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: team, Port: 22624}),
			"[sre].Port: must not be 22624: the machine config server is for the cluster's machines only"),
		"etcd": rejected("etcd has all secrets of the cluster",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: team, Scope: network.Internal, Port: 2379}),
			"[sre].Port: must not be 2379: etcd is for the cluster's machines only"),
		"etcd's peers": rejected("members of etcd are machines of the cluster",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: team, Port: 2380}),
			"[sre].Port: must not be 2380: etcd is for the cluster's machines only"),
		"kubelet": rejected("the API server is the kubelet's only client",
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: team, Port: 10250}),
			"[sre].Port: must not be 10250: the kubelet is for the cluster's machines only"),
		"external with groups": rejected("security groups match inside the VPC only",
			operator("sre", OperatorLoadBalancer{AllowedSecurityGroupIDs: bastion}),
			"[sre].AllowedSecurityGroupIDs: has no effect with Scope External: "+
				"connections from the internet do not match security groups"),
		"no public subnets": rejected("an external load balancer is in public subnets", func(a *ControlPlaneArgs) {
			a.Scope, a.Network.PublicSubnets = network.Internal, nil
			operator("sre", OperatorLoadBalancer{AllowedCIDRs: team})(a)
		}, "[sre].Scope: must be Internal: Network.PublicSubnets is empty"),
	})
}
