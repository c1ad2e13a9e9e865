package nodes

import "time"

// MixedInstancesArgs buys instances of several types, On-Demand and Spot. The types should have about the same size: the
// autoscaler predicts new nodes from the first type.
type MixedInstancesArgs struct {
	// Types are the instance types in order of preference, at most 40 of one architecture. Defaults to InstanceType only.
	Types []MixedType `check:"count=..40"`
	// OnDemandBase is the number of On-Demand Instances before any Spot Instance is launched. Defaults to 0.
	OnDemandBase int `check:"0.."`
	// OnDemandPercentageAboveBase is the percentage of On-Demand Instances above the base, 0 to 100. Defaults to 0: all are Spot
	// Instances.
	OnDemandPercentageAboveBase int `check:"0..100"`
	// OnDemandStrategy is prioritized (the order of [Types]) or lowest-price. Defaults to prioritized.
	OnDemandStrategy string `check:"prioritized|lowest-price" default:"prioritized"`
	// SpotStrategy is price-capacity-optimized, capacity-optimized, capacity-optimized-prioritized or lowest-price. Defaults to
	// price-capacity-optimized.
	SpotStrategy string `check:"price-capacity-optimized|capacity-optimized|capacity-optimized-prioritized|lowest-price" default:"price-capacity-optimized"`
	// SpotPools is the number of Spot pools to spread over, 1 to 20. Only with the SpotStrategy lowest-price.
	SpotPools int `check:"1..20"`
	// SpotMaxPrice is the maximum price of a Spot Instance, in US dollars per hour. Defaults to the On-Demand price.
	SpotMaxPrice string `check:"spot-price"`
}

// MixedType is an instance type and its weight.
type MixedType struct {
	// InstanceType is the EC2 instance type. Required.
	InstanceType string `check:"required,format=instance-type"`
	// Weight is the number of capacity units of an instance, 1 to 999. Either all types have a weight or none; none with
	// Autoscaling. Defaults to 0: every instance counts as 1.
	Weight int `check:"0..999"`
}

// PoolAutoscalingArgs are the arguments of the cluster-autoscaler for a pool, in addition to its size, labels and
// taints.
type PoolAutoscalingArgs struct {
	// Resources are resources of a node that EC2 does not report, by name, such as nvidia.com/gpu: "1" or
	// ephemeral-storage: "300Gi".
	Resources map[string]string `check:"keys=resource-name,format=quantity"`
	// Taints are the taints that new nodes have by the kubelet configuration of their Pool (machineconfig.KubeletConfigArgs.Taints, with
	// the same list), from which the autoscaler predicts what runs on them. They taint nothing. Only with a custom Pool.
	Taints []Taint
	// UtilizationThreshold is the ratio of requested to allocatable resources below which a node is unneeded: less than 1.
	// Defaults to the autoscaler's setting.
	UtilizationThreshold float64
	// UnneededTime is how long a node must be unneeded before it is removed. Defaults to the autoscaler's setting.
	UnneededTime time.Duration `check:"0s.."`
	// UnreadyTime is how long a node must be unready before it is removed. Defaults to the autoscaler's setting.
	UnreadyTime time.Duration `check:"0s.."`
}

// MaintenanceArgs are the limits of the number of instances while the group replaces some, in percent of the desired capacity.
type MaintenanceArgs struct {
	// MinHealthyPercentage is the minimum, 0 to 100.
	MinHealthyPercentage int
	// MaxHealthyPercentage is the maximum, 100 to 200, and at most 100 above the minimum. Required.
	MaxHealthyPercentage int `check:"required=Validate"`
}

// RefreshArgs are the arguments of the instance refresh that follows a change of the launch template.
type RefreshArgs struct {
	// MinHealthyPercentage is the minimum number of instances in percent of the desired capacity, 0 to 100. Defaults to 90.
	MinHealthyPercentage *int `default:"90"`
	// MaxHealthyPercentage is the maximum number of instances in percent of the desired capacity, 100 to 200, and at most 100
	// above the minimum. Defaults to 100.
	MaxHealthyPercentage *int
	// InstanceWarmup is how long a new instance is warming up, in whole seconds. Defaults to 10m, in which an instance becomes a
	// node.
	InstanceWarmup time.Duration `check:"0s../1s" default:"10m"`
	// SkipMatching keeps instances that match the new launch template.
	SkipMatching bool
	// AutoRollback rolls back to the previous launch template if a refresh fails.
	AutoRollback bool
}

// WarmPoolArgs are the arguments of a warm pool, pre-initialized instances. An instance boots, reads its ignition and joins the
// cluster once before it is stopped, so that its two CSRs are approved then and its node is NotReady until it is needed. The CSRs of an instance that
// has been stopped for longer than its certificates are valid (30 days) must be approved again, manually.
type WarmPoolArgs struct {
	// State is the state of the instances in the pool: Stopped or Running. RHCOS does not support hibernation. Defaults to
	// Stopped.
	State string `check:"Stopped|Running" default:"Stopped"`
	// BootTime is how long a lifecycle hook delays the stop of a new instance, in whole seconds between 30s and 2h. AWS would
	// otherwise stop it at once, during its ignition. An instance that starts again is delayed as long before it is in service and
	// registered with target groups; its node is ready before. Defaults to 15m, in which an instance joins and is approved.
	BootTime time.Duration `check:"30s..2h/1s" default:"15m"`
	// MinSize is the minimum number of instances in the pool. Defaults to 0.
	MinSize int `check:"0.."`
	// MaxPrepared is the maximum number of instances in the pool and in service, together. Defaults to Max.
	MaxPrepared *int `check:"..2147483647"`
}

const (
	lowestPrice = "lowest-price"
	// bootHook is the name of the lifecycle hook of new instances of the warm pool.
	bootHook = "boot"
)
