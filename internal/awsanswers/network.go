package awsanswers

import (
	"fmt"
	"net/netip"
	"strings"
)

func fillVPC(a *answer) {
	a.set("cidrBlock", "10.0.0.0/16")
	a.set("instanceTenancy", "default")
	a.set("enableDnsSupport", true)
	a.set("enableDnsHostnames", false)
	a.set("defaultNetworkAclId", "acl-"+a.hex("acl", 17))
	a.set("defaultRouteTableId", "rtb-"+a.hex("rtb", 17))
	a.set("mainRouteTableId", a.text("defaultRouteTableId"))
	a.set("defaultSecurityGroupId", "sg-"+a.hex("sg", 17))
	a.set("dhcpOptionsId", "dopt-"+a.hex("dopt", 17))
}

func fillSubnet(a *answer) {
	a.set("availabilityZone", a.region+"a")
	a.set("availabilityZoneId", ZoneID(a.text("availabilityZone")))
}

// ZoneID returns the id of an availability zone: use2-az1 for us-east-2a. The numbers
// follow the letters, which on AWS differs from account to account.
func ZoneID(zone string) string {
	parts := strings.Split(zone, "-")
	last := parts[len(parts)-1]
	if len(parts) < 3 || last == "" {
		return ""
	}
	letter := last[len(last)-1]
	short := parts[0]
	for _, part := range parts[1 : len(parts)-1] {
		short += part[:1]
	}
	return fmt.Sprintf("%s%s-az%d", short, last[:len(last)-1], letter-'a'+1)
}

func fillEIP(a *answer) {
	a.set("allocationId", a.id)
	a.set("domain", "vpc")
	a.set("publicIp", a.ipv4("public"))
	a.set("publicDns", a.publicName(a.text("publicIp")))
}

func fillNAT(a *answer) {
	a.set("connectivityType", "public")
	a.set("networkInterfaceId", "eni-"+a.hex("eni", 17))
	a.set("privateIp", a.privateIP())
	a.set("publicIp", a.ipv4("public"))
}

func routeID(a *answer) string {
	return "r-" + a.text("routeTableId") + a.hex("route", 8)
}

func fillRoute(a *answer) {
	a.set("origin", "CreateRoute")
	a.set("state", "active")
}

func fillEndpoint(a *answer) {
	a.set("state", "available")
	a.set("vpcEndpointType", "Gateway")
	a.set("prefixListId", "pl-"+a.hex("pl", 8))
}

func fillRule(a *answer) {
	a.set("securityGroupRuleId", a.id)
}

func fillInstance(a *answer) {
	a.set("privateIp", a.privateIP())
	a.set("privateDns", "ip-"+strings.ReplaceAll(a.text("privateIp"), ".", "-")+"."+a.internalDomain())
	a.set("instanceState", "running")
	a.set("primaryNetworkInterfaceId", "eni-"+a.hex("eni", 17))
	a.set("availabilityZone", a.region+"a")
	if associate := a.outputs["associatePublicIpAddress"]; associate.IsBool() && associate.BoolValue() {
		a.set("publicIp", a.ipv4("public"))
		a.set("publicDns", a.publicName(a.text("publicIp")))
	}
}

func fillLaunchTemplate(a *answer) {
	a.setNumber("latestVersion", 1)
	a.setNumber("defaultVersion", 1)
}

// internalDomain is what the VPC's resolver appends to names of instances: ec2.internal in
// the first region, the region's own domain in all others.
func (a *answer) internalDomain() string {
	if a.region == "us-east-1" {
		return "ec2.internal"
	}
	return a.region + ".compute.internal"
}

func (a *answer) publicName(ip string) string {
	return "ec2-" + strings.ReplaceAll(ip, ".", "-") + "." + a.region + ".compute." + a.partition.DNSSuffix
}

// privateIP invents an address in 10.0.0.0/16, where a machine network is by default.
func (a *answer) privateIP() string {
	return netip.AddrFrom4([4]byte{10, 0, byte(a.number("ip", 256)), byte(4 + a.number("ip2", 250))}).String()
}
