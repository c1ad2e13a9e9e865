package mocks

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

func path(a *answer) {
	if a.text("path") == "" {
		a.outputs["path"] = resource.NewProperty("/")
	}
}

func withoutScheme(a *answer) {
	if url := a.text("url"); url != "" {
		a.outputs["url"] = resource.NewProperty(strings.TrimPrefix(url, "https://"))
	}
}

// dns is EC2's way of writing an address as a name.
func dns(prefix, address, suffix string) string {
	return prefix + strings.ReplaceAll(address, ".", "-") + suffix
}

// internalSuffix is ec2.internal in us-east-1 for reasons of age.
func (a *answer) internalSuffix() string {
	if a.region == "us-east-1" {
		return ".ec2.internal"
	}
	return "." + a.region + ".compute.internal"
}

func (a *answer) publicSuffix() string {
	if a.region == "us-east-1" {
		return ".compute-1." + a.partition.DNSSuffix
	}
	return "." + a.region + ".compute." + a.partition.DNSSuffix
}

func eip(a *answer, _ string) {
	a.set("publicIp", a.address("publicIp"))
	a.set("publicDns", dns("ec2-", a.text("publicIp"), a.publicSuffix()))
	a.set("domain", "vpc")
}

func instance(a *answer, _ string) {
	home := a.lookup(a.text("subnetId"))
	if zone, ok := home.Inputs["availabilityZone"].(string); ok {
		a.set("availabilityZone", zone)
	}
	a.set("privateIp", a.addressIn(home))
	a.set("privateDns", dns("ip-", a.text("privateIp"), a.internalSuffix()))
	a.set("publicIp", a.address("publicIp"))
	a.set("publicDns", dns("ec2-", a.text("publicIp"), a.publicSuffix()))
	a.set("instanceState", "running")
	a.set("tenancy", "default")
}

func natGateway(a *answer, _ string) {
	a.set("privateIp", a.addressIn(a.lookup(a.text("subnetId"))))
	if address, ok := a.lookup(a.text("allocationId")).Outputs["publicIp"].(string); ok {
		a.set("publicIp", address)
	}
}

// addressIn returns a host address of a subnet. AWS keeps the first four and the last.
func (a *answer) addressIn(subnet Resource) string {
	cidr, _ := subnet.Inputs["cidrBlock"].(string)
	prefix, err := netip.ParsePrefix(cidr)
	if err != nil || !prefix.Addr().Is4() || prefix.Bits() > 28 {
		return a.address("privateIp")
	}
	digest := a.digest("privateIp")
	hosts := uint32(1)<<(32-prefix.Bits()) - 5
	network := prefix.Masked().Addr().As4()
	address := binary.BigEndian.Uint32(network[:]) + 4 + binary.BigEndian.Uint32(digest[:4])%hosts
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, address))).String()
}

func launchTemplate(a *answer, _ string) {
	a.set("latestVersion", 1.0)
	a.set("defaultVersion", 1.0)
}

func subnet(a *answer, _ string) {
	if zone := a.text("availabilityZone"); zone != "" {
		a.set("availabilityZoneId", zoneID(zone))
	}
}

func vpcEndpoint(a *answer, id string) {
	a.set("state", "available")
	a.set("ipAddressType", "ipv4")
	a.set("dnsEntries", []any{map[string]any{
		"dnsName":      id + "-" + a.hex("dns", 8) + "." + strings.TrimPrefix(a.text("serviceName"), "com.amazonaws.") + ".vpce." + a.partition.DNSSuffix,
		"hostedZoneId": zoneInvention(a, "dnsEntries"),
	}})
}

func vpcEndpointService(a *answer, id string) {
	a.set("serviceName", "com.amazonaws.vpce."+a.region+"."+id)
	a.set("state", "Available")
	a.set("serviceType", "Interface")
}

func fileSystem(a *answer, id string) {
	a.set("dnsName", id+".efs."+a.region+"."+a.partition.DNSSuffix)
}

func classicLoadBalancer(a *answer, _ string) {
	a.set("dnsName", fmt.Sprintf("%s-%d.%s.elb.%s", a.text("name"), a.number("dnsName"), a.region, a.partition.DNSSuffix))
}

// loadBalancer follows AWS: names of network load balancers end in elb.<region>, those of others in <region>.elb.
func loadBalancer(a *answer) {
	short, end := "net", ".elb."+a.region+"."+a.partition.DNSSuffix
	if kind := a.text("loadBalancerType"); kind != "network" {
		short, end = "app", "."+a.region+".elb."+a.partition.DNSSuffix
		if kind == "gateway" {
			short = "gwy"
		}
	}
	unique := a.hex("id", 16)
	suffix := short + "/" + a.text("name") + "/" + unique
	a.set("arn", a.arn("elasticloadbalancing", "loadbalancer/"+suffix))
	a.set("arnSuffix", suffix)
	host := a.text("name") + "-" + unique
	if a.outputs["internal"].IsBool() && a.outputs["internal"].BoolValue() && short == "app" {
		host = "internal-" + host
	}
	a.set("dnsName", host+end)
	a.set("ipAddressType", "ipv4")
	if subnets := a.list("subnets"); len(subnets) > 0 {
		if vpc, ok := a.lookup(subnets[0]).Inputs["vpcId"].(string); ok {
			a.set("vpcId", vpc)
		}
	}
}

func targetGroup(a *answer) {
	suffix := "targetgroup/" + a.text("name") + "/" + a.hex("id", 16)
	a.set("arn", a.arn("elasticloadbalancing", suffix))
	a.set("arnSuffix", suffix)
	a.set("ipAddressType", "ipv4")
}

// listener's ARN repeats the load balancer's, and a rule's repeats the listener's.
func listener(a *answer) {
	a.set("arn", strings.Replace(a.text("loadBalancerArn"), ":loadbalancer/", ":listener/", 1)+"/"+a.hex("id", 16))
}

func listenerRule(a *answer) {
	a.set("arn", strings.Replace(a.text("listenerArn"), ":listener/", ":listener-rule/", 1)+"/"+a.hex("id", 16))
}

func record(a *answer, _ string) {
	fqdn := strings.TrimSuffix(a.text("name"), ".")
	if domain, ok := a.lookup(a.text("zoneId")).Inputs["name"].(string); ok {
		if domain = strings.TrimSuffix(domain, "."); fqdn != domain && !strings.HasSuffix(fqdn, "."+domain) {
			fqdn = strings.TrimPrefix(fqdn+"."+domain, ".")
		}
	}
	a.set("fqdn", fqdn)
}

func zone(a *answer, _ string) {
	var servers []any
	for i, domain := range []string{"com", "net", "org", "co.uk"} {
		servers = append(servers, fmt.Sprintf("ns-%d.awsdns-%02d.%s", 512*i+int(a.digest("ns")[i]), a.digest("dns")[i]%64, domain))
	}
	a.set("nameServers", servers)
	a.set("primaryNameServer", servers[0])
}

func bucket(a *answer, id string) {
	a.set("region", a.region)
	a.set("bucketDomainName", id+".s3."+a.partition.DNSSuffix)
	a.set("bucketRegionalDomainName", id+".s3."+a.region+"."+a.partition.DNSSuffix)
}

func queue(a *answer) {
	a.set("url", "https://sqs."+a.region+"."+a.partition.DNSSuffix+"/"+account+"/"+a.text("name"))
}

func (a *answer) number(purpose string) uint32 {
	digest := a.digest(purpose)
	return binary.BigEndian.Uint32(digest[:4])
}
