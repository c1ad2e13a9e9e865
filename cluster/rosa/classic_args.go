package rosa

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// ClassicArgs are the arguments of a Classic. Unless a field says otherwise, a change replaces the cluster: the update fails and leaves
// the cluster as it is, unless AllowReplacement is set.
type ClassicArgs struct {
	// Name is the name of the cluster: 1 to 54 lower-case letters, digits and hyphens, beginning with a letter. Required.
	Name string `rhcs:"name" check:"required,format=rosa-cluster-name"`
	// DomainPrefix is the first label of the cluster's domain, in the format of [Name], at most 15 characters. Required for a VPC
	// of another account if [Name] is longer; otherwise defaults to [Name], or to a random one if [Name] is longer.
	DomainPrefix string `rhcs:"domainPrefix" check:"format=rosa-domain-prefix"`
	// Region is the AWS region of the cluster. Defaults to the region of the zones of Zones or PrivateSubnets, otherwise to the region of
	// the AWS provider.
	Region string `rhcs:"cloudRegion" check:"format=region"`
	// AccountID is the ID of the AWS account of the cluster, 12 digits. Required.
	AccountID pulumi.StringInput `rhcs:"awsAccountId" check:"required,format=account-id"`
	// CreatorARN is the ARN of the user, or of the role's session, that OCM records as the creator of the cluster. Required with
	// Properties. Changes are ignored.
	CreatorARN pulumi.StringInput `check:"format=rosa-creator-arn"`
	// Properties are key-value pairs that OCM stores with the cluster. Defaults to none. Changes are applied in place.
	Properties map[string]string
	// Version is the OpenShift release; machine pools follow it. Defaults to the newest. Changes are applied in place.
	Version *VersionArgs
	// STS are the roles. Required.
	STS *STSArgs `rhcs:"sts" check:"required"`

	// MultiAZ spreads the cluster over three zones. Defaults to false: one zone.
	MultiAZ bool `rhcs:"multiAz"`
	// Zones are the zones of a cluster whose VPC the installer creates: 3 with MultiAZ, otherwise 1. Excludes PrivateSubnets, which have
	// zones. Defaults to the installer's choice.
	Zones []string `check:"format=zone,not=PrivateSubnets"`
	// PrivateSubnets are the subnets of the machines, one per zone: 3 with MultiAZ, otherwise 1. Required with PublicSubnets, Proxy,
	// PrivateHostedZone and Scope Internal. Tag them with kubernetes.io/role/internal-elb. Defaults to none: the installer creates a VPC,
	// and deletes it with the cluster.
	PrivateSubnets []network.Subnet `network:"private"`
	// PublicSubnets are the subnets of public load balancers, in the zones of PrivateSubnets. Required with PrivateSubnets, unless Scope
	// is Internal. Tag them with kubernetes.io/role/elb. Defaults to none.
	PublicSubnets []network.Subnet `network:"public"`
	// Scope is who can reach the API server and the ingress: Red Hat reaches an internal cluster through AWS PrivateLink. Defaults to
	// network.External.
	Scope network.Scope `check:"External|Internal" default:"External"`
	// Network are the address ranges. Defaults to those of NetworkArgs.
	Network *NetworkArgs
	// Proxy is the cluster-wide proxy. Defaults to none. Changes are applied in place.
	Proxy *ProxyArgs `rhcs:"proxy"`
	// PrivateHostedZone is for subnets that another account shares. Needs BaseDNSDomain and PrivateSubnets. Defaults to none.
	PrivateHostedZone *HostedZoneArgs `rhcs:"privateHostedZone"`
	// BaseDNSDomain is the parent of the cluster's domain, such as DNSDomain.Name. Defaults to OCM's choice.
	BaseDNSDomain pulumi.StringInput `rhcs:"baseDnsDomain" check:"format=rosa-base-domain"`

	// Workers are the initial machine pool. Defaults to those of WorkersArgs.
	Workers *WorkersArgs
	// ControlPlaneSecurityGroupIDs are additional security groups of the control-plane machines, at most 10. Defaults to
	// none.
	ControlPlaneSecurityGroupIDs pulumi.StringArrayInput `rhcs:"awsAdditionalControlPlaneSecurityGroupIds" check:"count=..10,format=security-group-id"`
	// InfraSecurityGroupIDs are additional security groups of the infra machines, at most 10. Defaults to none.
	InfraSecurityGroupIDs pulumi.StringArrayInput `rhcs:"awsAdditionalInfraSecurityGroupIds" check:"count=..10,format=security-group-id"`
	// AllowIMDSv1 lets the instance metadata service of the machines answer requests without a token.
	// Defaults to false.
	AllowIMDSv1 bool

	// EtcdEncryption encrypts the resources in etcd, in addition to its volumes, which are always encrypted. Defaults to false.
	EtcdEncryption bool `rhcs:"etcdEncryption"`
	// VolumeKeyARN is the ARN of the KMS key of the machines' root volumes and of the default StorageClass: iam.VolumeKey. Defaults to a
	// key of AWS.
	VolumeKeyARN pulumi.StringInput `rhcs:"kmsKeyArn" check:"format=rosa-key-arn"`
	// FIPS restricts cryptography to FIPS 140 validated modules. Defaults to false.
	FIPS bool `rhcs:"fips"`

	// WorkloadMonitoring monitors user-defined projects. Defaults to true. Changes are applied in place.
	WorkloadMonitoring *bool `default:"true"`
	// SCPChecks lets the service check the organization's service control policies. Defaults to true.
	SCPChecks *bool `default:"true"`
	// Admin is a cluster-admin user that is created with the cluster. Defaults to none.
	Admin *AdminArgs `rhcs:"adminCredentials"`

	// Wait is how long an update waits for OCM. Defaults to those of WaitArgs. Changes do not change the cluster.
	Wait *WaitArgs `default:"{}"`
	// AllowReplacement lets changes that OCM cannot apply in place delete the cluster, with everything in it, and create another one. Set
	// it for that update only. Before it, remove the machine pools, identity providers and other contents of the cluster from the program:
	// OCM cannot delete them when the cluster is gone, and the update would fail. Defaults to false.
	AllowReplacement bool
	// Tags are AWS tags of everything that the service creates in the account. Defaults to none.
	// Changes have no effect without AllowReplacement: a warning says so.
	Tags pulumi.StringMap `rhcs:"tags" check:"tags"`
}

const classicPath = "rosa.ClassicArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ClassicArgs) Validate() error {
	full, p := check.Begin(a)
	full.setDefaults()
	c := newClusterCheck(&p, classicPath, full.Region, full.AccountID, false)
	c.version(full.Version)
	c.sts(full.STS, valueOf(full.Version).Version)
	c.properties(full.Properties, full.CreatorARN)
	for i, zone := range full.Zones {
		c.zone(check.Index(classicPath+".Zones", i), zone)
	}
	c.network(full.Network, full.zoneCount(), full.PrivateSubnets, full.PublicSubnets)
	full.checkSubnets(&p)
	if full.PrivateHostedZone != nil {
		c.role("PrivateHostedZone.RoleARN", full.PrivateHostedZone.RoleARN)
		c.hostedZones("PrivateHostedZone", full.Name, full.DomainPrefix, full.BaseDNSDomain)
	}
	c.proxy(full.Proxy)
	c.workers(full.Workers, full.limits())
	c.key("VolumeKeyARN", full.VolumeKeyARN)
	c.wait(full.Wait)
	return p.ErrOf(a)
}

// checkSubnets reports zones and subnets that do not fit together.
func (a *ClassicArgs) checkSubnets(p *check.Problems) {
	a.checkZoneCount(p, "Zones", len(a.Zones))
	a.checkZoneCount(p, "PrivateSubnets", len(a.PrivateSubnets))
	internal := a.Scope == network.Internal
	switch {
	case len(a.PrivateSubnets) == 0:
		a.checkWithoutSubnets(p)
	case internal && len(a.PublicSubnets) > 0:
		p.Addf(classicPath+".PublicSubnets", "must not be set together with Scope %s", network.Internal)
	case !internal && !haveSameZones(a.PrivateSubnets, a.PublicSubnets):
		p.Addf(classicPath+".PublicSubnets", "must have one subnet in each zone of PrivateSubnets, unless Scope is %s", network.Internal)
	}
}

func (a *ClassicArgs) checkZoneCount(p *check.Problems, field string, count int) {
	if count != 0 && count != a.zoneCount() {
		p.Addf(check.Join(classicPath, field), "must have 3 elements with MultiAZ, otherwise 1 (has %d)", count)
	}
}

// checkWithoutSubnets reports what a cluster cannot have if the installer creates its VPC.
func (a *ClassicArgs) checkWithoutSubnets(p *check.Problems) {
	for _, needs := range []check.Choice{
		{Field: "Scope Internal", Set: a.Scope == network.Internal},
		{Field: "Proxy", Set: a.Proxy != nil},
		{Field: "PrivateHostedZone", Set: a.PrivateHostedZone != nil},
		{Field: "PublicSubnets", Set: len(a.PublicSubnets) > 0},
	} {
		if needs.Set {
			p.Addf(classicPath+".PrivateSubnets", "is required with %s", needs.Field)
			return
		}
	}
}

func haveSameZones(a, b []network.Subnet) bool {
	return slices.Equal(slices.Sorted(slices.Values(zonesOf(a))), slices.Sorted(slices.Values(zonesOf(b))))
}

func (a *ClassicArgs) setDefaults() {
	a.Region = regionOf(a.Region, a.zones())
}

func (a *ClassicArgs) zoneCount() int {
	if a.MultiAZ {
		return 3
	}
	return 1
}

func (a *ClassicArgs) limits() workerLimits {
	return workerLimits{multiple: a.zoneCount(), network: a.Network}
}
