package aws

import (
	"encoding/binary"
	"net/netip"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

const (
	vpcType             = "aws:ec2/vpc:Vpc"
	vpcCIDRType         = "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation"
	subnetType          = "aws:ec2/subnet:Subnet"
	eipType             = "aws:ec2/eip:Eip"
	internetGatewayType = "aws:ec2/internetGateway:InternetGateway"
	natGatewayType      = "aws:ec2/natGateway:NatGateway"
)

// networkTypes are EC2's types of networks. Who rejects what in a network is in ec2_vpc_rules.go.
var networkTypes = types{
	"ec2/DefaultRouteTable":         {id: "{defaultRouteTableId}", service: "ec2", arn: "route-table/{id}"},
	"ec2/EgressOnlyInternetGateway": {id: "eigw-0{hex:16}"},
	"ec2/Eip": {
		id: "eipalloc-0{hex:16}", idAlso: "allocationId", service: "ec2", arn: "elastic-ip/{id}", after: eip,
		empty: []string{"associationId", "carrierIp", "customerOwnedIp", "privateDns", "privateIp", "ptrRecord"},
		users: []users{{
			of:        references("ec2/NatGateway allocationId", "lb/LoadBalancer subnetMappings.allocationId"),
			rejection: "InvalidIPAddress.InUse: Address %s is in use.",
		}},
	},
	"ec2/EipAssociation": {id: "eipassoc-0{hex:16}"},
	"ec2/FlowLog":        {id: "fl-0{hex:16}", service: "ec2", arn: "vpc-flow-log/{id}"},
	"ec2/InternetGateway": {
		id: "igw-0{hex:16}", service: "ec2", arn: "internet-gateway/{id}",
		rejectUpdate: rejectMove, rejectDeletion: rejectDetachedBy("deleting"),
	},
	"ec2/MainRouteTableAssociation": {id: "rtbassoc-0{hex:16}"},
	"ec2/NatGateway":                {id: "nat-0{hex:16}", after: natGateway, empty: []string{"associationId", "publicIp"}},
	"ec2/NetworkAcl":                {id: "acl-0{hex:16}", service: "ec2", arn: "network-acl/{id}"},
	"ec2/NetworkInterface":          {id: "eni-0{hex:16}", service: "ec2", arn: "network-interface/{id}", after: networkInterface, empty: []string{"outpostArn"}},
	"ec2/Route": {
		id: "r-{routeTableId}{hex:16}", after: route, empty: []string{"instanceId", "instanceOwnerId"},
		texts: map[string]textRule{"destinationCidrBlock": ipv4CIDR},
	},
	"ec2/RouteTable": {
		id: "rtb-0{hex:16}", service: "ec2", arn: "route-table/{id}",
		users: []users{{
			of:        references("ec2/RouteTableAssociation routeTableId"),
			rejection: "DependencyViolation: The routeTable '%s' has dependencies and cannot be deleted.",
		}},
	},
	"ec2/RouteTableAssociation": {id: "rtbassoc-0{hex:16}"},
	"ec2/Subnet": {
		id: "subnet-0{hex:16}", service: "ec2", arn: "subnet/{id}", after: subnet, empty: []string{"ipv6CidrBlockAssociationId"},
		texts: map[string]textRule{"cidrBlock": vpcRange},
		users: []users{{
			of: references("ec2/Instance subnetId", "ec2/NatGateway subnetId", "ec2/NetworkInterface subnetId", "ec2/VpcEndpoint subnetIds",
				"lb/LoadBalancer subnets", "lb/LoadBalancer subnetMappings.subnetId", "elb/LoadBalancer subnets",
				"autoscaling/Group vpcZoneIdentifiers", "efs/MountTarget subnetId"),
			rejection: "DependencyViolation: The subnet '%s' has dependencies and cannot be deleted.",
		}},
		rejectCreation: rejectSubnet,
	},
	"ec2/Vpc": {
		id: "vpc-0{hex:16}", service: "ec2", arn: "vpc/{id}", after: vpc, empty: []string{"ipv6AssociationId"},
		texts: map[string]textRule{"cidrBlock": vpcRange},
		users: []users{{
			of: references("ec2/Subnet vpcId", "ec2/InternetGateway vpcId", "ec2/SecurityGroup vpcId", "ec2/RouteTable vpcId",
				"ec2/VpcEndpoint vpcId", "ec2/VpcIpv4CidrBlockAssociation vpcId"),
			rejection: "DependencyViolation: The vpc '%s' has dependencies and cannot be deleted.",
		}},
		rejectUpdate: rejectWithoutIPv6,
	},
	"ec2/VpcDhcpOptions":            {id: "dopt-0{hex:16}", service: "ec2", arn: "dhcp-options/{id}"},
	"ec2/VpcDhcpOptionsAssociation": {id: "{dhcpOptionsId}-{vpcId}", overwrites: true},
	"ec2/VpcEndpoint": {
		id: "vpce-0{hex:16}", service: "ec2", arn: "vpc-endpoint/{id}", after: vpcEndpoint, empty: []string{"prefixListId"},
		texts: map[string]textRule{"policy": policyDocument},
	},
	"ec2/VpcEndpointService": {id: "vpce-svc-0{hex:16}", service: "ec2", arn: "vpc-endpoint-service/{id}", after: vpcEndpointService},
	"ec2/VpcIpv4CidrBlockAssociation": {
		id: "vpc-cidr-assoc-0{hex:16}", texts: map[string]textRule{"cidrBlock": vpcRange},
		rejectCreation: rejectRange, rejectDeletion: rejectRangeInUse,
	},
}

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

func eip(o *outputs) {
	o.set("publicIp", o.address("publicIp"))
	o.set("publicDns", dns("ec2-", o.text("publicIp"), o.publicSuffix()))
	o.set("domain", "vpc")
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
