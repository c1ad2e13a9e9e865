package nodes

import (
	"regexp"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const defaultWorkerInstanceType = "m5.xlarge"

// WorkerPoolArgs describe a pool of workers in an Auto Scaling group.
type WorkerPoolArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. It tags the machines; a change is made
	// in place.
	InfraID string
	// Subnets are the private subnets that the group spreads its machines over. Required. Changed in place: the group
	// moves machines out of a subnet that is gone.
	Subnets []network.Subnet
	// AMI is the id of the RHCOS image of the region and the architecture. Required. A change reaches new machines only.
	AMI pulumi.StringInput
	// InstanceType is the EC2 instance type, m5.xlarge by default. A change reaches new machines only.
	InstanceType pulumi.StringInput
	// Min is the fewest machines that the group keeps, 0 by default. Changed in place.
	Min int
	// Max is the most machines that the group has: 1 or more, and at least Min. Required. Changed in place.
	Max int
	// Desired is the number of machines to have now, between Min and Max. Left out, the group begins with Min and the
	// number is left to whoever scales it, such as an autoscaler. Changed in place.
	Desired *int
	// Spot buys the machines on the spot market. Left out, they are on-demand. A change reaches new machines only.
	Spot *SpotArgs
	// RootVolume is the volume that the machines boot from: 300 GiB of gp3 by default. A change reaches new machines only.
	RootVolume *RootVolumeArgs
	// SecurityGroupIDs are the ids of the machines' security groups, such as network.SecurityGroups.WorkerMachine.
	// Exactly one of them carries the cluster's tag. Required. A change reaches new machines only.
	SecurityGroupIDs pulumi.StringArrayInput
	// InstanceProfile is the name (not the ARN) of the workers' instance profile. Required. A change reaches new
	// machines only.
	InstanceProfile pulumi.StringInput
	// Ignition is the text of the pointer ignition, such as cluster.InstallDir's WorkerIgnition; at most 16 KiB.
	// Required, kept as a secret. A change reaches new machines only.
	Ignition pulumi.StringInput
	// Tags go on the launch template, the group, its instances and their volumes, beside Name and the cluster's own.
	Tags pulumi.StringMap
}

// SpotArgs say how machines are bought on the spot market.
type SpotArgs struct {
	// MaxPrice is the most to pay for a machine, in US dollars an hour, such as "0.08". The default is the on-demand price.
	MaxPrice string
}

// Validate returns everything that is wrong with the arguments, each with its path; nil if nothing is.
func (a *WorkerPoolArgs) Validate() error {
	const path = "nodes.WorkerPoolArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	checkSubnets(&p, path+"Subnets", args.Subnets)
	p.Required(path+"AMI", args.AMI)
	if plain, ok := args.InstanceType.(pulumi.String); p.Required(path+"InstanceType", args.InstanceType) && ok {
		checkInstanceType(&p, path+"InstanceType", string(plain))
	}
	args.checkSize(&p, path)
	args.Spot.check(&p, path+"Spot")
	args.RootVolume.check(&p, path+"RootVolume")
	p.Required(path+"SecurityGroupIDs", args.SecurityGroupIDs)
	p.Required(path+"InstanceProfile", args.InstanceProfile)
	p.Required(path+"Ignition", args.Ignition)
	tags.Check(&p, path+"Tags", args.Tags)
	return p.Err()
}

func (a *WorkerPoolArgs) checkSize(p *check.Problems, path string) {
	if a.Min < 0 {
		p.Addf(path+"Min", "%d is no number of machines; it is 0 or more", a.Min)
	}
	switch {
	case a.Max < 1:
		p.Addf(path+"Max", "%d lets no machine start; it is 1 or more (Min 0 and Desired 0 empty a pool)", a.Max)
	case a.Max < a.Min:
		p.Addf(path+"Max", "%d is less than Min, %d", a.Max, a.Min)
	case a.Desired != nil && (*a.Desired < a.Min || *a.Desired > a.Max):
		p.Addf(path+"Desired", "%d is not between Min, %d, and Max, %d", *a.Desired, a.Min, a.Max)
	}
}

var price = regexp.MustCompile(`^\d+(\.\d+)?$`)

func (s *SpotArgs) check(p *check.Problems, path string) {
	if s == nil || s.MaxPrice == "" {
		return
	}
	dollars, err := strconv.ParseFloat(s.MaxPrice, 64)
	if !price.MatchString(s.MaxPrice) || err != nil || dollars == 0 {
		p.Addf(path+".MaxPrice", "%q is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price", s.MaxPrice)
	}
}

func (a *WorkerPoolArgs) withDefaults() *WorkerPoolArgs {
	args := WorkerPoolArgs{}
	if a != nil {
		args = *a
	}
	if args.InstanceType == nil {
		args.InstanceType = pulumi.String(defaultWorkerInstanceType)
	}
	args.RootVolume = args.RootVolume.withDefaults()
	return &args
}
