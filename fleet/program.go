package fleet

import (
	"fmt"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// Blueprint is the program of a cluster. It reads the settings of its stack, and exports the outputs version, the release that runs, and
// consoleUrl, both of which are in the report.
type Blueprint = pulumi.RunFunc

// protectedTypes are the resources that the setting protect protects: with one of them Pulumi rejects to delete anything of the stack,
// but machine pools, roles and networks can still change.
var protectedTypes = []string{"rhcs:index/clusterRosaHcp:ClusterRosaHcp", "rhcs:index/clusterRosaClassic:ClusterRosaClassic"}

// Program returns the program of all stacks: the blueprint that the setting blueprint names, or the only one. With the setting protect,
// the resources of these types are protected, besides clusters of ROSA.
func Program(blueprints map[string]Blueprint, protect ...string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		run, known := blueprints[cfg.Get("blueprint")]
		if !known && len(blueprints) == 1 && cfg.Get("blueprint") == "" {
			for _, only := range blueprints {
				run, known = only, true
			}
		}
		if !known {
			return fmt.Errorf("blueprint: there is no %q", cfg.Get("blueprint"))
		}
		if cfg.GetBool("protect") {
			if err := ctx.RegisterStackTransformation(protection(slices.Concat(protectedTypes, protect))); err != nil {
				return err
			}
		}
		return run(ctx)
	}
}

func protection(types []string) pulumi.ResourceTransformation {
	return func(args *pulumi.ResourceTransformationArgs) *pulumi.ResourceTransformationResult {
		if !slices.Contains(types, args.Type) {
			return nil
		}
		return &pulumi.ResourceTransformationResult{Props: args.Props, Opts: append(args.Opts, pulumi.Protect(true))}
	}
}
