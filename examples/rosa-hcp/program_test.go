package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// TestAdoptedWithOtherReleases: RHCS does not read the releases that the program sets, but those that the cluster and its pools have.
func TestAdoptedWithOtherReleases(t *testing.T) {
	const cluster, pool = "rhcs:index/clusterRosaHcp:ClusterRosaHcp:", "rhcs:index/hcpMachinePool:HcpMachinePool:"
	adopttest.Rejected(t, example, map[string]string{"version": "4.18.7", "poolVersion": "4.18.6"},
		cluster+`rosahcp-cluster.version: the program has "4.18.7", currentVersion is "4.18.5"; `+
			`set blueprint.ROSAHCPArgs.HCP.Version.Version of "rosahcp"`,
		pool+`rosahcp-workers-0.version: the program has "4.18.6", currentVersion is "4.18.5"`,
		pool+`rosahcp-workers-1.version: the program has "4.18.6", currentVersion is "4.18.5"`,
		pool+`rosahcp-general-pool.version: the program has "4.18.6", currentVersion is "4.18.5"; `+
			`set blueprint.ROSAHCPArgs.MachinePools.HCP.Version of "`,
	)
}

// TestOrder asserts that what the cluster needs is created before it and deleted after it, and what is in it the
// reverse.
func TestOrder(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, map[string]string{"jumpHost": "false"})
	before := mockstest.Upstream(rec, "rosahcp-cluster")
	for _, name := range []string{
		"rosahcp-account-installer-role",
		"rosahcp-account-worker-role",
		"rosahcp-etcd-key",
		"rosahcp-volumes-key",
		"rosahcp-provider",
		"rosahcp-proxy-machine-us-east-2a", "rosahcp-nat-us-east-2b",
	} {
		assert.True(t, before[name], "%s must be created before the cluster", name)
	}
	attachments := 0
	for _, r := range rec.OfType("aws:iam/rolePolicyAttachment:RolePolicyAttachment") {
		attachments++
		assert.True(t, before[r.Name], "%s must be created before the cluster", r.Name)
	}
	assert.Equal(t, 11, attachments, "three policies of the account roles and eight of the operator roles")
	for _, name := range []string{"rosahcp-general-pool", "rosahcp-attachment"} {
		assert.True(t, mockstest.Upstream(rec, name)["rosahcp-cluster"], "%s must be created after the cluster", name)
	}
	group := mockstest.Upstream(rec, "rosahcp-endpoint-group")
	assert.True(t, group["rosahcp-vpc"], "the group of the endpoint must be deleted before the VPC")
	assert.False(t, group["rosahcp-cluster"], "and not before the cluster, whose endpoint uses it")
}

// TestImage: an AMI is used as it is; a parameter's value is looked up.
func TestImage(t *testing.T) {
	t.Parallel()
	var parameters []any
	images := func(changes map[string]string) []any {
		rec := example.Run(t, changes)
		parameters = nil
		for _, call := range rec.Calls() {
			if call.Token == "aws:ssm/getParameter:getParameter" {
				parameters = append(parameters, call.Args["name"])
			}
		}
		return []any{
			mockstest.Find(t, rec, "rosahcp-proxy-machine-us-east-2a").Inputs["ami"],
			mockstest.Find(t, rec, "rosahcp-jump-host").Inputs["ami"],
		}
	}
	const ami = "ami-0123456789abcdef0"
	assert.Equal(t, []any{ami, ami}, images(map[string]string{"proxyAmi": ami}))
	assert.Empty(t, parameters)
	for _, image := range images(nil) {
		assert.Regexp(t, "^ami-[0-9a-f]{17}$", image)
		assert.NotEqual(t, ami, image)
	}
	assert.Equal(t, []any{"/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"}, parameters,
		"both have the newest image of Amazon Linux 2023, which the parameter names")
}

// TestJumpHostIsOptional: VPN users need none.
func TestJumpHostIsOptional(t *testing.T) {
	t.Parallel()
	assert.Empty(t, example.Run(t, map[string]string{"jumpHost": "false"}).OfType("openshift-aws:network:JumpHost"))
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "setting zones: is required")
	example.CheckRejected(t, example.Configured(map[string]string{"poolMax": "four"}),
		"required configuration variable 'openshift-rosa-hcp:poolMax'")
	example.CheckRejected(t, example.Configured(map[string]string{"jumpHost": "maybe"}),
		"required configuration variable 'openshift-rosa-hcp:jumpHost'")
}

// TestLifecycle runs the program in the sandbox: updates are in place, and destroy leaves no resources.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	run := func(changes map[string]string) *sandbox.Result {
		return mockstest.Must(t, example.Sandbox(t, dir, changes).Up)
	}
	assert.ElementsMatch(t, []string{"create", "import"}, mockstest.Kinds(run(nil).Changes), "the group of the endpoint is the service's")
	assert.Equal(t, []string{"same"}, mockstest.Kinds(run(nil).Changes))
	grown := run(map[string]string{"poolMax": "6"})
	assert.Equal(t, "update", grown.Op("rosahcp-general-pool"))
	assert.Equal(t, "same", grown.Op("rosahcp-cluster"))
	upgraded := run(map[string]string{"poolMax": "6", "version": "4.18.6"})
	assert.Equal(t, "update", upgraded.Op("rosahcp-cluster"))
	assert.Equal(t, "same", upgraded.Op("rosahcp-general-pool"), "pools are upgraded separately")

	rejected := func(want string, changes map[string]string) *sandbox.Sandbox {
		t.Helper()
		box := example.Sandbox(t, dir, changes)
		_, err := box.Up(t.Context())
		require.ErrorContains(t, err, want)
		return box
	}
	rejected("4.19.1 is not in the cluster's channel stable-4.18", map[string]string{"poolMax": "6", "version": "4.19.1"})
	channel := run(map[string]string{"poolMax": "6", "version": "4.18.6", "channel": "stable-4.19"})
	assert.Equal(t, map[string]int{"same": channel.Changes["same"], "update": 1}, channel.Changes, "the channel is changed first")
	minor := run(map[string]string{"poolMax": "6", "version": "4.19.1", "channel": "stable-4.19", "poolVersion": ""})
	assert.Equal(t, "update", minor.Op("rosahcp-cluster"))
	workers := run(map[string]string{"poolMax": "6", "version": "4.19.1", "channel": "stable-4.19", "poolVersion": "4.19.1"})
	for _, pool := range []string{"general-pool", "workers-0", "workers-1"} {
		assert.Equal(t, "update", workers.Op("rosahcp-"+pool), "the initial pools are upgraded as well")
	}

	rejecting := rejected("Attribute awsNodePool.instanceType, cannot be changed from m5.xlarge to m5.2xlarge",
		map[string]string{"version": "4.19.1", "channel": "stable-4.19", "poolVersion": "4.19.1", "poolInstanceType": "m5.2xlarge"})
	mockstest.CheckDestroy(t, rejecting)
}
