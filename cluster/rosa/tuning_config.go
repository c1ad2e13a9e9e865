package rosa

import (
	"encoding/json"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// TuningConfig is a set of TuneD profiles for the machine pools of a hosted control plane that name it.
type TuningConfig struct {
	pulumi.ResourceState

	// Name is the name of the configuration, for HCPPoolArgs.TuningConfigs.
	Name pulumi.StringOutput `pulumi:"name"`
}

// TuningConfigArgs are the arguments of a TuningConfig.
type TuningConfigArgs struct {
	// ClusterID is the cluster's ID in OCM: HCP.ID. Required. A change replaces the configuration.
	ClusterID pulumi.StringInput
	// Name is the name of the configuration, a DNS label. Required. A change replaces the configuration.
	Name string
	// Spec is the spec of a Tuned object, with "profile" and "recommend". Required. Changes are applied in place.
	Spec map[string]any
}

const tuningConfigPath = "rosa.TuningConfigArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *TuningConfigArgs) Validate() error {
	full := valueOf(a)
	var p check.Problems
	p.RequiredFormat(tuningConfigPath+".ClusterID", full.ClusterID, clusterID)
	p.RequiredFormat(tuningConfigPath+".Name", full.Name, check.DNSLabel)
	if p.Required(tuningConfigPath+".Spec", full.Spec) {
		if _, err := json.Marshal(full.Spec); err != nil {
			p.Addf(tuningConfigPath+".Spec", "must be valid JSON: %v", err)
		}
		for _, field := range []string{"profile", "recommend"} {
			p.Required(check.Key(tuningConfigPath+".Spec", field), full.Spec[field])
		}
	}
	return p.ErrOf(a)
}

// NewTuningConfig registers a TuningConfig. It returns the problems of all invalid arguments, joined, before anything is registered.
func NewTuningConfig(ctx *pulumi.Context, name string, args *TuningConfigArgs, opts ...pulumi.ResourceOption) (*TuningConfig, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	spec, err := json.Marshal(args.Spec)
	if err != nil {
		return nil, err
	}
	component := &TuningConfig{}
	inputs := pulumi.Map{"cluster": args.ClusterID, "name": pulumi.String(args.Name), "spec": pulumi.String(spec)}
	config, err := registerConfig(ctx, "TuningConfig", "TuningConfig", name, component, inputs, opts)
	if err != nil {
		return nil, err
	}
	component.Name = config.Name
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}
