package fleet

import (
	"bytes"
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

// policies reports each Stash: of release 4.18.6 as a mandatory violation, of others as an advisory one.
func policies(*pulumi.Context) (policyx.PolicyPack, error) {
	policy := func(name string, level policyx.EnforcementLevel, violates func(version string) bool) policyx.Policy {
		return policyx.NewResourceValidationPolicy(name, policyx.ResourceValidationPolicyArgs{
			Description: "Releases are approved.", EnforcementLevel: level,
			ValidateResource: func(_ context.Context, args policyx.ResourceValidationArgs) error {
				if input := args.Resource.Properties.Get("input"); input.IsString() && violates(input.AsString()) {
					args.Manager.ReportViolation(input.AsString()+" is not approved", "")
				}
				return nil
			},
		})
	}
	return policyx.NewPolicyPack("releases", semver.MustParse("1.0.0"), policyx.EnforcementLevelAdvisory, []policyx.Policy{
		policy("approved", policyx.EnforcementLevelMandatory, func(version string) bool { return version == "4.18.6" }),
		policy("newest", policyx.EnforcementLevelAdvisory, func(version string) bool { return version != "4.18.6" }),
	})
}

// TestPolicyViolations: the violations that the engine reports are in the report, as JSON and as table. A mandatory one fails the cluster
// and the command, an advisory one does not.
func TestPolicyViolations(t *testing.T) {
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, analyzer)))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "PulumiPolicy.yaml"), []byte("runtime: fleet-test\n"), 0o600))
	file := filepath.Join(dir, "fleet.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`
defaults: {region: us-east-2}
clusters: [{name: ohio, version: 4.18.5, vpcCidr: 10.0.0.0/16}, {name: tokyo, version: 4.18.6, vpcCidr: 10.1.0.0/16}]
`), 0o600))
	call := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		args = append(args, "--policy-pack", dir, "--file", file, "--dir", dir)
		code := Run(t.Context(), stashOptions, args, strings.NewReader(""), &out, &errs)
		return code, out.String()
	}

	code, out := call("preview", "--output", "json")
	assert.Equal(t, exitFailed, code, out)
	var report Report
	require.NoError(t, json.Unmarshal([]byte(out), &report), out)
	for i, want := range []Result{
		{Cluster: "ohio", Outcome: Succeeded, Violations: []Violation{{
			Policy: "newest", Level: "advisory", Resource: "data", Message: "Releases are approved.\n4.18.5 is not approved",
		}}},
		{Cluster: "tokyo", Outcome: Failed, Errors: []string{"violates a mandatory policy"}, Violations: []Violation{{
			Policy: "approved", Level: "mandatory", Resource: "data", Message: "Releases are approved.\n4.18.6 is not approved",
		}}},
	} {
		got := report.Clusters[i]
		assert.Equal(t, want, Result{Cluster: got.Cluster, Outcome: got.Outcome, Errors: got.Errors, Violations: got.Violations})
	}

	code, out = call("up")
	assert.Equal(t, exitFailed, code, out)
	assert.Regexp(t, `(?m)^ohio +1 +us-east-2 +succeeded +4\.18\.5 +4\.18\.5 +2 create +`, out)
	assert.Regexp(t, `(?m)^tokyo +1 +us-east-2 +failed +4\.18\.6 +- +1 create +`, out)
	assert.Contains(t, out, "\nohio:\npolicy newest (advisory), data: Releases are approved.\n4.18.5 is not approved\n")
	assert.Contains(t, out, "\ntokyo:\nviolates a mandatory policy\n"+
		"policy approved (mandatory), data: Releases are approved.\n4.18.6 is not approved\n")
}
