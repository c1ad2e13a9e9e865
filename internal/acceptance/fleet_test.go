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
var fleetRegions = map[string]string{"singapore": "ap-southeast-1", "tokyo": "ap-northeast-1"}

// TestFleet creates two clusters at the same time by the command of the example with --real: in the folder of its
// Pulumi.yaml, with a Pulumi backend of the user, and with the RHCS provider that programs download by default.
func TestFleet(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	f := newFleet(t, `
parallel: 2
defaults: {version: 4.18.5}
clusters:
- {name: singapore, region: ap-southeast-1, zones: [ap-southeast-1a], vpcCidr: 10.0.0.0/16}
- {name: tokyo, region: ap-northeast-1, zones: [ap-northeast-1a], vpcCidr: 10.1.0.0/16}
`)
	f.run("up", "create, 1 import")
	regions := map[string]string{}
	for _, cluster := range service.created("clusters") {
		region, _ := cluster["region"].(map[string]any)
		regions[fmt.Sprint(cluster["name"])] = fmt.Sprint(region["id"])
	}
	assert.Equal(t, fleetRegions, regions, "OCM was asked for one cluster in each region")
	f.run("up", "same")
	f.refreshUnchanged()
	f.run("up", "same")
	f.run("destroy", "delete")
	assert.Empty(t, service.object("clusters")["items"])
	for name, region := range fleetRegions {
		assert.Empty(t, regionLeftovers(t, region, name))
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
			_, _ = f.attempt("destroy")
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
func (f *fleet) run(command, operation string) {
	f.t.Helper()
	begun := time.Now()
	output, err := f.attempt(command)
	require.NoError(f.t, err, output)
	f.t.Logf("%s took %s\n%s", command, time.Since(begun).Round(time.Second), output)
	for name, region := range fleetRegions {
		line := fmt.Sprintf(`(?m)^%s +%s +succeeded +\d+ %s +\d+m?\d*s +`, name, region, operation)
		if command == "up" {
			line += "https://console"
		}
		assert.Regexp(f.t, line, output)
	}
}

func (f *fleet) attempt(command string) (string, error) {
	run := exec.Command(f.binary, command, "--real", "--file", "fleet.yaml")
	run.Dir = f.dir
	run.Env = os.Environ()
	for name, value := range f.env {
		run.Env = append(run.Env, name+"="+value)
	}
	output, err := run.CombinedOutput()
	return string(output), err
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
