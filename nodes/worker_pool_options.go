package nodes

import (
	"time"
)

// MixedInstancesArgs buy machines of several types, on demand and on the spot market. Types of about the same size let
// an autoscaler foresee what a new node would be like: it reckons with the first.
type MixedInstancesArgs struct {
	// Types are the instance types, in the order of preference, all of one architecture. Left out, InstanceType is the
	// only one.
	Types []MixedType
	// OnDemandBase is how many machines are bought on demand before any is on the spot market, 0 by default.
	OnDemandBase int
	// OnDemandPercentageAboveBase is the share on demand of the machines above the base, 0 to 100, 0 by default: they are
	// all spot machines.
	OnDemandPercentageAboveBase int
	// OnDemandStrategy is prioritized (the default: the order of Types) or lowest-price.
	OnDemandStrategy string
	// SpotStrategy is price-capacity-optimized (the default), capacity-optimized, capacity-optimized-prioritized or
	// lowest-price.
	SpotStrategy string
	// SpotPools is the number of markets to spread over, 1 to 20, with lowest-price alone.
	SpotPools int
	// SpotMaxPrice is the most to pay for a spot machine, in US dollars an hour. The default is the on-demand price.
	SpotMaxPrice string
}

// MixedType is an instance type and what a machine of it counts.
type MixedType struct {
	// InstanceType is the EC2 instance type. Required.
	InstanceType string
	// Weight is how much of the group's size a machine of the type is, 1 to 999. 0 leaves every machine to count 1. All
	// types have a weight, or none; none with Autoscaling.
	Weight int
}

// PoolAutoscalingArgs tell the Kubernetes cluster-autoscaler about a pool, beside its size, labels and taints.
type PoolAutoscalingArgs struct {
	// Resources are resources of a node that EC2 does not tell of, by name, such as nvidia.com/gpu: "1" or
	// ephemeral-storage: "300Gi".
	Resources map[string]string
	// UtilizationThreshold is the share of a node that pods ask for, between 0 and 1, below which it is without need.
	// Left out, it is the autoscaler's.
	UtilizationThreshold float64
	// UnneededTime is how long a node must be without need. Left out, it is the autoscaler's.
	UnneededTime time.Duration
	// UnreadyTime is how long a node must be unready. Left out, it is the autoscaler's.
	UnreadyTime time.Duration
}

// MaintenanceArgs bound how many machines a group has while it replaces some, in percent of the desired number.
type MaintenanceArgs struct {
	// MinHealthyPercentage is the fewest, 0 to 100.
	MinHealthyPercentage int
	// MaxHealthyPercentage is the most, 100 to 200, and at most 100 more than the fewest.
	MaxHealthyPercentage int
}

// RefreshArgs say how machines that run are replaced by those of a new launch template.
type RefreshArgs struct {
	// MinHealthyPercentage is the share of the desired machines that stays, 0 to 100: 90 by default.
	MinHealthyPercentage *int
	// MaxHealthyPercentage is the share that there may be, 100 to 200, and at most 100 more than the least. Left out, it is
	// 100.
	MaxHealthyPercentage *int
	// InstanceWarmup is how long a new machine counts as starting, in whole seconds: 10 minutes by default, in which a
	// machine becomes a node.
	InstanceWarmup time.Duration
	// SkipMatching leaves machines that are as the new launch template says.
	SkipMatching bool
	// AutoRollback goes back to the launch template of before when a refresh fails.
	AutoRollback bool
}

// WarmPoolArgs describe machines in waiting. A machine boots, reads its ignition and joins the cluster once before it
// is stopped, so that its two certificate requests are approved then and its node is NotReady until it is needed. One
// that waits for longer than its certificates last (30 days) must be approved anew, by hand.
type WarmPoolArgs struct {
	// State is what waiting machines are: Stopped (the default) or Running. RHCOS does not hibernate.
	State string
	// BootTime is how long each new machine is held until it is stopped, in whole seconds, 30 seconds to 2 hours: 15 minutes by
	// default, in which a machine joins and is approved. AWS would stop it at once otherwise, in the midst of its ignition. A
	// machine that starts again is held as long before the group counts it as in service and registers it with target groups;
	// its node is ready before. A change is made in place.
	BootTime time.Duration
	// MinSize is the fewest that wait, 0 by default.
	MinSize int
	// MaxPrepared is the most machines that run or wait, together. Left out, it is Max.
	MaxPrepared *int
}

const (
	defaultSpotStrategy     = "price-capacity-optimized"
	defaultOnDemandStrategy = "prioritized"
	lowestPrice             = "lowest-price"

	defaultRefreshMinHealthy = 90
	defaultInstanceWarmup    = 10 * time.Minute
	defaultWarmState         = "Stopped"
	defaultBootTime          = 15 * time.Minute

	// bootHook is the name of the hook that holds machines on their way to the warm pool.
	bootHook = "boot"
)

func (m *MixedInstancesArgs) withDefaults() *MixedInstancesArgs {
	if m == nil {
		return nil
	}
	mixed := *m
	if mixed.OnDemandStrategy == "" {
		mixed.OnDemandStrategy = defaultOnDemandStrategy
	}
	if mixed.SpotStrategy == "" {
		mixed.SpotStrategy = defaultSpotStrategy
	}
	return &mixed
}

func (r *RefreshArgs) withDefaults() *RefreshArgs {
	if r == nil {
		return nil
	}
	refresh := *r
	if refresh.MinHealthyPercentage == nil {
		healthy := defaultRefreshMinHealthy
		refresh.MinHealthyPercentage = &healthy
	}
	if refresh.InstanceWarmup == 0 {
		refresh.InstanceWarmup = defaultInstanceWarmup
	}
	return &refresh
}

func (w *WarmPoolArgs) withDefaults() *WarmPoolArgs {
	if w == nil {
		return nil
	}
	warm := *w
	if warm.State == "" {
		warm.State = defaultWarmState
	}
	if warm.BootTime == 0 {
		warm.BootTime = defaultBootTime
	}
	return &warm
}
