package ingress

import (
	"cmp"
	"math"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/release"
)

var (
	// cipher is the form that the operator accepts (openshift/cluster-ingress-operator
	// pkg/operator/controller/ingress/controller.go).
	cipher    = check.Pattern("cipher", "ECDHE-RSA-AES128-GCM-SHA256", `!?[A-Za-z][A-Za-z0-9_+-]+`)
	ipAddress = check.NewFormat("IP address", "192.0.2.10", func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && address.Zone() == "" // The CRD rejects fe80::1%eth0.
	})
	// logFormat keeps a format on its line of HAProxy's configuration. The CRD accepts any text.
	logFormat = check.NewFormat("log format without control characters", "%ci:%cp", func(text string) bool {
		return !strings.ContainsFunc(text, unicode.IsControl)
	})

	tlsVersions = []string{"VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"}
	// tls13Ciphers are OpenSSL's names of the TLS 1.3 ciphers, which earlier versions do not have (RFC 8446, B.4).
	tls13Ciphers = []string{
		"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
		"TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_8_SHA256",
	}
)

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *IngressControllerArgs) Validate() error {
	const path = "ingress.IngressControllerArgs"
	var p check.Problems
	args := a.withDefaults()
	p.Format(path+".Name", args.Name, check.DNSLabel.AtMost(controllerNameLimit))
	args.checkDomain(&p, path+".Domain")
	if args.Name == defaultController && len(controllerSpec(args)) == 0 {
		p.Addf(path, "sets nothing on %s, which exists in every cluster; set Replicas, Placement or another field", defaultController)
	}
	p.AtLeast(path+".Replicas", args.Replicas, 0)
	args.Placement.Check(&p, path+".Placement")
	args.Publishing.check(&p, path+".Publishing")
	args.checkRelease(&p, path)
	args.checkInstalled(&p, path)
	args.RouteSelector.check(&p, path+".RouteSelector")
	args.NamespaceSelector.check(&p, path+".NamespaceSelector")
	args.TLSProfile.check(&p, path+".TLSProfile")
	if args.DefaultCertificate != nil {
		args.DefaultCertificate.Check(&p, path+".DefaultCertificate")
	}
	args.ClientTLS.check(&p, path+".ClientTLS")
	args.HTTPHeaders.check(&p, path+".HTTPHeaders")
	args.AccessLogging.check(&p, path+".AccessLogging")
	check.OneOf(&p, path+".IdleConnectionTermination", args.IdleConnectionTermination, "Immediate", "Deferred")
	p.Format(path+".ErrorPagesConfigMap", args.ErrorPagesConfigMap, check.ObjectName)
	p.Exclusive(path, "ErrorPagesConfigMap", args.ErrorPagesConfigMap != "", "DefaultErrorPages", args.DefaultErrorPages)
	args.Tuning.check(&p, path+".Tuning")
	return p.ErrOf(a)
}

func (a IngressControllerArgs) checkDomain(p *check.Problems, path string) {
	if a.Name != defaultController {
		p.RequiredFormat(path, a.Domain, clusterDomain)
	} else if a.Domain != "" {
		p.Addf(path, "must not be set for %s: its domain is spec.domain of Ingress/cluster in the manifests of openshift-install. "+
			"Use another Name for a controller with this domain", defaultController)
	}
}

// checkRelease rejects what the API server of the cluster's release does not know.
func (a IngressControllerArgs) checkRelease(p *check.Problems, path string) {
	p.Format(path+".OpenShiftVersion", a.OpenShiftVersion, check.MinorVersion)
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
func (a IngressControllerArgs) checkInstalled(p *check.Problems, path string) {
	known := check.OneOf(p, path+".InstalledPublishing", a.InstalledPublishing, publishingTypes...)
	if !known || a.Name != defaultController || a.Publishing == nil {
		return
	}
	if strategy := a.Publishing.strategyType(); strategy != "" && strategy != a.InstalledPublishing {
		p.Addf(path+".Publishing", "must be %s, the strategy that %s was installed with (got %s). If the cluster was installed with "+
			"ingress.InstallManifest, set InstalledPublishing to its strategy. Otherwise use another Name",
			a.InstalledPublishing, defaultController, strategy)
	}
}

func (s *LabelSelector) check(p *check.Problems, path string) {
	if s == nil {
		return
	}
	if len(s.MatchLabels)+len(s.MatchExpressions) == 0 {
		p.Addf(path, "must not be empty, which selects everything; leave it nil or set labels")
	}
	p.Labels(path+".MatchLabels", s.MatchLabels)
	for i, requirement := range s.MatchExpressions {
		requirement.check(p, check.Index(path+".MatchExpressions", i))
	}
}

func (r LabelRequirement) check(p *check.Problems, path string) {
	p.RequiredFormat(path+".Key", r.Key, check.LabelKey)
	if !p.Required(path+".Operator", r.Operator) || !check.OneOf(p, path+".Operator", r.Operator, "In", "NotIn", "Exists", "DoesNotExist") {
		return
	}
	if r.Operator == "In" || r.Operator == "NotIn" {
		p.Required(path+".Values", r.Values)
	} else if len(r.Values) > 0 {
		p.Addf(path+".Values", "must not be set with %s, which tests only the key", r.Operator)
	}
	for i, value := range r.Values {
		p.Format(check.Index(path+".Values", i), value, check.LabelValue)
	}
}

func (t *TLSProfileArgs) check(p *check.Problems, path string) {
	if t == nil {
		return
	}
	if p.Required(path+".Type", t.Type) {
		check.OneOf(p, path+".Type", t.Type, "Old", "Intermediate", "Modern", "Custom")
	}
	isCustom := t.Type == "Custom"
	p.RequiresField(path, "Ciphers", len(t.Ciphers) > 0, "Type Custom", isCustom)
	p.RequiresField(path, "MinVersion", t.MinVersion != "", "Type Custom", isCustom)
	if !isCustom {
		return
	}
	if p.Required(path+".MinVersion", t.MinVersion) {
		check.OneOf(p, path+".MinVersion", t.MinVersion, tlsVersions...)
	}
	if p.Required(path+".Ciphers", t.Ciphers) {
		p.Formats(path+".Ciphers", t.Ciphers, cipher)
		t.checkCipherVersions(p, path+".Ciphers")
	}
}

// checkCipherVersions rejects ciphers without one for MinVersion: the operator does not admit such a profile.
func (t *TLSProfileArgs) checkCipherVersions(p *check.Problems, path string) {
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

func (c *ClientTLSArgs) check(p *check.Problems, path string) {
	if c == nil {
		return
	}
	if p.Required(path+".Policy", c.Policy) {
		check.OneOf(p, path+".Policy", c.Policy, "Required", "Optional", noClientTLS)
	}
	if c.Policy == noClientTLS {
		p.Exclusive(path, "CAConfigMap", c.CAConfigMap != "", "the Policy None", true)
		p.Exclusive(path, "AllowedSubjectPatterns", len(c.AllowedSubjectPatterns) > 0, "the Policy None", true)
		return
	}
	p.RequiredFormat(path+".CAConfigMap", c.CAConfigMap, check.ObjectName)
	for i, pattern := range c.AllowedSubjectPatterns {
		if _, err := regexp.Compile(pattern); err != nil {
			p.Addf(check.Index(path+".AllowedSubjectPatterns", i), "%q is not a valid regular expression: %v", pattern, err)
		}
	}
}

func (l *AccessLoggingArgs) check(p *check.Problems, path string) {
	if l == nil {
		return
	}
	maxLength := 8192
	if l.SyslogAddress != "" {
		maxLength = 4096
		p.Format(path+".SyslogAddress", l.SyslogAddress, ipAddress)
		checkPort(p, path+".SyslogPort", l.SyslogPort)
	}
	p.RequiresField(path, "SyslogPort", l.SyslogPort != 0, "SyslogAddress", l.SyslogAddress != "")
	p.Between(path+".MaxLength", check.ZeroAsNil(l.MaxLength), 480, maxLength)
	p.Format(path+".Format", l.Format, logFormat)
	checkCapturedHeaders(p, path+".RequestHeaders", l.RequestHeaders)
	checkCapturedHeaders(p, path+".ResponseHeaders", l.ResponseHeaders)
	if l.Cookie != nil {
		p.RequiredFormat(path+".Cookie.Name", l.Cookie.Name, headerName)
		p.Between(path+".Cookie.MaxLength", l.Cookie.MaxLength, 1, 1024)
	}
}

func checkCapturedHeaders(p *check.Problems, path string, headers []CapturedHeader) {
	for i, header := range headers {
		p.RequiredFormat(check.Index(path, i)+".Name", header.Name, headerName)
		p.AtLeast(check.Index(path, i)+".MaxLength", header.MaxLength, 1)
	}
}

// defaultHeaderBufferBytes is the operator's default of HeaderBufferBytes (openshift/cluster-ingress-operator
// pkg/operator/controller/ingress/deployment.go).
const defaultHeaderBufferBytes = 32768

// timeoutLimit is the longest timeout of HAProxy, 24.8 days, to which the operator shortens longer ones.
const timeoutLimit = math.MaxInt32 * time.Millisecond

func (t *TuningArgs) check(p *check.Problems, path string) {
	if t == nil {
		return
	}
	p.Between(path+".ThreadCount", check.ZeroAsNil(t.ThreadCount), 1, 64)
	p.Between(path+".MaxConnections", check.ZeroAsNil(t.MaxConnections), 2000, 2000000)
	p.Exclusive(path, "MaxConnections", t.MaxConnections != 0, "AutoMaxConnections", t.AutoMaxConnections)
	p.AtLeast(path+".HeaderBufferBytes", check.ZeroAsNil(t.HeaderBufferBytes), 16384)
	p.AtLeast(path+".HeaderBufferMaxRewriteBytes", check.ZeroAsNil(t.HeaderBufferMaxRewriteBytes), 4096)
	if buffer := cmp.Or(t.HeaderBufferBytes, defaultHeaderBufferBytes); t.HeaderBufferMaxRewriteBytes >= buffer {
		p.Addf(path+".HeaderBufferMaxRewriteBytes", "must be less than HeaderBufferBytes, %d (got %d)", buffer, t.HeaderBufferMaxRewriteBytes)
	}
	for _, timeout := range t.timeouts() {
		p.Duration(path+"."+timeout.field, timeout.value, time.Millisecond, timeoutLimit, 0)
	}
	p.Duration(path+".ReloadInterval", t.ReloadInterval, time.Second, 2*time.Minute, 0)
	p.Duration(path+".HTTPKeepAliveTimeout", t.HTTPKeepAliveTimeout, time.Millisecond, 15*time.Minute, time.Millisecond)
}

// clusterDomain leaves room for the wildcard of the routes, *.apps., within a DNS name.
var clusterDomain = check.Domain.AtMost(hostLimit - len(wildcard+"apps.")).WithExample("demo.example.com")

// host is a DNS name or a wildcard.
var host = check.NewFormat("host", "shop.example.com or *.shop.example.com", func(text string) bool {
	return len(text) <= hostLimit && check.Domain.Match(strings.TrimPrefix(text, wildcard))
})
