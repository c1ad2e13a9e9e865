package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{Project: project, Program: program, Config: sandboxConfig}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"disconnected": nil}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestNothingLeavesTheVpc: no resource is a way to the internet, and the services that nodes need have endpoints before the cluster.
func TestNothingLeavesTheVpc(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, nil)
	for _, way := range []string{
		"aws:ec2/internetGateway:InternetGateway", "aws:ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway",
		"aws:ec2/natGateway:NatGateway", "aws:ec2/eip:Eip", "aws:ec2/route:Route",
	} {
		assert.Empty(t, rec.OfType(way), way)
	}
	before := mockstest.Upstream(rec, "disconnected-cluster")
	var services []any
	for _, r := range rec.OfType("aws:ec2/vpcEndpoint:VpcEndpoint") {
		services = append(services, r.Inputs["serviceName"])
		assert.True(t, before[r.Name], "%s must be created before the cluster", r.Name)
	}
	const region = "com.amazonaws.us-east-2."
	assert.ElementsMatch(t, []any{
		region + "ec2", region + "ecr.api", region + "ecr.dkr", region + "kms", region + "s3", region + "sts",
	}, services)
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "setting zones: is required")
	example.CheckRejected(t, example.Configured(map[string]string{"imageMirrors": "quay.io/team"}),
		"required configuration variable 'openshift-disconnected:imageMirrors'")
	example.CheckRejected(t, example.Configured(map[string]string{"channel": "candidate-4.18"}),
		"blueprint.ROSAHCPArgs.HCP.ZeroEgress: is not supported by candidate channels")
}

// TestLifecycle runs the program in the sandbox: mirrors change in place, and destroy leaves no resources.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	created := mockstest.Must(t, example.Sandbox(t, dir, nil).Up)
	assert.ElementsMatch(t, []string{"create", "import"}, mockstest.Kinds(created.Changes), "the group of the endpoint is the service's")
	moved := example.Sandbox(t, dir, map[string]string{
		"imageMirrors": `{"team": {"source": "quay.io/team", "mirrors": ["mirror.example.com/team"]}}`,
	})
	updated := mockstest.Must(t, moved.Up)
	assert.Equal(t, "update", updated.Op("disconnected-team-mirror"))
	assert.Equal(t, 1, updated.Changes["update"])
	mockstest.CheckDestroy(t, moved)
}
