package aws

import (
	"fmt"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// loadBalancer follows AWS: DNS names of network load balancers end in elb.<region>, those of others in <region>.elb.
func loadBalancer(o *outputs) {
	short, end := "net", ".elb."+o.region+"."+o.partition.DNSSuffix
	if kind := o.text("loadBalancerType"); kind != "network" {
		short, end = "app", "."+o.region+".elb."+o.partition.DNSSuffix
		if kind == "gateway" {
			short = "gwy"
		}
	}
	unique := o.Hex("id", 16)
	suffix := short + "/" + o.text("name") + "/" + unique
	o.set("arn", o.arn("elasticloadbalancing", "loadbalancer/"+suffix))
	o.set("arnSuffix", suffix)
	host := o.text("name") + "-" + unique
	if o.isTrue("internal") && short == "app" {
		host = "internal-" + host
	}
	o.set("dnsName", host+end)
	o.set("zoneId", o.regionZone(short))
	o.set("ipAddressType", "ipv4")
	for _, id := range o.balancedSubnets() {
		if vpc := property.Text(o.lookup(subnetType, id), "vpcId"); vpc != "" {
			o.set("vpcId", vpc)
		}
	}
}

// balancedSubnets returns the IDs of a load balancer's subnets.
func (o *outputs) balancedSubnets() []string {
	var ids []string
	for _, subnet := range o.elements("subnets") {
		if subnet = property.Reveal(subnet); subnet.IsString() {
			ids = append(ids, subnet.StringValue())
		}
	}
	for _, mapping := range o.elements("subnetMappings") {
		if mapping = property.Reveal(mapping); mapping.IsObject() {
			ids = append(ids, property.Text(mapping.ObjectValue(), "subnetId"))
		}
	}
	return ids
}

// regionZone returns the hosted zone of a service's own names, the same for all customers in a region.
func (o *outputs) regionZone(service string) string {
	return "Z" + fake.IDSource(o.region).Upper(service, 13)
}

func targetGroup(o *outputs) {
	suffix := "targetgroup/" + o.text("name") + "/" + o.Hex("id", 16)
	o.set("arn", o.arn("elasticloadbalancing", suffix))
	o.set("arnSuffix", suffix)
	o.set("ipAddressType", "ipv4")
}

// listener's ARN repeats the load balancer's, and a rule's repeats the listener's.
func listener(o *outputs) {
	o.set("arn", strings.Replace(o.text("loadBalancerArn"), ":loadbalancer/", ":listener/", 1)+"/"+o.Hex("id", 16))
}

func listenerRule(o *outputs) {
	o.set("arn", strings.Replace(o.text("listenerArn"), ":listener/", ":listener-rule/", 1)+"/"+o.Hex("id", 16))
}

func classicLoadBalancer(o *outputs) {
	host := o.text("name")
	if o.isTrue("internal") {
		host = "internal-" + host
	}
	number := 100000000 + o.Number("dnsName", 900000000)
	o.set("dnsName", fmt.Sprintf("%s-%d.%s.elb.%s", host, number, o.region, o.partition.DNSSuffix))
	o.set("zoneId", o.regionZone("app"))
}

func group(o *outputs) {
	o.set("healthCheckType", "EC2")
}
