package awsanswers

import (
	"encoding/binary"
	"net/netip"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

const (
	subnetType = "aws:ec2/subnet:Subnet"
	eipType    = "aws:ec2/eip:Eip"
	zoneType   = "aws:route53/zone:Zone"
)

func vpc(a *answer) {
	a.set("cidrBlock", "10.0.0.0/16")
	a.set("instanceTenancy", "default")
	a.set("enableDnsSupport", true)
	a.set("enableDnsHostnames", false)
	a.set("defaultRouteTableId", a.invent("defaultRouteTableId"))
	a.set("mainRouteTableId", a.text("defaultRouteTableId"))
}

func subnet(a *answer) {
	a.set("availabilityZone", a.Region+"a")
	a.set("availabilityZoneId", zoneID(a.text("availabilityZone")))
}

func (a *answer) subnet() resource.PropertyMap {
	return a.neighbour(subnetType, a.text("subnetId"))
}

// inSubnet repeats what a resource has of its subnet.
func (a *answer) inSubnet(property, of string) {
	if value := textOf(a.subnet(), of); value != "" {
		a.set(property, value)
	}
}

// dns is EC2's way of writing an address as a name.
func dns(prefix, address, suffix string) string {
	return prefix + strings.ReplaceAll(address, ".", "-") + suffix
}

// internalSuffix is ec2.internal in us-east-1 for reasons of age.
func (a *answer) internalSuffix() string {
	if a.Region == "us-east-1" {
		return ".ec2.internal"
	}
	return "." + a.Region + ".compute.internal"
}

func (a *answer) publicSuffix() string {
	if a.Region == "us-east-1" {
		return ".compute-1." + a.partition.DNSSuffix
	}
	return "." + a.Region + ".compute." + a.partition.DNSSuffix
}

func eip(a *answer) {
	a.set("publicIp", a.address("publicIp"))
	a.set("publicDns", dns("ec2-", a.text("publicIp"), a.publicSuffix()))
	a.set("domain", "vpc")
}

func instance(a *answer) {
	a.inSubnet("availabilityZone", "availabilityZone")
	a.set("availabilityZone", a.Region+"a")
	a.set("privateIp", a.addressInSubnet("privateIp"))
	a.set("privateDns", dns("ip-", a.text("privateIp"), a.internalSuffix()))
	a.set("instanceState", "running")
	a.set("tenancy", "default")
	public := a.isTrue("associatePublicIpAddress")
	if !a.has("associatePublicIpAddress") {
		public = isTrue(a.subnet(), "mapPublicIpOnLaunch")
	}
	if public || a.filled {
		a.set("publicIp", a.address("publicIp"))
		a.set("publicDns", dns("ec2-", a.text("publicIp"), a.publicSuffix()))
	}
}

func networkInterface(a *answer) {
	a.set("privateIp", a.addressInSubnet("privateIp"))
	a.set("privateDnsName", dns("ip-", a.text("privateIp"), a.internalSuffix()))
	a.set("interfaceType", "interface")
}

func natGateway(a *answer) {
	a.set("connectivityType", "public")
	a.set("privateIp", a.addressInSubnet("privateIp"))
	if a.text("connectivityType") != "public" {
		return
	}
	if address := textOf(a.neighbour(eipType, a.text("allocationId")), "publicIp"); address != "" {
		a.set("publicIp", address)
	}
	a.set("publicIp", a.address("publicIp"))
	a.set("associationId", a.invent("associationId"))
}

func mountTarget(a *answer) {
	a.set("ipAddress", a.addressInSubnet("ipAddress"))
	a.inSubnet("availabilityZoneName", "availabilityZone")
	a.inSubnet("availabilityZoneId", "availabilityZoneId")
}

// addressInSubnet returns a host address of the subnet. AWS keeps the first four and the last.
func (a *answer) addressInSubnet(property string) string {
	prefix, err := netip.ParsePrefix(textOf(a.subnet(), "cidrBlock"))
	if err != nil || !prefix.Addr().Is4() || prefix.Bits() > 28 {
		return a.address(property)
	}
	hosts := uint32(1)<<(32-prefix.Bits()) - 5
	network := prefix.Masked().Addr().As4()
	address := binary.BigEndian.Uint32(network[:]) + 4 + a.number(property, hosts)
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, address))).String()
}

func launchTemplate(a *answer) {
	a.set("latestVersion", 1.0)
	a.set("defaultVersion", 1.0)
}

func route(a *answer) {
	a.set("origin", "CreateRoute")
	a.set("state", "active")
}

// vpcEndpoint: gateways are reached through a prefix list in route tables, the others by DNS names.
func vpcEndpoint(a *answer) {
	a.set("vpcEndpointType", "Gateway")
	a.set("state", "available")
	gateway := a.text("vpcEndpointType") == "Gateway"
	if gateway {
		a.set("prefixListId", "pl-"+a.Hex("prefixListId", 8))
	}
	if !gateway || a.filled {
		a.set("ipAddressType", "ipv4")
		a.set("dnsEntries", []any{map[string]any{
			"dnsName": a.id() + "-" + a.Hex("dns", 8) + "." + strings.TrimPrefix(a.text("serviceName"), "com.amazonaws.") +
				".vpce." + a.partition.DNSSuffix,
			"hostedZoneId": a.regionZone("vpce"),
		}})
	}
}

func vpcEndpointService(a *answer) {
	a.set("serviceName", "com.amazonaws.vpce."+a.Region+"."+a.id())
	a.set("state", "Available")
	a.set("serviceType", "Interface")
}
