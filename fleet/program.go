package fleet

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// Blueprint is the program of a cluster. It reads the settings of its stack, and exports the outputs version, the release that runs, and
// consoleUrl, both of which are in the report.
type Blueprint = pulumi.RunFunc

// protectedTypes are the types that the setting protect protects, so that Pulumi destroys no stack. Pools, roles and networks can change.
var protectedTypes = []string{"rhcs:index/clusterRosaHcp:ClusterRosaHcp", "rhcs:index/clusterRosaClassic:ClusterRosaClassic"}

// Program returns the program of all stacks: the blueprint that the setting blueprint names. With the setting protect, the resources of
// these types are protected, besides clusters of ROSA.
func Program(blueprints map[string]Blueprint, protect ...string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		run, known := blueprints[cfg.Get("blueprint")]
		if !known {
			return fmt.Errorf("blueprint: there is no %q", cfg.Get("blueprint"))
		}
		kept := slices.Concat(protectedTypes, protect)
		err := ctx.RegisterStackTransformation(func(args *pulumi.ResourceTransformationArgs) *pulumi.ResourceTransformationResult {
			if !cfg.GetBool("protect") || !slices.Contains(kept, args.Type) {
				return nil
			}
			return &pulumi.ResourceTransformationResult{Props: args.Props, Opts: append(args.Opts, pulumi.Protect(true))}
		})
		return cmp.Or(err, run(ctx))
	}
}

// settingsOf returns what the program of a cluster reads: the values in Pulumi.yaml, those of the list, and what stands for its secrets.
func (p *program) settingsOf(c Cluster) map[string]string {
	all := map[string]string{}
	for name, declared := range p.settings {
		text, isText := declared.value.(string)
		if value, err := json.Marshal(declared.value); err == nil && !isText {
			text = string(value)
		}
		if declared.value != nil {
			all[qualified(p.Name, name)] = text
		}
	}
	for key := range c.Secrets {
		all[qualified(p.Name, key)] = unknownSecret
	}
	return union(all, c.Settings(p.Name, false))
}

// rejects returns the error with which a cluster's program rejects its settings, before it registers anything.
func (p *program) rejects(c Cluster) (err error) {
	_ = pulumi.RunErr(func(ctx *pulumi.Context) error {
		defer func() {
			if problem := recover(); problem != nil { // config.Require panics.
				err = fmt.Errorf("%v", problem)
			}
		}()
		err = Program(p.blueprints)(ctx)
		return errNoEngine
	}, pulumi.WithMocks(p.Name, c.Name, noEngine{}), func(info *pulumi.RunInfo) {
		info.Config, info.DryRun = p.settingsOf(c), true
	})
	if errors.Is(err, errNoEngine) { // The program reads what only the account has.
		return nil
	}
	return err
}

// unknownSecret is the value of secrets where only their names are known.
const unknownSecret = "a secret that is not known here"

var errNoEngine = errors.New("there is no engine")

// noEngine rejects all requests of a program.
type noEngine struct{}

func (noEngine) NewResource(pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	return "", nil, errNoEngine
}

func (noEngine) Call(pulumi.MockCallArgs) (resource.PropertyMap, error) { return nil, errNoEngine }
