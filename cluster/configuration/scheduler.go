package configuration

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// Scheduler configures the scheduling of pods: it patches the Scheduler object that every cluster has. Deleting the component
// releases the fields, and the API server's defaults apply: without MastersSchedulable, pods do not run on control-plane nodes, also if
// the installer had allowed it.
type Scheduler struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// SchedulerArgs are the arguments of a Scheduler. At least one field must be set. Changes are applied in place and reboot no node.
type SchedulerArgs struct {
	// MastersSchedulable allows users' pods on control-plane nodes. Defaults to the cluster's setting. The installer sets true if
	// there are no compute machines at installation, as in a self-managed cluster whose workers are added later. Routers on
	// control-plane nodes are not targets of a load balancer, so set it to false there.
	MastersSchedulable *bool `kube:"spec.mastersSchedulable"`
	// DefaultNodeSelector are the node labels for pods of projects without a node selector. Defaults to none.
	DefaultNodeSelector map[string]string `check:"labels"`
	// Profile is LowNodeUtilization, which spreads pods, HighNodeUtilization, which packs them, or NoScoring, which is
	// fastest. Defaults to LowNodeUtilization.
	Profile string `kube:"spec.profile" check:"LowNodeUtilization|HighNodeUtilization|NoScoring"`
}

// NewScheduler registers a Scheduler. It requires a Kubernetes provider (pulumi.Provider).
func NewScheduler(ctx *pulumi.Context, name string, args *SchedulerArgs, opts ...pulumi.ResourceOption) (*Scheduler, error) {
	return component.Register(ctx, name, args, opts, component.Type[SchedulerArgs, Scheduler]{
		Token:     "openshift-aws:configuration:Scheduler",
		InCluster: true,
		Children: func(b *component.Builder[SchedulerArgs, Scheduler]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "scheduler", desiredScheduler(*b.Args), kube.Patch)
		},
	})
}

func desiredScheduler(args SchedulerArgs) kube.Object {
	fields := kube.Fields(args)
	var labels []string
	for _, key := range slices.Sorted(maps.Keys(args.DefaultNodeSelector)) {
		labels = append(labels, key+"="+args.DefaultNodeSelector[key])
	}
	if len(labels) > 0 {
		argument.Put(fields, "spec.defaultNodeSelector", strings.Join(labels, ","))
	}
	return kube.Object{
		APIVersion: kube.ConfigAPI, Kind: "Scheduler", Name: kube.ClusterObject, Fields: fields, Forced: []string{"spec.mastersSchedulable"},
	}
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *SchedulerArgs) Validate() error {
	p := check.Struct(a)
	p.AnyField("configuration.SchedulerArgs", a)
	return p.ErrOf(a)
}
