package main

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{Project: project, Program: program, Config: sandboxConfig}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"admin": {"adminPassword": "Correct-Horse-12"}}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestOrder asserts that what the cluster needs is created before it and deleted after it, and what is in it the
// reverse.
func TestOrder(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, nil)
	before := mockstest.Upstream(rec, "rosaclassic-cluster")
	for _, name := range []string{
		"rosaclassic-account-installer-role", "rosaclassic-provider", "rosaclassic-nat-us-east-2b",
	} {
		assert.True(t, before[name], "%s must be created before the cluster", name)
	}
	attachments := rec.OfType("aws:iam/rolePolicyAttachment:RolePolicyAttachment")
	for _, r := range attachments {
		assert.True(t, before[r.Name], "%s must be created before the cluster", r.Name)
	}
	assert.Len(t, attachments, 10, "four policies of the account roles and six of the operator roles")
	for _, name := range []string{"rosaclassic-general-pool", "rosaclassic-ingress", "rosaclassic-autoscaler"} {
		assert.True(t, mockstest.Upstream(rec, name)["rosaclassic-cluster"], "%s must be created after the cluster", name)
	}
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "setting zones: is required")
	example.CheckRejected(t, example.Configured(map[string]string{"poolMax": "four"}),
		"required configuration variable 'openshift-rosa-classic:poolMax'")
}

// TestLifecycle runs the program in the sandbox: updates are in place, and destroy leaves no resources.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	run := func(changes map[string]string) *sandbox.Result {
		return mockstest.Must(t, example.Sandbox(t, dir, changes).Up)
	}
	assert.Equal(t, []string{"create"}, mockstest.Kinds(run(nil).Changes))
	assert.Equal(t, []string{"same"}, mockstest.Kinds(run(nil).Changes))
	grown := run(map[string]string{"poolMax": "9", "routeSelector": "shard=a"})
	assert.Equal(t, "update", grown.Op("rosaclassic-general-pool"))
	assert.Equal(t, "update", grown.Op("rosaclassic-ingress"))
	assert.Equal(t, "same", grown.Op("rosaclassic-cluster"))

	rejecting := example.Sandbox(t, dir, map[string]string{"poolInstanceType": "m5.2xlarge"})
	for _, operation := range []func(context.Context) (*sandbox.Result, error){rejecting.Preview, rejecting.Up} {
		_, err := operation(t.Context())
		assert.ErrorContains(t, err, "Attribute machineType, cannot be changed from m5.xlarge to m5.2xlarge; set it back, or set "+
			"AllowReplacement")
	}
	mockstest.CheckDestroy(t, rejecting)
}
