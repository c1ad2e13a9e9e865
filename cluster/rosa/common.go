package rosa

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// common are the arguments that HCPArgs and ClassicArgs share.
type common struct {
	hosted             bool
	name, domainPrefix string
	region             string
	account, creator   pulumi.StringInput
	properties         map[string]string
	version            *VersionArgs
	sts                *STSArgs
	private, public    []network.Subnet
	zones              []string
	scope              network.Scope
	network            *NetworkArgs
	proxy              *ProxyArgs
	baseDomain         pulumi.StringInput
	workers            *WorkersArgs
	limits             workerLimits
	allowIMDSv1, fips  bool
	volumeKey          pulumi.StringInput
	admin              *AdminArgs
	wait               *WaitArgs
	tags               pulumi.StringMap
}

// Properties of a cluster with a meaning of their own. The provider sets the first two.
const (
	tfVersionProperty  = "rosa_tf_version"
	tfCommitProperty   = "rosa_tf_commit"
	creatorProperty    = "rosa_creator_arn"
	zeroEgressProperty = "zero_egress"
)

// regionOf returns the region of a cluster: the explicit one, otherwise that of its zones.
func regionOf(explicit string, zones []string) string {
	if explicit != "" || len(zones) == 0 {
		return explicit
	}
	region, _ := partition.RegionOfZone(zones[0])
	return region
}

// isGov reports whether a region is in GovCloud.
func isGov(region string) bool {
	return partition.OfRegion(region).ID == "aws-us-gov"
}

// isInternal reports whether the API server and the ingress are reachable from the VPC only.
func (c common) isInternal() bool {
	return c.scope == network.Internal
}

// accountID returns the account of the cluster; "" if it is not known yet.
func (c common) accountID() string {
	account, _ := check.Text(c.account)
	return account
}

func (c common) check(p *check.Problems, path string) {
	p.RequiredFormat(path+".Name", c.name, clusterName)
	p.Format(path+".DomainPrefix", c.domainPrefix, domainPrefix)
	p.Format(path+".Region", c.region, check.Region)
	p.RequiredFormat(path+".AccountID", c.account, check.AccountID)
	c.version.check(p, path+".Version")
	c.sts.check(p, path+".STS", c.region, c.accountID(), c.hosted)
	c.checkProperties(p, path)
	c.checkNetwork(p, path)
	p.Format(path+".BaseDNSDomain", c.baseDomain, check.Domain.WithExample("a1b2.p3.openshiftapps.com"))
	c.proxy.check(p, path+".Proxy")
	c.workers.check(p, path+".Workers", c.limits)
	checkKey(p, path+".VolumeKeyARN", c.volumeKey, c.region)
	c.admin.check(p, path+".Admin")
	c.wait.check(p, path+".Wait", c.hosted)
	tags.Check(p, path+".Tags", c.tags)
}

func (c common) checkNetwork(p *check.Problems, path string) {
	check.OneOf(p, path+".Scope", c.scope, network.External, network.Internal)
	zones := max(len(c.private), len(c.zones), c.limits.multiple)
	machines := c.network.check(p, path+".Network", c.hosted, zones)
	ids := map[any]bool{}
	checkSubnets(p, path+".PrivateSubnets", c.private, c.region, machines, ids)
	checkSubnets(p, path+".PublicSubnets", c.public, c.region, machines, ids)
	for i, zone := range c.zones {
		checkZone(p, check.Index(path+".Zones", i), zone, c.region)
	}
}

// maxDomainPrefix is the length of the longest domain prefix (openshift/rosa pkg/ocm/helpers.go). A longer name is not one.
const maxDomainPrefix = 15

// checkHostedZones notes what a cluster in a VPC of another account needs, whose field is sharing. The names of the VPC owner's hosted
// zones consist of the domain prefix and the base domain (openshift/rosa#2388).
func (c common) checkHostedZones(p *check.Problems, path, sharing string) {
	if c.baseDomain == nil {
		p.Addf(path+".BaseDNSDomain", "is required with %s", sharing)
	}
	if c.domainPrefix == "" && len(c.name) > maxDomainPrefix {
		p.Addf(path+".DomainPrefix", "is required with %s if Name has more than %d characters: "+
			"OCM would choose a random one, and the hosted zone's name must contain it", sharing, maxDomainPrefix)
	}
}

func (c common) checkProperties(p *check.Problems, path string) {
	p.Format(path+".CreatorARN", c.creator, creatorARN)
	if len(c.properties) > 0 && c.creator == nil {
		p.Addf(path+".CreatorARN", "is required with Properties")
	}
	for _, name := range slices.Sorted(maps.Keys(c.properties)) {
		at := check.Key(path+".Properties", name)
		switch {
		case name == tfVersionProperty || name == tfCommitProperty:
			p.Addf(at, "must not be set: the provider sets it")
		case name == creatorProperty:
			p.Addf(at, "must not be set; use CreatorARN")
		case name == zeroEgressProperty && c.hosted:
			p.Addf(at, "must not be set; use ZeroEgress")
		case name == zeroEgressProperty:
			p.Addf(at, "is only supported by hosted control planes")
		default:
			p.Format(at, name, propertyName)
		}
	}
}

// inputs are the properties that both of RHCS's cluster resources have.
func (c common) inputs() pulumi.Map {
	version := valueOf(c.version)
	return merge(pulumi.Map{
		"name":                       pulumi.String(c.name),
		"domainPrefix":               text(c.domainPrefix),
		"cloudRegion":                pulumi.String(c.region),
		"awsAccountId":               c.account,
		"properties":                 c.propertyInputs(),
		"sts":                        c.sts.inputs(),
		"private":                    pulumi.Bool(c.isInternal()),
		"proxy":                      c.proxy.inputs(),
		"kmsKeyArn":                  c.volumeKey,
		"ec2MetadataHttpTokens":      tokens(c.allowIMDSv1),
		"baseDnsDomain":              c.baseDomain,
		"fips":                       flag(c.fips),
		"tags":                       c.tags,
		"version":                    text(version.Version),
		"channel":                    text(version.Channel),
		"channelGroup":               text(version.ChannelGroup),
		"upgradeAcknowledgementsFor": text(version.AcknowledgeUpgradeTo),
	}, c.network.inputs(), c.workers.inputs(c.limits), c.admin.inputs(), c.wait.inputs())
}

func (c common) propertyInputs() pulumi.Input {
	if c.creator == nil {
		return nil
	}
	properties := pulumi.ToStringMap(c.properties)
	properties[creatorProperty] = c.creator
	return properties
}

// clusterResource has the outputs of either of RHCS's cluster resources.
type clusterResource struct {
	pulumi.CustomResourceState

	ExternalID       pulumi.StringOutput    `pulumi:"externalId"`
	APIURL           pulumi.StringOutput    `pulumi:"apiUrl"`
	ConsoleURL       pulumi.StringOutput    `pulumi:"consoleUrl"`
	DomainPrefix     pulumi.StringOutput    `pulumi:"domainPrefix"`
	Domain           pulumi.StringOutput    `pulumi:"domain"`
	State            pulumi.StringOutput    `pulumi:"state"`
	CurrentVersion   pulumi.StringOutput    `pulumi:"currentVersion"`
	InfraID          pulumi.StringOutput    `pulumi:"infraId"`
	AdminCredentials pulumi.StringMapOutput `pulumi:"adminCredentials"`
}

// admin returns one of the credentials of the cluster-admin user as a secret; nil without such a user.
func (c *clusterResource) admin(key string) pulumi.StringPtrOutput {
	value := c.AdminCredentials.ApplyT(func(credentials map[string]string) *string {
		if value, ok := credentials[key]; ok {
			return &value
		}
		return nil
	})
	return pulumi.ToSecret(value).(pulumi.StringPtrOutput)
}

// scopeOrDefault applies the default of Scope.
func scopeOrDefault(scope network.Scope) network.Scope {
	return cmp.Or(scope, network.External)
}
