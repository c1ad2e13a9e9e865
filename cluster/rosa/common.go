package cluster

import (
	"maps"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// rosaCommon is what clusters with hosted control planes and Classic ones have in common.
type rosaCommon struct {
	rhcs                       RHCSProvider
	name, domainPrefix, region string
	account                    pulumi.StringInput
	creator                    pulumi.StringInput
	properties                 map[string]string
	version                    RosaVersionArgs
	sts                        RosaSTSArgs
	private                    bool
	proxy                      *RosaProxyArgs
	admin                      *RosaAdminArgs
	volumeKey                  pulumi.StringInput
	imds                       RosaIMDS
	waits                      RosaWaitsArgs
	baseDomain                 pulumi.StringInput
	tags                       pulumi.StringMap
	fips                       bool
	hosted                     bool
}

// Forms of names (openshift/rosa pkg/ocm/helpers.go).
var (
	rosaName         = regexp.MustCompile(`^[a-z]([-a-z0-9]*[a-z0-9])?$`)
	rosaPropertyName = regexp.MustCompile(`^[\w.-]+$`)
)

const (
	rosaNameLimit   = 54
	rosaPrefixLimit = 15
)

// Properties of a cluster that have a meaning. The first two the provider sets itself.
const (
	rosaTFVersion  = "rosa_tf_version"
	rosaTFCommit   = "rosa_tf_commit"
	rosaCreatorKey = "rosa_creator_arn"
	rosaZeroEgress = "zero_egress"
)

func (c rosaCommon) check(p *check.Problems, path string) {
	c.rhcs.Check(p, path+"RHCS")
	rosaCheckName(p, path+"Name", c.name, rosaNameLimit)
	if c.domainPrefix != "" {
		rosaCheckName(p, path+"DomainPrefix", c.domainPrefix, rosaPrefixLimit)
	}
	if p.Required(path+"Region", c.region) && !partition.IsRegion(c.region) {
		p.Addf(path+"Region", "%q is no region; write one such as us-east-2", c.region)
	}
	if p.Required(path+"AccountID", c.account) {
		rosaCheckAccount(p, path+"AccountID", c.account)
	}
	oldest := rosaOldestClassic
	if c.hosted {
		oldest = rosaOldestHCP
	}
	c.version.check(p, path+"Version", oldest)
	account, _ := rosaKnown(c.account)
	c.sts.check(p, path+"STS", c.region, account, c.hosted)
	c.checkProperties(p, path)
	c.proxy.check(p, path+"Proxy")
	c.admin.check(p, path+"Admin")
	rosaCheckKey(p, path+"VolumeKeyARN", c.volumeKey, c.region)
	c.imds.check(p, path+"IMDS")
	c.waits.check(p, path+"Waits", c.hosted)
	tags.Check(p, path+"Tags", c.tags)
}

func rosaCheckName(p *check.Problems, path, name string, limit int) {
	switch {
	case !p.Required(path, name):
	case len(name) > limit:
		p.Addf(path, "%q has %d characters; at most %d are possible", name, len(name), limit)
	case !rosaName.MatchString(name):
		p.Addf(path, "%q must be lower-case letters, digits and inner hyphens, and begin with a letter", name)
	}
}

func (c rosaCommon) checkProperties(p *check.Problems, path string) {
	if creator, known := rosaKnown(c.creator); known && !rosaCreator.MatchString(creator) {
		p.Addf(path+"CreatorARN", "%q is no ARN of a user or of a role's session; aws sts get-caller-identity shows one", creator)
	}
	for _, key := range slices.Sorted(maps.Keys(c.properties)) {
		switch {
		case key == rosaTFVersion || key == rosaTFCommit:
			p.Addf(path+"Properties", "%s is set by the provider", key)
		case key == rosaCreatorKey:
			p.Addf(path+"Properties", "%s has an argument of its own, CreatorARN", key)
		case key == rosaZeroEgress && c.hosted:
			p.Addf(path+"Properties", "%s has an argument of its own, ZeroEgress", key)
		case key == rosaZeroEgress:
			p.Addf(path+"Properties", "%s is for hosted control planes", key)
		case !rosaPropertyName.MatchString(key):
			p.Addf(path+"Properties", "%q is no property's name; write letters, digits and any of _.-", key)
		}
	}
	if len(c.properties) > 0 && c.creator == nil {
		p.Addf(path+"CreatorARN", "is required with Properties")
	}
}

// inputs are the properties that both of RHCS's cluster resources have under the same names.
func (c rosaCommon) inputs() pulumi.Map {
	return rosaMerge(pulumi.Map{
		"name":                       pulumi.String(c.name),
		"domainPrefix":               rosaText(c.domainPrefix),
		"cloudRegion":                pulumi.String(c.region),
		"awsAccountId":               c.account,
		"properties":                 c.propertyInputs(),
		"sts":                        c.sts.inputs(),
		"private":                    pulumi.Bool(c.private),
		"proxy":                      c.proxy.inputs(),
		"kmsKeyArn":                  c.volumeKey,
		"ec2MetadataHttpTokens":      rosaText(c.imds),
		"baseDnsDomain":              c.baseDomain,
		"fips":                       rosaFlag(c.fips),
		"tags":                       c.tags,
		"version":                    rosaText(c.version.Version),
		"channel":                    rosaText(c.version.Channel),
		"channelGroup":               rosaText(c.version.ChannelGroup),
		"upgradeAcknowledgementsFor": rosaText(c.version.AcknowledgeUpgradeTo),
	}, c.waits.inputs(), c.admin.inputs())
}

func (c rosaCommon) propertyInputs() pulumi.Input {
	if c.creator == nil {
		return nil
	}
	properties := pulumi.ToStringMap(c.properties)
	properties[rosaCreatorKey] = c.creator
	return properties
}
