package cluster

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

const (
	configAPI = "config.openshift.io/v1"
	// clusterObject is the name of the one object of most of OpenShift's cluster-wide kinds.
	clusterObject = "cluster"
)

// Scheduler is where the cluster puts pods: some fields of the Scheduler object that every cluster has. What was set is given
// back when the component goes; then the API server's defaults count.
type Scheduler struct {
	pulumi.ResourceState

	// Name is the object's name, cluster, once it is changed.
	Name pulumi.StringOutput `pulumi:"name"`
}

// SchedulerArgs describe where pods go. At least one field must be set. All are changed in place and restart no node.
type SchedulerArgs struct {
	// MastersSchedulable is whether users' pods may run on control-plane nodes. The installer says true when it is given no
	// compute machines, which is so for a self-managed cluster whose workers come later; routers on
	// control-plane nodes are reached by no load balancer, so set it to false. Default is left as it is.
	MastersSchedulable *bool
	// DefaultNodeSelector are the labels of the nodes that pods of projects without a node selector go to. Default none.
	DefaultNodeSelector map[string]string
	// Profile is LowNodeUtilization, which spreads pods, HighNodeUtilization, which packs them, or NoScoring, which is
	// quick. Default LowNodeUtilization.
	Profile string
}

// NewScheduler registers a Scheduler. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments are
// reported together, as by Validate, before anything is registered.
func NewScheduler(ctx *pulumi.Context, name string, args *SchedulerArgs, opts ...pulumi.ResourceOption) (*Scheduler, error) {
	if args == nil {
		args = &SchedulerArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	scheduler := &Scheduler{}
	var err error
	scheduler.Name, err = component{
		token:  "openshift-aws:cluster:Scheduler",
		what:   "scheduler",
		self:   scheduler,
		object: desiredScheduler(*args),
		patch:  true,
	}.register(ctx, name, opts)
	return scheduler, err
}

func desiredScheduler(args SchedulerArgs) kube.Object {
	spec := map[string]any{}
	if args.MastersSchedulable != nil {
		spec["mastersSchedulable"] = *args.MastersSchedulable
	}
	if len(args.DefaultNodeSelector) > 0 {
		var labels []string
		for _, key := range slices.Sorted(maps.Keys(args.DefaultNodeSelector)) {
			labels = append(labels, key+"="+args.DefaultNodeSelector[key])
		}
		spec["defaultNodeSelector"] = strings.Join(labels, ",")
	}
	if args.Profile != "" {
		spec["profile"] = args.Profile
	}
	return kube.Object{APIVersion: configAPI, Kind: "Scheduler", Name: clusterObject, Fields: map[string]any{"spec": spec}}
}

const schedulerPath = "cluster.SchedulerArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *SchedulerArgs) Validate() error {
	var p check.Problems
	checkLabels(&p, schedulerPath+"DefaultNodeSelector", a.DefaultNodeSelector)
	checkOneOf(&p, schedulerPath+"Profile", a.Profile, "LowNodeUtilization", "HighNodeUtilization", "NoScoring")
	if a.MastersSchedulable == nil && len(a.DefaultNodeSelector) == 0 && a.Profile == "" {
		p.Addf(schedulerPath+"MastersSchedulable", "is not set and neither is anything else; there is nothing to patch")
	}
	return p.Err()
}
