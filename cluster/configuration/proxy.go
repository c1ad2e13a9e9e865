package configuration

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// Proxy configures the cluster-wide proxy and additional trusted CAs: it patches the Proxy object that every cluster has. Deleting
// the component releases the proxies and exceptions. TrustedCA stays trusted, because the API server does not release that field:
// to end the trust, run `pulumi up` without TrustedCA first. Changes reboot all nodes, MaxUnavailable of each pool at a time, except
// those of ReadinessEndpoints, which nodes do not have, and of the certificates in TrustedCA alone, which restart CRI-O (openshift/
// machine-config-operator release-4.20 pkg/apihelpers/apihelpers.go).
type Proxy struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ProxyArgs are the arguments of a Proxy. At least one of HTTPProxy, HTTPSProxy and TrustedCA must be set. Changes are applied in
// place.
type ProxyArgs struct {
	// HTTPProxy is the URL of the proxy for HTTP: http://[user:password@]host:port. Defaults to none. A known URL with a password is
	// stored as a secret in Pulumi's state; in the cluster, everyone who can read the object can read it.
	HTTPProxy pulumi.StringInput `check:"secret"`
	// HTTPSProxy is the URL of the proxy for HTTPS, which may itself be an http:// URL. Defaults to none.
	HTTPSProxy pulumi.StringInput `check:"secret"`
	// NoProxy lists what is reached without the proxy: host names, domains with a leading dot, IP addresses and CIDRs. Defaults to
	// none. The cluster adds its networks, its own domain and the instance metadata. * matches everything and must be the only entry. If
	// the installer or somebody else has set other exceptions, the update fails and names who.
	NoProxy []string `check:"format=proxy-host"`
	// ReadinessEndpoints are URLs that must respond through the proxy before the cluster uses it. Defaults to none.
	ReadinessEndpoints []string `kube:"spec.readinessEndpoints" check:"format=http-url"`
	// TrustedCA are PEM certificates of additional trusted CAs, for example of a proxy that intercepts TLS. Defaults to those that the
	// cluster trusts already, such as the ConfigMap user-ca-bundle of an installation with additionalTrustBundle. They are stored in the
	// ConfigMap proxy-trusted-ca, which is retained when the component is deleted.
	TrustedCA pulumi.StringInput `check:"certificates"`
	// ReplacedCA is the name of the ConfigMap whose certificates TrustedCA replaces, such as user-ca-bundle: operators then trust those of
	// TrustedCA only (openshift/cluster-network-operator release-4.20 pkg/controller/proxyconfig/controller.go). Required with TrustedCA
	// if the cluster has such a ConfigMap; otherwise the preview fails. Defaults to none.
	ReplacedCA string `check:"with=TrustedCA"`
}

// NewProxy registers a Proxy. It requires a Kubernetes provider (pulumi.Provider).
func NewProxy(ctx *pulumi.Context, name string, args *ProxyArgs, opts ...pulumi.ResourceOption) (*Proxy, error) {
	return component.Register(ctx, name, args, opts, component.Type[ProxyArgs, Proxy]{
		Token:     "openshift-aws:configuration:Proxy",
		InCluster: true,
		Children:  registerProxy,
	})
}

func registerProxy(b *component.Builder[ProxyArgs, Proxy]) error {
	trusted, err := registerTrustedCA(b.Base, *b.Args)
	if err != nil {
		return err
	}
	retaining := kube.PatchRetaining(map[string]any{"trustedCA": map[string]any{"name": trusted}})
	// A patch reads the whole object back: URLs with passwords that another patch has set, and the operator's copy of them.
	secret := pulumi.AdditionalSecretOutputs([]string{"spec", "status"})
	return kube.RegisterObject(b.Base, &b.Component.Name, "proxy", desiredProxy(*b.Args, trusted), retaining, secret)
}

// trustedCA is not named user-ca-bundle: that is the installer's ConfigMap (openshift/installer release-4.19
// pkg/asset/manifests/proxy.go).
const trustedCA = "proxy-trusted-ca"

// currentProxy is the Proxy as it is.
type currentProxy struct {
	pulumi.CustomResourceState

	Spec pulumi.MapOutput `pulumi:"spec"`
}

// registerTrustedCA registers the ConfigMap of TrustedCA and returns the name of the ConfigMap that the cluster is to trust.
func registerTrustedCA(b *component.Base, args ProxyArgs) (pulumi.StringInput, error) {
	var current currentProxy
	// The operator's copy of the URLs can have passwords.
	secret := pulumi.AdditionalSecretOutputs([]string{"spec", "status"})
	err := b.Ctx.ReadResource("kubernetes:"+kube.ConfigAPI+":Proxy", b.Name+"-current", pulumi.ID(kube.ClusterObject), pulumi.Map{
		"apiVersion": pulumi.String(kube.ConfigAPI),
		"kind":       pulumi.String("Proxy"),
	}, &current, b.Parent, secret)
	if err != nil {
		return nil, err
	}
	// The patch depends on the name, so the cluster is not changed if the check fails. It is no secret.
	checked := pulumi.Unsecret(check.Apply(b.Move, current.Spec, args.trustedName)).(pulumi.StringOutput)
	if args.TrustedCA == nil {
		return checked, nil
	}
	ref := configRef{name: trustedCA, texts: map[string]pulumi.StringInput{"ca-bundle.crt": args.TrustedCA}, retained: true}
	created, err := ref.register(b.Ctx, b.Name+"-ca", b.Parent)
	return pulumi.All(checked, created).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput), err
}

// trustedName returns the name of the ConfigMap that the cluster is to trust. It rejects one that would take the certificates of
// somebody else away.
func (a ProxyArgs) trustedName(spec map[string]any) (string, error) {
	reference, _ := spec["trustedCA"].(map[string]any)
	name, _ := reference["name"].(string)
	switch {
	case a.TrustedCA != nil && name != "" && name != trustedCA && name != a.ReplacedCA:
		return "", check.Problemf(proxyPath+".TrustedCA",
			"would replace the certificates in the ConfigMap %s, which the cluster trusts; add them to "+
				"TrustedCA (oc -n openshift-config get configmap %s -o yaml) and set ReplacedCA to %s", name, name, name)
	case a.TrustedCA != nil:
		return trustedCA, nil
	case name == trustedCA:
		return "", nil
	}
	return name, nil
}

// desiredProxy returns the patch with the name of the ConfigMap of trusted CAs, empty for none. The name is always set, because the API
// server requires the field.
func desiredProxy(args ProxyArgs, trusted pulumi.StringInput) kube.Object {
	fields := kube.Fields(args)
	argument.Put(fields, "spec.trustedCA.name", trusted)
	if args.HTTPProxy != nil {
		argument.Put(fields, "spec.httpProxy", component.SecretPassword(args.HTTPProxy))
	}
	if args.HTTPSProxy != nil {
		argument.Put(fields, "spec.httpsProxy", component.SecretPassword(args.HTTPSProxy))
	}
	if len(args.NoProxy) > 0 {
		argument.Put(fields, "spec.noProxy", strings.Join(args.NoProxy, ","))
	}
	return kube.Object{
		APIVersion: kube.ConfigAPI, Kind: "Proxy", Name: kube.ClusterObject, Fields: fields,
		// The component has read the name of the trusted CAs.
		Forced: []string{"spec.httpProxy", "spec.httpsProxy", "spec.trustedCA"},
	}
}

const proxyPath = "configuration.ProxyArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ProxyArgs) Validate() error {
	p := check.Struct(a)
	checkProxyURL(&p, proxyPath+".HTTPProxy", a.HTTPProxy, "http")
	checkProxyURL(&p, proxyPath+".HTTPSProxy", a.HTTPSProxy, "http", "https")
	// openshift/cluster-network-operator pkg/controller/proxyconfig/validation.go.
	if len(a.NoProxy) > 1 && slices.Contains(a.NoProxy, "*") {
		p.Addf(proxyPath+".NoProxy", "must have no other entries together with *")
	}
	if a.HTTPProxy == nil && a.HTTPSProxy == nil && a.TrustedCA == nil {
		p.Addf(proxyPath, "must set at least one of HTTPProxy, HTTPSProxy and TrustedCA")
	}
	return p.ErrOf(a)
}

// isPort reports whether text is a port.
func isPort(text string) bool {
	port, err := strconv.Atoi(text)
	return err == nil && port > 0 && port < 1<<16
}

// checkProxyURL checks a known URL. The message does not quote it, because it may contain a password.
func checkProxyURL(p *check.Problems, path check.Path, address pulumi.StringInput, schemes ...string) {
	plain, known := check.Text(address)
	if !known {
		return
	}
	parsed, err := url.Parse(plain)
	if err != nil || parsed.Hostname() == "" || !isPort(parsed.Port()) || !slices.Contains(schemes, parsed.Scheme) {
		p.Addf(path, "must be an %s URL with a host and a port (for example, %s://proxy.example.com:3128)",
			check.Alternatives(schemes...), schemes[0])
	}
}
