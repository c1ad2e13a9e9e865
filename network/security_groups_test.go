package network_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func securityGroupsArgs(changes ...func(*network.SecurityGroupsArgs)) *network.SecurityGroupsArgs {
	return checktest.With(&network.SecurityGroupsArgs{
		InfraID: mockstest.LongInfraID,
		Network: testNetwork(),
		Tags:    pulumi.StringMap{"team": pulumi.String("core")},
	}, changes...)
}

func securityGroups(args *network.SecurityGroupsArgs) pulumi.RunFunc {
	return mockstest.Program(network.NewSecurityGroups, "main", args)
}

// TestSecurityGroupsRegisterEveryRule checks that each rule has the group and the source that are in its name.
func TestSecurityGroupsRegisterEveryRule(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, securityGroups(securityGroupsArgs()))
	rules := rec.OfType(ingressType)
	assert.Len(t, rules, 66)
	for _, rule := range rules {
		group := namesOf(rec, rule.PropertyDependencies["securityGroupId"])[0]
		source := "main-vpc"
		if referenced := rule.PropertyDependencies["referencedSecurityGroupId"]; referenced != nil {
			source = namesOf(rec, referenced)[0]
			assert.NotContains(t, rule.Inputs, "cidrIpv4", rule.Name)
		} else {
			assert.Equal(t, "10.0.0.0/16", rule.Inputs["cidrIpv4"], rule.Name)
		}
		assert.Regexp(t, fmt.Sprintf("^%s-[a-z0-9-]+-from-%s$", group, strings.TrimPrefix(source, "main-")), rule.Name)
		assert.NotEmpty(t, rule.Inputs["description"], rule.Name)
		if rule.Inputs["ipProtocol"] == "50" {
			assert.NotContains(t, rule.Inputs, "fromPort", rule.Name)
			assert.NotContains(t, rule.Inputs, "toPort", rule.Name)
		} else {
			assert.Contains(t, rule.Inputs, "fromPort", rule.Name)
			assert.Contains(t, rule.Inputs, "toPort", rule.Name)
		}
		assert.NotEqual(t, "0.0.0.0/0", rule.Inputs["cidrIpv4"], "%s: no rule allows ingress from the internet", rule.Name)
	}
	for _, egress := range rec.OfType(egressType) {
		assert.Equal(t, "-1", egress.Inputs["ipProtocol"], egress.Name)
		assert.Equal(t, "0.0.0.0/0", egress.Inputs["cidrIpv4"], egress.Name)
	}
	assert.Len(t, rec.OfType(egressType), 4, "a group without an egress rule allows no egress")
}

// TestMachineConfigServerIsOpenToMachinesOnly: port 22623 serves the bootstrap kubeconfig and the pull secret to
// everyone who reaches it, so the rules name groups of machines and of the API's load balancers, whatever CIDRs the
// VPC has.
func TestMachineConfigServerIsOpenToMachinesOnly(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, securityGroups(securityGroupsArgs(func(a *network.SecurityGroupsArgs) {
		a.Network.SecondaryCIDRs = []string{"100.70.0.0/16"}
		a.Network.IPv6 = true
		a.Network.IPv6CIDR = pulumi.String("2600:1f16:abcd::/56").ToStringOutput().ToStringPtrOutput()
	})))
	got := map[string][]string{}
	for _, rule := range rec.OfType(ingressType) {
		from, _ := rule.Inputs["fromPort"].(float64)
		to, _ := rule.Inputs["toPort"].(float64)
		if rule.Inputs["ipProtocol"] != "tcp" || from > 22623 || to < 22623 {
			continue
		}
		group := namesOf(rec, rule.PropertyDependencies["securityGroupId"])[0]
		got[group] = append(got[group], namesOf(rec, rule.PropertyDependencies["referencedSecurityGroupId"])...)
		assert.NotContains(t, rule.Inputs, "cidrIpv4", rule.Name)
		assert.NotContains(t, rule.Inputs, "cidrIpv6", rule.Name)
	}
	assert.Equal(t, map[string][]string{
		"main-apiserver-lb": {"main-controlplane", "main-node"},
		"main-controlplane": {"main-apiserver-lb", "main-controlplane", "main-node"},
	}, got)
}

func TestSecurityGroupsTags(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, securityGroups(securityGroupsArgs()))
	checkTags(t, rec, "team", "core", mockstest.LongInfraID)
	var carriers []string
	for _, group := range rec.OfType(groupType) {
		if group.Inputs["tags"].(map[string]any)["kubernetes.io/cluster/"+mockstest.LongInfraID] != nil {
			carriers = append(carriers, group.Name)
		}
		assert.Equal(t, true, group.Inputs["revokeRulesOnDelete"], group.Name)
		assert.NotContains(t, group.Inputs, "ingress", "inline rules conflict with rules that are separate resources")
		assert.NotContains(t, group.Inputs, "egress", "inline rules conflict with rules that are separate resources")
	}
	assert.Equal(t, []string{"main-lb"}, carriers, "the cloud controller manager rejects two tagged groups")
}

// TestSecurityGroupsOutputs checks what instances in the groups wait for.
func TestSecurityGroupsOutputs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		groups, err := network.NewSecurityGroups(ctx, "main", securityGroupsArgs())
		if err != nil {
			return err
		}
		for name, ids := range map[string]pulumi.StringArray{
			"control plane": groups.ControlPlaneMachine(),
			"worker":        groups.WorkerMachine(),
			"api":           {groups.APIServerLBID},
		} {
			if _, err := ec2.NewInstance(ctx, name, &ec2.InstanceArgs{
				Ami:                 pulumi.String("ami-0123456789abcdef0"),
				InstanceType:        pulumi.String("m5.large"),
				VpcSecurityGroupIds: ids,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	for machine, groups := range map[string][]string{
		"control plane": {"main-controlplane", "main-node", "main-lb"},
		"worker":        {"main-node", "main-lb"},
		"api":           {"main-apiserver-lb"},
	} {
		inputs := mockstest.Find(t, rec, machine)
		var ids []any
		want := []string{}
		for _, group := range groups {
			ids = append(ids, mockstest.Find(t, rec, group).ID)
			want = append(want, group)
		}
		for _, rule := range append(rec.OfType(ingressType), rec.OfType(egressType)...) {
			for _, group := range groups {
				if namesOf(rec, rule.PropertyDependencies["securityGroupId"])[0] == group {
					want = append(want, rule.Name)
				}
			}
		}
		assert.Equal(t, ids, inputs.Inputs["vpcSecurityGroupIds"], machine)
		assert.ElementsMatch(t, want, namesOf(rec, inputs.Dependencies), "%s waits for all rules of its groups",
			machine)
	}
}

func TestSecurityGroupsLongestChain(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, securityGroups(securityGroupsArgs()))
	chain := namesOf(rec, rec.Graph().LongestChain())
	t.Logf("longest chain: %v", chain)
	assert.Len(t, chain, 2, "rules wait for groups only")
}

// TestSecurityGroupsOfSecondaryCIDRs: the rules for the primary CIDR also exist for each secondary CIDR.
func TestSecurityGroupsOfSecondaryCIDRs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, securityGroups(securityGroupsArgs(func(a *network.SecurityGroupsArgs) {
		a.Network.SecondaryCIDRs = []string{"100.70.0.0/16", "10.1.0.0/20"}
	})))
	first := mockstest.Run(t, securityGroups(securityGroupsArgs()))
	for _, resource := range first.Resources() {
		assert.Equal(t, resource.Inputs, mockstest.Find(t, rec, resource.Name).Inputs, "secondary CIDRs only add rules")
	}
	added := map[string]int{}
	for _, rule := range rec.OfType(ingressType) {
		if _, known := first.Find(rule.Name); known {
			continue
		}
		cidr := rule.Inputs["cidrIpv4"].(string)
		added[cidr]++
		like := mockstest.Find(t, first, strings.TrimSuffix(rule.Name, strings.ReplaceAll(cidr, "/", "-"))+"vpc")
		for _, same := range []string{"ipProtocol", "fromPort", "toPort", "description"} {
			assert.Equal(t, like.Inputs[same], rule.Inputs[same], rule.Name)
		}
		assert.Equal(t, namesOf(first, like.PropertyDependencies["securityGroupId"]),
			namesOf(rec, rule.PropertyDependencies["securityGroupId"]), rule.Name)
	}
	assert.Equal(t, map[string]int{"100.70.0.0/16": 3, "10.1.0.0/20": 3}, added)
}

func TestSecurityGroupsDualStack(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, securityGroups(securityGroupsArgs(func(a *network.SecurityGroupsArgs) {
		a.Network.IPv6 = true
		a.Network.IPv6CIDR = pulumi.String("2600:1f16:abcd::/56").ToStringOutput().ToStringPtrOutput()
	})))
	four := mockstest.Run(t, securityGroups(securityGroupsArgs()))
	for _, resource := range four.Resources() {
		assert.Equal(t, resource.Inputs, mockstest.Find(t, rec, resource.Name).Inputs, "IPv6 only adds rules")
	}
	got := []string{}
	for _, rule := range rec.Resources() {
		if _, known := four.Find(rule.Name); !known {
			source := rule.Inputs["cidrIpv6"]
			if referenced := rule.PropertyDependencies["referencedSecurityGroupId"]; referenced != nil {
				source = namesOf(rec, referenced)[0]
			}
			got = append(got,
				fmt.Sprint(rule.Name, " ", rule.Inputs["ipProtocol"], " ", rule.Inputs["fromPort"], " ", source))
		}
	}
	assert.ElementsMatch(t, []string{
		"main-apiserver-lb-api-from-vpc-ipv6 tcp 6443 2600:1f16:abcd::/56",
		"main-controlplane-icmpv6-from-controlplane icmpv6 -1 main-controlplane",
		"main-controlplane-icmpv6-from-node icmpv6 -1 main-node",
		"main-lb-api-from-vpc-ipv6 tcp 6443 2600:1f16:abcd::/56",
		"main-node-icmpv6-from-controlplane icmpv6 -1 main-controlplane",
		"main-node-icmpv6-from-node icmpv6 -1 main-node",
		"main-node-nodeport-tcp-from-vpc-ipv6 tcp 30000 2600:1f16:abcd::/56",
		"main-apiserver-lb-egress-ipv6 -1 <nil> ::/0", "main-controlplane-egress-ipv6 -1 <nil> ::/0",
		"main-lb-egress-ipv6 -1 <nil> ::/0", "main-node-egress-ipv6 -1 <nil> ::/0",
	}, got)
}

func TestSecurityGroupsArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "network.SecurityGroupsArgs", map[string]checktest.Case{
		"valid": {Reason: "an infrastructure ID and a network are enough", Args: securityGroupsArgs()},
		"node ports from CIDRs": {
			Reason: "load balancers of Services are in some subnets of the VPC",
			Args:   securityGroupsArgs(func(a *network.SecurityGroupsArgs) { a.NodePortCIDRs = []string{"10.0.1.0/24"} }),
		},
	})
}
