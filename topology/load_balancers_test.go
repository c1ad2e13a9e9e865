package topology

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func ingress(id, group string, port int, from object) object {
	properties := object{"securityGroupId": group, "fromPort": port, "toPort": port, "ipProtocol": "tcp"}
	maps.Copy(properties, from)
	return made("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", id, properties)
}

func TestLoadBalancerShowsWhoMayReachIt(t *testing.T) {
	t.Parallel()
	topology := read(t, append(vpc("us-east-2a", "us-east-2b"),
		made("aws:lb/loadBalancer:LoadBalancer", "lb-1", object{
			"arn": "lb-1", "name": "shop", "securityGroups": []any{"sg-1"}, "internal": false,
			"subnets": []any{"subnet-public-us-east-2b", "subnet-public-us-east-2a"},
		}),
		made("aws:lb/listener:Listener", "l-1", object{"loadBalancerArn": "lb-1", "port": 443}),
		made("aws:lb/listener:Listener", "l-2", object{"loadBalancerArn": "lb-1", "port": 80}),
		made("aws:ec2/securityGroup:SecurityGroup", "sg-2", object{"tags": object{"Name": "demo-x7k2p-node"}}),
		ingress("1", "sg-1", 443, object{"cidrIpv4": "0.0.0.0/0"}),
		ingress("2", "sg-1", 80, object{"cidrIpv4": "0.0.0.0/0"}),
		ingress("3", "sg-1", 443, object{"cidrIpv4": "10.0.0.0/16"}),
		ingress("4", "sg-1", 443, object{"referencedSecurityGroupId": "sg-2"}),
		ingress("5", "sg-1", 443, object{"cidrIpv4": "203.0.113.0/24"}),
		ingress("6", "sg-3", 22, object{"cidrIpv4": "0.0.0.0/0"}),
	)...)
	n := topology.networks[0]
	require.Len(t, n.items, 1)
	it := n.items[0]
	assert.Equal(t, "shop load balancer :80 :443", it.title)
	assert.Equal(t, []string{"us-east-2a", "us-east-2b"}, it.zones)
	assert.True(t, it.public)
	assert.Equal(t, []source{
		{name: "203.0.113.0/24", ports: ":443"},
		{name: "any address", ports: ":80 :443", internet: true},
	}, it.outside(n), "rules of other security groups do not count")
	assert.Equal(t, "internet-facing · :443 from the VPC and nodes", it.fullDetail(n))
	existing := &network{name: "vpc-0123456789abcdef0", cidr: "10.0.0.0/16", foreign: true}
	assert.Equal(t, "control plane", existing.localName("demo-x7k2p-controlplane"), "the VPC's name has no infrastructure ID")
}

func TestSourceInside(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		source source
		want   bool
	}{
		"all addresses": {reason: "the internet is outside", source: source{name: anyAddress, internet: true}},
		"the VPC":       {reason: "the VPC is inside", source: source{name: "VPC 10.0.0.0/16"}, want: true},
		"a subnet":      {reason: "a subnet is inside", source: source{name: "10.0.64.0/20"}, want: true},
		"a supernet":    {reason: "a larger range has other addresses too", source: source{name: "10.0.0.0/8"}},
		"a prefix list": {reason: "a prefix list is of addresses", source: source{name: "pl-0123456789abcdef0"}},
		"a group":       {reason: "security groups are of the VPC", source: source{name: "demo-x7k2p-node"}, want: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, tt.source.inside(&network{cidr: "10.0.0.0/16"}), tt.reason)
		})
	}
}

func TestTitlesAreRoles(t *testing.T) {
	t.Parallel()
	of := func(component, token, id string, properties object) object {
		r := made(token, id, properties)
		r["urn"] = "urn:pulumi:dev::shop::openshift-aws:" + component + "$" + token + "::" + id
		return r
	}
	subnet := "subnet-private-us-east-2a"
	topology := read(t, append(vpc("us-east-2a"),
		of("network:EgressProxy", "aws:lb/loadBalancer:LoadBalancer", "lb-1", object{
			"name": "demo-proxy-lb-f48d604", "internal": true, "subnets": []any{subnet},
		}),
		of("network:JumpHost", "aws:ec2/instance:Instance", "i-1", object{"subnetId": subnet, "tags": object{"Name": "demo-jump-host"}}),
		made("aws:ec2/instance:Instance", "i-2", object{"subnetId": subnet, "tags": object{"Name": "builder"}}),
		made("aws:autoscaling/group:Group", "demo-elastic", object{"vpcZoneIdentifiers": []any{subnet}, "tags": []any{
			object{"key": "Name", "value": "demo-x7k2p-elastic"}, object{"key": "kubernetes.io/cluster/demo-x7k2p", "value": "owned"},
		}}),
		made("aws:autoscaling/group:Group", "batch", object{"vpcZoneIdentifiers": []any{subnet}}),
	)...)
	var titles []string
	for _, it := range topology.networks[0].items {
		titles = append(titles, it.title)
	}
	assert.Equal(t, []string{
		"egress proxy load balancer", "batch Auto Scaling group", "elastic Auto Scaling group", "builder", "jump host",
	}, titles)
}
