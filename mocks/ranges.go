package mocks

import (
	"net/netip"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
)

const (
	vpcRangeType = "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation"
	subnetType   = "aws:ec2/subnet:Subnet"
	vpcType      = "aws:ec2/vpc:Vpc"
	gatewayType  = "aws:ec2/internetGateway:InternetGateway"
)

// rejecting returns the change, rejected if EC2 rejects it because of other resources.
func (c *comparison) rejecting(change Change) Change {
	then := c.before.resources[c.former(change.Resource.URN)]
	removed := change.Op == Delete || change.Op == Replace
	switch {
	case change.Op == Update && (then.Type == vpcType || then.Type == gatewayType):
		old := fake.Record{Token: then.Type, URN: then.URN, ID: then.ID, Outputs: then.Outputs}
		if aws.RejectUpdate(c.recordsBefore(), old, c.newInputs(change.Resource)) != nil {
			change.Op = Reject
		}
	case then.Type == vpcRangeType && removed && c.keepsSubnet(then):
		change.Op = Reject
	case then.Type == subnetType && change.Op == Replace && c.conflicts(then, change):
		change.Op = Reject
	}
	return change
}

// recordsBefore returns the resources of the earlier run that AWS has. A private machine has no public address.
func (c *comparison) recordsBefore() fake.Records {
	records := fake.Records{}
	for _, then := range c.before.Resources() {
		private := then.Type == "aws:ec2/instance:Instance" && then.Inputs["associatePublicIpAddress"] != true
		if isManaged(then) && !private {
			records[fake.Key(then.Type, then.ID)] = fake.Record{Token: then.Type, URN: then.URN, ID: then.ID, Outputs: then.Outputs}
		}
	}
	return records
}

// keepsSubnet reports whether a subnet in a range of a VPC stays (DisassociateVpcCidrBlock, InvalidCidrBlock.InUse).
func (c *comparison) keepsSubnet(rangeOfVpc Resource) bool {
	for urn, now := range c.after.resources {
		subnet, was := c.before.resources[c.former(urn)]
		update := c.of(urn)
		stays := was && (update == nil || update.Op == Update)
		if now.Type == subnetType && stays && subnet.Inputs["vpcId"] == rangeOfVpc.Inputs["vpcId"] && overlap(subnet, rangeOfVpc) {
			return true
		}
	}
	return false
}

// conflicts reports whether a replacement of a subnet overlaps the former one, which is deleted after it is created (CreateSubnet,
// InvalidSubnet.Conflict).
func (c *comparison) conflicts(then Resource, change Change) bool {
	now := change.Resource
	return !now.Options.DeleteBeforeReplace && !slices.Contains(change.Replaces, "vpcId") &&
		!slices.Contains(change.Replaces, providerPath) && overlap(then, now)
}

// overlap reports whether the CIDRs of two resources overlap.
func overlap(a, b Resource) bool {
	cidr := func(r Resource) netip.Prefix {
		text, _ := r.Inputs["cidrBlock"].(string)
		prefix, _ := netip.ParsePrefix(text) // The zero prefix overlaps nothing.
		return prefix
	}
	return cidr(a).Overlaps(cidr(b))
}
