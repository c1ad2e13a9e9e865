package fleet

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/policyx"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// analyzer is the plugin that Pulumi starts for a policy pack with the runtime fleet-test: this program, under that name.
const analyzer = "pulumi-analyzer-policy-fleet-test"

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != analyzer {
		os.Exit(m.Run())
	}
	if err := policyx.Main(policies); err != nil {
		panic(err)
	}
}

// policies reports each Stash of release 4.18.6 as a mandatory violation.
func policies(*pulumi.Context) (policyx.PolicyPack, error) {
	return policyx.NewPolicyPack("releases", semver.MustParse("1.0.0"), policyx.EnforcementLevelMandatory, []policyx.Policy{
		policyx.NewResourceValidationPolicy("approved", policyx.ResourceValidationPolicyArgs{
			Description: "Releases are approved.", EnforcementLevel: policyx.EnforcementLevelMandatory,
			ValidateResource: func(_ context.Context, args policyx.ResourceValidationArgs) error {
				if input := args.Resource.Properties.Get("input"); input.IsString() && input.AsString() == "4.18.6" {
					args.Manager.ReportViolation("4.18.6 is not approved", "")
				}
				return nil
			},
		}),
	})
}

// TestRehearse: clusters come up in sandboxes, each by itself; the next rehearsal updates them, and has no setting that the list has not.
func TestRehearse(t *testing.T) {
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	list := strings.Replace(fourClusters, "{name: tokyo,", "{name: tokyo, config: {workers: 13},", 1)
	code, out, errs := call(t, dir, list, "rehearse", "--dir", dir, "--parallel", "2")
	assert.Equal(t, exitFailed, code, errs)
	for _, line := range []string{
		"ohio, succeeded, step canary, wanted 4.18.5, running 4.18.5, 2 create\n", "tokyo, failed, step rest, wanted 4.18.5, running -",
		"\n    only the account rejects this\n", "osaka, succeeded, step rest",
	} {
		assert.Contains(t, out, line)
	}
	assert.Contains(t, errs, "1 failed, of 4 clusters: tokyo\n")

	code, out, errs = call(t, dir, fourClusters, "rehearse", "--dir", dir, "--step", "rest")
	assert.Equal(t, exitOK, code, errs)
	assert.NotContains(t, out, "ohio")
	assert.Contains(t, out, "tokyo, succeeded", "the number of workers is the default again")
}

// TestPolicyViolations: a mandatory violation that the engine reports is in the report and fails the command.
func TestPolicyViolations(t *testing.T) {
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, analyzer)))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "PulumiPolicy.yaml"), []byte("runtime: fleet-test\n"), 0o600))
	list := strings.Replace(fourClusters, "{name: ohio,", "{name: ohio, version: 4.18.6,", 1)
	code, out, errs := call(t, dir, list, "rehearse", "--dir", dir, "--step", "canary", "--policy-pack", dir, "--json")
	assert.Equal(t, exitFailed, code, errs)
	var report Report
	require.NoError(t, json.Unmarshal([]byte(out), &report), out)
	assert.Equal(t, []string{"policy approved, data: Releases are approved.\n4.18.6 is not approved"}, report.Clusters[0].Errors)
}
