package nodes

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	infraPool                = "infra"
	defaultInfraInstanceType = "r5.xlarge"
	defaultReplicasPerZone   = 1

	// infraRole is the label that makes a node an infra node, and the key of its taint. The taint has the effect
	// NoSchedule and no value: NoExecute would evict pods of the cluster's own DaemonSets, which do not all tolerate it.
	infraRole = "node-role.kubernetes.io/infra"

	// A MachineSet's name is a label's value as well (machine.openshift.io/cluster-api-machineset).
	machineSetNameLimit = 63
)

// InfraMachineSetArgs describe a cluster's infra machines.
type InfraMachineSetArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the sets.
	InfraID string
	// Region is the AWS region of all subnets, such as us-east-2. Required.
	Region string
	// Subnets are the private subnets that the machines live in: one a zone, and one MachineSet for each. Required.
	// Another subnet adds a set and touches no other; one subnet less drains and ends its set's machines.
	Subnets []network.Subnet
	// ReplicasPerZone is the number of machines in each zone, 1 by default. 0 leaves empty sets. Changed in place.
	ReplicasPerZone *int
	// AMI is the id of the RHCOS image of the region and the architecture. Required. A change reaches new machines only.
	AMI pulumi.StringInput
	// InstanceType is the EC2 instance type, r5.xlarge by default. A change reaches new machines only.
	InstanceType string
	// Capacity is the size of the instance type, which an autoscaler needs while a set has no machine. Left out, it is
	// set for common types, and the cluster fills it in for all types that it knows. Give it for newer types only: the
	// cluster writes over it where it knows better. Changed in place.
	Capacity *Capacity
	// RootVolume is the volume that the machines boot from: 300 GiB of gp3 by default. A change reaches new machines only.
	RootVolume *RootVolumeArgs
	// SecurityGroupIDs are the ids of the machines' security groups, such as network.SecurityGroups.WorkerMachine.
	// Exactly one of them carries the cluster's tag. Required. A change reaches new machines only.
	SecurityGroupIDs pulumi.StringArrayInput
	// InstanceProfile is the name (not the ARN) of the workers' instance profile. Required. A change reaches new
	// machines only.
	InstanceProfile pulumi.StringInput
	// LoadBalancers are the names of network load balancers. The Machine API registers each machine with all their
	// target groups.
	LoadBalancers []pulumi.StringInput
	// Tags go on instances and volumes, beside Name and the cluster's own tag, which the Machine API sets and which
	// cannot be chosen. A change reaches new machines only.
	Tags pulumi.StringMap
}

// Validate returns everything that is wrong with the arguments, each with its path; nil if nothing is.
func (a *InfraMachineSetArgs) Validate() error {
	const path = "nodes.InfraMachineSetArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	if p.Required(path+"Region", args.Region) && !partition.IsRegion(args.Region) {
		p.Addf(path+"Region", "%q is no region; one looks like us-east-2", args.Region)
	}
	checkSubnets(&p, path+"Subnets", args.Subnets)
	args.checkZones(&p, path+"Subnets")
	if *args.ReplicasPerZone < 0 {
		p.Addf(path+"ReplicasPerZone", "%d is no number of machines; it is 0 or more", *args.ReplicasPerZone)
	}
	p.Required(path+"AMI", args.AMI)
	checkInstanceType(&p, path+"InstanceType", args.InstanceType)
	args.Capacity.check(&p, path+"Capacity")
	args.RootVolume.check(&p, path+"RootVolume")
	p.Required(path+"SecurityGroupIDs", args.SecurityGroupIDs)
	p.Required(path+"InstanceProfile", args.InstanceProfile)
	for i, loadBalancer := range args.LoadBalancers {
		p.Required(fmt.Sprintf("%sLoadBalancers[%d]", path, i), loadBalancer)
	}
	tags.Check(&p, path+"Tags", args.Tags)
	if _, found := args.Tags["Name"]; found {
		p.Addf(path+"Tags", "key %q would be dropped: the Machine API names each instance after its machine", "Name")
	}
	return p.Err()
}

// checkZones notes zones that a MachineSet cannot be named after or that are not in the region.
func (a *InfraMachineSetArgs) checkZones(p *check.Problems, path string) {
	first := map[string]int{}
	for i, subnet := range a.Subnets {
		at := fmt.Sprintf("%s[%d].Zone", path, i)
		if earlier, found := first[subnet.Zone]; found && subnet.Zone != "" {
			p.Addf(at, "%s is the zone of Subnets[%d] too; a zone has one machine set", subnet.Zone, earlier)
			continue
		}
		first[subnet.Zone] = i
		if region, ok := partition.RegionOfZone(subnet.Zone); ok && partition.IsRegion(a.Region) && region != a.Region {
			p.Addf(at, "%s is not in region %s", subnet.Zone, a.Region)
		}
		if name := machineSetName(a.InfraID, infraPool, subnet.Zone); len(name) > machineSetNameLimit {
			p.Addf(at, "the machine set's name %s has %d characters; at most %d make a label", name, len(name), machineSetNameLimit)
		}
	}
}

func (a *InfraMachineSetArgs) withDefaults() *InfraMachineSetArgs {
	args := InfraMachineSetArgs{}
	if a != nil {
		args = *a
	}
	if args.ReplicasPerZone == nil {
		replicas := defaultReplicasPerZone
		args.ReplicasPerZone = &replicas
	}
	if args.InstanceType == "" {
		args.InstanceType = defaultInfraInstanceType
	}
	args.RootVolume = args.RootVolume.withDefaults()
	return &args
}
