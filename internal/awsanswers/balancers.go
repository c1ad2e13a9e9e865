package awsanswers

import (
	"fmt"
	"strings"
)

// loadBalancer follows AWS: names of network load balancers end in elb.<region>, those of others in <region>.elb.
func loadBalancer(a *answer) {
	short, end := "net", ".elb."+a.Region+"."+a.partition.DNSSuffix
	if kind := a.text("loadBalancerType"); kind != "network" {
		short, end = "app", "."+a.Region+".elb."+a.partition.DNSSuffix
		if kind == "gateway" {
			short = "gwy"
		}
	}
	unique := a.Hex("id", 16)
	suffix := short + "/" + a.text("name") + "/" + unique
	a.set("arn", a.arn("elasticloadbalancing", "loadbalancer/"+suffix))
	a.set("arnSuffix", suffix)
	host := a.text("name") + "-" + unique
	if a.isTrue("internal") && short == "app" {
		host = "internal-" + host
	}
	a.set("dnsName", host+end)
	a.set("zoneId", a.regionZone(short))
	a.set("ipAddressType", "ipv4")
	for _, id := range a.balancedSubnets() {
		if vpc := textOf(a.neighbour(subnetType, id), "vpcId"); vpc != "" {
			a.set("vpcId", vpc)
		}
	}
}

// balancedSubnets are the ids of a load balancer's subnets.
func (a *answer) balancedSubnets() []string {
	var ids []string
	for _, subnet := range a.elements("subnets") {
		if subnet = reveal(subnet); subnet.IsString() {
			ids = append(ids, subnet.StringValue())
		}
	}
	for _, mapping := range a.elements("subnetMappings") {
		if mapping = reveal(mapping); mapping.IsObject() {
			ids = append(ids, textOf(mapping.ObjectValue(), "subnetId"))
		}
	}
	return ids
}

// regionZone is the hosted zone of a service's own names, one for all its customers in a region.
func (a *answer) regionZone(service string) string {
	return "Z" + Seed(a.Region).upper(service, 13)
}

func targetGroup(a *answer) {
	suffix := "targetgroup/" + a.text("name") + "/" + a.Hex("id", 16)
	a.set("arn", a.arn("elasticloadbalancing", suffix))
	a.set("arnSuffix", suffix)
	a.set("ipAddressType", "ipv4")
}

// listener's ARN repeats the load balancer's, and a rule's repeats the listener's.
func listener(a *answer) {
	a.set("arn", strings.Replace(a.text("loadBalancerArn"), ":loadbalancer/", ":listener/", 1)+"/"+a.Hex("id", 16))
}

func listenerRule(a *answer) {
	a.set("arn", strings.Replace(a.text("listenerArn"), ":listener/", ":listener-rule/", 1)+"/"+a.Hex("id", 16))
}

func classicLoadBalancer(a *answer) {
	host := a.text("name")
	if a.isTrue("internal") {
		host = "internal-" + host
	}
	number := 100000000 + a.number("dnsName", 900000000)
	a.set("dnsName", fmt.Sprintf("%s-%d.%s.elb.%s", host, number, a.Region, a.partition.DNSSuffix))
	a.set("zoneId", a.regionZone("app"))
}

func group(a *answer) {
	a.set("healthCheckType", "EC2")
}
