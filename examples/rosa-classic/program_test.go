package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

const adminPassword = "Correct-Horse-12"

func record(t *testing.T, changes map[string]string) *mocks.Recorder {
	t.Helper()
	rec := mocks.New(mocks.Config(stackConfig(changes)), mocks.Project(project))
	require.NoError(t, rec.Run(program))
	return rec
}

func stackConfig(changes map[string]string) map[string]string {
	values := map[string]string{}
	for _, layer := range []map[string]string{sandboxConfig, changes} {
		for key, value := range layer {
			if !strings.Contains(key, ":") {
				key = project + ":" + key
			}
			values[key] = value
		}
	}
	return values
}

func TestGolden(t *testing.T) {
	golden.Check(t, "testdata/admin.golden", record(t, map[string]string{"adminPassword": adminPassword}).Golden())
}

func TestPreviewRegistersWhatUpdateDoes(t *testing.T) {
	preview := mocks.New(mocks.Config(stackConfig(nil)), mocks.Project(project))
	require.NoError(t, preview.Preview(program))
	assert.Equal(t, mockstest.URNs(record(t, nil)), mockstest.URNs(preview))
}

// TestOrder checks that roles with their policies, the issuer and the subnets' routes are created before the cluster
// and destroyed after it.
func TestOrder(t *testing.T) {
	rec := record(t, nil)
	before := upstream(rec, "rosaclassic-cluster")
	for _, name := range []string{
		"rosaclassic-account-installer-role", "rosaclassic-provider", "rosaclassic-nat-us-east-2b",
	} {
		assert.True(t, before[name], "%s is not created before the cluster", name)
	}
	attachments := rec.OfType("aws:iam/rolePolicyAttachment:RolePolicyAttachment")
	for _, r := range attachments {
		assert.True(t, before[r.Name], "%s is not created before the cluster", r.Name)
	}
	assert.Len(t, attachments, 10, "four policies of the account's roles, six of the operators'")
	for _, name := range []string{"rosaclassic-general-pool", "rosaclassic-ingress", "rosaclassic-autoscaler"} {
		assert.True(t, upstream(rec, name)["rosaclassic-cluster"], "%s is not created after the cluster", name)
	}
}

// upstream returns the names of all resources on which a resource depends.
func upstream(rec *mocks.Recorder, name string) map[string]bool {
	byURN, found := map[string]mocks.Resource{}, map[string]bool{}
	for _, r := range rec.Resources() {
		byURN[r.URN] = r
	}
	start, _ := rec.Find(name)
	var walk func(mocks.Resource)
	walk = func(r mocks.Resource) {
		for _, urn := range r.Dependencies {
			if next := byURN[urn]; !found[next.Name] {
				found[next.Name] = true
				walk(next)
			}
		}
	}
	for _, r := range rec.Resources() {
		if r.Name == start.Name && r.Custom {
			walk(r)
		}
	}
	return found
}

func TestMinor(t *testing.T) {
	for release, want := range map[string]string{"4.18.5": "4.18", "4.20.0-rc.1": "4.20", "5.0.12": "5.0"} {
		assert.Equal(t, want, minor(release))
	}
}

func TestMissingConfigurationIsReportedAtOnce(t *testing.T) {
	rec := mocks.New(
		mocks.Project(project),
		mocks.Config(map[string]string{"aws:region": "", project + ":poolMax": "four"}),
	)
	err := rec.Run(program)
	for _, key := range []string{"aws:region", "zones", "version", "poolMax"} {
		assert.ErrorContains(t, err, "config "+key+": ")
	}
	assert.Empty(t, rec.Resources())
}

// TestLife runs the program with the real engine in the sandbox: changes are applied in place, and nothing is left
// behind.
func TestLife(t *testing.T) {
	dir := t.TempDir()
	run := func(changes map[string]string) *sandbox.Result {
		t.Helper()
		box, err := sandbox.New(
			sandbox.Options{Project: project, Program: program, Dir: dir, Config: stackConfig(changes)},
		)
		require.NoError(t, err)
		result, err := box.Up(t.Context())
		require.NoError(t, err)
		return result
	}
	assert.Equal(t, []string{"create"}, kinds(run(nil)))
	assert.Equal(t, []string{"same"}, kinds(run(nil)))
	grown := run(map[string]string{"poolMax": "9", "routeSelector": "shard=a"})
	assert.Equal(t, "update", grown.Op("rosaclassic-general-pool"))
	assert.Equal(t, "update", grown.Op("rosaclassic-ingress"))
	assert.Equal(t, "same", grown.Op("rosaclassic-cluster"))

	refusing, err := sandbox.New(sandbox.Options{
		Project: project,
		Program: program,
		Dir:     dir,
		Config:  stackConfig(map[string]string{"poolInstanceType": "m5.2xlarge"}),
	})
	require.NoError(t, err)
	_, err = refusing.Up(t.Context())
	assert.ErrorContains(t, err, "Attribute machineType, cannot be changed from m5.xlarge to m5.2xlarge")
	destroyed, err := refusing.Destroy(t.Context())
	require.NoError(t, err)
	assert.Empty(t, destroyed.LeftBehind)
}

func kinds(result *sandbox.Result) []string {
	var kinds []string
	for kind, count := range result.Changes {
		if count > 0 {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
