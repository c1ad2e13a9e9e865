package cluster

import (
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

const (
	classicBalancerType   = "aws:elb/loadBalancer:LoadBalancer"
	classicAttachmentType = "aws:elb/attachment:Attachment"
)

// operated adds the load balancers of ROSA Classic for its SREs.
func operated(a *ControlPlaneArgs) {
	a.OperatorLoadBalancers = map[string]OperatorLoadBalancer{
		"sre": {AllowedCIDRs: []string{"203.0.113.0/24", "198.51.100.0/24"}},
		"sre2": {
			AllowedCIDRs:            []string{"203.0.113.0/24"},
			AllowedSecurityGroupIDs: map[string]pulumi.StringInput{"bastion": pulumi.String("sg-00000000000000006")},
			Scope:                   network.Internal,
			Port:                    22,
		},
	}
}

// withEverything sets every argument with a default.
func withEverything(a *ControlPlaneArgs) {
	operated(a)
	a.RootVolume = &RootVolumeArgs{
		Type:          "gp3",
		SizeGiB:       500,
		IOPS:          6000,
		ThroughputMiB: 500,
		KMSKeyARN:     pulumi.String("arn:aws:kms:us-east-2:123456789012:key/1234abcd"),
	}
	a.ZoneInstanceTypes = map[string]string{"us-east-2b": "m6i.2xlarge"}
	a.AdditionalSecurityGroupIDs = pulumi.StringArray{pulumi.String("sg-00000000000000005")}
	a.PrivateZoneID = pulumi.String("Z0PRIVATEEXISTING")
	a.TerminationProtection = new(true)
	a.APIAllowedCIDRs = []string{"192.0.2.0/24"}
}

func TestPlanOperatorRules(t *testing.T) {
	t.Parallel()
	bastion := pulumi.String("sg-00000000000000006")
	args := filled(demoArgs(func(a *ControlPlaneArgs) { a.Network.PrivateSubnets = a.Network.PrivateSubnets[:1] }))
	assert.Equal(t, []ruleSpec{
		{key: "from-203.0.113.0-24", cidr: "203.0.113.0/24", description: "Port 6443 from 203.0.113.0/24"},
		{key: "from-bastion", securityGroup: bastion, description: "Port 6443 from bastion"},
		{
			key:         "to-us-east-2a",
			cidr:        "10.0.100.0/24",
			description: "Port 6443 of the machine in us-east-2a",
			egress:      true,
		},
	}, planOperatorRules(args, OperatorLoadBalancer{
		Port: 6443, AllowedCIDRs: []string{"203.0.113.0/24"},
		AllowedSecurityGroupIDs: map[string]pulumi.StringInput{"bastion": bastion},
	}))
}

func TestOperatorLoadBalancersHaveTheirOwnGroups(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, afterBootstrap, operated)
	balancer := clustertest.One(t, rec, classicBalancerType, "demo-operator-sre")
	group := clustertest.One(t, rec, "aws:ec2/securityGroup:SecurityGroup", "demo-operator-sre")
	assert.Equal(t, []any{group.ID}, balancer.Inputs["securityGroups"])
	assert.Equal(t, map[string]any{"Name": "demo-x7k2p-operator-sre", "team": "core", "openshift-aws": "project/stack"}, group.Inputs["tags"],
		"the cloud controller expects one group with the cluster's tag")
	assert.Equal(t, "HTTPS:6443/readyz", balancer.Inputs["healthCheck"].(map[string]any)["target"])
	public := []any{"subnet-0aaaaaaaaaaaaaaaa", "subnet-0bbbbbbbbbbbbbbbb", "subnet-0cccccccccccccccc"}
	assert.Equal(t, public, balancer.Inputs["subnets"])

	var admitted []any
	for _, rule := range rec.OfType("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule") {
		if rule.Inputs["securityGroupId"] == group.ID {
			admitted = append(admitted, rule.Inputs["cidrIpv4"])
		}
	}
	assert.ElementsMatch(t, []any{"203.0.113.0/24", "198.51.100.0/24"}, admitted)

	internal := clustertest.One(t, rec, classicBalancerType, "demo-operator-sre2")
	assert.Equal(t, true, internal.Inputs["internal"])
	assert.Equal(t, "TCP:22", internal.Inputs["healthCheck"].(map[string]any)["target"])
	assert.Equal(t, "sg-00000000000000006",
		clustertest.One(t, rec, "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
			"demo-operator-sre2-from-bastion").Inputs["referencedSecurityGroupId"])
	dnsNames := map[string]any{"sre": balancer.Outputs["dnsName"], "sre2": internal.Outputs["dnsName"]}
	assert.Equal(t, dnsNames, rec.Outputs()["operators"])
}

func TestOperatorLoadBalancersChangeNothingElse(t *testing.T) {
	t.Parallel()
	without := inputsByName(recordControlPlane(t, afterBootstrap))
	with := inputsByName(recordControlPlane(t, afterBootstrap, operated))
	maps.DeleteFunc(with, func(key string, _ any) bool { _, there := without[key]; return !there })
	assert.Equal(t, without, with)
}

// The load balancers and volumes of ROSA Classic's control plane. The router's load balancer and the other machines
// belong to other
// components.
func TestControlPlaneOfROSAClassic(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, afterBootstrap, operated)
	type balancer struct {
		kind, name string
		internal   bool
		ports      []float64
		targets    int
	}
	var balancers []balancer
	for _, r := range rec.OfType(balancerType) {
		found := balancer{kind: "network", name: r.Inputs["name"].(string), internal: r.Inputs["internal"].(bool)}
		for _, listener := range rec.OfType("aws:lb/listener:Listener") {
			if listener.Inputs["loadBalancerArn"] != r.Outputs["arn"] {
				continue
			}
			found.ports = append(found.ports, listener.Inputs["port"].(float64))
			found.targets += targetsOf(rec, listener)
		}
		balancers = append(balancers, found)
	}
	for _, r := range rec.OfType(classicBalancerType) {
		found := balancer{kind: "classic", name: r.Inputs["name"].(string), internal: r.Inputs["internal"].(bool)}
		for _, listener := range r.Inputs["listeners"].([]any) {
			found.ports = append(found.ports, listener.(map[string]any)["lbPort"].(float64))
		}
		for _, attachment := range rec.OfType(classicAttachmentType) {
			if attachment.Inputs["elb"] == r.ID {
				found.targets++
			}
		}
		balancers = append(balancers, found)
	}
	assert.ElementsMatch(t, []balancer{
		{kind: "network", name: "demo-x7k2p-ext", ports: []float64{6443}, targets: 3},
		{kind: "network", name: "demo-x7k2p-int", internal: true, ports: []float64{6443, 22623}, targets: 6},
		{kind: "classic", name: "demo-x7k2p-sre", ports: []float64{6443}, targets: 3},
		{kind: "classic", name: "demo-x7k2p-sre2", internal: true, ports: []float64{22}, targets: 3},
	}, balancers)

	assert.Len(t, rec.OfType(instanceType), 3)
	for _, machine := range rec.OfType(instanceType) {
		assert.Equal(t, "m5.xlarge", machine.Inputs["instanceType"])
		volume := machine.Inputs["rootBlockDevice"].(map[string]any)
		assert.Equal(t, []any{"io1", float64(350), float64(1000)},
			[]any{volume["volumeType"], volume["volumeSize"], volume["iops"]})
	}
}

func targetsOf(rec *mocks.Recorder, listener mocks.Resource) int {
	forward := listener.Inputs["defaultActions"].([]any)[0].(map[string]any)
	count := 0
	for _, attachment := range rec.OfType(attachmentType) {
		if attachment.Inputs["targetGroupArn"] == forward["targetGroupArn"] {
			count++
		}
	}
	return count
}
