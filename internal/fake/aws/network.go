package aws

import (
	"encoding/binary"
	"net/netip"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

const (
	vpcType          = "aws:ec2/vpc:Vpc"
	subnetType       = "aws:ec2/subnet:Subnet"
	eipType          = "aws:ec2/eip:Eip"
	instanceType     = "aws:ec2/instance:Instance"
	natGatewayType   = "aws:ec2/natGateway:NatGateway"
	loadBalancerType = "aws:lb/loadBalancer:LoadBalancer"
	recordType       = "aws:route53/record:Record"
	zoneType         = "aws:route53/zone:Zone"
)

func vpc(o *outputs) {
	o.set("cidrBlock", "10.0.0.0/16")
	o.set("instanceTenancy", "default")
	o.set("enableDnsSupport", true)
	o.set("enableDnsHostnames", false)
	o.set("defaultRouteTableId", o.generate("defaultRouteTableId"))
	o.set("mainRouteTableId", o.text("defaultRouteTableId"))
	if o.isTrue("assignGeneratedIpv6CidrBlock") || o.has("ipv6IpamPoolId") {
		o.set("ipv6CidrBlock", o.generate("ipv6CidrBlock"))
		o.set("ipv6AssociationId", "vpc-cidr-assoc-0"+o.Hex("ipv6AssociationId", 16))
	}
}

func subnet(o *outputs) {
	o.set("availabilityZone", o.region+"a")
	o.set("availabilityZoneId", zoneID(o.text("availabilityZone")))
}

func (o *outputs) subnet() resource.PropertyMap {
	return o.lookup(subnetType, o.text("subnetId"))
}

// inSubnet copies an output of the resource's subnet.
func (o *outputs) inSubnet(name, of string) {
	if value := property.Text(o.subnet(), of); value != "" {
		o.set(name, value)
	}
}

// dns returns EC2's DNS name of an address.
func dns(prefix, address, suffix string) string {
	return prefix + strings.ReplaceAll(address, ".", "-") + suffix
}

// internalSuffix returns the domain of private DNS names: in us-east-1 EC2 keeps the older form.
func (o *outputs) internalSuffix() string {
	if o.region == "us-east-1" {
		return ".ec2.internal"
	}
	return "." + o.region + ".compute.internal"
}

func (o *outputs) publicSuffix() string {
	if o.region == "us-east-1" {
		return ".compute-1." + o.partition.DNSSuffix
	}
	return "." + o.region + ".compute." + o.partition.DNSSuffix
}

func eip(o *outputs) {
	o.set("publicIp", o.address("publicIp"))
	o.set("publicDns", dns("ec2-", o.text("publicIp"), o.publicSuffix()))
	o.set("domain", "vpc")
}

func instance(o *outputs) {
	o.inSubnet("availabilityZone", "availabilityZone")
	o.set("availabilityZone", o.region+"a")
	o.set("privateIp", o.addressInSubnet("privateIp"))
	o.set("privateDns", dns("ip-", o.text("privateIp"), o.internalSuffix()))
	o.set("instanceState", "running")
	o.set("tenancy", "default")
	if o.has("networkInterfaces") {
		_, primary := importid.Shown(o.Token, "networkInterfaces", property.Plain(o.properties["networkInterfaces"]))
		if id, known := primary.(string); known {
			o.set("primaryNetworkInterfaceId", id)
		}
	}
	public := o.isTrue("associatePublicIpAddress")
	if !o.has("associatePublicIpAddress") {
		public = property.IsTrue(o.subnet(), "mapPublicIpOnLaunch")
	}
	if public || o.filled {
		o.set("publicIp", o.address("publicIp"))
		o.set("publicDns", dns("ec2-", o.text("publicIp"), o.publicSuffix()))
	}
}

func networkInterface(o *outputs) {
	o.set("privateIp", o.addressInSubnet("privateIp"))
	o.set("privateDnsName", dns("ip-", o.text("privateIp"), o.internalSuffix()))
	o.set("interfaceType", "interface")
}

func natGateway(o *outputs) {
	o.set("connectivityType", "public")
	o.set("privateIp", o.addressInSubnet("privateIp"))
	if o.text("connectivityType") != "public" {
		return
	}
	if address := property.Text(o.lookup(eipType, o.text("allocationId")), "publicIp"); address != "" {
		o.set("publicIp", address)
	}
	o.set("publicIp", o.address("publicIp"))
	o.set("associationId", o.generate("associationId"))
}

func mountTarget(o *outputs) {
	o.set("ipAddress", o.addressInSubnet("ipAddress"))
	o.inSubnet("availabilityZoneName", "availabilityZone")
	o.inSubnet("availabilityZoneId", "availabilityZoneId")
}

// addressInSubnet returns a host address of the subnet. AWS reserves the first four and the last.
func (o *outputs) addressInSubnet(name string) string {
	prefix, err := netip.ParsePrefix(property.Text(o.subnet(), "cidrBlock"))
	if err != nil || !prefix.Addr().Is4() || prefix.Bits() > 28 {
		return o.address(name)
	}
	hosts := uint32(1)<<(32-prefix.Bits()) - 5
	network := prefix.Masked().Addr().As4()
	address := binary.BigEndian.Uint32(network[:]) + 4 + o.Number(name, hosts)
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, address))).String()
}

func launchTemplate(o *outputs) {
	o.set("latestVersion", 1.0)
	o.set("defaultVersion", 1.0)
}

func route(o *outputs) {
	o.set("origin", "CreateRoute")
	o.set("state", "active")
}

// vpcEndpoint: gateway endpoints have a prefix list for route tables, the others have DNS names.
func vpcEndpoint(o *outputs) {
	o.set("vpcEndpointType", "Gateway")
	o.set("state", "available")
	gateway := o.text("vpcEndpointType") == "Gateway"
	if gateway {
		o.set("prefixListId", "pl-"+o.Hex("prefixListId", 8))
	}
	if !gateway || o.filled {
		o.set("ipAddressType", "ipv4")
		o.set("dnsEntries", []any{map[string]any{
			"dnsName": o.ID + "-" + o.Hex("dns", 8) + "." + strings.TrimPrefix(o.text("serviceName"), "com.amazonaws.") +
				".vpce." + o.partition.DNSSuffix,
			"hostedZoneId": o.regionZone("vpce"),
		}})
	}
}

func vpcEndpointService(o *outputs) {
	o.set("serviceName", "com.amazonaws.vpce."+o.region+"."+o.ID)
	o.set("state", "Available")
	o.set("serviceType", "Interface")
}
