package storage

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// registerSettings patches the placement and the other optional settings of the registry, and the pruner, separately, so that they
// revert to the defaults when the component is deleted.
func registerSettings(ctx *pulumi.Context, name string, args *ImageRegistryArgs, parent pulumi.ResourceOption) error {
	if args.Proxy != nil {
		object := registryObject("Config", map[string]any{"proxy": args.Proxy.fields()})
		if _, err := kube.PatchForced(ctx, name+"-registry-proxy", object, parent, pulumi.RetainOnDelete(true)); err != nil {
			return err
		}
	}
	if spec := registrySettings(args); len(spec) > 0 {
		object := registryObject("Config", spec)
		object.Forced = []string{"spec.logLevel", "spec.requests", "spec.rolloutStrategy"}
		if _, err := kube.Patch(ctx, name+"-registry-settings", object, parent); err != nil {
			return err
		}
	}
	if args.Pruner == nil {
		return nil
	}
	pruner := kube.Fields(args.Pruner)["spec"].(map[string]any)
	maps.Copy(pruner, placement.Fields(args.Pruner.Placement))
	object := registryObject("ImagePruner", pruner)
	object.Forced = []string{"spec.schedule", "spec.suspend", "spec.keepTagRevisions"}
	_, err := kube.Patch(ctx, name+"-registry-pruner", object, parent)
	return err
}

// registrySettings returns the fields of the settings that are set (openshift/api imageregistry/v1/types.go).
func registrySettings(args *ImageRegistryArgs) map[string]any {
	spec, _ := kube.Fields(args)["spec"].(map[string]any)
	if spec == nil {
		spec = map[string]any{}
	}
	if !*args.Redirect {
		spec["disableRedirect"] = true
	}
	maps.Copy(spec, placement.Fields(args.Placement))
	return spec
}

// fields returns spec.proxy. The operator creates the block and owns it, so that the API server would set it to null, and reject that,
// when its last field is released: all fields are set, and an empty one is the cluster's.
func (r *RegistryProxyArgs) fields() map[string]any {
	return map[string]any{
		"http":    component.SecretPassword(cmp.Or[pulumi.StringInput](r.HTTPProxy, pulumi.String(""))),
		"https":   component.SecretPassword(cmp.Or[pulumi.StringInput](r.HTTPSProxy, pulumi.String(""))),
		"noProxy": strings.Join(r.NoProxy, ","),
	}
}

// defaultRoute is the route that the operator creates with DefaultRoute. The operator is degraded if another route has its name
// (openshift/cluster-image-registry-operator pkg/operator/complete.go, verifyResource).
const defaultRoute = "default-route"

func (a *ImageRegistryArgs) checkRoutes(p *check.Problems, path check.Path) {
	for i, route := range a.Routes {
		at := check.Index(path, i)
		if route.Name == defaultRoute {
			p.Addf(at+".Name", "must not be %s; set DefaultRoute instead", defaultRoute)
		}
		if slices.ContainsFunc(a.Routes[:i], func(other RegistryRoute) bool { return other.Name == route.Name && route.Name != "" }) {
			p.Duplicate(at+".Name", route.Name)
		}
	}
}
