package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{
	Project: project,
	Program: program,
	Config:  mockstest.With(sandboxConfig, map[string]string{"installDir": "../classic/install-dir"}),
	Base:    "private",
	Like:    "../../classic/testdata/cluster.golden",
}

const corporateProxy = "http://proxy.example.com:3128"

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{
	"private": nil,
	"proxy":   {"proxyUrl": corporateProxy},
}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestNothingIsPublic: no load balancer faces the internet, no rule allows it in, and only the proxy is in a public
// subnet; with a proxy elsewhere there is none.
func TestNothingIsPublic(t *testing.T) {
	t.Parallel()
	for _, proxy := range []string{"", corporateProxy} {
		rec := example.Run(t, map[string]string{"proxyUrl": proxy})
		for _, r := range rec.Resources() {
			switch r.Type {
			case "aws:lb/loadBalancer:LoadBalancer":
				assert.Equal(t, true, r.Inputs["internal"], r.Name)
			case "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule":
				assert.NotEqual(t, "0.0.0.0/0", r.Inputs["cidrIpv4"], r.Name)
			case "aws:ec2/instance:Instance", "aws:ec2/networkInterface:NetworkInterface":
				if strings.Contains(fmt.Sprint(r.PropertyDependencies["subnetId"]), "-subnet-public-") {
					assert.Contains(t, r.Name, "demo-proxy-nic-")
				}
			}
		}
		assert.Empty(t, rec.OfType("aws:ec2/natGateway:NatGateway"))
		gateways := len(rec.OfType("aws:ec2/internetGateway:InternetGateway"))
		assert.Equal(t, proxy == "", gateways == 1, "%d internet gateways with proxy %q", gateways, proxy)
	}
}

// TestMachinesFollowTheProxy: without it, a machine cannot pull an image while it boots, or drain when it is deleted.
func TestMachinesFollowTheProxy(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, nil)
	for _, kind := range []string{"openshift-aws:cluster:ControlPlane", "openshift-aws:nodes:WorkerMachineSet"} {
		components := rec.OfType(kind)
		require.Len(t, components, 1, kind)
		assert.Contains(t, strings.Join(components[0].Dependencies, "\n"), "::demo-proxy-", kind)
	}
	assert.Equal(t, "http://proxy.demo.internal:3128", rec.Outputs()["proxyUrl"])
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-private:hostAmi'")
	example.CheckRejected(t, example.Configured(map[string]string{"workersPerZone": "many"}),
		"required configuration variable 'openshift-private:workersPerZone'")
}
