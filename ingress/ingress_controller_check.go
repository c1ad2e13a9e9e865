package ingress

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/placement"
)

const controllerPath = "ingress.IngressControllerArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *IngressControllerArgs) Validate() error {
	var p check.Problems
	args := a.withDefaults()
	if len(args.Name) > controllerNameLimit || !label.MatchString(args.Name) {
		p.Addf(controllerPath+"Name", "%q is no name of at most %d lower-case letters, digits and inner hyphens", args.Name, controllerNameLimit)
	}
	args.checkDomain(&p, controllerPath+"Domain")
	if args.Name == defaultController && len(controllerSpec(args)) == 0 {
		p.Addf(controllerPath+"Name", "%q exists in every cluster and nothing is set for it; set Replicas or Placement", args.Name)
	}
	if replicas, known := args.Replicas.(pulumi.Int); known && replicas < 0 {
		p.Addf(controllerPath+"Replicas", "%d is no number of routers; it is 0 or more", int(replicas))
	}
	args.Placement.Check(&p, controllerPath+"Placement")
	args.Publishing.check(&p, controllerPath+"Publishing")
	args.checkInstalled(&p)
	args.RouteSelector.check(&p, controllerPath+"RouteSelector")
	args.NamespaceSelector.check(&p, controllerPath+"NamespaceSelector")
	args.TLSProfile.check(&p, controllerPath+"TLSProfile")
	if args.DefaultCertificate != nil {
		checkObjectName(&p, controllerPath+"DefaultCertificate", args.DefaultCertificate)
	}
	args.ClientTLS.check(&p, controllerPath+"ClientTLS")
	args.HTTPHeaders.check(&p, controllerPath+"HTTPHeaders")
	args.AccessLogging.check(&p, controllerPath+"AccessLogging")
	args.Tuning.check(&p, controllerPath+"Tuning")
	return p.Err()
}

func (a IngressControllerArgs) checkDomain(p *check.Problems, path string) {
	switch {
	case a.Name == defaultController && a.Domain != "":
		p.Addf(path, "%q cannot be set for %s after installation; it is spec.domain of Ingress/cluster in the manifests of openshift-install, or make a controller of another name",
			a.Domain, defaultController)
	case a.Name == defaultController:
	case !p.Required(path, a.Domain):
	case !domain.MatchString(a.Domain) || len(a.Domain) > domainLimit:
		p.Addf(path, "%q is no domain of at most %d lower-case characters, such as internal.demo.example.com", a.Domain, domainLimit)
	}
}

// checkInstalled refuses what the operator would ignore without a word: another strategy than the one at installation.
func (a IngressControllerArgs) checkInstalled(p *check.Problems) {
	known := []PublishingType{LoadBalancerService, HostNetwork, NodePortService, Private}
	if !slices.Contains(known, a.InstalledPublishing) {
		p.Addf(controllerPath+"InstalledPublishing", "%q is none of %s, %s, %s, %s", a.InstalledPublishing, known[0], known[1], known[2], known[3])
		return
	}
	if a.Name != defaultController || a.Publishing == nil {
		return
	}
	if wanted := a.Publishing.strategyType(); wanted != "" && wanted != a.InstalledPublishing {
		p.Addf(controllerPath+"Publishing", "%s cannot be set for %s, which was installed with %s; install the cluster with the manifest of ingress.InstallManifest "+
			"(and say so in InstalledPublishing), or make a controller of another name", wanted, defaultController, a.InstalledPublishing)
	}
}

func (s *LabelSelector) check(p *check.Problems, path string) {
	if s == nil {
		return
	}
	if len(s.MatchLabels)+len(s.MatchExpressions) == 0 {
		p.Addf(path, "is empty, which means all; leave it nil, or name labels")
	}
	for _, key := range slices.Sorted(maps.Keys(s.MatchLabels)) {
		placement.CheckLabel(p, path+".MatchLabels", key, s.MatchLabels[key])
	}
	for i, requirement := range s.MatchExpressions {
		at := fmt.Sprintf("%s.MatchExpressions[%d]", path, i)
		placement.CheckLabel(p, at+".Key", requirement.Key, "")
		takesValues := requirement.Operator == "In" || requirement.Operator == "NotIn"
		switch {
		case !takesValues && requirement.Operator != "Exists" && requirement.Operator != "DoesNotExist":
			p.Addf(at+".Operator", "%q is none of In, NotIn, Exists, DoesNotExist", requirement.Operator)
		case takesValues && len(requirement.Values) == 0:
			p.Addf(at+".Values", "is required with %s", requirement.Operator)
		case !takesValues && len(requirement.Values) > 0:
			p.Addf(at+".Values", "cannot be set with %s, which looks at the key alone", requirement.Operator)
		}
		for _, value := range requirement.Values {
			placement.CheckLabelValue(p, at+".Values", requirement.Key, value)
		}
	}
}

var tlsVersions = []string{"VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"}

func (t *TLSProfileArgs) check(p *check.Problems, path string) {
	if t == nil {
		return
	}
	custom := t.Type == "Custom"
	switch {
	case !slices.Contains([]string{"Old", "Intermediate", "Modern", "Custom"}, t.Type):
		p.Addf(path+".Type", "%q is none of Old, Intermediate, Modern, Custom", t.Type)
	case !custom && (len(t.Ciphers) > 0 || t.MinVersion != ""):
		p.Addf(path, "sets Ciphers or MinVersion, which %s has already; take Custom", t.Type)
	}
	if custom && !slices.Contains(tlsVersions, t.MinVersion) {
		p.Addf(path+".MinVersion", "%q is none of %s", t.MinVersion, strings.Join(tlsVersions, ", "))
	}
	if custom && p.Required(path+".Ciphers", t.Ciphers) {
		t.checkCiphers(p, path+".Ciphers")
	}
}

var (
	// cipher is the form that the operator takes (openshift/cluster-ingress-operator pkg/operator/controller/ingress/controller.go).
	cipher = regexp.MustCompile(`^!?[A-Za-z][A-Za-z0-9_+-]+$`)
	// tls13Ciphers are OpenSSL's names of all ciphers of TLS 1.3, which no earlier version has (RFC 8446, B.4).
	tls13Ciphers = []string{"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_8_SHA256"}
)

// checkCiphers notes a profile that the operator would not admit.
func (t *TLSProfileArgs) checkCiphers(p *check.Problems, path string) {
	ofTLS13 := 0
	for i, name := range t.Ciphers {
		if !cipher.MatchString(name) {
			p.Addf(fmt.Sprintf("%s[%d]", path, i), "%q is no cipher's name; one looks like ECDHE-RSA-AES128-GCM-SHA256", name)
		}
		if slices.Contains(tls13Ciphers, name) {
			ofTLS13++
		}
	}
	switch {
	case t.MinVersion == "VersionTLS13" && ofTLS13 == 0:
		p.Addf(path, "hold none of TLS 1.3, which MinVersion %s needs; add one of %s", t.MinVersion, strings.Join(tls13Ciphers, ", "))
	case t.MinVersion != "VersionTLS13" && ofTLS13 == len(t.Ciphers):
		p.Addf(path, "are of TLS 1.3 alone; add others, or set MinVersion to VersionTLS13")
	}
}

func (c *ClientTLSArgs) check(p *check.Problems, path string) {
	if c == nil {
		return
	}
	if c.Policy != "Required" && c.Policy != "Optional" {
		p.Addf(path+".Policy", "%q is none of Required, Optional", c.Policy)
	}
	checkObjectName(p, path+".CAConfigMap", pulumi.String(c.CAConfigMap))
	for i, pattern := range c.AllowedSubjectPatterns {
		if _, err := regexp.Compile(pattern); err != nil {
			p.Addf(fmt.Sprintf("%s.AllowedSubjectPatterns[%d]", path, i), "%q is no regular expression: %v", pattern, err)
		}
	}
}

var objectName = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)

func checkObjectName(p *check.Problems, path string, name pulumi.StringInput) {
	text, known := name.(pulumi.String)
	if p.Required(path, name) && known && (len(text) > hostLimit || !objectName.MatchString(string(text))) {
		p.Addf(path, "%q is no object's name of lower-case letters, digits, dots and hyphens", string(text))
	}
}

func (l *AccessLoggingArgs) check(p *check.Problems, path string) {
	if l == nil {
		return
	}
	longest := 8192
	if l.SyslogAddress != "" {
		longest = 4096
		if _, err := netip.ParseAddr(l.SyslogAddress); err != nil {
			p.Addf(path+".SyslogAddress", "%q is no IP address", l.SyslogAddress)
		}
		checkPort(p, path+".SyslogPort", l.SyslogPort)
	} else if l.SyslogPort != 0 {
		p.Addf(path+".SyslogPort", "%d needs SyslogAddress", l.SyslogPort)
	}
	if l.MaxLength != 0 && (l.MaxLength < 480 || l.MaxLength > longest) {
		p.Addf(path+".MaxLength", "%d is out of range; it is 480 to %d bytes", l.MaxLength, longest)
	}
}

// defaultHeaderBuffer is HeaderBufferBytes where it is not set (openshift/cluster-ingress-operator
// pkg/operator/controller/ingress/deployment.go).
const defaultHeaderBuffer = 32768

func (t *TuningArgs) check(p *check.Problems, path string) {
	if t == nil {
		return
	}
	if t.ThreadCount != 0 && (t.ThreadCount < 1 || t.ThreadCount > 64) {
		p.Addf(path+".ThreadCount", "%d is out of range; it is 1 to 64", t.ThreadCount)
	}
	if count := t.MaxConnections; count != 0 && count != -1 && (count < 2000 || count > 2000000) {
		p.Addf(path+".MaxConnections", "%d is out of range; it is 2000 to 2000000, or -1", count)
	}
	if t.HeaderBufferBytes != 0 && t.HeaderBufferBytes < 16384 {
		p.Addf(path+".HeaderBufferBytes", "%d is too few; it is 16384 or more", t.HeaderBufferBytes)
	}
	if t.HeaderBufferMaxRewriteBytes != 0 && t.HeaderBufferMaxRewriteBytes < 4096 {
		p.Addf(path+".HeaderBufferMaxRewriteBytes", "%d is too few; it is 4096 or more", t.HeaderBufferMaxRewriteBytes)
	}
	if buffer := cmp.Or(t.HeaderBufferBytes, defaultHeaderBuffer); t.HeaderBufferMaxRewriteBytes >= buffer {
		p.Addf(path+".HeaderBufferMaxRewriteBytes", "%d leaves nothing of the %d of HeaderBufferBytes", t.HeaderBufferMaxRewriteBytes, buffer)
	}
	for _, timeout := range t.timeouts() {
		checkTimeout(p, path+"."+timeout.field, timeout.value)
	}
	if interval := t.ReloadInterval; interval > 2*time.Minute || interval > 0 && interval < time.Second {
		p.Addf(path+".ReloadInterval", "%s is out of range; it is 1s to 2m0s", interval)
	}
}
