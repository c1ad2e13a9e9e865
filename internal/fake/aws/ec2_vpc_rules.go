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

// rejectRange returns EC2's error for a secondary range of a VPC that overlaps one that it has. What the same resource left behind in an
// interrupted run does not count. Its old state does: a replacement is created first.
func rejectRange(records fake.Records, created fake.Record) error {
	if other, ok := overlapping(created, append(vpcRanges(records, created.Text("vpcId")), rangeOf(created))); ok {
		return fmt.Errorf("creating %s: the CIDR '%s' overlaps %s of the VPC", created.ID, created.Text("cidrBlock"), other)
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
	found, ok := records[fake.Key(vpcType, vpc)]
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

// rejectSubnet returns EC2's error for a subnet that does not fit to the VPC's ranges and subnets.
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
	vpc := deleted.Text("vpcId")
	if _, used := overlapping(deleted, inVpc(records, subnetType, vpc)); !used {
		return nil
	}
	return fmt.Errorf("deleting %s: InvalidCidrBlock.InUse: The vpc %s currently has a subnet within CIDR block %s",
		deleted.ID, vpc, deleted.Text("cidrBlock"))
}

// rejectWithoutIPv6 returns EC2's error if a VPC whose subnets use its IPv6 CIDR would lose it (DisassociateVpcCidrBlock).
func rejectWithoutIPv6(records fake.Records, old fake.Record, inputs resource.PropertyMap) error {
	if old.Outputs["assignGeneratedIpv6CidrBlock"] != true || property.IsTrue(inputs, "assignGeneratedIpv6CidrBlock") {
		return nil
	}
	if users := withIPv6(records, old.ID); len(users) > 0 {
		return fmt.Errorf("updating %s: InvalidCidrBlock.InUse: The vpc %s currently has a subnet within its IPv6 CIDR block\nIn use by %s",
			old.ID, old.ID, strings.Join(users, ", "))
	}
	return nil
}

// rejectMove returns EC2's error if an internet gateway is detached from a VPC in which public addresses use it (DetachInternetGateway).
func rejectMove(records fake.Records, old fake.Record, inputs resource.PropertyMap) error {
	if property.Text(inputs, "vpcId") == old.Text("vpcId") {
		return nil
	}
	return rejectDetachedBy("updating")(records, old)
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

// rejectDetachedBy returns the rule that an operation does not detach an internet gateway while something in the VPC has a public address.
func rejectDetachedBy(doing string) func(fake.Records, fake.Record) error {
	return func(records fake.Records, gateway fake.Record) error {
		users := publicAddresses(records, gateway)
		if len(users) == 0 {
			return nil
		}
		return fmt.Errorf("%s %s: DependencyViolation: Network %s has some mapped public address(es). "+
			"Please unmap those public address(es) before detaching the gateway.\nIn use by %s",
			doing, gateway.ID, gateway.Text("vpcId"), strings.Join(users, ", "))
	}
}

// publicAddresses returns the IDs of what has a public address in the gateway's VPC.
func publicAddresses(records fake.Records, gateway fake.Record) []string {
	var users []string
	for _, t := range records {
		public := t.Token == natGatewayType && t.Outputs["connectivityType"] != "private" ||
			t.Token == loadBalancerType && t.Outputs["internal"] != true ||
			t.Token == instanceType && t.Text("publicIp") != ""
		if public && networkOf(records, t) == gateway.Text("vpcId") {
			users = append(users, t.ID)
		}
	}
	slices.Sort(users)
	return users
}

// networkOf returns the VPC of a resource's subnet.
func networkOf(records fake.Records, t fake.Record) string {
	for _, path := range [][]string{{"subnetId"}, {"subnets"}, {"subnetMappings", "subnetId"}} {
		for _, id := range texts(t.Outputs, path) {
			if subnet, ok := records[fake.Key(subnetType, id)]; ok {
				return subnet.Text("vpcId")
			}
		}
	}
	return ""
}
