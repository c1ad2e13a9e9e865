package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{
	Project: project,
	Program: program,
	Config: mockstest.With(sandboxConfig, map[string]string{
		"clusters": strings.ReplaceAll(sandboxConfig["clusters"], "examples/two-clusters/", ""),
	}),
	CheckText: checkClusters,
}

// checkClusters compares one cluster, under the name of classic's, with a golden file that has the differences from it, and the other one
// with a file that has the differences from the first.
func checkClusters(t testing.TB, text []byte) {
	t.Helper()
	var ohio, ireland strings.Builder
	for block := range strings.SplitAfterSeq(string(text), "\n\n") {
		head, _, _ := strings.Cut(block, "\n")
		if strings.Contains(head, " ireland") {
			ireland.WriteString(block)
		} else {
			ohio.WriteString(block)
		}
	}
	asClassic := strings.NewReplacer("ohio", "demo").Replace(ohio.String())
	golden.CheckLike(t, "testdata/ohio.golden", "../../classic/testdata/cluster.golden", []byte(asClassic))
	renamed := strings.NewReplacer("ohio", "ireland", "us-east-2", "eu-west-1").Replace(ohio.String())
	golden.CheckDifference(t, "testdata/ireland.golden", "ohio.golden", []byte(renamed), []byte(ireland.String()))
}

// at sets the stage of a cluster.
func at(key, stage string) map[string]string {
	clusters := example.Config["clusters"]
	before := `"` + key + `": {`
	return map[string]string{"clusters": strings.Replace(clusters, before, before+`"stage": "`+stage+`",`, 1)}
}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"two-clusters": nil}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestEveryResourceIsInItsRegion: a resource with the default provider would be in the wrong region, or in none.
func TestEveryResourceIsInItsRegion(t *testing.T) {
	t.Parallel()
	for _, r := range example.Run(t, at("ireland", "bootstrap")).Resources() {
		if !r.Custom || strings.HasPrefix(r.Type, "pulumi:") {
			continue
		}
		key, _, _ := strings.Cut(r.Name, "-")
		assert.Equal(t, key, r.Provider[strings.LastIndex(r.Provider, "::")+2:], r.Name)
	}
}

// TestOneClusterDoesNotChangeTheOther: a stage of one cluster changes nothing of the other, and no resource of one
// depends on the other.
func TestOneClusterDoesNotChangeTheOther(t *testing.T) {
	t.Parallel()
	before := example.Run(t, nil)
	changes := example.Run(t, at("ohio", "bootstrap")).Changes(before)
	assert.NotEmpty(t, changes)
	for _, change := range changes {
		assert.Contains(t, change.String(), " ohio", "the change is of ohio")
	}
	for _, r := range before.Resources() {
		key, _, _ := strings.Cut(r.Name, "-")
		for upstream := range mockstest.Upstream(before, r.Name) {
			assert.Equal(t, key, strings.Split(upstream, "-")[0], "%s depends on %s", r.Name, upstream)
		}
	}
}

// TestLifecycle creates both clusters, which have the same name, in one account: AWS rejects a name that exists.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	box := example.Sandbox(t, t.TempDir(), nil)
	mockstest.CheckUp(t, box, "create")
	mockstest.CheckDestroy(t, box)
}

func TestInvalidSettingsAreReportedTogether(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-two-clusters:clusters'")
	clusters := example.Config["clusters"]
	rejected := func(old, changed string, problems ...string) {
		t.Helper()
		require.Contains(t, clusters, old)
		config := example.Configured(map[string]string{"clusters": strings.Replace(clusters, old, changed, 1)})
		example.CheckRejected(t, config, problems...)
	}
	rejected("10.1.0.0/16", "10.0.128.0/17", "config clusters.ohio: 10.0.0.0/16 overlaps 10.0.128.0/17 of ireland")
	rejected("install-dirs/ireland", "install-dirs/ohio",
		"config clusters.ohio: has the infrastructure ID demo-x7k2p of ireland")
	rejected("install-dirs/ireland", "nowhere", "nowhere: cannot be read")
	rejected("10.1.0.0/16", "10.1.0.0/33", "config clusters.ireland: blueprint.SelfManagedArgs.Vpc.CIDR")
	rejected(`"vpcCidr": "10.1.0.0/16",`, "", "config clusters.ohio: 10.0.0.0/16 overlaps 10.0.0.0/16 of ireland")
}
