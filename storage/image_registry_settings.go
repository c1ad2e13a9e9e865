package storage

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// registerSettings patches what the registry and the pruner can do without, so that it is given back when the component goes.
func registerSettings(ctx *pulumi.Context, name string, args ImageRegistryArgs, parent pulumi.ResourceOption) error {
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

// registrySettings are the fields of settings that are given (openshift/api imageregistry/v1/types.go).
func registrySettings(args ImageRegistryArgs) map[string]any {
	spec := map[string]any{}
	for key, set := range map[string]bool{"readOnly": args.ReadOnly, "disableRedirect": args.DisableRedirect, "defaultRoute": args.DefaultRoute} {
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
	if args.Proxy != nil {
		proxy := map[string]any{}
		setProxy(proxy, "http", args.Proxy.HTTPProxy)
		setProxy(proxy, "https", args.Proxy.HTTPSProxy)
		setText(proxy, "noProxy", strings.Join(args.Proxy.NoProxy, ","))
		spec["proxy"] = proxy
	}
	if args.Requests != nil {
		spec["requests"] = map[string]any{"read": args.Requests.Read.fields(), "write": args.Requests.Write.fields()}
	}
	setText(spec, "rolloutStrategy", args.RolloutStrategy)
	return spec
}

// setProxy leaves out an address that is not given, and makes a known one with a password a secret.
func setProxy(fields map[string]any, key string, address pulumi.StringInput) {
	if known, isPlain := address.(pulumi.String); isPlain && strings.Contains(string(known), "@") {
		fields[key] = pulumi.ToSecret(known)
	} else if address != nil {
		fields[key] = address
	}
}

func (l RequestLimits) fields() map[string]any {
	fields := map[string]any{}
	if l.MaxRunning != 0 {
		fields["maxRunning"] = l.MaxRunning
	}
	if l.MaxInQueue != 0 {
		fields["maxInQueue"] = l.MaxInQueue
	}
	setDuration(fields, "maxWaitInQueue", l.MaxWaitInQueue)
	return fields
}

// spec of the pruner (openshift/api imageregistry/v1/types_imagepruner.go).
func (i ImagePrunerArgs) spec() map[string]any {
	spec := map[string]any{"suspend": i.Suspend}
	setText(spec, "schedule", i.Schedule)
	setDuration(spec, "keepYoungerThanDuration", i.KeepYoungerThan)
	if i.KeepTagRevisions != nil {
		spec["keepTagRevisions"] = i.KeepTagRevisions
	}
	i.Placement.Set(spec)
	return spec
}

// setText leaves an empty text out.
func setText(fields map[string]any, key, text string) {
	if text != "" {
		fields[key] = text
	}
}

// setDuration leaves 0 out, and writes as Kubernetes does: another form would be changed by whoever reads and writes the object.
func setDuration(fields map[string]any, key string, span time.Duration) {
	if span != 0 {
		fields[key] = span.String()
	}
}

func (a ImageRegistryArgs) checkAccess(p *check.Problems, path string) {
	seen := map[string]bool{}
	for i, route := range a.Routes {
		at := fmt.Sprintf("%sRoutes[%d]", path, i)
		checkObjectName(p, at+".Name", route.Name)
		if route.Name != "" && seen[route.Name] {
			p.Addf(at+".Name", "%s is given twice", route.Name)
		}
		seen[route.Name] = true
		if route.Hostname != "" && !dnsSubdomain.MatchString(route.Hostname) {
			p.Addf(at+".Hostname", "%q is no host, such as registry.example.com", route.Hostname)
		}
		if route.SecretName != "" {
			checkObjectName(p, at+".SecretName", route.SecretName)
		}
	}
	if a.Proxy == nil {
		return
	}
	if a.Proxy.HTTPProxy == nil && a.Proxy.HTTPSProxy == nil && len(a.Proxy.NoProxy) == 0 {
		p.Addf(path+"Proxy", "is empty; leave it nil for the cluster's proxy")
	}
	checkProxy(p, path+"Proxy.HTTPProxy", a.Proxy.HTTPProxy)
	checkProxy(p, path+"Proxy.HTTPSProxy", a.Proxy.HTTPSProxy)
}

func checkProxy(p *check.Problems, path string, proxy pulumi.StringInput) {
	text, known := proxy.(pulumi.String)
	if !known {
		return
	}
	parsed, err := url.Parse(string(text))
	if err != nil || parsed.Host == "" || !slices.Contains([]string{"http", "https"}, parsed.Scheme) {
		p.Addf(path, "%q is no proxy's URL; one looks like http://proxy.example.com:3128", string(text))
	}
}

func (r *RegistryRequestsArgs) check(p *check.Problems, path string) {
	if r == nil {
		return
	}
	if *r == (RegistryRequestsArgs{}) {
		p.Addf(path, "is empty; leave it nil for no bounds")
	}
	r.Read.check(p, path+".Read")
	r.Write.check(p, path+".Write")
}

func (l RequestLimits) check(p *check.Problems, path string) {
	if l.MaxRunning < 0 {
		p.Addf(path+".MaxRunning", "%d is no number of requests; it is 1 or more, or 0 for no bound", l.MaxRunning)
	}
	if l.MaxInQueue < 0 {
		p.Addf(path+".MaxInQueue", "%d is no number of requests; it is 1 or more, or 0 for no bound", l.MaxInQueue)
	}
	checkSpan(p, path+".MaxWaitInQueue", l.MaxWaitInQueue)
}

// cron has five fields of numbers, names, ranges, steps and lists.
var cron = regexp.MustCompile(`^(\S+\s+){4}\S+$|^@(hourly|daily|weekly|monthly|yearly|annually|midnight)$`)

func (i *ImagePrunerArgs) check(p *check.Problems, path string) {
	if i == nil {
		return
	}
	if i.Schedule != "" && !cron.MatchString(i.Schedule) {
		p.Addf(path+".Schedule", "%q is no schedule of cron; one looks like 0 3 * * *", i.Schedule)
	}
	if revisions, known := i.KeepTagRevisions.(pulumi.Int); known && revisions < 0 {
		p.Addf(path+".KeepTagRevisions", "%d is no number of images; it is 0 or more", int(revisions))
	}
	checkSpan(p, path+".KeepYoungerThan", i.KeepYoungerThan)
	i.Placement.Check(p, path+".Placement")
}

func checkSpan(p *check.Problems, path string, span time.Duration) {
	if span < 0 {
		p.Addf(path, "%s is no span of time; it is more than 0, or 0 for the default", span)
	}
}
