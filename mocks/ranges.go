package mocks

import "net/netip"

const (
	vpcRangeType = "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation"
	subnetType   = "aws:ec2/subnet:Subnet"
)

// refusingRange returns the change, refused if it removes a range of a VPC in which subnets stay (EC2 DisassociateVpcCidrBlock,
// InvalidCidrBlock.InUse).
func (c *comparison) refusingRange(change Change) Change {
	if change.Resource.Type != vpcRangeType || change.Op != Delete && change.Op != Replace {
		return change
	}
	then := c.before.resources[c.former(change.Resource.URN)]
	for urn, now := range c.after.resources {
		subnet, was := c.before.resources[c.former(urn)]
		update := c.of(urn)
		stays := was && (update == nil || update.Op == Update)
		if now.Type == subnetType && stays && subnet.Inputs["vpcId"] == then.Inputs["vpcId"] && overlap(subnet, then) {
			change.Op = Refuse
		}
	}
	return change
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
