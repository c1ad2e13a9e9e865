package cluster

import (
	"encoding/json"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaTuningConfig is a set of Tuned profiles for the machine pools of a hosted control plane that name it.
type RosaTuningConfig struct {
	pulumi.ResourceState

	// Name is the configuration's name, for RosaHCPPoolArgs.TuningConfigs.
	Name pulumi.StringOutput `pulumi:"name"`
}

// RosaTuningConfigArgs are the arguments of a RosaTuningConfig.
type RosaTuningConfigArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// ClusterID is the cluster's id in OCM: ID of RosaHCP. Required. A change replaces the configuration.
	ClusterID pulumi.StringInput
	// Name is the configuration's name: at most 63 lower-case letters, digits and inner hyphens. Required. A change replaces the
	// configuration.
	Name string
	// Spec is the spec of a Tuned object, with "profile" and "recommend". Required. A change is made in place.
	Spec map[string]any
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaTuningConfigArgs) Validate() error {
	const path = "cluster.RosaTuningConfigArgs."
	var full RosaTuningConfigArgs
	if a != nil {
		full = *a
	}
	var p check.Problems
	full.RHCS.Check(&p, path+"RHCS")
	rosaCheckCluster(&p, path+"ClusterID", full.ClusterID)
	rosaCheckConfigName(&p, path+"Name", full.Name)
	if p.Required(path+"Spec", full.Spec) {
		if _, err := json.Marshal(full.Spec); err != nil {
			p.Addf(path+"Spec", "cannot be written as JSON: %v", err)
		}
	}
	return p.Err()
}

// NewRosaTuningConfig registers a RosaTuningConfig. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewRosaTuningConfig(ctx *pulumi.Context, name string, args *RosaTuningConfigArgs, opts ...pulumi.ResourceOption) (*RosaTuningConfig, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &RosaTuningConfig{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaTuningConfig", name, component, opts...); err != nil {
		return nil, err
	}
	spec, err := json.Marshal(args.Spec)
	if err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaTuningConfig %s: %w", name, err)
	}
	var made rosaNamed
	inputs := pulumi.Map{"cluster": args.ClusterID, "name": pulumi.String(args.Name), "spec": pulumi.String(spec)}
	options := []pulumi.ResourceOption{pulumi.Parent(component), rosaOfCluster("name")}
	if err := rhcs.Register(ctx, args.RHCS, "TuningConfig", name+"-config", inputs, &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaTuningConfig %s: %w", name, err)
	}
	component.Name = made.Name
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}
