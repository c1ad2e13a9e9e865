package nodes

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const defaultWorkerInstanceType = "m5.xlarge"

// WorkerPoolArgs describe a pool of workers in an Auto Scaling group.
type WorkerPoolArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p. Required. It tags the machines; a change is made
	// in place.
	InfraID string
	// Subnets are the private subnets that the group spreads its machines over. Required. A change is made in place: the group
	// moves machines out of a subnet that is gone.
	Subnets []network.Subnet
	// AMI is the id of the RHCOS image of the region and the architecture. Required. A change reaches new machines only.
	AMI pulumi.StringInput
	// Pool is the name of the machine config pool whose configuration the machines boot with: worker by default, or a pool
	// of one's own (cluster.MachineConfigPool), whose role, labels and taints the nodes then have. That takes a release
	// whose machine config operator labels nodes that booted with a pool's configuration (openshift/machine-config-operator
	// pkg/controller/node); others take such a node for a worker until somebody labels it. A change reaches new machines
	// only.
	Pool string
	// InstanceType is the EC2 instance type, m5.xlarge by default. A change reaches new machines only.
	InstanceType pulumi.StringInput
	// Mixed buys several instance types, in part on the spot market. Not with Spot. A change reaches new machines only.
	Mixed *MixedInstancesArgs
	// Min is the fewest machines that the group keeps, 0 by default. A change is made in place.
	Min int
	// Max is the most machines that the group has: 1 or more, and at least Min. Required. A change is made in place.
	Max int
	// Desired is the number of machines to have now, between Min and Max. Left out, the group begins with Min and the number is
	// left to whoever scales it. A change is made in place. With Autoscaling it is the number to begin with.
	Desired *int
	// Autoscaling tags the group so that the Kubernetes cluster-autoscaler (ClusterAutoscalerASG) finds it, and leaves the
	// number of machines to it. A change is made in place.
	Autoscaling *PoolAutoscalingArgs
	// Labels go on the nodes: each machine's kubelet registers with them. A kubelet may not give itself a label of
	// kubernetes.io or k8s.io, such as a role; Pool does that. A change reaches new machines only.
	Labels map[string]string
	// Taints are those that the nodes have by their Pool's kubelet configuration: PoolTaints, with the same list. Here
	// they tell an autoscaler what a new node would be like. Only with a Pool of one's own.
	Taints []Taint
	// Spot buys the machines on the spot market. Left out, they are on-demand. A change reaches new machines only.
	Spot *SpotArgs
	// RootVolume is the volume that the machines boot from: 300 GiB of gp3 by default. A KMS key of one's own must let the
	// account's service-linked role AWSServiceRoleForAutoScaling use it and create grants, or no machine starts. A change
	// reaches new machines only.
	RootVolume *RootVolumeArgs
	// DataVolumes are further volumes, encrypted as well. They end with their machine. A change reaches new machines only.
	DataVolumes []DataVolumeArgs
	// CapacityReservationID is the id of the capacity reservation to launch into. Not with spot machines. A change
	// reaches new machines only.
	CapacityReservationID pulumi.StringInput
	// PlacementGroup is the placement group to launch into. A change reaches new machines only.
	PlacementGroup *PlacementGroupArgs
	// Tenancy is default, dedicated or host. Left out, it is the VPC's. A change reaches new machines only.
	Tenancy string
	// SecurityGroupIDs are the ids of the machines' security groups, such as network.SecurityGroups.WorkerMachine.
	// Exactly one of them carries the cluster's tag. Required. A change reaches new machines only.
	SecurityGroupIDs pulumi.StringArrayInput
	// InstanceProfile is the name (not the ARN) of the workers' instance profile. Required. A change reaches new
	// machines only.
	InstanceProfile pulumi.StringInput
	// AllowIMDSv1 lets the machines' metadata be read without a token. By default IMDSv2 is required. A change reaches
	// new machines only.
	AllowIMDSv1 bool
	// KeyName is the name of an EC2 key pair. A change reaches new machines only.
	KeyName pulumi.StringInput
	// Ignition is the text of the pointer ignition, such as cluster.InstallDir's WorkerIgnition; at most 16 KiB. Its
	// address is turned to Pool's configuration. Required unless CloudInit is given; kept as a secret. A change reaches
	// new machines only.
	Ignition pulumi.StringInput
	// CloudInit is the user data of an OpenShift 3.11 node, made by CloudInit311, in the place of Ignition. The image is
	// then one of RHEL 7 or CentOS 7, whose root device is /dev/sda1, and AllowIMDSv1 must be set: the kubelet of that
	// release knows nothing else. Kept as a secret. A change reaches new machines only.
	CloudInit pulumi.StringInput
	// TargetGroupARNs are the ARNs of target groups that the machines are registered with. Routers behind a service of type
	// LoadBalancer need none: the cloud controller registers the nodes. A change is made in place.
	TargetGroupARNs pulumi.StringArrayInput
	// ClassicLoadBalancers are the names of classic load balancers to register the machines with. A change is made in place.
	ClassicLoadBalancers pulumi.StringArrayInput
	// LoadBalancerHealth replaces machines that a load balancer or target group finds unhealthy too, and not only those that
	// EC2 does. HealthGracePeriod should then cover the time until a machine serves. A change is made in place.
	LoadBalancerHealth bool
	// HealthGracePeriod is how long a new machine may be unhealthy, in whole seconds: 5 minutes by default, which is AWS's. A
	// change is made in place.
	HealthGracePeriod time.Duration
	// CapacityRebalance starts another machine when EC2 finds that a spot machine is about to be taken, and ends that one,
	// undrained without Drain. A change is made in place.
	CapacityRebalance bool
	// Maintenance bounds how many machines there are while some are replaced. A change is made in place.
	Maintenance *MaintenanceArgs
	// Refresh replaces the machines that run when the launch template changes. Left out, they stay: a refresh ends machines
	// without draining their nodes, unless Drain gives somebody the time to. A change is made in place.
	Refresh *RefreshArgs
	// Drain holds machines that are to end, and tells of them in a queue, until TerminationHandler has drained their nodes.
	// Without a reader of the queue each machine is held, and paid for, for all of the time. A change is made in place.
	Drain *DrainArgs
	// WarmPool keeps machines that have started once, for a faster growth. Not with spot machines. A change is made in place.
	WarmPool *WarmPoolArgs
	// MaxInstanceLifetime replaces machines of this age, between 1 and 365 days, undrained without Drain. Never by default. A
	// change is made in place.
	MaxInstanceLifetime time.Duration
	// ProtectFromScaleIn keeps the group from choosing machines to end when it shrinks. A refresh replaces them all the
	// same. Reaches new machines only.
	ProtectFromScaleIn bool
	// Tags are set on the launch template, the group, its instances and their volumes. The component's own tags win. A change is made in
	// place, and reaches new machines only.
	Tags pulumi.StringMap
}

func (a *WorkerPoolArgs) withDefaults() *WorkerPoolArgs {
	args := WorkerPoolArgs{}
	if a != nil {
		args = *a
	}
	if args.Pool == "" {
		args.Pool = workerPool
	}
	if args.InstanceType == nil {
		args.InstanceType = pulumi.String(defaultWorkerInstanceType)
	}
	args.RootVolume = args.RootVolume.withDefaults()
	args.DataVolumes = dataVolumesWithDefaults(args.DataVolumes)
	args.Mixed = args.Mixed.withDefaults()
	args.Refresh = args.Refresh.withDefaults()
	args.Drain = args.Drain.withDefaults()
	args.WarmPool = args.WarmPool.withDefaults()
	return &args
}
