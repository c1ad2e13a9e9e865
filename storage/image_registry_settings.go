package storage

import (
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// registerSettings patches the placement and the other optional settings of the registry, and the pruner, separately, so that they
// revert to the defaults when the component is deleted.
func registerSettings(ctx *pulumi.Context, name string, args ImageRegistryArgs, parent pulumi.ResourceOption) error {
	if args.Proxy != nil {
		object := registryObject("Config", map[string]any{"proxy": args.Proxy.fields()})
		if _, err := kube.Patch(ctx, name+"-registry-proxy", object, parent, pulumi.RetainOnDelete(true)); err != nil {
			return err
		}
	}
	if spec := registrySettings(args); len(spec) > 0 {
		if _, err := kube.Patch(ctx, name+"-registry-settings", registryObject("Config", spec), parent); err != nil {
			return err
		}
	}
	if args.Pruner == nil {
		return nil
	}
	_, err := kube.Patch(ctx, name+"-registry-pruner", registryObject("ImagePruner", args.Pruner.spec()), parent)
	return err
}

// registrySettings returns the fields of the settings that are set (openshift/api imageregistry/v1/types.go).
func registrySettings(args ImageRegistryArgs) map[string]any {
	spec := map[string]any{}
	for key, set := range map[string]bool{"readOnly": args.ReadOnly, "disableRedirect": !*args.Redirect, "defaultRoute": args.DefaultRoute} {
		if set {
			spec[key] = true
		}
	}
	var routes []any
	for _, route := range args.Routes {
		fields := map[string]any{"name": route.Name}
		setText(fields, "hostname", route.Hostname)
		setText(fields, "secretName", route.SecretName)
		routes = append(routes, fields)
	}
	if routes != nil {
		spec["routes"] = routes
	}
	if args.Requests != nil {
		spec["requests"] = map[string]any{"read": args.Requests.Read.fields(), "write": args.Requests.Write.fields()}
	}
	setText(spec, "rolloutStrategy", args.RolloutStrategy)
	setText(spec, "logLevel", args.LogLevel)
	args.Placement.Set(spec)
	return spec
}

// fields returns spec.proxy. The operator creates the block and owns it, so that the API server would set it to null, and reject that,
// when its last field is released: all fields are set, and an empty one is the cluster's.
func (r *RegistryProxyArgs) fields() map[string]any {
	return map[string]any{
		"http": proxyAddress(r.HTTPProxy), "https": proxyAddress(r.HTTPSProxy), "noProxy": strings.Join(r.NoProxy, ","),
	}
}

// proxyAddress returns the URL of a proxy, as a secret if it is a plain value with a password.
func proxyAddress(address pulumi.StringInput) pulumi.Input {
	if address == nil {
		return pulumi.String("")
	}
	if known, isPlain := address.(pulumi.String); isPlain && strings.Contains(string(known), "@") {
		return pulumi.ToSecret(known)
	}
	return address
}

func (l *RequestLimitsArgs) fields() map[string]any {
	fields := map[string]any{}
	if l == nil {
		return fields
	}
	if l.MaxRunning != 0 {
		fields["maxRunning"] = l.MaxRunning
	}
	if l.MaxInQueue != 0 {
		fields["maxInQueue"] = l.MaxInQueue
	}
	setDuration(fields, "maxWaitInQueue", l.MaxWaitInQueue)
	return fields
}

// spec returns the spec of ImagePruner/cluster (openshift/api imageregistry/v1/types_imagepruner.go).
func (i ImagePrunerArgs) spec() map[string]any {
	spec := map[string]any{"suspend": i.Suspend}
	setText(spec, "schedule", i.Schedule)
	setDuration(spec, "keepYoungerThanDuration", i.KeepYoungerThan)
	if i.KeepTagRevisions != nil {
		spec["keepTagRevisions"] = *i.KeepTagRevisions
	}
	i.Placement.Set(spec)
	return spec
}

// setText sets a field unless text is empty.
func setText(fields map[string]any, key, text string) {
	if text != "" {
		fields[key] = text
	}
}

// setDuration sets a field unless d is 0. It uses Kubernetes' form; a controller would rewrite another form.
func setDuration(fields map[string]any, key string, d time.Duration) {
	if d != 0 {
		fields[key] = d.String()
	}
}

// defaultRoute is the route that the operator creates with DefaultRoute. The operator is degraded if another route has its name
// (openshift/cluster-image-registry-operator pkg/operator/complete.go, verifyResource).
const defaultRoute = "default-route"

func (a ImageRegistryArgs) checkRoutes(p *check.Problems, path string) {
	for i, route := range a.Routes {
		at := check.Index(path, i)
		p.RequiredFormat(at+".Name", route.Name, check.ObjectName)
		if route.Name == defaultRoute {
			p.Addf(at+".Name", "must not be %s; set DefaultRoute instead", defaultRoute)
		}
		if slices.ContainsFunc(a.Routes[:i], func(other RegistryRoute) bool { return other.Name == route.Name && route.Name != "" }) {
			p.Duplicate(at+".Name", route.Name)
		}
		p.Format(at+".Hostname", route.Hostname, check.DNSSubdomain.WithExample("registry.example.com"))
		p.Format(at+".SecretName", route.SecretName, check.ObjectName)
	}
}

func (r *RegistryProxyArgs) check(p *check.Problems, path string) {
	if r == nil {
		return
	}
	checkOptional(p, path+".HTTPProxy", r.HTTPProxy, check.HTTPURL.WithExample("http://proxy.example.com:3128"))
	checkOptional(p, path+".HTTPSProxy", r.HTTPSProxy, check.HTTPURL.WithExample("http://proxy.example.com:3128"))
	p.Formats(path+".NoProxy", r.NoProxy, check.ProxyHost)
}

func (r *RegistryRequestsArgs) check(p *check.Problems, path string) {
	if r == nil {
		return
	}
	if len(r.Read.fields())+len(r.Write.fields()) == 0 {
		p.Addf(path, "must not be empty; leave it nil for no limits")
	}
	r.Read.check(p, path+".Read")
	r.Write.check(p, path+".Write")
}

func (l *RequestLimitsArgs) check(p *check.Problems, path string) {
	if l == nil {
		return
	}
	p.AtLeast(path+".MaxRunning", l.MaxRunning, 0)
	p.AtLeast(path+".MaxInQueue", l.MaxInQueue, 0)
	p.PositiveDuration(path+".MaxWaitInQueue", l.MaxWaitInQueue, 0)
}

func (i *ImagePrunerArgs) check(p *check.Problems, path string) {
	if i == nil {
		return
	}
	p.Format(path+".Schedule", i.Schedule, cronSchedule)
	p.AtLeast(path+".KeepTagRevisions", i.KeepTagRevisions, 0)
	p.PositiveDuration(path+".KeepYoungerThan", i.KeepYoungerThan, 0)
	i.Placement.Check(p, path+".Placement")
}
