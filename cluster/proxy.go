package cluster

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// Proxy is the way out of the cluster: some fields of the Proxy object that every cluster has, and the authorities that
// are trusted beside the usual ones. When the component goes, proxies and exceptions are given back. TrustedCA stays trusted, because
// the API server does not let go of that field: to end the trust, leave TrustedCA out and run `pulumi up` before. Every change
// restarts all nodes, MaxUnavailable of each pool at a time.
type Proxy struct {
	pulumi.ResourceState

	// Name is the object's name, cluster, once it is changed.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ProxyArgs describe the way out of the cluster. At least one of HTTPProxy, HTTPSProxy and TrustedCA must be set. All are changed in place.
type ProxyArgs struct {
	// HTTPProxy is the URL of the proxy for HTTP, http://[user:password@]host:port. A known one with a password is kept as a secret of Pulumi's;
	// in the cluster whoever may read the object reads it. Default none.
	HTTPProxy pulumi.StringInput
	// HTTPSProxy is the URL of the proxy for HTTPS, which may itself be an http:// one. Default none.
	HTTPSProxy pulumi.StringInput
	// NoProxy are what is reached directly, beside what the cluster adds itself (its networks, its own domain, the instance
	// metadata): host names, domains with a dot in front, addresses and ranges. Default none.
	NoProxy []string
	// ReadinessEndpoints are URLs that must answer through the proxy before the cluster uses it. Default none.
	ReadinessEndpoints []string
	// TrustedCA are the PEM certificates of further authorities, such as that of a proxy which opens TLS. Default none. They are kept
	// in the ConfigMap proxy-trusted-ca, which stays when the component goes.
	TrustedCA pulumi.StringInput
}

// NewProxy registers a Proxy. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments are reported
// together, as by Validate, before anything is registered.
func NewProxy(ctx *pulumi.Context, name string, args *ProxyArgs, opts ...pulumi.ResourceOption) (*Proxy, error) {
	if args == nil {
		args = &ProxyArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	proxy := &Proxy{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:Proxy", name, proxy, opts...); err != nil {
		return nil, err
	}
	var trusted pulumi.StringInput = pulumi.String("")
	if args.TrustedCA != nil {
		kept, err := trustedCA(*args).keep(ctx, name+"-ca", pulumi.Parent(proxy))
		if err != nil {
			return nil, err
		}
		trusted = kept
	}
	object := desiredProxy(*args, trusted)
	spec := object.Fields["spec"].(map[string]any)
	// A patch reads the whole object back: URLs with passwords that another patch has set, and the operator's copy of them.
	options := []pulumi.ResourceOption{pulumi.Parent(proxy), pulumi.AdditionalSecretOutputs([]string{"spec", "status"})}
	if err := anchor(ctx, name+"-proxy", object, map[string]any{"trustedCA": spec["trustedCA"]}, options...); err != nil {
		return nil, err
	}
	made, err := kube.Patch(ctx, name+"-proxy", object, options...)
	if err != nil {
		return nil, err
	}
	proxy.Name = waitFor(ctx, pulumi.String(clusterObject).ToStringOutput(), made)
	return proxy, ctx.RegisterResourceOutputs(proxy, pulumi.Map{"name": proxy.Name})
}

// trustedCA is not called user-ca-bundle: that one is the installer's.
func trustedCA(args ProxyArgs) keptText {
	return keptText{name: "proxy-trusted-ca", key: "ca-bundle.crt", text: args.TrustedCA, stays: true}
}

// desiredProxy holds the given name of the trusted authorities, empty for none. It is always told: a new cluster has the
// empty one, and the API server takes no object without a name in place of it.
func desiredProxy(args ProxyArgs, trusted pulumi.StringInput) kube.Object {
	spec := map[string]any{"trustedCA": map[string]any{"name": trusted}}
	if args.HTTPProxy != nil {
		spec["httpProxy"] = hidden(args.HTTPProxy)
	}
	if args.HTTPSProxy != nil {
		spec["httpsProxy"] = hidden(args.HTTPSProxy)
	}
	if len(args.NoProxy) > 0 {
		spec["noProxy"] = strings.Join(args.NoProxy, ",")
	}
	if len(args.ReadinessEndpoints) > 0 {
		spec["readinessEndpoints"] = texts(args.ReadinessEndpoints)
	}
	return kube.Object{APIVersion: configAPI, Kind: "Proxy", Name: clusterObject, Fields: map[string]any{"spec": spec}}
}

// hidden makes a known URL with a password a secret.
func hidden(address pulumi.StringInput) pulumi.StringInput {
	if plain, isPlain := address.(pulumi.String); isPlain && strings.Contains(string(plain), "@") {
		return pulumi.ToSecret(plain).(pulumi.StringOutput)
	}
	return address
}

const proxyPath = "cluster.ProxyArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *ProxyArgs) Validate() error {
	var p check.Problems
	checkProxyURL(&p, proxyPath+"HTTPProxy", a.HTTPProxy, "http")
	checkProxyURL(&p, proxyPath+"HTTPSProxy", a.HTTPSProxy, "http", "https")
	checkTexts(&p, proxyPath+"NoProxy", a.NoProxy)
	for _, entry := range a.NoProxy {
		if entry != "" && !isNoProxy(entry) {
			p.Addf(proxyPath+"NoProxy", "%q is no host name, domain such as .example.com, address or range; * stands for everything only alone", entry)
		}
	}
	for _, endpoint := range a.ReadinessEndpoints {
		if address, err := url.Parse(endpoint); err != nil || address.Host == "" || !slices.Contains([]string{"http", "https"}, address.Scheme) {
			p.Addf(proxyPath+"ReadinessEndpoints", "%q is no URL of http or https", endpoint)
		}
	}
	checkCertificates(&p, proxyPath+"TrustedCA", a.TrustedCA)
	if a.HTTPProxy == nil && a.HTTPSProxy == nil && a.TrustedCA == nil {
		p.Addf(proxyPath+"HTTPProxy", "is not set and neither are HTTPSProxy and TrustedCA; there is nothing to patch")
	}
	return p.Err()
}

// checkProxyURL looks at a known URL. It does not quote it: there may be a password in it.
func checkProxyURL(p *check.Problems, path string, address pulumi.StringInput, schemes ...string) {
	plain, isPlain := address.(pulumi.String)
	if !isPlain {
		return
	}
	parsed, err := url.Parse(string(plain))
	switch {
	case err != nil || parsed.Hostname() == "" || !slices.Contains(schemes, parsed.Scheme):
		p.Addf(path, "is no URL such as %s://proxy.example.com:3128", schemes[0])
	case parsed.Port() == "":
		p.Addf(path, "names no port; write it out, such as %s://%s:3128", parsed.Scheme, parsed.Hostname())
	}
}

func isNoProxy(entry string) bool {
	if entry == "*" {
		return true
	}
	if _, err := netip.ParsePrefix(entry); err == nil {
		return true
	}
	host := strings.TrimPrefix(entry, ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return host == entry
	}
	return objectName.MatchString(host)
}
