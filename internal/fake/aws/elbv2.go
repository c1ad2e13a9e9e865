package aws

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

const loadBalancerType = "aws:lb/loadBalancer:LoadBalancer"

// balancerName is the format of names (Elastic Load Balancing API Reference, CreateLoadBalancer and CreateTargetGroup).
var balancerName = check.Pattern("load balancer name", "demo-int", `[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?`)

// loadBalancerTypes are also those of Classic Load Balancers.
var loadBalancerTypes = types{
	"elb/Attachment": {registers: true},
	"elb/LoadBalancer": {
		id: "{name}", service: "elasticloadbalancing", arn: "loadbalancer/{name}", after: classicLoadBalancer,
		autoName: &schema.AutoName{Property: "name", MaxLength: 32}, texts: map[string]textRule{"name": format(balancerName)},
	},
	"lb/Listener":     {id: "{arn}", before: listener, rejectCreation: rejectSecondListener},
	"lb/ListenerRule": {id: "{arn}", before: listenerRule},
	"lb/LoadBalancer": {
		id: "{arn}", before: loadBalancer,
		autoName: &schema.AutoName{Property: "name", MaxLength: 32},
		texts: map[string]textRule{
			"name": format(balancerName), "loadBalancerType": oneOf("application", "gateway", "network"),
		},
		replacements: loadBalancerReplacements,
		lock: [2]string{
			"enableDeletionProtection",
			"OperationNotPermitted: Load balancer '%s' cannot be deleted because deletion protection is enabled",
		},
	},
	"lb/TargetGroup": {
		id: "{arn}", before: targetGroup,
		autoName: &schema.AutoName{Property: "name", MaxLength: 32}, texts: map[string]textRule{"name": format(balancerName)},
		users: []users{{
			by: "arn", of: references("lb/Listener defaultActions.targetGroupArn", "lb/ListenerRule actions.targetGroupArn"),
			rejection: "ResourceInUse: Target group '%s' is currently in use by a listener or a rule",
		}},
	},
	"lb/TargetGroupAttachment": {id: "{targetGroupArn}-{hex:16}", registers: true},
}

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

// rejectSecondListener returns AWS's error if the load balancer has a listener with the port (Elastic Load Balancing API Reference,
// CreateListener).
func rejectSecondListener(records fake.Records, created fake.Record) error {
	for _, record := range records {
		if record.Token == created.Token && record.Text("loadBalancerArn") == created.Text("loadBalancerArn") &&
			reflect.DeepEqual(record.Outputs["port"], created.Outputs["port"]) {
			return fmt.Errorf("creating ELBv2 Listener (%s): DuplicateListener: A listener already exists on this port for this load balancer",
				created.Text("loadBalancerArn"))
		}
	}
	return nil
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

// loadBalancerReplacements follows customizeDiffLoadBalancerNLB (terraform-provider-aws v5.82
// internal/service/elbv2/load_balancer.go): a network load balancer keeps each subnet that it has, and neither gets its
// first security group nor loses its last one after creation.
func loadBalancerReplacements(olds, news resource.PropertyMap) []string {
	if property.Text(news, "loadBalancerType") != "network" {
		return nil
	}
	var replaces []string
	for _, name := range []resource.PropertyKey{"subnets", "subnetMappings"} {
		if len(schema.Unmatched(schema.Elements(olds[name]), schema.Elements(news[name]))) > 0 {
			replaces = append(replaces, string(name))
		}
	}
	had, has := len(schema.Elements(olds["securityGroups"])) > 0, len(schema.Elements(news["securityGroups"])) > 0
	if had != has {
		replaces = append(replaces, "securityGroups")
	}
	return replaces
}
