package mocks

import (
	"cmp"
	"net/netip"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	fakerhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
)

const (
	vpcRangeType = "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation"
	subnetType   = "aws:ec2/subnet:Subnet"
	vpcType      = "aws:ec2/vpc:Vpc"
	gatewayType  = "aws:ec2/internetGateway:InternetGateway"
)

// rejecting returns the change, rejected if EC2 rejects it because of other resources or OCM because of the cluster's release.
func (c *comparison) rejecting(change Change) Change {
	if c.rejects(change) {
		change.Op = Reject
	}
	return change
}

func (c *comparison) rejects(change Change) bool {
	oldResource := c.before.resources[c.oldURN(change.Resource.URN)]
	switch {
	case change.Op == Create:
		return c.takesName(change.Resource)
	case change.Op == Update:
		news := c.newInputs(change.Resource)
		if oldResource.Type == vpcType || oldResource.Type == gatewayType {
			return aws.RejectUpdate(c.recordsBefore(), recordOf(oldResource), news) != nil
		}
		smaller, _ := aws.SmallerVolume(oldResource.Type, c.before.inputs[oldResource.URN], news)
		return smaller != "" || fakerhcs.RejectUpgrade(oldResource.Type, property.Map(oldResource.Outputs), news) != nil
	case oldResource.Type == vpcRangeType:
		return (change.Op == Delete || change.Op == Replace) && c.keepsSubnet(oldResource)
	}
	return oldResource.Type == subnetType && change.Op == Replace && c.conflicts(oldResource, change)
}

// takesName reports whether a new resource has the name of one that the program has no longer, which is deleted after it is created.
func (c *comparison) takesName(created Resource) bool {
	upserts := kubernetes.Upserts(property.PlainMap(c.after.configOf(created.Provider)))
	return slices.ContainsFunc(c.before.Resources(), func(old Resource) bool {
		if !isManaged(old) || c.kept[old.URN] || old.Provider != cmp.Or(c.oldURN(created.Provider), created.Provider) {
			return false
		}
		return old.Type == created.Type && aws.SameName(old.Type, old.Inputs, created.Inputs) ||
			!upserts && kubernetes.SameObject(old.Type, old.Inputs, created.Type, created.Inputs)
	})
}

// recordsBefore returns the resources of the earlier run that AWS has. A private machine has no public address.
func (c *comparison) recordsBefore() fake.Records {
	records := fake.Records{}
	for _, oldResource := range c.before.Resources() {
		private := oldResource.Type == "aws:ec2/instance:Instance" && oldResource.Inputs["associatePublicIpAddress"] != true
		if isManaged(oldResource) && !private {
			records[fake.Key(oldResource.Type, oldResource.ID)] = recordOf(oldResource)
		}
	}
	return records
}

// keepsSubnet reports whether a subnet in a range of a VPC stays (DisassociateVpcCidrBlock, InvalidCidrBlock.InUse).
func (c *comparison) keepsSubnet(rangeOfVpc Resource) bool {
	for urn, newResource := range c.after.resources {
		subnet, was := c.before.resources[c.oldURN(urn)]
		update := c.of(urn)
		stays := was && (update == nil || update.Op == Update)
		if newResource.Type == subnetType && stays && subnet.Inputs["vpcId"] == rangeOfVpc.Inputs["vpcId"] && overlap(subnet, rangeOfVpc) {
			return true
		}
	}
	return false
}

func recordOf(r Resource) fake.Record {
	return fake.Record{Token: r.Type, URN: r.URN, ID: r.ID, Outputs: r.Outputs}
}

// conflicts reports whether a replacement of a subnet overlaps the old one, which is deleted after it is created (CreateSubnet,
// InvalidSubnet.Conflict).
func (c *comparison) conflicts(oldResource Resource, change Change) bool {
	newResource := change.Resource
	return !newResource.Options.DeleteBeforeReplace && !slices.Contains(change.Replaces, "vpcId") &&
		!slices.Contains(change.Replaces, providerPath) && overlap(oldResource, newResource)
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
