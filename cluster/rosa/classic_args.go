package cluster

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// RosaClassicArgs are the arguments of a RosaClassic. Where a change replaces the cluster, the run fails instead and leaves the
// cluster as it is, unless AllowReplacement is set.
type RosaClassicArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// Name is the cluster's name: 1 to 54 lower-case letters, digits and inner hyphens, beginning with a letter. Required. A change
	// replaces the cluster.
	Name string
	// DomainPrefix begins the cluster's domain, at most 15 characters such as Name's. Default: Name, or of a name longer than 15 a
	// random one. A change replaces the cluster.
	DomainPrefix string
	// Region is the cluster's region, such as us-east-2. Required. A change replaces the cluster.
	Region string
	// AccountID is the AWS account that the cluster is in, 12 digits. Required. A change replaces the cluster.
	AccountID pulumi.StringInput
	// CreatorARN is the ARN of the user, or the session of a role, that OCM names as the cluster's creator. Required with
	// Properties. A change is ignored.
	CreatorARN pulumi.StringInput
	// Properties are notes that OCM keeps with the cluster. A change is made in place.
	Properties map[string]string
	// Version chooses the release of OpenShift. Machine pools follow it.
	Version RosaVersionArgs
	// STS are the roles. Required.
	STS RosaSTSArgs

	// MultiAZ spreads the cluster over three zones; without it is in one. A change replaces the cluster.
	MultiAZ bool
	// Zones are the zones of a cluster whose VPC the installer makes: 3 with MultiAZ, else 1. Default: the installer's choice. Excludes
	// subnets, whose zones count. A change replaces the cluster.
	Zones []string
	// PrivateSubnets are the subnets of machines, one for each zone: 3 with MultiAZ, else 1. Default: the installer makes a VPC; it
	// removes it with the cluster. Required with Private, Proxy and PrivateHostedZone. Tag them kubernetes.io/role/internal-elb. A
	// change replaces the cluster.
	PrivateSubnets []network.Subnet
	// PublicSubnets are the subnets of public load balancers, in the zones of PrivateSubnets. Required for a cluster that has
	// PrivateSubnets and is not Private, and only for such. Tag them kubernetes.io/role/elb. A change replaces the cluster.
	PublicSubnets []network.Subnet
	// Private puts the API and the ingress into the VPC; Red Hat reaches the cluster through AWS PrivateLink. A change replaces the
	// cluster.
	Private bool
	// Network are the address ranges.
	Network RosaNetworkArgs
	// Proxy is the proxy that machines reach the internet through. Default none.
	Proxy *RosaProxyArgs
	// PrivateHostedZone is for subnets of another account. Needs BaseDNSDomain and subnets.
	PrivateHostedZone *RosaHostedZoneArgs
	// BaseDNSDomain is the domain that the cluster's is below, reserved with OCM by `rosa create dns-domain`. Default: one that OCM
	// chooses. A change replaces the cluster.
	BaseDNSDomain pulumi.StringInput

	// Workers are the worker machines of the first pool.
	Workers RosaWorkersArgs
	// ControlPlaneSecurityGroupIDs and InfraSecurityGroupIDs are at most 10 security groups that these machines have beside their own.
	// From OpenShift 4.14. A change replaces the cluster.
	ControlPlaneSecurityGroupIDs, InfraSecurityGroupIDs pulumi.StringArrayInput
	// IMDS says which requests the machines' metadata service answers. Default RosaIMDSv2, which needs OpenShift 4.11. A change
	// replaces the cluster.
	IMDS RosaIMDS

	// EtcdEncryption encrypts keys in etcd, beside the volumes that it is on, which are encrypted always. A change replaces the
	// cluster.
	EtcdEncryption bool
	// VolumeKeyARN is the ARN of the KMS key of the machines' root volumes and of the default StorageClass: iam.VolumeKey. Default: a key
	// of AWS's. A change replaces the cluster.
	VolumeKeyARN pulumi.StringInput
	// FIPS restricts cryptography to FIPS 140 validated modules. A change replaces the cluster.
	FIPS bool

	// DisableWorkloadMonitoring turns off the monitoring of users' own projects. A change is made in place.
	DisableWorkloadMonitoring bool
	// DisableSCPChecks skips the service's check of the organisation's service control policies. A change replaces the cluster.
	DisableSCPChecks bool
	// Admin is a user that the cluster is born with. Default none.
	Admin *RosaAdminArgs

	// Waits say how long the program waits.
	Waits RosaWaitsArgs
	// AllowReplacement lets changes that the service cannot make in place destroy the cluster, with everything in it, and make
	// another. Set it for the one run that is meant to. In a run before it take machine pools, identity providers and what else this
	// package makes in the cluster out of the program: OCM cannot delete them once the cluster is gone, and the run would fail.
	AllowReplacement bool
	// Tags are set on everything that the service makes in the account. A change replaces the cluster.
	Tags pulumi.StringMap
}

// RosaHostedZoneArgs let a Classic cluster live in subnets that another account shares with its own. A change replaces the cluster.
type RosaHostedZoneArgs struct {
	// ID is the id of the private hosted zone <cluster>.<base domain> in the VPC owner's account. Required.
	ID pulumi.StringInput
	// RoleARN is the ARN of the owner's role that may write records into it. Required.
	RoleARN pulumi.StringInput
}

const rosaClassicPath = "cluster.RosaClassicArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaClassicArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	full.common().check(&p, rosaClassicPath)
	full.checkPlace(&p)
	full.checkHostedZone(&p)
	full.Workers.check(&p, rosaClassicPath+"Workers", full.shape())
	for _, groups := range []struct {
		name string
		ids  pulumi.StringArrayInput
	}{{"ControlPlaneSecurityGroupIDs", full.ControlPlaneSecurityGroupIDs}, {"InfraSecurityGroupIDs", full.InfraSecurityGroupIDs}} {
		rosaCheckSecurityGroups(&p, rosaClassicPath+groups.name, groups.ids)
		if groups.ids != nil && rosaOlderThan(full.Version.Version, 14) {
			p.Addf(rosaClassicPath+groups.name, "need OpenShift 4.14; the version is %s", full.Version.Version)
		}
	}
	if full.IMDS == RosaIMDSv2 && rosaOlderThan(full.Version.Version, 11) {
		p.Addf(rosaClassicPath+"IMDS", "%s needs OpenShift 4.11; the version is %s: set %s", RosaIMDSv2, full.Version.Version, RosaIMDSv1AndV2)
	}
	if full.Workers.DiskSizeGiB != 0 && full.Version.Version == "" {
		p.Addf(rosaClassicPath+"Version.Version", "is required with Workers.DiskSizeGiB, whose limit depends on it")
	}
	return p.Err()
}

func (a *RosaClassicArgs) checkPlace(p *check.Problems) {
	machines := a.Network.check(p, rosaClassicPath+"Network", false, a.MultiAZ)
	rosaCheckSubnets(p, rosaClassicPath+"PrivateSubnets", a.PrivateSubnets, a.Region, machines)
	rosaCheckSubnets(p, rosaClassicPath+"PublicSubnets", a.PublicSubnets, a.Region, machines)
	for i, zone := range a.Zones {
		rosaCheckZone(p, rosaIndex(rosaClassicPath+"Zones", i), zone, a.Region)
	}
	if len(a.Zones) > 0 && len(a.Zones) != a.zoneCount() {
		p.Addf(rosaClassicPath+"Zones", "are %d; a cluster has 3 with MultiAZ, else 1", len(a.Zones))
	}
	if len(a.PrivateSubnets) == 0 {
		a.checkNoSubnets(p)
		return
	}
	if len(a.Zones) > 0 {
		p.Addf(rosaClassicPath+"Zones", "are set and subnets are too; leave them out: the subnets' zones count")
	}
	if len(a.PrivateSubnets) != a.zoneCount() {
		p.Addf(rosaClassicPath+"PrivateSubnets", "are %d; a cluster has 3 with MultiAZ, else 1", len(a.PrivateSubnets))
	}
	switch {
	case a.Private && len(a.PublicSubnets) > 0:
		p.Addf(rosaClassicPath+"PublicSubnets", "are set and the cluster is Private; leave them out")
	case !a.Private && !rosaSameZones(a.PrivateSubnets, a.PublicSubnets):
		p.Addf(rosaClassicPath+"PublicSubnets", "must be in the zones of PrivateSubnets, one in each, unless the cluster is Private")
	}
}

// checkNoSubnets looks at a cluster whose VPC the installer makes.
func (a *RosaClassicArgs) checkNoSubnets(p *check.Problems) {
	var needs string
	switch {
	case a.Private:
		needs = "Private"
	case a.Proxy != nil:
		needs = "Proxy"
	case a.PrivateHostedZone != nil:
		needs = "PrivateHostedZone"
	case len(a.PublicSubnets) > 0:
		needs = "PublicSubnets"
	default:
		return
	}
	p.Addf(rosaClassicPath+"PrivateSubnets", "is empty; %s needs a VPC of one's own", needs)
}

func rosaSameZones(a, b []network.Subnet) bool {
	return slices.Equal(slices.Sorted(slices.Values(rosaZones(a))), slices.Sorted(slices.Values(rosaZones(b))))
}

func (a *RosaClassicArgs) checkHostedZone(p *check.Problems) {
	zone := a.PrivateHostedZone
	if zone == nil {
		return
	}
	rosaCheckZoneID(p, rosaClassicPath+"PrivateHostedZone.ID", zone.ID)
	if p.Required(rosaClassicPath+"PrivateHostedZone.RoleARN", zone.RoleARN) {
		rosaCheckRole(p, rosaClassicPath+"PrivateHostedZone.RoleARN", zone.RoleARN, a.Region, "")
	}
	if a.BaseDNSDomain == nil {
		p.Addf(rosaClassicPath+"BaseDNSDomain", "is required with PrivateHostedZone")
	}
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *RosaClassicArgs) withDefaults() *RosaClassicArgs {
	var full RosaClassicArgs
	if a != nil {
		full = *a
	}
	full.IMDS = full.IMDS.orDefault()
	return &full
}

func (a *RosaClassicArgs) common() rosaCommon {
	return rosaCommon{
		rhcs: a.RHCS, name: a.Name, domainPrefix: a.DomainPrefix, region: a.Region, account: a.AccountID, creator: a.CreatorARN,
		properties: a.Properties, version: a.Version, sts: a.STS, private: a.Private, proxy: a.Proxy, admin: a.Admin,
		volumeKey: a.VolumeKeyARN, imds: a.IMDS, waits: a.Waits, baseDomain: a.BaseDNSDomain, tags: a.Tags, fips: a.FIPS,
	}
}

func (a *RosaClassicArgs) zoneCount() int {
	if a.MultiAZ {
		return 3
	}
	return 1
}

func (a *RosaClassicArgs) shape() rosaShape {
	return rosaShape{unit: a.zoneCount(), version: a.Version.Version, network: a.Network}
}
