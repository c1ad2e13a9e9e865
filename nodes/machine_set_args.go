package nodes

import (
	"cmp"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// MachineSetArgs are the arguments of the MachineSets of one pool: one per subnet, which differ only in their zone. They are those
// of InfraMachineSet and of WorkerMachineSet.
//
// Unless a field says otherwise, changes update the MachineSets in place and apply to new machines only: the Machine API
// never changes an existing machine. To replace the existing ones, scale a set down and up, or delete its machines one by
// one.
type MachineSetArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required. Changes replace the sets.
	InfraID string `check:"required,infra-id"`
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.18. If it is set, fields that its Machine API ignores
	// are rejected: PlacementGroup.Partition below 4.17, CapacityReservationID below 4.18, CapacityBlock below 4.19, and
	// ThroughputMiB of volumes below 4.21. Defaults to none: they are not checked.
	OpenShiftVersion string `check:"format=minor-version"`
	// Region is the AWS region. Defaults to the region of the subnets' zones, which must all be in one region.
	Region string `check:"format=region"`
	// Pool is the part of the sets' names between InfraID and zone, and the role and type of the machines. Defaults to infra
	// for InfraMachineSet and to worker for WorkerMachineSet. Two components with the same InfraID and zone need different
	// pools. An existing set of that name, such as those of the pool worker that openshift-install creates, is adopted, and
	// deleted with the component. Changes replace the sets.
	Pool string `check:"format=dns-label"`
	// Subnets are the private subnets of the machines: one per zone. Required. Each has its own MachineSet: adding a subnet
	// adds a set and does not touch the others; removing a subnet drains and terminates its set's machines.
	Subnets []network.Subnet `check:"required=Validate,part" network:"private"`
	// SubnetFilters find the subnets by their attributes, such as the tag Name, instead of by [Subnets]' IDs, which must then be
	// unset: each machine starts in a subnet of its zone that all filters match. For a cluster whose subnets are not in a program.
	// Defaults to none.
	SubnetFilters []Filter
	// ReplicasPerZone is the number of machines in each zone. Defaults to 1; with [Autoscaling] to MinPerZone, and is the
	// initial number. 0 keeps empty sets. Changes are applied in place.
	ReplicasPerZone *int `check:"0..2147483647"`
	// ZoneReplicas override ReplicasPerZone for some zones, by the zone's name. Changes are applied in place.
	ZoneReplicas map[string]int `check:"0.."`
	// Autoscaling adds a MachineAutoscaler to each set, which then manages the number of machines. It requires a
	// ClusterAutoscaler in the cluster. Defaults to none: the program manages the number.
	Autoscaling *MachineAutoscalingArgs
	// AMI is the ID of the RHCOS image of the region and the architecture; nodes.AMI finds it. Required. Unless PinAMI is set, it
	// applies to new sets only: afterwards the cluster manages the image, and changes have no effect.
	AMI pulumi.StringInput `check:"required,format=ami-id"`
	// PinAMI keeps existing sets at AMI, whose changes are then applied in place. From OpenShift 4.19 this requires that the
	// cluster's MachineConfiguration does not manage boot images (managedBootImages None). Otherwise the program and the machine
	// config operator overwrite each other, and the cluster operator machine-config degrades after three rounds
	// (openshift/machine-config-operator release-4.19 pkg/controller/bootimage/ms_helpers.go, HotLoopLimit). In earlier releases
	// nothing else changes the image.
	PinAMI bool
	// InstanceType is the EC2 instance type. Defaults to r5.xlarge for infra nodes and to m5.xlarge for workers; to r6g.xlarge
	// and m6g.xlarge with [Architecture] arm64. It must be known to the program: Architecture and Capacity derive from it.
	InstanceType string `check:"format=instance-type"`
	// Architecture is amd64 or arm64. Defaults to the architecture of InstanceType, and must match it.
	Architecture string `check:"amd64|arm64"`
	// Capacity is the size of the instance type, which an autoscaler needs while a set has no machine. Defaults to the known
	// size of common types; the cluster fills it in for all types that it knows. Set it only for newer types: the cluster
	// overwrites it where it knows better. Changes are applied in place.
	Capacity *Capacity
	// GPU describes the accelerators of the machines: it taints the nodes and lets the autoscaler count the GPUs.
	GPU *GPUArgs
	// Labels are additional labels of the nodes. Removing a label does not remove it from existing nodes.
	Labels map[string]string `check:"labels"`
	// Annotations are annotations of the nodes.
	Annotations map[string]string `check:"keys=annotation-key"`
	// Taints are additional taints of the nodes.
	Taints []Taint
	// RoleTaint is whether infra nodes have the taint of their role, node-role.kubernetes.io/infra:NoSchedule. Defaults to
	// true. If false, every pod can run there, and Red Hat counts subscriptions for infra nodes that run anything but
	// infrastructure. Only for InfraMachineSet: workers have no role taint.
	RoleTaint *bool
	// RootVolume is the root volume. Defaults to 300 GiB of gp3.
	RootVolume *VolumeArgs `default:"{}"`
	// DataVolumes are additional volumes, also encrypted. They are deleted with their machine.
	DataVolumes []DataVolume
	// Spot buys Spot Instances. Defaults to On-Demand Instances.
	Spot *SpotArgs
	// CapacityReservationID is the ID of the capacity reservation to launch into: cr- and 17 hexadecimal digits. Must not be set
	// together with [Spot]. Requires OpenShift 4.18: earlier releases launch On-Demand Instances outside the reservation.
	CapacityReservationID pulumi.StringInput `check:"format=reservation-id"`
	// CapacityBlock is whether the reservation is a Capacity Block for ML. Requires CapacityReservationID and OpenShift 4.19, whose
	// Machine API is the first with the market type.
	CapacityBlock bool `check:"with=CapacityReservationID"`
	// PlacementGroup is the placement group to launch into.
	PlacementGroup *PlacementGroupArgs
	// Tenancy is default, dedicated or host. Defaults to the VPC's tenancy.
	Tenancy string `check:"default|dedicated|host"`
	// NetworkInterfaceType is ENA or EFA. EFA needs a security group in SecurityGroupIDs that allows all traffic from and to itself,
	// which those of network.SecurityGroups do not (Amazon EC2 user guide, "Get started with EFA and MPI for HPC workloads on Amazon
	// EC2"). Defaults to ENA.
	NetworkInterfaceType string `check:"ENA|EFA"`
	// PublicIP is whether the machines have a public IP address. Defaults to the subnet's setting.
	PublicIP *bool
	// SecurityGroupIDs are the IDs of the machines' security groups, such as network.SecurityGroups.WorkerMachine. Exactly one
	// of them must have the cluster's tag. Required unless SecurityGroupFilters is set.
	SecurityGroupIDs pulumi.StringArrayInput `check:"not=SecurityGroupFilters,format=security-group-id"`
	// SecurityGroupFilters find the machines' security groups by their attributes instead: all groups that all filters match. Must
	// not be set together with SecurityGroupIDs. Defaults to none.
	SecurityGroupFilters []Filter
	// InstanceProfile is the name (not the ARN) of the workers' instance profile. Required.
	InstanceProfile pulumi.StringInput `check:"required,format=instance-profile"`
	// AllowIMDSv1 allows instance metadata requests without a token, also those of pods, which can then use the instance's role.
	// Defaults to false: IMDSv2 is required.
	AllowIMDSv1 bool
	// KeyName is the name of an EC2 key pair. Rarely needed: RHCOS gets its SSH keys from the machine configuration.
	KeyName pulumi.StringInput `check:"format=key-name"`
	// UserDataSecret is the Secret in openshift-machine-api with the machines' user data. Defaults to worker-user-data, which
	// points to the machine configuration of workers.
	UserDataSecret string `check:"format=object-name" default:"worker-user-data"`
	// LoadBalancers are the names of Network Load Balancers. The Machine API registers each machine with all their target
	// groups.
	LoadBalancers []pulumi.StringInput `check:"format=load-balancer-name"`
	// ClassicLoadBalancers are the names of Classic Load Balancers to register the machines with.
	ClassicLoadBalancers []pulumi.StringInput `check:"format=load-balancer-name"`
	// DeletePolicy is which machine is deleted first when a set scales down: Random, Newest or Oldest. Defaults to Random.
	// Changes are applied in place.
	DeletePolicy string `check:"Random|Newest|Oldest"`
	// DeleteTimeout is how long the deletion of a set waits until its machines are drained and terminated. Defaults to 30m.
	DeleteTimeout time.Duration `check:"0s.." default:"30m"`
	// ExcludeNodeDraining terminates machines without draining their nodes, also when a set scales down or a health check replaces
	// a machine. It is meant for a cluster that is destroyed as a whole: a drain respects PodDisruptionBudgets and has no end, so
	// the sets of the only nodes for the registry, the routers or monitoring are never deleted (openshift/machine-api-operator
	// release-4.16 pkg/controller/machine/drain_controller.go). It is the annotation machine.openshift.io/exclude-node-draining of
	// new machines; annotate existing ones with `oc annotate`. Defaults to false: machines are drained.
	ExcludeNodeDraining bool
	// Tags are the tags of instances and volumes. Name and the cluster's tag are set by the Machine API and are not allowed.
	Tags pulumi.StringMap `check:"tags"`
}

// MachineAutoscalingArgs are the limits of the autoscaler for each set of a pool. Changes are applied in place.
type MachineAutoscalingArgs struct {
	// MinPerZone is the minimum number of machines in each zone. Defaults to 0. A set below it does not scale up for that
	// reason alone: set ReplicasPerZone.
	MinPerZone int
	// MaxPerZone is the maximum number of machines in each zone: at least 1 and at least MinPerZone. Required.
	MaxPerZone int `check:"required=Validate"`
}

// PlacementGroupArgs are the arguments of an existing placement group.
type PlacementGroupArgs struct {
	// Name is the group's name. Required.
	Name pulumi.StringInput `check:"required,format=placement-group"`
	// Partition is the partition number of a partition placement group, 1 to 7. Defaults to 0: AWS chooses. Machine sets require
	// OpenShift 4.17 for it: in 4.16 AWS chooses.
	Partition int `check:"0..7"`
}

// GPUArgs are the arguments of the accelerators of a pool's machines.
type GPUArgs struct {
	// Accelerator is the kind of GPU, such as nvidia-t4: the value of the node label cluster-api/accelerator and the type
	// in ClusterAutoscalerArgs.GPULimits. Required.
	Accelerator string `check:"required,format=accelerator"`
	// Resource is the name of the resource that pods request, and the key of the taint. Defaults to nvidia.com/gpu.
	Resource string `check:"format=resource-name" default:"nvidia.com/gpu"`
	// Taint is whether the nodes have a taint that keeps pods without GPU requests away. Defaults to true.
	Taint *bool `default:"true"`
}

func (a *MachineSetArgs) setDefaults(role machineRole) {
	a.Region = cmp.Or(a.Region, regionOf(a.Subnets))
	a.Pool = cmp.Or(a.Pool, role.pool)
	if a.Architecture == instancetypes.ARM64 {
		a.InstanceType = cmp.Or(a.InstanceType, role.arm64)
	}
	a.InstanceType = cmp.Or(a.InstanceType, role.amd64)
	if a.Autoscaling != nil {
		a.ReplicasPerZone = cmp.Or(a.ReplicasPerZone, &a.Autoscaling.MinPerZone)
	}
	a.ReplicasPerZone = cmp.Or(a.ReplicasPerZone, new(1))
}

// regionOf returns the region of the first subnet's zone.
func regionOf(subnets []network.Subnet) string {
	for _, subnet := range subnets {
		if region, ok := partition.RegionOfZone(subnet.Zone); ok {
			return region
		}
	}
	return ""
}
