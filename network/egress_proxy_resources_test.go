package network_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestEgressProxyInstances(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, proxy(balancedArgs()))
	machines := rec.OfType(instanceType)
	require.Len(t, machines, 2)
	for _, machine := range machines {
		zone := strings.TrimPrefix(machine.Name, "proxy-machine-")
		assert.Equal(t,
			map[string]any{"httpEndpoint": "enabled", "httpTokens": "required", "httpPutResponseHopLimit": 1.0},
			machine.Inputs["metadataOptions"])
		assert.Equal(t, true, machine.Inputs["rootBlockDevice"].(map[string]any)["encrypted"])
		assert.True(t, machine.Options.DeleteBeforeReplace, "a network interface is attached to one instance at a time")
		assert.Contains(t, namesOf(rec, machine.Dependencies), "proxy-eip-"+zone,
			"without its public address the instance could not install squid")
		assert.Equal(t, mockstest.Find(t, rec, "proxy-nic-"+zone).ID,
			mockstest.Find(t, rec, "proxy-eip-"+zone).Inputs["networkInterface"])
		assert.Equal(t, mockstest.Find(t, rec, "proxy-nic-"+zone).Outputs["privateIp"],
			mockstest.Find(t, rec, "proxy-target-"+zone).Inputs["targetId"])
		assert.Equal(t, []any{"ops", "ssm"}, []any{machine.Inputs["keyName"], machine.Inputs["iamInstanceProfile"]})
	}
	assert.Contains(t, namesOf(rec, mockstest.Find(t, rec, "proxy-machine-us-east-2b").Dependencies),
		"proxy-machine-us-east-2a", "one instance runs while the other is replaced")
	plain := mockstest.Run(t, proxy(proxyArgs())).OfType(instanceType)[0]
	assert.NotContains(t, plain.Inputs, "keyName")
	assert.NotContains(t, plain.Inputs, "iamInstanceProfile")
	assert.Equal(t, "t3.small", plain.Inputs["instanceType"])
	small := proxyArgs()
	small.InstanceType = "t3.nano"
	assert.Equal(t, "t3.nano", mockstest.Run(t, proxy(small)).OfType(instanceType)[0].Inputs["instanceType"])
}

// TestEgressProxyReplacesTargetGroupWithLoadBalancer: removing a zone replaces the load balancer, and a target
// group belongs to one load balancer.
func TestEgressProxyReplacesTargetGroupWithLoadBalancer(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, proxy(balancedArgs()))
	group := mockstest.Find(t, rec, "proxy-tg")
	assert.Equal(t, []string{mockstest.Find(t, rec, "proxy-lb").URN}, group.Options.ReplaceWith)
	assert.Equal(t,
		map[string]any{"protocol": "TCP", "interval": 10.0, "healthyThreshold": 2.0, "unhealthyThreshold": 2.0},
		group.Inputs["healthCheck"], "a health check detects a failure within 20 seconds")
}

// TestEgressProxyRules lists the rules: no ingress from the internet, and no SSH unless SSHAllowedCIDRs is set.
func TestEgressProxyRules(t *testing.T) {
	t.Parallel()
	rules := func(args *network.EgressProxyArgs) []string {
		rec := mockstest.Run(t, proxy(args))
		var all []string
		for _, rule := range slices.Concat(rec.OfType(ingressType), rec.OfType(egressType)) {
			all = append(all, rule.Name)
			assert.Equal(t, rule.Inputs["fromPort"], rule.Inputs["toPort"], rule.Name)
		}
		slices.Sort(all)
		return all
	}
	assert.Equal(t, []string{
		"proxy-machines-dns-tcp-to-10.0.0.0-16", "proxy-machines-dns-udp-to-10.0.0.0-16",
		"proxy-machines-https-to-0.0.0.0-0", "proxy-machines-proxy-from-10.0.0.0-16",
	}, rules(proxyArgs()))
	assert.Equal(t, []string{
		"proxy-balancer-proxy-from-10.0.0.0-16", "proxy-balancer-proxy-from-10.99.0.0-16",
		"proxy-balancer-proxy-to-10.0.0.0-16", "proxy-machines-dns-tcp-to-10.0.0.0-16",
		"proxy-machines-dns-udp-to-10.0.0.0-16", "proxy-machines-https-to-0.0.0.0-0",
		"proxy-machines-proxy-from-10.0.0.0-16", "proxy-machines-proxy-from-10.99.0.0-16",
		"proxy-machines-ssh-from-198.51.100.0-24",
	}, rules(balancedArgs()))
	web := proxyArgs()
	web.AllowHTTP = true
	assert.Contains(t, rules(web), "proxy-machines-http-to-0.0.0.0-0", "port 80 is open only with AllowHTTP")
	further := balancedArgs()
	further.Network.SecondaryCIDRs = []string{"100.70.0.0/16"}
	assert.Subset(t, rules(further), []string{
		"proxy-balancer-proxy-from-100.70.0.0-16", "proxy-balancer-proxy-to-100.70.0.0-16",
		"proxy-machines-proxy-from-100.70.0.0-16",
	}, "clients, instances and the load balancer may be in any CIDR of the VPC")
}

// TestEgressProxyHostname: a zone of its own has the record of the instance, or of the load balancer.
func TestEgressProxyHostname(t *testing.T) {
	t.Parallel()
	const hostname = "proxy.demo.internal"
	for name, args := range map[string]*network.EgressProxyArgs{"single": proxyArgs(), "balanced": balancedArgs()} {
		args.Hostname = hostname
		rec := mockstest.Run(t, proxy(args))
		zone, record := mockstest.Find(t, rec, "proxy-zone"), mockstest.Find(t, rec, "proxy-record")
		assert.Equal(t, hostname, zone.Inputs["name"], name)
		assert.Equal(t, []any{map[string]any{"vpcId": "vpc-0123456789abcdef0"}}, zone.Inputs["vpcs"], name)
		assert.Equal(t, []string{"vpcs"}, zone.Options.IgnoreChanges, "users associate peered VPCs")
		assert.Equal(t, []any{hostname, "A", zone.Outputs["zoneId"]},
			[]any{record.Inputs["name"], record.Inputs["type"], record.Inputs["zoneId"]}, name)
		if name == "single" {
			address := mockstest.Find(t, rec, "proxy-nic-us-east-2a").Outputs["privateIp"]
			assert.Equal(t, []any{address}, record.Inputs["records"], "the address survives the instance")
			continue
		}
		balancer := mockstest.Find(t, rec, "proxy-lb")
		assert.Equal(t, []any{map[string]any{
			"name": balancer.Outputs["dnsName"], "zoneId": balancer.Outputs["zoneId"], "evaluateTargetHealth": false,
		}}, record.Inputs["aliases"])
	}
	named := proxyArgs()
	named.Hostname = hostname
	for _, change := range mockstest.Run(t, proxy(named)).Changes(mockstest.Run(t, proxy(proxyArgs()))) {
		assert.Equal(t, mocks.Create, change.Op, change.String())
	}
}

func TestEgressProxyAddsZone(t *testing.T) {
	t.Parallel()
	few := balancedArgs()
	few.Subnets = few.Subnets[1:]
	assertAdds(t, "us-east-2a", proxy(few), proxy(balancedArgs()), "subnets")
}
