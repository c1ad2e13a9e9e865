package rosa

import (
	"encoding/json"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
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
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// Name is the name of the configuration, a DNS label. Required. A change replaces the configuration.
	Name string `rhcs:"name" check:"required,format=dns-label"`
	// Spec is the spec of a Tuned object, with "profile" and "recommend". Required. The profiles that it recommends are its own or those of
	// the node tuning operator's image, such as openshift-node and throughput-performance, which depend on the release: their names are not
	// checked. Changes are applied in place.
	Spec map[string]any `check:"required"`
}

const tuningConfigPath = "rosa.TuningConfigArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *TuningConfigArgs) Validate() error {
	p := check.Struct(a)
	if spec := valueOf(a).Spec; len(spec) > 0 {
		if _, err := json.Marshal(spec); err != nil {
			p.Addf(tuningConfigPath+".Spec", "must be valid JSON: %v", err)
		}
		for _, field := range []string{"profile", "recommend"} {
			p.Required(check.Key(tuningConfigPath+".Spec", field), spec[field])
		}
	}
	return p.ErrOf(a)
}

// NewTuningConfig registers a TuningConfig.
func NewTuningConfig(ctx *pulumi.Context, name string, args *TuningConfigArgs, opts ...pulumi.ResourceOption) (*TuningConfig, error) {
	return component.Register(ctx, name, args, opts, component.Type[TuningConfigArgs, TuningConfig]{
		Token:    "openshift-aws:rosa:TuningConfig",
		Children: registerTuningConfig,
	})
}

func registerTuningConfig(c *component.Builder[TuningConfigArgs, TuningConfig]) error {
	b := builder{Base: c.Base}
	spec, err := json.Marshal(c.Args.Spec)
	if err != nil {
		return err
	}
	inputs := rhcs.Inputs(c.Args)
	inputs["spec"] = string(spec)
	return b.registerConfig("TuningConfig", inputs)
}
