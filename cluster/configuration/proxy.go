package configuration

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// Proxy configures the cluster-wide proxy and additional trusted CAs: it patches the Proxy object that every cluster has. Deleting
// the component releases the proxies and exceptions. TrustedCA stays trusted, because the API server does not release that field:
// to end the trust, run `pulumi up` without TrustedCA first. Every change reboots all nodes, MaxUnavailable of each pool at a time.
type Proxy struct {
	pulumi.ResourceState

	// Name is the object's name, cluster. It resolves when the object is patched.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ProxyArgs are the arguments of a Proxy. At least one of HTTPProxy, HTTPSProxy and TrustedCA must be set. Changes are applied in
// place and reboot all nodes.
type ProxyArgs struct {
	// HTTPProxy is the URL of the proxy for HTTP: http://[user:password@]host:port. Defaults to none. A known URL with a password is
	// stored as a secret in Pulumi's state; in the cluster, everyone who can read the object can read it.
	HTTPProxy pulumi.StringInput
	// HTTPSProxy is the URL of the proxy for HTTPS, which may itself be an http:// URL. Defaults to none.
	HTTPSProxy pulumi.StringInput
	// NoProxy lists what is reached without the proxy: host names, domains with a leading dot, IP addresses and CIDRs. Defaults to
	// none. The cluster adds its networks, its own domain and the instance metadata. * matches everything and must be the only entry.
	NoProxy []string
	// ReadinessEndpoints are URLs that must respond through the proxy before the cluster uses it. Defaults to none.
	ReadinessEndpoints []string
	// TrustedCA are PEM certificates of additional trusted CAs, for example of a proxy that intercepts TLS. Defaults to none. They are
	// stored in the ConfigMap proxy-trusted-ca, which is retained when the component is deleted.
	TrustedCA pulumi.StringInput
}

// NewProxy registers a Proxy. It requires a Kubernetes provider (pulumi.Provider). It returns the problems of all invalid
// arguments, joined, before anything is registered.
func NewProxy(ctx *pulumi.Context, name string, args *ProxyArgs, opts ...pulumi.ResourceOption) (*Proxy, error) {
	values, err := kube.InClusterArgs(ctx, args, opts)
	if err != nil {
		return nil, err
	}
	proxy := &Proxy{}
	if err := ctx.RegisterComponentResource("openshift-aws:configuration:Proxy", name, proxy, opts...); err != nil {
		return nil, err
	}
	var trusted pulumi.StringInput = pulumi.String("")
	if values.TrustedCA != nil {
		created, err := trustedCARef(values).register(ctx, name+"-ca", pulumi.Parent(proxy))
		if err != nil {
			return nil, err
		}
		trusted = created
	}
	object := desiredProxy(values, trusted)
	spec := object.Fields["spec"].(map[string]any)
	// A patch reads the whole object back: URLs with passwords that another patch has set, and the operator's copy of them.
	options := []pulumi.ResourceOption{pulumi.Parent(proxy), pulumi.AdditionalSecretOutputs([]string{"spec", "status"})}
	if err := registerOwnedField(ctx, name+"-proxy", object, map[string]any{"trustedCA": spec["trustedCA"]}, options...); err != nil {
		return nil, err
	}
	patch, err := kube.Patch(ctx, name+"-proxy", object, options...)
	if err != nil {
		return nil, err
	}
	proxy.Name = outputs.After(ctx.Context(), pulumi.String(kube.ClusterObject).ToStringOutput(), patch)
	return proxy, ctx.RegisterResourceOutputs(proxy, pulumi.Map{"name": proxy.Name})
}

// trustedCARef is not named user-ca-bundle: that is the installer's ConfigMap.
func trustedCARef(args ProxyArgs) configRef {
	return configRef{
		name: "proxy-trusted-ca", texts: map[string]pulumi.StringInput{"ca-bundle.crt": args.TrustedCA}, retained: true,
	}
}

// desiredProxy returns the patch with the name of the ConfigMap of trusted CAs, empty for none. The name is always set: a new
// cluster has the empty one, and the API server requires the field.
func desiredProxy(args ProxyArgs, trusted pulumi.StringInput) kube.Object {
	spec := map[string]any{"trustedCA": map[string]any{"name": trusted}}
	if args.HTTPProxy != nil {
		spec["httpProxy"] = outputs.SecretPassword(args.HTTPProxy)
	}
	if args.HTTPSProxy != nil {
		spec["httpsProxy"] = outputs.SecretPassword(args.HTTPSProxy)
	}
	if len(args.NoProxy) > 0 {
		spec["noProxy"] = strings.Join(args.NoProxy, ",")
	}
	if len(args.ReadinessEndpoints) > 0 {
		spec["readinessEndpoints"] = kube.AnyList(args.ReadinessEndpoints)
	}
	return kube.Object{APIVersion: kube.ConfigAPI, Kind: "Proxy", Name: kube.ClusterObject, Fields: map[string]any{"spec": spec}}
}

const proxyPath = "configuration.ProxyArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ProxyArgs) Validate() error {
	var p check.Problems
	checkProxyURL(&p, proxyPath+".HTTPProxy", a.HTTPProxy, "http")
	checkProxyURL(&p, proxyPath+".HTTPSProxy", a.HTTPSProxy, "http", "https")
	p.Formats(proxyPath+".NoProxy", a.NoProxy, check.ProxyHost)
	// openshift/cluster-network-operator pkg/controller/proxyconfig/validation.go.
	if len(a.NoProxy) > 1 && slices.Contains(a.NoProxy, "*") {
		p.Addf(proxyPath+".NoProxy", "must have no other entries together with *")
	}
	p.Formats(proxyPath+".ReadinessEndpoints", a.ReadinessEndpoints, check.HTTPURL)
	checkCertificates(&p, proxyPath+".TrustedCA", a.TrustedCA)
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
func checkProxyURL(p *check.Problems, path string, address pulumi.StringInput, schemes ...string) {
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
