package acceptance

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// released is an option of a component that patches an object which an operator has created.
type released[A any] struct {
	// set sets the option.
	set func(*A)
	// reset restores the operator's default. Without it, the option is left out. With it, the object keeps an option
	// that is left out, and one of a component that is deleted.
	reset func(*A)
}

// patched is an object and the component that patches it.
type patched[A any] struct {
	kind, namespace, name string
	create                func(*pulumi.Context, *A, pulumi.ResourceOption) error
	base                  A
	// defaults are fields that mean the same if they are absent.
	defaults map[string]any
	// operate writes what the operator does when the object exists.
	operate func(t *testing.T)
}

// construct returns a function that registers a component with its constructor.
func construct[A, C any](
	constructor func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (C, error),
) func(*pulumi.Context, *A, pulumi.ResourceOption) error {
	return func(ctx *pulumi.Context, args *A, inCluster pulumi.ResourceOption) error {
		_, err := constructor(ctx, "released", args, inCluster)
		return err
	}
}

// live returns the spec of the object without empty fields.
func (p patched[A]) live(t *testing.T) map[string]any {
	t.Helper()
	fields := withoutEmpty(spec(t, p.kind, p.namespace, p.name)).(map[string]any)
	for key, value := range p.defaults {
		if _, set := fields[key]; !set {
			fields[key] = value
		}
	}
	return fields
}

// withoutEmpty removes fields that are empty, at any depth: operators read an empty field as an absent one.
func withoutEmpty(value any) any {
	fields, isMap := value.(map[string]any)
	if !isMap {
		return value
	}
	filled := map[string]any{}
	for key, field := range fields {
		field = withoutEmpty(field)
		inner, isMap := field.(map[string]any)
		list, isList := field.([]any)
		if field != nil && field != "" && field != "0s" && (!isMap || len(inner) > 0) && (!isList || len(list) > 0) {
			filled[key] = field
		}
	}
	return filled
}

// assertReleased sets and releases each option of a component, and asserts that the object is then what it was. It
// returns the stack. The API server would reject a release that sets a block to null.
func (p patched[A]) assertReleased(t *testing.T, args *A, options map[string]released[A]) *liveStack {
	t.Helper()
	*args = p.base
	stack := newLiveStack(t, "released", func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
		return p.create(ctx, args, inCluster)
	})
	update := func(what string) bool {
		_, err := stack.box.Up(t.Context())
		return assert.NoError(t, err, what)
	}
	stack.up()
	if p.operate != nil {
		p.operate(t)
	}
	before := p.live(t)
	for _, name := range slices.Sorted(maps.Keys(options)) {
		option := options[name]
		*args = p.base
		option.set(args)
		if !update(name + " is set") {
			continue
		}
		with := p.live(t)
		assert.NotEqual(t, before, with, "%s is set", name)
		*args = p.base
		if option.reset != nil {
			if update(name + " is left out") {
				assert.Equal(t, with, p.live(t), "%s is kept", name)
			}
			option.reset(args)
		}
		if update(name + " is released") {
			assert.Equal(t, before, p.live(t), "%s is released", name)
		}
	}
	return stack
}

// assertDeleted asserts that a component with all options can be deleted, and that the object keeps only those which
// have a reset. It resets these.
func (p patched[A]) assertDeleted(t *testing.T, stack *liveStack, args *A, options map[string]released[A]) {
	t.Helper()
	for _, option := range options {
		if option.reset != nil {
			option.set(args)
		}
	}
	stack.up()
	kept := p.live(t)
	for _, option := range options {
		option.set(args)
	}
	stack.up()
	stack.assertStable("with all options")
	stack.destroy()
	assert.Equal(t, kept, p.live(t), "the object keeps what has a reset")
	*args = p.base
	for _, option := range options {
		if option.reset != nil {
			option.reset(args)
		}
	}
	stack.up()
	stack.destroy()
}

// ingressControllers is the component of the ingress controller of a name.
func ingressControllers(name string) patched[ingress.IngressControllerArgs] {
	return patched[ingress.IngressControllerArgs]{
		kind: "ingresscontroller", namespace: "openshift-ingress-operator", name: name,
		create: construct(ingress.NewIngressController),
		// The number that the operator has set: it stays, because both own it.
		base: ingress.IngressControllerArgs{Name: name, Replicas: new(2)},
	}
}

// operatorBlockOptions are the options in blocks of spec that the operator owns.
func operatorBlockOptions() map[string]released[ingress.IngressControllerArgs] {
	type args = ingress.IngressControllerArgs
	return map[string]released[args]{
		"ClientTLS": {
			set: func(a *args) {
				a.ClientTLS = &ingress.ClientTLSArgs{
					Policy: "Required", CAConfigMap: "clients", AllowedSubjectPatterns: []string{"^/CN=a"},
				}
			},
			reset: func(a *args) { a.ClientTLS = &ingress.ClientTLSArgs{Policy: "None"} },
		},
		"ErrorPagesConfigMap": {
			set:   func(a *args) { a.ErrorPagesConfigMap, a.DefaultErrorPages = "pages", false },
			reset: func(a *args) { a.ErrorPagesConfigMap, a.DefaultErrorPages = "", true },
		},
		"ReloadInterval": {
			set:   func(a *args) { tuning(a).ReloadInterval = 10 * time.Second },
			reset: func(a *args) { a.Tuning = &ingress.TuningArgs{} },
		},
	}
}

// tuning returns the tuning of args, which it sets.
func tuning(args *ingress.IngressControllerArgs) *ingress.TuningArgs {
	if args.Tuning == nil {
		args.Tuning = &ingress.TuningArgs{}
	}
	return args.Tuning
}

func setTuning(args *ingress.IngressControllerArgs) {
	tuned := tuning(args)
	tuned.ThreadCount, tuned.MaxConnections, tuned.ClientTimeout = 8, 4000, time.Minute
	tuned.HeaderBufferBytes, tuned.HeaderBufferMaxRewriteBytes = 65536, 16384
}

func TestIngressControllerReleases(t *testing.T) {
	clusterLock.acquire(t)
	type args = ingress.IngressControllerArgs
	options := map[string]released[args]{
		"Placement": {set: func(a *args) { a.Placement = ingress.InfraNodes() }},
		"RouteSelector": {set: func(a *args) {
			a.RouteSelector = &ingress.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
		}},
		"NamespaceSelector": {set: func(a *args) {
			a.NamespaceSelector = &ingress.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
		}},
		"TLSProfile": {set: func(a *args) { a.TLSProfile = &ingress.TLSProfileArgs{Type: "Modern"} }},
		"DefaultCertificate": {set: func(a *args) {
			a.DefaultCertificate = &ingress.TLSCertificate{SecretName: pulumi.String("apps")}
		}},
		"RouteAdmission": {set: func(a *args) { a.RouteAdmission = &ingress.RouteAdmissionArgs{Wildcards: true} }},
		"HTTPHeaders": {set: func(a *args) {
			a.HTTPHeaders = &ingress.HTTPHeadersArgs{
				Forwarded: "Never", UniqueIDName: "X-Request-ID", NameCaseAdjustments: []string{"X-Forwarded-For"},
				Request: []ingress.HeaderAction{{Name: "X-A", Value: "a"}}, Response: []ingress.HeaderAction{{Name: "X-B"}},
			}
		}},
		"AccessLogging": {set: func(a *args) {
			a.AccessLogging = &ingress.AccessLoggingArgs{
				MaxLength: 2048, IgnoreEmptyRequests: true,
				RequestHeaders: []ingress.CapturedHeader{{Name: "User-Agent", MaxLength: 64}},
				Cookie:         &ingress.CapturedCookie{Name: "session", MaxLength: 64},
			}
		}},
		"IgnoreEmptyRequests":       {set: func(a *args) { a.IgnoreEmptyRequests = true }},
		"IdleConnectionTermination": {set: func(a *args) { a.IdleConnectionTermination = "Deferred" }},
		"Tuning":                    {set: setTuning},
	}
	maps.Copy(options, operatorBlockOptions())
	before := spec(t, "ingresscontroller", "openshift-ingress-operator", "default")
	controller, values := ingressControllers("default"), &args{}
	controller.assertDeleted(t, controller.assertReleased(t, values, options), values, options)
	assert.Equal(t, before, spec(t, "ingresscontroller", "openshift-ingress-operator", "default"))
}

// createDefault creates `default` as the operator does, from the seeded manifest with another text in it.
func createDefault(t *testing.T, old, replacement string) {
	t.Helper()
	const operator = "ingress-operator"
	seeded, err := os.ReadFile(seed("created", operator+".yaml"))
	require.NoError(t, err)
	require.Contains(t, string(seeded), old)
	createAgain(t, operator, strings.Replace(string(seeded), old, replacement, 1))
}

// TestIngressControllerOfAnOldClusterReleases: until 4.11, the operator created `default` without a reload interval.
func TestIngressControllerOfAnOldClusterReleases(t *testing.T) {
	clusterLock.acquire(t)
	createDefault(t, "tuningOptions: {reloadInterval: 0s}", "tuningOptions: {}")
	options := map[string]released[ingress.IngressControllerArgs]{"Tuning": {set: setTuning}}
	controller, values := ingressControllers("default"), &ingress.IngressControllerArgs{}
	controller.assertDeleted(t, controller.assertReleased(t, values, options), values, options)
}

// TestPublishingReleases: with an NLB in install-config.yaml, the operator creates `default` with its strategy.
func TestPublishingReleases(t *testing.T) {
	clusterLock.acquire(t)
	createDefault(t, "  replicas: 2\n", "  replicas: 2\n  endpointPublishingStrategy: {type: LoadBalancerService, "+
		"loadBalancer: {scope: External, dnsManagementPolicy: Managed, "+
		"providerParameters: {type: AWS, aws: {type: NLB}}}}\n")
	publish := func(balancer ingress.LoadBalancerPublishingArgs) func(*ingress.IngressControllerArgs) {
		return func(a *ingress.IngressControllerArgs) {
			a.Publishing = &ingress.PublishingArgs{LoadBalancerService: &balancer}
		}
	}
	options := map[string]released[ingress.IngressControllerArgs]{"Publishing": {
		set: publish(ingress.LoadBalancerPublishingArgs{
			Type: ingress.Classic, Scope: network.Internal, AllowedCIDRs: []string{"10.0.0.0/8"},
			ConnectionIdleTimeout: time.Minute, DNSManagementPolicy: ingress.UnmanagedDNS, AutoDelete: true,
		}),
		reset: publish(ingress.LoadBalancerPublishingArgs{Type: ingress.NLB}),
	}}
	controller, values := ingressControllers("default"), &ingress.IngressControllerArgs{}
	controller.assertDeleted(t, controller.assertReleased(t, values, options), values, options)
}

// TestCreatedIngressControllerReleases: the operator writes its blocks into a controller that Pulumi has created, when
// it adds its finalizer.
func TestCreatedIngressControllerReleases(t *testing.T) {
	clusterLock.acquire(t)
	controller, values := ingressControllers("released"), &ingress.IngressControllerArgs{}
	controller.base.Domain = "released.example.com"
	controller.operate = func(t *testing.T) {
		kubectl(t, "", "patch", "ingresscontroller", "-n", "openshift-ingress-operator", "released", "--type=merge",
			"--field-manager=ingress-operator", "-p", `{"spec":{
				"clientTLS":{"clientCA":{"name":""},"clientCertificatePolicy":""},
				"httpCompression":{},"httpErrorCodePages":{"name":""},"tuningOptions":{"reloadInterval":"0s"}}}`)
	}
	options := operatorBlockOptions()
	options["Tuning"] = released[ingress.IngressControllerArgs]{set: setTuning}
	for name, option := range options {
		option.reset = nil
		options[name] = option
	}
	stack := controller.assertReleased(t, values, options)
	stack.assertStable("after the operator")
	stack.destroy()
}

func TestImageRegistryReleases(t *testing.T) {
	clusterLock.acquire(t)
	type args = storage.ImageRegistryArgs
	options := map[string]released[args]{
		"Placement":    {set: func(a *args) { a.Placement = storage.InfraNodes() }},
		"ReadOnly":     {set: func(a *args) { a.ReadOnly = true }},
		"Redirect":     {set: func(a *args) { a.Redirect = new(false) }},
		"DefaultRoute": {set: func(a *args) { a.DefaultRoute = true }},
		"Routes":       {set: func(a *args) { a.Routes = []storage.RegistryRoute{{Name: "public"}} }},
		"Proxy": {
			set: func(a *args) {
				a.Proxy = &storage.RegistryProxyArgs{
					HTTPProxy: pulumi.String("http://proxy.example.com:3128"), NoProxy: []string{".svc"},
				}
			},
			reset: func(a *args) { a.Proxy = &storage.RegistryProxyArgs{} },
		},
		"Requests": {set: func(a *args) {
			a.Requests = &storage.RegistryRequestsArgs{
				Read: &storage.RequestLimitsArgs{MaxRunning: 10, MaxInQueue: 10, MaxWaitInQueue: time.Minute},
			}
		}},
		"RolloutStrategy": {set: func(a *args) { a.RolloutStrategy = "Recreate" }},
		"LogLevel":        {set: func(a *args) { a.LogLevel = "Debug" }},
	}
	registry, values := patched[args]{
		kind: "configs.imageregistry.operator.openshift.io", name: "cluster",
		create:   construct(storage.NewImageRegistry),
		defaults: map[string]any{"rolloutStrategy": "RollingUpdate"},
	}, &args{}
	registry.assertDeleted(t, registry.assertReleased(t, values, options), values, options)
}
