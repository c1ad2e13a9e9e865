package install

import (
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	feature "github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const configPath = "install.Config"

// release is a release with or without a patch number.
var release = check.Version.WithExample("4.19.3").Or(check.MinorVersion)

// sshKey is the format of a line of authorized_keys.
var sshKey = check.Pattern("public SSH key", "ssh-ed25519 AAAA...", `(ssh-|ecdsa-|sk-)[a-z0-9@.-]+ [A-Za-z0-9+/=]+( .*)?\s*`)

// Validate returns all problems of the description, joined; nil if there are none. No message quotes a secret. The problems of one that
// LoadFile has read are at the fields of its file.
func (c *Config) Validate() error {
	if c.file == "" {
		return c.validate()
	}
	inFile := func(problem *check.Problem) *check.Problem {
		moved := *problem
		moved.Path = check.Path(c.file+": ") + problem.Path
		return &moved
	}
	return check.InYAML("", reflect.TypeFor[Config]()).Then(inFile).Error(c.validate())
}

func (c *Config) validate() error {
	var p check.Problems
	at := func(field string) check.Path { return check.Join(configPath, field) }
	p.Required(at("Dir"), c.Dir)
	p.RequiredFormat(at("Name"), c.Name, check.LowerName)
	p.RequiredFormat(at("BaseDomain"), c.BaseDomain, check.Domain)
	p.RequiredFormat(at("Region"), c.Region, check.Region)
	c.checkZones(&p, at("Zones"))
	c.checkRelease(&p, at("Release"))
	check.OneOf(&p, at("Architecture"), c.withDefaults().Architecture, instancetypes.AMD64, instancetypes.ARM64)
	p.Format(at("AMI"), c.AMI, check.AMIID)
	check.OneOf(&p, at("Publish"), c.Publish, network.External, network.Internal)
	check.OneOf(&p, at("CredentialsMode"), c.CredentialsMode, Manual, Mint, Passthrough)
	p.Part(at("Networks"), c.networkArgs())
	c.checkPullSecret(&p, at("PullSecret"))
	if c.SSHKey != "" && !sshKey.Match(c.SSHKey) {
		// The text may be a private key.
		p.Addf(at("SSHKey"), "must be a public SSH key (for example, ssh-ed25519 AAAA...)")
	}
	c.Proxy.check(&p, at("Proxy"))
	checkBundle(&p, at("TrustBundle"), c.TrustBundle)
	check.OneOf(&p, at("TrustBundlePolicy"), c.withDefaults().TrustBundlePolicy, ProxyOnly, Always)
	if c.TrustBundlePolicy == Always && !slices.Contains(c.unread, "TrustBundle") {
		p.Required(at("TrustBundle"), c.TrustBundle)
	}
	checkMirrors(&p, at("Mirrors"), c.Mirrors)
	c.checkCapabilities(&p, at("Capabilities"))
	checkManifests(&p, at("Manifests"), c.Manifests)
	c.checkMore(&p, at("More"))
	return p.Err()
}

func (c *Config) checkZones(p *check.Problems, path check.Path) {
	if !p.Required(path, c.Zones) {
		return
	}
	for i, zone := range c.Zones {
		p.RequiredFormat(check.Index(path, i), zone, check.AvailabilityZone)
	}
	if !slices.Contains([]int{1, 3, 5}, len(c.Zones)) {
		p.Addf(path, "must be 1, 3 or 5 zones, one for each control-plane machine (got %d)", len(c.Zones))
	}
	for i, zone := range c.Zones {
		if check.Region.Match(c.Region) && check.AvailabilityZone.Match(zone) && !strings.HasPrefix(zone, c.Region) {
			p.Addf(check.Index(path, i), "%s is not a zone of the region %s", zone, c.Region)
		}
	}
}

func (c *Config) checkRelease(p *check.Problems, path check.Path) {
	if !p.RequiredFormat(path, c.Release, release) {
		return
	}
	if version, ok := parseRelease(c.Release); ok && !feature.Oldest.In(minor(version)) {
		p.Addf(path, "must be %s or later (got %s)", feature.Oldest, c.Release)
	}
}

// checkPullSecret checks the format that the installer requires (openshift/installer release-4.19 pkg/validate/validate.go,
// ImagePullSecret).
func (c *Config) checkPullSecret(p *check.Problems, path check.Path) {
	if !p.Required(path, string(c.PullSecret)) {
		return
	}
	const advice = "copy it from https://console.redhat.com/openshift/install/pull-secret"
	var found struct {
		Auths map[string]struct {
			Auth       string `json:"auth"`
			CredsStore string `json:"credsStore"`
		} `json:"auths"`
	}
	if err := json.Unmarshal([]byte(c.PullSecret), &found); err != nil || len(found.Auths) == 0 {
		p.Addf(path, `must be JSON with an entry in "auths"; %s`, advice)
		return
	}
	for _, registry := range slices.Sorted(maps.Keys(found.Auths)) {
		entry := found.Auths[registry]
		plain, err := base64.StdEncoding.DecodeString(entry.Auth)
		if entry.CredsStore == "" && (err != nil || !strings.Contains(string(plain), ":")) {
			p.Addf(path, `"auth" of %s must be user:password in base64; %s`, registry, advice)
		}
	}
}

func (x *Proxy) check(p *check.Problems, path check.Path) {
	if x == nil {
		return
	}
	if x.HTTP == "" && x.HTTPS == "" {
		p.Addf(path, "must set at least one of HTTP and HTTPS")
	}
	checkProxyURL(p, path+".HTTP", x.HTTP, "http")
	checkProxyURL(p, path+".HTTPS", x.HTTPS, "http", "https")
	p.Formats(path+".NoProxy", x.NoProxy, check.ProxyHost)
}

func checkProxyURL(p *check.Problems, path check.Path, address Secret, schemes ...string) {
	if address == "" {
		return
	}
	parsed, err := url.Parse(string(address))
	if err != nil || parsed.Hostname() == "" || parsed.Port() == "" || !slices.Contains(schemes, parsed.Scheme) {
		p.Addf(path, "must be an %s URL with a host and a port (for example, %s://proxy.example.com:3128)",
			check.Alternatives(schemes...), schemes[0])
	}
}

func checkBundle(p *check.Problems, path check.Path, bundle string) {
	if bundle == "" {
		return
	}
	if block, _ := pem.Decode([]byte(bundle)); block == nil || block.Type != "CERTIFICATE" {
		p.Addf(path, "must be certificates in PEM")
	}
}

// requiredCapabilities lists the capabilities without which the installer rejects install-config.yaml on AWS (openshift/installer release-4.19
// pkg/types/validation/installconfig.go, ValidateInstallConfig).
var requiredCapabilities = []string{"CloudCredential", "CloudControllerManager", "Ingress"}

func (c *Config) checkCapabilities(p *check.Problems, at check.Path) {
	if c.Capabilities == nil {
		return
	}
	if !check.OneOf(p, at+".Baseline", c.withDefaults().Capabilities.Baseline, feature.CapabilitySets()...) {
		return
	}
	p.Unique(at+".Enabled", c.Capabilities.Enabled)
	for i, capability := range c.Capabilities.Enabled {
		if !feature.IsNewer(c.Release) {
			check.OneOf(p, check.Index(at+".Enabled", i), capability, feature.AllCapabilities()...)
		}
	}
	disabled := c.DisabledCapabilities()
	for _, capability := range requiredCapabilities {
		if slices.Contains(disabled, capability) {
			p.Addf(at+".Enabled", "must contain %s: OpenShift requires it on AWS", capability)
		}
	}
	if slices.Contains(disabled, "OperatorLifecycleManager") && !slices.Contains(disabled, "marketplace") {
		p.Addf(at+".Enabled", "must contain OperatorLifecycleManager: marketplace requires it")
	}
}

// manifestDirs are the folders of the install directory whose files the Ignition configs are created from.
var manifestDirs = []string{"manifests", "openshift", "tls"}

func checkManifests(p *check.Problems, at check.Path, manifests map[string]string) {
	for _, file := range slices.Sorted(maps.Keys(manifests)) {
		dir, name := path.Split(file)
		known := slices.Contains(manifestDirs, strings.TrimSuffix(dir, "/"))
		isYAML := slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
		switch {
		case !known || name == "" || path.Clean(file) != file:
			p.Addf(check.Key(at, file), "must be a path such as manifests/example.yaml, openshift/example.yaml or tls/example.key")
		case !strings.HasPrefix(file, "tls/") && !isYAML:
			p.Addf(check.Key(at, file), "must end in .yaml, .yml or .json; the installer ignores other files")
		case strings.TrimSpace(manifests[file]) == "":
			p.Addf(check.Key(at, file), "must not be empty")
		}
	}
}

// checkMore rejects fields of install-config.yaml that Config itself describes.
func (c *Config) checkMore(p *check.Problems, at check.Path) {
	optional := map[string]any{"fips": nil, "sshKey": nil, "proxy": nil, "additionalTrustBundle": nil, "capabilities": nil,
		"additionalTrustBundlePolicy": nil, "imageDigestSources": nil}
	own := c.installConfig()
	maps.Copy(optional, own)
	p.Twice(at, c.More, optional, "must not be set, because Config describes it")
}
