package nodes

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// MachineSetArgs describe machine sets of one pool: a MachineSet for each subnet, all alike but for their zone.
// InfraMachineSetArgs and WorkerMachineSetArgs have the same fields; where their defaults differ, both are told.
//
// "A change reaches new machines only" means that the sets are changed in place and the machines that run stay as they
// are: the Machine API never changes a machine. Scale a set down and up, or delete its machines one by one, to renew them.
type MachineSetArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. A change replaces the sets.
	InfraID string
	// Region is the AWS region of all subnets, such as us-east-2. Required.
	Region string
	// Pool is the part of the sets' names between InfraID and zone, and the machines' role and type: infra or worker by
	// default. Two components with the same InfraID and zone need two pools. A set of that name that is there already, such
	// as those of pool worker that openshift-install makes, is taken over, and deleted with the component. A change
	// replaces the sets.
	Pool string
	// Subnets are the private subnets that the machines live in: one a zone, and one MachineSet for each. Required.
	// Another subnet adds a set and touches no other; one subnet less drains and ends its set's machines.
	Subnets []network.Subnet
	// ReplicasPerZone is the number of machines in each zone, 1 by default. 0 leaves empty sets. A change is made in place.
	// With Autoscaling it is the number to begin with, and MinPerZone is the default.
	ReplicasPerZone *int
	// ZoneReplicas are other numbers of machines for some zones, by the zone's name. A change is made in place.
	ZoneReplicas map[string]int
	// Autoscaling adds a MachineAutoscaler to each set and leaves the number of machines to it from then on. It takes a
	// ClusterAutoscaler in the cluster to have an effect. Left out, the number is the program's.
	Autoscaling *MachineAutoscalingArgs
	// AMI is the id of the RHCOS image of the region and the architecture; nodes.AMI finds it. Required. A change reaches
	// new machines only.
	AMI pulumi.StringInput
	// ClusterManagesAMI leaves the image to the cluster once a set is there, for clusters whose MachineConfiguration
	// manages boot images. Left out, an update of a set writes the program's AMI back. A change of AMI then has no effect.
	ClusterManagesAMI bool
	// InstanceType is the EC2 instance type, a plain text because Architecture and Capacity are found by it: r5.xlarge for infra and m5.xlarge for workers by default, r6g.xlarge and
	// m6g.xlarge with Architecture arm64. A change reaches new machines only.
	InstanceType string
	// Architecture is amd64 or arm64. Left out, it is that of the instance type. Given, it must be.
	Architecture string
	// Capacity is the size of the instance type, which an autoscaler needs while a set has no machine. Left out, it is set for
	// common types, and the cluster fills it in for all types that it knows. Give it for newer types only: the cluster writes
	// over it where it knows better. A change is made in place.
	Capacity *Capacity
	// GPU says what accelerator the machines have, so that pods that need none keep off and the autoscaler can count.
	GPU *GPUArgs
	// Labels go on the nodes, beside those of the pool. A change reaches new machines only; a label that is gone stays on
	// nodes that have it.
	Labels map[string]string
	// Annotations go on the nodes. A change reaches new machines only.
	Annotations map[string]string
	// Taints go on the nodes, beside those of the pool. A change reaches new machines only.
	Taints []Taint
	// Untainted leaves off the taint of infra nodes, so that every pod may run there. Red Hat counts subscriptions for
	// infra nodes on which anything but infrastructure runs. Not for workers, which have no taint of their own.
	Untainted bool
	// RootVolume is the volume that the machines boot from: 300 GiB of gp3 by default. A change reaches new machines only.
	RootVolume *RootVolumeArgs
	// DataVolumes are further volumes, encrypted as well. They end with their machine. A change reaches new machines only.
	DataVolumes []DataVolumeArgs
	// Spot buys the machines on the spot market. Left out, they are on-demand. A change reaches new machines only.
	Spot *SpotArgs
	// CapacityReservationID is the id of the capacity reservation to launch into. Not with Spot. A change reaches new
	// machines only.
	CapacityReservationID pulumi.StringInput
	// CapacityBlock says that the reservation is a capacity block for machine learning. A change reaches new machines only.
	CapacityBlock bool
	// PlacementGroup is the placement group to launch into. A change reaches new machines only.
	PlacementGroup *PlacementGroupArgs
	// Tenancy is default, dedicated or host. Left out, it is the VPC's. A change reaches new machines only.
	Tenancy string
	// NetworkInterfaceType is ENA (AWS's default) or EFA. A change reaches new machines only.
	NetworkInterfaceType string
	// PublicIP gives the machines a public address, or none. Left out, the subnet decides. A change reaches new machines only.
	PublicIP *bool
	// SecurityGroupIDs are the ids of the machines' security groups, such as network.SecurityGroups.WorkerMachine.
	// Exactly one of them carries the cluster's tag. Required. A change reaches new machines only.
	SecurityGroupIDs pulumi.StringArrayInput
	// InstanceProfile is the name (not the ARN) of the workers' instance profile. Required. A change reaches new
	// machines only.
	InstanceProfile pulumi.StringInput
	// AllowIMDSv1 lets the machines' metadata be read without a token. By default IMDSv2 is required. A change reaches
	// new machines only.
	AllowIMDSv1 bool
	// KeyName is the name of an EC2 key pair. RHCOS takes its keys from the machine configuration, so that it is seldom
	// needed. A change reaches new machines only.
	KeyName pulumi.StringInput
	// UserDataSecret is the secret in openshift-machine-api whose userData the machines boot with: worker-user-data by
	// default, which points at the machine configuration of workers. A change reaches new machines only.
	UserDataSecret string
	// LoadBalancers are the names of network load balancers. The Machine API registers each machine with all their
	// target groups. A change reaches new machines only.
	LoadBalancers []pulumi.StringInput
	// ClassicLoadBalancers are the names of classic load balancers to register the machines with. A change reaches new
	// machines only.
	ClassicLoadBalancers []pulumi.StringInput
	// DeletePolicy says which machine goes first when a set shrinks: Random (the default), Newest or Oldest. A change is made
	// in place.
	DeletePolicy string
	// DeleteTimeout is how long the deletion of a set waits until its machines are drained and gone: 30 minutes by default.
	DeleteTimeout time.Duration
	// Tags are set on instances and volumes. Name and the cluster's own tag are the Machine API's and cannot be chosen. A
	// change reaches new machines only.
	Tags pulumi.StringMap
}

// MachineAutoscalingArgs bound what an autoscaler may do with each set of a pool.
type MachineAutoscalingArgs struct {
	// MinPerZone is the fewest machines in each zone, 0 by default. A change is made in place. A set below it does not grow for
	// that alone, unless ClusterAutoscalerArgs.EnforceNodeGroupMinSize is set.
	MinPerZone int
	// MaxPerZone is the most machines in each zone: 1 or more, and at least MinPerZone. Required. A change is made in place.
	MaxPerZone int
}

// PlacementGroupArgs name a placement group that exists.
type PlacementGroupArgs struct {
	// Name is the group's name. Required.
	Name pulumi.StringInput
	// Partition is the number of a partition, 1 to 7, of a group of partitions. 0 leaves it to AWS.
	Partition int
}

// GPUArgs describe the accelerators of a pool's machines.
type GPUArgs struct {
	// Accelerator is the kind of GPU, such as nvidia-t4: the value of the node label cluster-api/accelerator and the type
	// in ClusterAutoscalerArgs.GPULimits. Required.
	Accelerator string
	// Resource is the name by which pods ask for a GPU, nvidia.com/gpu by default. It is the key of the taint too.
	Resource string
	// Untainted leaves off the taint that keeps pods that need no GPU away.
	Untainted bool
}

const (
	infraPool  = "infra"
	workerPool = "worker"

	defaultReplicasPerZone = 1
	defaultGPUResource     = "nvidia.com/gpu"
	defaultUserDataSecret  = "worker-user-data"

	// defaultDeleteTimeout leaves time for pods to be evicted: one machine drains for minutes, and a set drains its
	// machines at the same time.
	defaultDeleteTimeout = 30 * time.Minute
)

// poolDefaults are what sets of one kind have where the user says nothing.
type poolDefaults struct {
	pool, amd64, arm64 string
}

func (a *MachineSetArgs) withDefaults(d poolDefaults) *MachineSetArgs {
	args := MachineSetArgs{}
	if a != nil {
		args = *a
	}
	if args.Pool == "" {
		args.Pool = d.pool
	}
	if args.InstanceType == "" {
		args.InstanceType = d.amd64
		if args.Architecture == "arm64" {
			args.InstanceType = d.arm64
		}
	}
	if args.ReplicasPerZone == nil {
		replicas := defaultReplicasPerZone
		if args.Autoscaling != nil {
			replicas = args.Autoscaling.MinPerZone
		}
		args.ReplicasPerZone = &replicas
	}
	if args.GPU != nil && args.GPU.Resource == "" {
		gpu := *args.GPU
		gpu.Resource = defaultGPUResource
		args.GPU = &gpu
	}
	if args.UserDataSecret == "" {
		args.UserDataSecret = defaultUserDataSecret
	}
	if args.DeleteTimeout == 0 {
		args.DeleteTimeout = defaultDeleteTimeout
	}
	args.RootVolume = args.RootVolume.withDefaults()
	args.DataVolumes = dataVolumesWithDefaults(args.DataVolumes)
	return &args
}
