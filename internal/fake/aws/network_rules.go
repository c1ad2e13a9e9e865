package aws

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// rejectInNetwork returns EC2's error for a subnet or a range of a VPC that does not fit to those that exist.
// What the same resource left behind in an interrupted run does not count, but its former state does: a replacement is created first.
func rejectInNetwork(records fake.Records, created fake.Record) error {
	switch created.Token {
	case subnetType:
		return rejectSubnet(records, created)
	case vpcCIDRType:
		if other, ok := overlapping(created, append(vpcRanges(records, created.Text("vpcId")), rangeOf(created))); ok {
			return fmt.Errorf("creating %s: the CIDR '%s' overlaps %s of the VPC", created.ID, created.Text("cidrBlock"), other)
		}
	}
	return nil
}

// blockRange is a range of addresses of a resource.
type blockRange struct {
	owner fake.Record
	cidr  netip.Prefix
}

func rangeOf(record fake.Record) blockRange {
	cidr, _ := netip.ParsePrefix(record.Text("cidrBlock")) // The zero prefix contains and overlaps nothing.
	return blockRange{record, cidr}
}

// vpcRanges returns the ranges of a VPC; none if the VPC is not one of the records.
func vpcRanges(records fake.Records, vpc string) []blockRange {
	found, ok := records[fake.Key("aws:ec2/vpc:Vpc", vpc)]
	if !ok {
		return nil
	}
	return append([]blockRange{rangeOf(found)}, inVpc(records, vpcCIDRType, vpc)...)
}

// inVpc returns the ranges of the resources of a type in a VPC.
func inVpc(records fake.Records, token, vpc string) (ranges []blockRange) {
	for _, record := range records {
		if record.Token == token && record.Text("vpcId") == vpc {
			ranges = append(ranges, rangeOf(record))
		}
	}
	return ranges
}

// overlapping returns the smallest one of other resources' ranges that overlaps that of a record.
func overlapping(record fake.Record, ranges []blockRange) (cidr string, ok bool) {
	mine := rangeOf(record).cidr
	var found []string
	for _, other := range ranges {
		leftover := other.owner.URN == record.URN && other.cidr == mine &&
			other.owner.Text("availabilityZone") == record.Text("availabilityZone")
		if !leftover && other.cidr.Overlaps(mine) {
			found = append(found, other.cidr.String())
		}
	}
	if len(found) == 0 {
		return "", false
	}
	return slices.Min(found), true
}

func rejectSubnet(records fake.Records, created fake.Record) error {
	vpc, cidr := created.Text("vpcId"), rangeOf(created).cidr
	ranges := vpcRanges(records, vpc)
	inside := func(of blockRange) bool {
		return of.cidr.Bits() <= cidr.Bits() && of.cidr.Contains(cidr.Addr())
	}
	if cidr.IsValid() && len(ranges) > 0 && !slices.ContainsFunc(ranges, inside) {
		return fmt.Errorf("creating %s: InvalidSubnet.Range: the CIDR '%s' is not within the VPC's CIDRs; "+
			"a subnet in a secondary CIDR must depend on its association", created.ID, cidr)
	}
	return rejectConflict(records, created, vpc)
}

// rejectConflict returns EC2's error for a subnet whose addresses another one of the VPC has.
func rejectConflict(records fake.Records, created fake.Record, vpc string) error {
	if other, ok := overlapping(created, inVpc(records, subnetType, vpc)); ok {
		return fmt.Errorf("creating %s: InvalidSubnet.Conflict: the CIDR '%s' conflicts with another subnet (%s)",
			created.ID, rangeOf(created).cidr, other)
	}
	return nil
}

// rejectRangeInUse returns EC2's error if a VPC's secondary range that is deleted has subnets.
func rejectRangeInUse(records fake.Records, deleted fake.Record) error {
	if deleted.Token != vpcCIDRType {
		return nil
	}
	vpc := deleted.Text("vpcId")
	if _, used := overlapping(deleted, inVpc(records, subnetType, vpc)); !used {
		return nil
	}
	return fmt.Errorf("deleting %s: InvalidCidrBlock.InUse: The vpc %s currently has a subnet within CIDR block %s",
		deleted.ID, vpc, deleted.Text("cidrBlock"))
}

func rejectUpdate(records fake.Records, old fake.Record, change fake.Change) error {
	return RejectUpdate(records, old, change.Inputs)
}

// RejectUpdate returns EC2's error if other resources prevent an update in place: subnets that use the VPC's IPv6 CIDR
// (DisassociateVpcCidrBlock), or public addresses that use the internet gateway (DetachInternetGateway).
func RejectUpdate(records fake.Records, old fake.Record, inputs resource.PropertyMap) error {
	switch old.Token {
	case vpcType:
		if old.Outputs["assignGeneratedIpv6CidrBlock"] != true || property.IsTrue(inputs, "assignGeneratedIpv6CidrBlock") {
			return nil
		}
		if users := withIPv6(records, old.ID); len(users) > 0 {
			return fmt.Errorf("updating %s: InvalidCidrBlock.InUse: The vpc %s currently has a subnet within its IPv6 CIDR block\nIn use by %s",
				old.ID, old.ID, strings.Join(users, ", "))
		}
	case internetGatewayType:
		if property.Text(inputs, "vpcId") != old.Text("vpcId") {
			return rejectDetach(records, old, "updating")
		}
	}
	return nil
}

// withIPv6 returns the IDs of the subnets of a VPC that have an IPv6 CIDR.
func withIPv6(records fake.Records, vpc string) []string {
	var users []fake.Record
	for _, record := range records {
		if record.Token == subnetType && record.Text("vpcId") == vpc && record.Text("ipv6CidrBlock") != "" {
			users = append(users, record)
		}
	}
	return idsOf(users)
}

// rejectDetach returns EC2's error if something in the VPC has a public address.
func rejectDetach(records fake.Records, gateway fake.Record, doing string) error {
	users := publicAddresses(records, gateway)
	if len(users) == 0 {
		return nil
	}
	return fmt.Errorf("%s %s: DependencyViolation: Network %s has some mapped public address(es). "+
		"Please unmap those public address(es) before detaching the gateway.\nIn use by %s",
		doing, gateway.ID, gateway.Text("vpcId"), strings.Join(users, ", "))
}
