package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/fleet"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// command runs a command line and returns its exit code, output and progress.
func command(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := fleet.Run(t.Context(), options, args, &out, &errs)
	return code, out.String(), errs.String()
}

// TestRehearse creates clusters in sandboxes, and upgrades them in the next rehearsal.
func TestRehearse(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "fleet.yaml")
	require.NoError(t, os.WriteFile(file, list, 0o600))
	code, out, errs := command(t, "rehearse", "--file", file, "--dir", dir)
	assert.Equal(t, 0, code, errs)
	for _, line := range []string{"ohio, succeeded, step canary", "ireland, succeeded, step early", "tokyo, succeeded, step rest"} {
		assert.Regexp(t, `(?m)^`+line+`, wanted 4\.18\.5, running 4\.18\.5, 63 create, 1 import$`, out)
	}
	require.NoError(t, os.WriteFile(file, bytes.ReplaceAll(list, []byte("4.18.5"), []byte("4.18.6")), 0o600))
	code, out, errs = command(t, "rehearse", "--file", file, "--dir", dir, "--step", "canary")
	assert.Equal(t, 0, code, errs)
	assert.Regexp(t, `^ohio, succeeded, step canary, wanted 4\.18\.6, running 4\.18\.6, 63 same, 1 update\n$`, out)
}

// TestExampleList: the list of the example is valid, and can be rendered for each engine.
func TestExampleList(t *testing.T) {
	t.Parallel()
	code, out, errs := command(t, "check")
	assert.Equal(t, 0, code, errs)
	assert.Equal(t, "3 clusters in 3 steps\n", out)
	dir := t.TempDir()
	code, _, errs = command(t, "render", "--dir", dir)
	assert.Equal(t, 0, code, errs)
	for _, name := range []string{"applicationset.yaml", "clusters/ohio.yaml", "clusters/ireland.yaml", "clusters/tokyo.yaml"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
	code, out, errs = command(t, "matrix", "--step", "rest")
	assert.Equal(t, 0, code, errs)
	assert.Contains(t, out, `"stack": "tokyo"`)
}

// pageLine is a command of the pages of fleets that this program runs.
var pageLine = regexp.MustCompile(`(?m)^ {4,}go run \. (.+?)(?:  +#.*)?$`)

// TestPagesOfFleets runs the commands of the pages with the list of the example.
func TestPagesOfFleets(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	ran := 0
	for _, page := range []string{"fleet.md", "fleet-argocd.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
		require.NoError(t, err)
		for _, line := range pageLine.FindAllStringSubmatch(string(text), -1) {
			dir, stacks := t.TempDir(), filepath.Join(t.TempDir(), "stacks.json")
			require.NoError(t, os.WriteFile(stacks, []byte(`{"items": []}`), 0o600))
			arguments := strings.Fields(strings.NewReplacer("stacks.json", stacks, " logs/*.json", "").Replace(line[1]))
			if arguments[0] == "render" || arguments[0] == "rehearse" {
				arguments = append(arguments, "--dir", dir)
			}
			want := 0
			if arguments[0] == "report" {
				want = 1 // no cluster has an update yet
			}
			code, _, errs := command(t, arguments...)
			assert.Equal(t, want, code, "%s: go run . %s\n%s", page, line[1], errs)
			ran++
		}
	}
	assert.Equal(t, 7, ran)
}

// TestInvalidClusters: what the blueprints reject is found by the check of the list, before anything runs.
func TestInvalidClusters(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "fleet.yaml")
	text := strings.NewReplacer("workers: 4", "workers: three", "workerType: m5.xlarge", "channel: x").Replace(string(list))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	code, _, errs := command(t, "check", "--file", file)
	assert.Equal(t, 2, code)
	assert.Contains(t, errs, `clusters[0]: setting channel: `)
	assert.Contains(t, errs, "clusters[2]: unable to unmarshall required configuration variable 'openshift-fleet:workers'")
}

// workflow is a file of GitHub Actions.
type workflow struct {
	Concurrency any
	Permissions map[string]string
	Jobs        map[string]struct {
		Needs     any
		Container any
		Uses      string
		Strategy  struct {
			Matrix   string
			FailFast *bool `yaml:"fail-fast"`
		}
	}
}

// TestWorkflows: the documented workflows name each step of the list, and call the program as it is.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	read := func(name string) (w workflow, text string) {
		raw, err := os.ReadFile(filepath.Join("workflows", name))
		require.NoError(t, err)
		decoder := yaml.NewDecoder(bytes.NewReader(raw))
		require.NoError(t, decoder.Decode(&w))
		return w, string(raw)
	}
	main, mainText := read("fleet.yaml")
	step, stepText := read("fleet-step.yaml")
	parsed, err := fleet.Parse(list)
	require.NoError(t, err)
	before := "list"
	for _, s := range parsed.Rollout {
		job := main.Jobs[s.Name]
		assert.Equal(t, "./.github/workflows/fleet-step.yaml", job.Uses, s.Name)
		assert.Contains(t, fmt.Sprint(job.Needs), before, "%s follows %s", s.Name, before)
		assert.Equal(t, "${{ fromJSON(needs.list.outputs."+s.Name+") }}", job.Strategy.Matrix)
		before = s.Name + "-ended"
		assert.Equal(t, s.Name, main.Jobs[before].Needs)
		assert.Contains(t, mainText, s.Name+"=$(/fleet/program matrix --step "+s.Name+" ")
		assert.Contains(t, mainText, "report --step "+s.Name+" ")
	}
	assert.NotNil(t, main.Concurrency, "two rollouts at the same time would wait for the locks of stacks")
	assert.Equal(t, "write", main.Permissions["id-token"], "for the role of the account")
	update := step.Jobs["update"]
	require.NotNil(t, update.Strategy.FailFast)
	assert.False(t, *update.Strategy.FailFast, "a cluster that fails does not interrupt the update of another one")
	assert.NotNil(t, update.Container, "without the image each job compiles pulumi-aws")
	commands := regexp.MustCompile(`/fleet/program (\S+)((?: --(?:step|may-fail) \S+)*)`).FindAllStringSubmatch(mainText+stepText, -1)
	require.Len(t, commands, 9)
	for _, found := range commands {
		args := append([]string{found[1]}, strings.Fields(found[2])...)
		_, _, errs := command(t, args...)
		assert.NotContains(t, errs, "flag provided but not defined", found[0])
		assert.NotContains(t, errs, "is not a command", found[0])
	}
	assert.Contains(t, stepText, `pulumi up --yes --skip-preview --refresh --event-log "events/$CLUSTER.json"`)
}

// TestHealthOfStacks: the health check is in the form in which Argo CD reads it.
func TestHealthOfStacks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("argocd-cm.yaml")
	require.NoError(t, err)
	var patch struct{ Data map[string]string }
	require.NoError(t, yaml.Unmarshal(text, &patch))
	check := patch.Data["resource.customizations.health.pulumi.com_Stack"]
	for _, word := range []string{"observedGeneration", `"Stalled"`, `"Degraded"`, `"Ready"`, `"Healthy"`, `"Progressing"`, "return health"} {
		assert.Contains(t, check, word)
	}
}
