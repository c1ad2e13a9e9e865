package ingress

import (
	"cmp"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/tlscert"
)

func init() {
	// The format that the operator accepts (openshift/cluster-ingress-operator pkg/operator/controller/ingress/controller.go).
	cipher := check.Pattern("cipher", "ECDHE-RSA-AES128-GCM-SHA256", `!?[A-Za-z][A-Za-z0-9_+-]+`)
	check.Named("tls-cipher", check.NewFormat("cipher", "ECDHE-RSA-AES128-GCM-SHA256", func(text string) bool {
		name := strings.TrimPrefix(text, "!")
		return cipher.Match(text) &&
			(!strings.HasPrefix(name, "TLS_") || strings.Contains(name, "_WITH_") || slices.Contains(tls13Ciphers, name))
	}))
	check.Named("controller-name", check.DNSLabel.AtMost(controllerNameLimit))
	check.Named("syslog-address", check.NewFormat("IP address", "192.0.2.10", func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && address.Zone() == "" // The CRD rejects fe80::1%eth0.
	}))
	// It keeps a format on its line of HAProxy's configuration. The CRD accepts any text.
	check.Named("log-format", check.NewFormat("log format without control characters", "%ci:%cp", func(text string) bool {
		return !strings.ContainsFunc(text, unicode.IsControl)
	}))
}

// tls13Ciphers are OpenSSL's names of the TLS 1.3 ciphers, which earlier versions do not have (RFC 8446, B.4).
var tls13Ciphers = []string{
	"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
	"TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_8_SHA256",
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *IngressControllerArgs) Validate() error {
	const path = "ingress.IngressControllerArgs"
	args, p := check.Begin(a)
	args.setDefaults()
	args.checkDomain(&p, path+".Domain")
	if args.Name == defaultController && len(controllerSpec(args)) == 0 {
		p.Addf(path, "sets nothing on %s, which exists in every cluster; set Replicas, Placement or another field", defaultController)
	}
	placement.Check(&p, path+".Placement", args.Placement)
	args.Publishing.check(&p, path+".Publishing")
	args.checkRelease(&p, path)
	args.checkInstalled(&p, path)
	args.RouteSelector.check(&p, path+".RouteSelector")
	args.NamespaceSelector.check(&p, path+".NamespaceSelector")
	args.TLSProfile.check(&p, path+".TLSProfile")
	tlscert.Check(&p, path+".DefaultCertificate", args.DefaultCertificate)
	args.ClientTLS.check(&p, path+".ClientTLS")
	args.HTTPHeaders.check(&p, path+".HTTPHeaders")
	args.AccessLogging.check(&p, path+".AccessLogging")
	args.Tuning.check(&p, path+".Tuning")
	return p.ErrOf(a)
}

func (a *IngressControllerArgs) checkDomain(p *check.Problems, path check.Path) {
	if a.Name != defaultController {
		p.Required(path, a.Domain)
	} else if a.Domain != "" {
		p.Addf(path, "must not be set for %s: its domain is spec.domain of Ingress/cluster in the manifests of openshift-install. "+
			"Use another Name for a controller with this domain", defaultController)
	}
}

// checkRelease rejects what the API server of the cluster's release does not know.
func (a *IngressControllerArgs) checkRelease(p *check.Problems, path check.Path) {
	if a.Publishing == nil || a.Publishing.LoadBalancerService == nil {
		return
	}
	const balancer = ".Publishing.LoadBalancerService"
	published := a.Publishing.LoadBalancerService
	release.LoadBalancerSubnets.Check(p, path+balancer+".SubnetIDs", len(published.SubnetIDs) > 0, a.OpenShiftVersion)
	addresses := len(published.ElasticIPAllocationIDs) > 0
	release.LoadBalancerSubnets.Check(p, path+balancer+".ElasticIPAllocationIDs", addresses, a.OpenShiftVersion)
}

// checkInstalled rejects a strategy that the operator would silently ignore: another one than `default` was installed with.
func (a *IngressControllerArgs) checkInstalled(p *check.Problems, path check.Path) {
	if !slices.Contains(publishingTypes, a.InstalledPublishing) || a.Name != defaultController || a.Publishing == nil {
		return
	}
	if strategy := a.Publishing.strategyType(); strategy != "" && strategy != a.InstalledPublishing {
		p.Addf(path+".Publishing", "must be %s, the strategy that %s was installed with (got %s). If the cluster was installed with "+
			"ingress.InstallManifest, set InstalledPublishing to its strategy. Otherwise use another Name",
			a.InstalledPublishing, defaultController, strategy)
	}
}

func (s *LabelSelector) check(p *check.Problems, path check.Path) {
	if s == nil {
		return
	}
	if len(s.MatchLabels)+len(s.MatchExpressions) == 0 {
		p.Addf(path, "must not be empty, which selects everything; leave it nil or set labels")
	}
	for i, requirement := range s.MatchExpressions {
		requirement.check(p, check.Index(path+".MatchExpressions", i))
	}
}

func (r LabelRequirement) check(p *check.Problems, path check.Path) {
	switch r.Operator {
	case "In", "NotIn":
		p.Required(path+".Values", r.Values)
	case "Exists", "DoesNotExist":
		if len(r.Values) > 0 {
			p.Addf(path+".Values", "must not be set with %s, which tests only the key", r.Operator)
		}
	}
	for i, value := range r.Values {
		p.Format(check.Index(path+".Values", i), value, check.LabelValue)
	}
}

func (t *TLSProfileArgs) check(p *check.Problems, path check.Path) {
	if t == nil {
		return
	}
	isCustom := t.Type == "Custom"
	p.RequiresField(path, "Ciphers", len(t.Ciphers) > 0, "Type Custom", isCustom)
	p.RequiresField(path, "MinVersion", t.MinVersion != "", "Type Custom", isCustom)
	if !isCustom {
		return
	}
	p.Required(path+".MinVersion", t.MinVersion)
	if p.Required(path+".Ciphers", t.Ciphers) {
		t.checkCipherVersions(p, path+".Ciphers")
	}
}

// checkCipherVersions rejects ciphers without one for MinVersion: the operator does not admit such a profile.
func (t *TLSProfileArgs) checkCipherVersions(p *check.Problems, path check.Path) {
	count := 0
	for _, name := range t.Ciphers {
		if slices.Contains(tls13Ciphers, name) {
			count++
		}
	}
	switch {
	case t.MinVersion == "VersionTLS13" && count == 0:
		p.Addf(path, "must contain a TLS 1.3 cipher with MinVersion %s: %s", t.MinVersion, check.Alternatives(tls13Ciphers...))
	case t.MinVersion != "VersionTLS13" && count == len(t.Ciphers):
		p.Addf(path, "must not contain only TLS 1.3 ciphers; add others, or set MinVersion to VersionTLS13")
	}
}

func (c *ClientTLSArgs) check(p *check.Problems, path check.Path) {
	if c == nil {
		return
	}
	if c.Policy == noClientTLS {
		p.Exclusive(path, "CAConfigMap", c.CAConfigMap != "", "the Policy None", true)
		p.Exclusive(path, "AllowedSubjectPatterns", len(c.AllowedSubjectPatterns) > 0, "the Policy None", true)
		return
	}
	p.Required(path+".CAConfigMap", c.CAConfigMap)
	for i, pattern := range c.AllowedSubjectPatterns {
		if _, err := regexp.Compile(pattern); err != nil {
			p.Addf(check.Index(path+".AllowedSubjectPatterns", i), "%q is not a valid regular expression: %v", pattern, err)
		}
	}
}

// syslogLimit is the longest message of a syslog server in bytes (the CRD's schema).
const syslogLimit = 4096

func (l *AccessLoggingArgs) check(p *check.Problems, path check.Path) {
	if l != nil && l.SyslogAddress != "" {
		p.Required(path+".SyslogPort", l.SyslogPort)
		if l.MaxLength <= 8192 {
			p.AtMost(path+".MaxLength", l.MaxLength, syslogLimit)
		}
	}
}

// defaultHeaderBufferBytes is the operator's default of HeaderBufferBytes (openshift/cluster-ingress-operator
// pkg/operator/controller/ingress/deployment.go).
const defaultHeaderBufferBytes = 32768

func (t *TuningArgs) check(p *check.Problems, path check.Path) {
	if t == nil {
		return
	}
	if buffer := cmp.Or(t.HeaderBufferBytes, defaultHeaderBufferBytes); t.HeaderBufferMaxRewriteBytes >= buffer {
		p.Addf(path+".HeaderBufferMaxRewriteBytes", "must be less than HeaderBufferBytes, %d (got %d)", buffer, t.HeaderBufferMaxRewriteBytes)
	}
}
