package install

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	feature "github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Config describes a self-managed cluster before it is installed. A change of an installed cluster's Config has no effect, and
// [Prepare] rejects it.
type Config struct {
	// Dir is the install directory, which [Prepare] creates. It contains the cluster's keys. Required.
	Dir string `yaml:"dir"`
	// Name is the cluster's name, the first label of its domain. Required.
	Name string `yaml:"name"`
	// BaseDomain is the domain in which the cluster's domain, <Name>.<BaseDomain>, is created. Required.
	BaseDomain string `yaml:"baseDomain"`
	// Region is the AWS region. Required.
	Region string `yaml:"region"`
	// Zones are the Availability Zones of the control-plane machines, one for each machine: 1, 3 or 5. A zone can be repeated, in a
	// region with fewer than three. Required.
	Zones []string `yaml:"zones"`
	// Release is OpenShift's release, such as 4.19.3, or 4.19 for any patch release: openshift-install must be of this release.
	// Required.
	Release string `yaml:"release"`
	// OpenShiftInstall is the path of openshift-install, or its name on PATH. It is executed. Defaults to openshift-install.
	OpenShiftInstall string `yaml:"openshiftInstall"`
	// Architecture is the architecture of the machines, amd64 or arm64; the program's instance types must be of it, such as m6g.xlarge.
	// openshift-install must be of a release for arm64 or for several architectures (multi): otherwise it rejects arm64
	// (openshift/installer release-4.19 pkg/types/validation/installconfig.go, validateReleaseArchitecture). Defaults to amd64.
	Architecture string `yaml:"architecture"`
	// AMI is the ID of the machines' RHCOS AMI. Defaults to that of the release for Architecture in the region.
	AMI string `yaml:"ami"`
	// Publish says whether the API and the routers are public. Defaults to network.External.
	Publish network.Scope `yaml:"publish"`
	// Networks are the cluster's address ranges. Defaults to those of cluster.NetworkArgs.
	Networks Networks `yaml:"networks"`
	// PullSecret is the pull secret, as JSON. Required.
	PullSecret Secret `yaml:"pullSecret"`
	// SSHKey is the public SSH key of the nodes' user core. Defaults to none.
	SSHKey string `yaml:"sshKey"`
	// FIPS runs the nodes with FIPS-validated cryptography. OpenShiftInstall must be openshift-install-fips, on a host in FIPS mode
	// (openshift/installer release-4.19 pkg/hostcrypt). Defaults to false.
	FIPS bool `yaml:"fips"`
	// Proxy is the cluster-wide proxy, such as that of network.EgressProxyURL. Defaults to none.
	Proxy *Proxy `yaml:"proxy"`
	// TrustBundle are PEM certificates of additional trusted CAs, such as that of the registry in Mirrors. Defaults to none.
	TrustBundle string `yaml:"trustBundle"`
	// TrustBundlePolicy is who trusts TrustBundle. The nodes do in any case (openshift/machine-config-operator release-4.19
	// pkg/operator/sync.go, syncRenderConfig). Defaults to ProxyOnly.
	TrustBundlePolicy TrustBundlePolicy `yaml:"trustBundlePolicy"`
	// Mirrors are the registries from which images are pulled that are named by digest, such as those of the release; see ReleaseMirrors.
	// Images that no mirror has are pulled from their source. Defaults to none.
	Mirrors []ImageMirror `yaml:"mirrors"`
	// Capabilities are the optional components of the cluster. Defaults to all.
	Capabilities *Capabilities `yaml:"capabilities"`
	// CredentialsMode is how the operators get AWS credentials. Defaults to Manual, for which Manifests contains the credentials.
	CredentialsMode CredentialsMode `yaml:"credentialsMode"`
	// Manifests are files that are added to the install directory before the Ignition configs are created, by their path in it:
	// manifests/NAME.yaml, openshift/NAME.yaml or tls/NAME. They replace the installer's files of the same path. Those in tls stay in
	// the directory. Defaults to none.
	Manifests map[string]string `yaml:"manifests"`
	// Generate returns further Manifests when the directory is created, such as those with a new key. Defaults to none.
	Generate func(context.Context) (map[string]string, error) `yaml:"-"`
	// More are other fields of install-config.yaml. Fields that this struct describes must not be among them. Defaults to none.
	More map[string]any `yaml:"more"`

	// file is the path of the file that describes the cluster, if LoadFile has read it.
	file string
	// unread are the fields whose files are missing, of a cluster whose install directory exists and needs them no more.
	unread []string
}

// Networks are the address ranges of a cluster; cluster.NetworkArgs has their constraints and defaults.
type Networks struct {
	// MachineCIDR is the range of the machines: the VPC's. Defaults to 10.0.0.0/16.
	MachineCIDR string `yaml:"machineCidr"`
	// ServiceCIDR is the range of services. Defaults to 172.30.0.0/16.
	ServiceCIDR string `yaml:"serviceCidr"`
	// PodCIDR is the range of pods. Defaults to 10.128.0.0/14.
	PodCIDR string `yaml:"podCidr"`
	// HostPrefix is the prefix length of the part of PodCIDR that each node has. Defaults to 23.
	HostPrefix int `yaml:"hostPrefix"`
}

// Proxy is a cluster-wide proxy. At least one of HTTP and HTTPS must be set.
type Proxy struct {
	// HTTP is the URL of the proxy for HTTP: http://[user:password@]host:port. Defaults to none.
	HTTP Secret `yaml:"http"`
	// HTTPS is the URL of the proxy for HTTPS, which may itself be an http:// URL. Defaults to none.
	HTTPS Secret `yaml:"https"`
	// NoProxy lists what is reached without the proxy: host names, domains with a leading dot, IP addresses and CIDRs. Defaults to
	// none.
	NoProxy []string `yaml:"noProxy"`
}

// String returns the proxy without its URLs, which may contain passwords. Without it, fmt would print them for the verb %s.
func (x Proxy) String() string { return fmt.Sprintf("{[secret] [secret] %v}", x.NoProxy) }

// Capabilities select the optional components of a cluster (openshift/api config/v1/types_cluster_version.go).
type Capabilities struct {
	// Baseline is None, vCurrent, or the set of a release from v4.11 to v4.18, the last that differs from vCurrent. Defaults to
	// vCurrent.
	Baseline string `yaml:"baseline"`
	// Enabled are capabilities in addition to the baseline's. CloudCredential, CloudControllerManager and Ingress are required.
	// Defaults to none.
	Enabled []string `yaml:"enabled"`
}

// TrustBundlePolicy is who trusts Config.TrustBundle besides the nodes.
type TrustBundlePolicy string

const (
	// ProxyOnly makes the cluster's proxy configuration name the bundle if there is a Proxy, so that pods can have it.
	ProxyOnly TrustBundlePolicy = "Proxyonly"
	// Always makes it do so without a Proxy too.
	Always TrustBundlePolicy = "Always"
)

// CredentialsMode is how the cluster's operators get AWS credentials.
type CredentialsMode string

const (
	// Manual gives each operator the credentials in Config.Manifests, usually its own role.
	Manual CredentialsMode = "Manual"
	// Mint copies the installing user's access key into the cluster, which creates an IAM user for each operator.
	Mint CredentialsMode = "Mint"
	// Passthrough copies the installing user's access key into the cluster for all operators.
	Passthrough CredentialsMode = "Passthrough"
)

// Secret is a text that is printed as [secret].
type Secret string

// String returns [secret].
func (Secret) String() string { return "[secret]" }

// GoString returns [secret].
func (Secret) GoString() string { return "[secret]" }

// MarshalText returns [secret].
func (Secret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

func (c *Config) withDefaults() Config {
	full := *c
	full.Publish = cmp.Or(full.Publish, network.External)
	full.Architecture = cmp.Or(full.Architecture, instancetypes.AMD64)
	full.CredentialsMode = cmp.Or(full.CredentialsMode, Manual)
	full.TrustBundlePolicy = cmp.Or(full.TrustBundlePolicy, ProxyOnly)
	if full.Capabilities != nil && full.Capabilities.Baseline == "" {
		full.Capabilities = &Capabilities{Baseline: "vCurrent", Enabled: full.Capabilities.Enabled}
	}
	ranges := c.networkArgs().WithDefaults()
	full.Networks = Networks{ranges.MachineCIDR, ranges.ServiceCIDR, ranges.PodCIDR, ranges.HostPrefix}
	return full
}

// DisabledCapabilities returns the capabilities that the cluster does not have: the value of DisabledCapabilities of
// iam.ShortTermCredentialsArgs.
func (c *Config) DisabledCapabilities() []string {
	full := c.withDefaults()
	if full.Capabilities == nil {
		return nil
	}
	return feature.DisabledCapabilities(full.Capabilities.Baseline, full.Capabilities.Enabled)
}

// distinctZones returns Zones without repetitions.
func (c *Config) distinctZones() []string {
	return slices.Compact(slices.Sorted(slices.Values(c.Zones)))
}

func (c *Config) networkArgs() *cluster.NetworkArgs {
	return &cluster.NetworkArgs{
		MachineCIDR: c.Networks.MachineCIDR,
		ServiceCIDR: c.Networks.ServiceCIDR,
		PodCIDR:     c.Networks.PodCIDR,
		HostPrefix:  c.Networks.HostPrefix,
		Zones:       len(c.distinctZones()),
	}
}
