package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// fleetRegions are the regions of the clusters of TestFleet, which no other test uses.
var fleetRegions = map[string]string{
	"singapore": "ap-southeast-1", "tokyo": "ap-northeast-1", "osaka": "ap-northeast-3", "jakarta": "ap-southeast-3",
}

// fleetList is two waves of two clusters, of which the first waits for a canary's correction: its zone is one of another region.
func fleetList(version, workers, canaryZone string, protect bool) string {
	return fmt.Sprintf(`
parallel: 2
defaults: {blueprint: rosa-hcp, version: %s, protect: %t, config: {workers: %s}}
clusters:
- {name: singapore, region: ap-southeast-1, zones: [%s], vpcCidr: 10.0.0.0/16}
- {name: tokyo, region: ap-northeast-1, zones: [ap-northeast-1a], vpcCidr: 10.1.0.0/16}
- {name: osaka, wave: 2, region: ap-northeast-3, zones: [ap-northeast-3a], vpcCidr: 10.2.0.0/16}
- {name: jakarta, wave: 2, region: ap-southeast-3, zones: [ap-southeast-3a], vpcCidr: 10.3.0.0/16}
`, version, protect, workers, canaryZone)
}

// TestFleet creates two waves of two clusters by the command of the example with --real: in the folder of its Pulumi.yaml, with a Pulumi
// backend of the user, and with the RHCS provider that programs download by default. An upgrade that fails in the first wave holds the
// second, and continues when the list is corrected.
func TestFleet(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	f := newFleet(t, fleetList("4.18.5", "2", "ap-southeast-1a", true))
	f.run("create, 1 import", "up")
	regions := map[string]string{}
	for _, cluster := range service.created("clusters") {
		region, _ := cluster["region"].(map[string]any)
		regions[fmt.Sprint(cluster["name"])] = fmt.Sprint(region["id"])
	}
	assert.Equal(t, fleetRegions, regions, "OCM was asked for one cluster in each region")
	f.run("same", "up")
	f.refreshUnchanged()
	f.upgradeInWaves()

	code, output := f.attempt("destroy", "--all", "--yes")
	assert.Equal(t, 2, code, output)
	assert.Contains(t, output, "nothing is deleted: singapore, tokyo, osaka, jakarta are protected")
	f.write("fleet.yaml", fleetList("4.18.6", "4", "ap-southeast-1a", false))
	f.run("same", "up")
	f.run("delete", "destroy", "--all", "--yes")
	assert.Empty(t, service.object("clusters")["items"])
	for name, region := range fleetRegions {
		assert.Empty(t, regionLeftovers(t, region, name))
	}
}

// upgradeInWaves changes the release and the workers of all clusters. A canary fails first: wave 2 keeps its release until the canary is
// corrected, and the report says so at each step.
func (f *fleet) upgradeInWaves() {
	t := f.t
	t.Helper()
	f.write("fleet.yaml", fleetList("4.18.6", "4", "us-east-2a", true))
	code, output := f.attempt("up", "--report", "report.json")
	require.Equal(t, 1, code, output)
	t.Log(output)
	assert.Regexp(t, `(?m)^singapore +1 +ap-southeast-1 +failed +4\.18\.6 `, output)
	assert.Regexp(t, `(?m)^tokyo +1 +ap-northeast-1 +succeeded +4\.18\.6 +4\.18\.6 `, output)
	for _, held := range []string{"osaka", "jakarta"} {
		assert.Regexp(t, `(?m)^`+held+` +2 +\S+ +held +4\.18\.6 +4\.18\.5 +- `, output)
	}
	assert.Contains(t, output, "2 of 4 clusters were held: osaka, jakarta")

	f.write("fleet.yaml", fleetList("4.18.6", "4", "ap-southeast-1a", true))
	code, output = f.attempt("up", "--failed", "report.json", "--report", "report.json")
	require.Equal(t, 0, code, output)
	t.Log(output)
	assert.NotRegexp(t, `(?m)^tokyo `, output, "it has succeeded before")
	for _, upgraded := range []string{"singapore", "osaka", "jakarta"} {
		// What the failed update of the canary had created, beside the subnet that it could not create, is deleted.
		assert.Regexp(t, `(?m)^`+upgraded+` +\d +\S+ +succeeded +4\.18\.6 +4\.18\.6 +(\d+ delete, )?\d+ same, \d+ update `, output)
	}
}

// fleet is the compiled example in a folder with its Pulumi.yaml and a list of clusters.
type fleet struct {
	t           *testing.T
	binary, dir string
	env         map[string]string
}

func newFleet(t *testing.T, list string) *fleet {
	t.Helper()
	built := newExample(t, "fleet", nil)
	f := &fleet{t: t, binary: built.binary, dir: filepath.Join(t.TempDir(), "fleet")}
	for _, folder := range []string{"state", "home", "providers"} {
		require.NoError(t, os.MkdirAll(filepath.Join(f.dir, folder), 0o700))
	}
	project, err := os.ReadFile("../../examples/fleet/Pulumi.yaml")
	require.NoError(t, err)
	f.write("Pulumi.yaml", withEmulator(t, string(project)))
	f.write("fleet.yaml", list)
	f.env = map[string]string{
		"PULUMI_BACKEND_URL": "file://" + filepath.Join(f.dir, "state"),
		"PULUMI_HOME":        filepath.Join(f.dir, "home"),
		"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
		"PULUMI_DYNAMIC_TF_PLUGIN_CACHE_DIR":          downloadedRHCS(t, filepath.Join(f.dir, "providers")),
	}
	for _, setting := range built.env {
		name, value, _ := strings.Cut(setting, "=")
		f.env[name] = value
	}
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = f.attempt("destroy", "--all", "--yes")
		}
	})
	return f
}

func (f *fleet) write(name, text string) {
	f.t.Helper()
	require.NoError(f.t, os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o600))
}

// withEmulator adds the configuration for the emulator to a Pulumi.yaml, which every stack of the project has then.
func withEmulator(t *testing.T, project string) string {
	t.Helper()
	var settings strings.Builder
	for key, value := range emulatorConfig {
		if key != "aws:region" { // It is the cluster's.
			fmt.Fprintf(&settings, "  %s: {value: %q}\n", key, value)
		}
	}
	before, after, found := strings.Cut(project, "\nconfig:\n")
	require.True(t, found, project)
	return before + "\nconfig:\n" + settings.String() + after
}

// downloadedRHCS puts the lab's RHCS provider where Pulumi's plugin for Terraform providers keeps what it downloads.
func downloadedRHCS(t *testing.T, cache string) string {
	t.Helper()
	folder := filepath.Join(cache, filepath.FromSlash(rhcs.DefaultSource), rhcs.DefaultVersion,
		runtime.GOOS+"_"+runtime.GOARCH)
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, os.Symlink(os.Getenv("RHCS_PROVIDER_PATH"), filepath.Join(folder, "terraform-provider-rhcs")))
	return cache
}

// run runs a command of the example and asserts that it did nothing to the resources of each cluster but the operation.
func (f *fleet) run(operation string, args ...string) {
	f.t.Helper()
	begun := time.Now()
	code, output := f.attempt(args...)
	require.Zero(f.t, code, output)
	f.t.Logf("%s took %s\n%s", args[0], time.Since(begun).Round(time.Second), output)
	for name, region := range fleetRegions {
		line := fmt.Sprintf(`(?m)^%s +\d +%s +succeeded +\S+ +\S+ +\d+ %s +0 +\d+m?\d*s +`, name, region, operation)
		if args[0] == "up" {
			line += "https://console"
		}
		assert.Regexp(f.t, line, output)
	}
}

// attempt runs a command of the example and returns its exit code and output.
func (f *fleet) attempt(args ...string) (int, string) {
	run := exec.Command(f.binary, append(args, "--real", "--file", "fleet.yaml")...)
	run.Dir = f.dir
	run.Env = os.Environ()
	for name, value := range f.env {
		run.Env = append(run.Env, name+"="+value)
	}
	output, err := run.CombinedOutput()
	if err != nil && run.ProcessState == nil {
		return -1, err.Error()
	}
	return run.ProcessState.ExitCode(), string(output)
}

// refreshUnchanged asserts that a refresh of each cluster's stack finds what the last update has set.
func (f *fleet) refreshUnchanged() {
	f.t.Helper()
	var running sync.WaitGroup
	for name := range fleetRegions {
		running.Go(func() {
			changes, err := f.refresh(name)
			if assert.NoError(f.t, err, name) {
				assert.NotZero(f.t, changes["same"], "%s: %v", name, changes)
				assert.Len(f.t, changes, 1, "refresh of %s: %v", name, changes)
			}
		})
	}
	running.Wait()
}

func (f *fleet) refresh(stackName string) (map[string]int, error) {
	program := func(*pulumi.Context) error { return nil } // A refresh does not run it.
	stack, err := auto.SelectStackInlineSource(f.t.Context(), stackName, "openshift-fleet", program,
		auto.WorkDir(f.dir), auto.EnvVars(f.env))
	if err != nil {
		return nil, err
	}
	refreshed, err := stack.Refresh(f.t.Context())
	if err != nil || refreshed.Summary.ResourceChanges == nil {
		return nil, err
	}
	return *refreshed.Summary.ResourceChanges, nil
}

// TestStackObjects: the API server accepts the Stack objects of a fleet, by the definition of the Pulumi Kubernetes Operator, and rejects
// what the operator does.
func TestStackObjects(t *testing.T) {
	text, err := os.ReadFile("../../fleet/testdata/manifests.yaml")
	require.NoError(t, err)
	manifests := string(text)
	kubectl(t, "", "create", "namespace", "fleet")
	t.Cleanup(func() { _, _ = tryKubectl("", "delete", "namespace", "fleet", "--wait=false") })

	output := kubectl(t, manifests, applyDryRun...)
	assert.Equal(t, 3, strings.Count(output, "stack.pulumi.com/"), output)
	for reason, test := range map[string]struct{ from, to, want string }{
		"a name that is too long": {
			from: "name: canary\n  namespace", to: "name: " + strings.Repeat("a", 43) + "\n  namespace", want: "no more than 42 characters",
		},
		"an unknown reclaim policy": {
			from: "workspaceReclaimPolicy: Delete", to: "workspaceReclaimPolicy: Keep", want: `Unsupported value: "Keep"`,
		},
		"an unknown field": {from: "refresh: true", to: "refreshed: true", want: "field not declared in schema"},
	} {
		output, err := tryKubectl(strings.Replace(manifests, test.from, test.to, 1), applyDryRun...)
		assert.Error(t, err, reason)
		assert.Contains(t, output, test.want, reason)
	}
}
