package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// workflow is the part of a workflow of GitHub Actions that says who may do what.
type workflow struct {
	On          yaml.Node         `yaml:"on"`
	Permissions map[string]string `yaml:"permissions"`
	Jobs        map[string]struct {
		Permissions map[string]string `yaml:"permissions"`
		Environment string            `yaml:"environment"`
		Steps       []struct {
			Uses string            `yaml:"uses"`
			Run  string            `yaml:"run"`
			With map[string]string `yaml:"with"`
		} `yaml:"steps"`
	} `yaml:"jobs"`
}

func workflows(t *testing.T) map[string]workflow {
	t.Helper()
	all := files(t, ".github/workflows/*.yaml")
	require.NotEmpty(t, all)
	found := map[string]workflow{}
	for _, file := range all {
		var w workflow
		require.NoError(t, yaml.Unmarshal([]byte(read(t, file)), &w), file)
		found[filepath.Base(file)] = w
	}
	return found
}

// digest is an action of a commit: a tag can be moved to another one.
var digest = regexp.MustCompile(`^[a-z-]+/[a-z-]+@[0-9a-f]{40}$`)

// TestWorkflowsArePinned: what runs in CI is what was reviewed, without a token that it could use.
func TestWorkflowsArePinned(t *testing.T) {
	t.Parallel()
	for file, w := range workflows(t) {
		assert.Subset(t, map[string]string{"contents": "read"}, w.Permissions, file)
		assert.NotContains(t, read(t, filepath.Join(root, ".github", "workflows", file)), "pull_request_target", file)
		for name, job := range w.Jobs {
			for _, step := range job.Steps {
				if step.Uses == "" {
					assert.NotContains(t, step.Run, "${{ github.event", file+": "+name)
					continue
				}
				assert.Regexp(t, digest, step.Uses, file+": "+name)
				if strings.HasPrefix(step.Uses, "actions/checkout@") {
					assert.Equal(t, "false", step.With["persist-credentials"], file+": "+name)
				}
			}
		}
	}
}

// TestJobsShareNoCache: setup-go saves the cache of a key once, of the job that ends first, which has not compiled the tests.
func TestJobsShareNoCache(t *testing.T) {
	t.Parallel()
	keys := map[string]string{}
	for name, job := range workflows(t)["test.yaml"].Jobs {
		for _, step := range job.Steps {
			if !strings.HasPrefix(step.Uses, "actions/setup-go@") || step.With["cache"] == "false" {
				continue
			}
			key := step.With["cache-dependency-path"]
			assert.Empty(t, keys[key], "%s has the cache of another job", name)
			keys[key] = name
			for path := range strings.FieldsSeq(key) {
				assert.FileExists(t, filepath.Join(root, path))
			}
		}
	}
	assert.Len(t, keys, 3)
}

// TestTestsRunWithThePinnedCLI: the image of GitHub's runners has a Pulumi CLI of any release.
func TestTestsRunWithThePinnedCLI(t *testing.T) {
	t.Parallel()
	for file, job := range map[string]string{"test.yaml": "test", "weekly.yaml": "evidence"} {
		var removed bool
		for _, step := range workflows(t)[file].Jobs[job].Steps {
			removed = removed || strings.HasPrefix(step.Run, `sudo rm -f "$(command -v pulumi`)
			assert.True(t, removed || !strings.Contains(step.Run, "go test") && !strings.Contains(step.Run, "matrix.command"), step.Run)
		}
	}
}

// TestAcceptanceOfEachChangeExists: a test that is renamed would be left out of .ci/run, and nobody would see it.
func TestAcceptanceOfEachChangeExists(t *testing.T) {
	t.Parallel()
	var tests strings.Builder
	for _, file := range files(t, "test/acceptance/*_test.go") {
		tests.WriteString(read(t, file))
	}
	lists := regexp.MustCompile(`(?m)^(?:systems|changes)='([^']*)'`).FindAllStringSubmatch(read(t, filepath.Join(root, ".ci", "run")), -1)
	require.Len(t, lists, 2)
	for _, list := range lists {
		for name := range strings.SplitSeq(list[1], "|") {
			exists := regexp.MustCompile(`(?m)^func Test` + name + `\(`).MatchString(tests.String())
			assert.True(t, exists, "no test of test/acceptance is called Test%s", name)
		}
	}
}

// TestNoCodeRunsWithPermissionToWrite: a job that may write checks nothing out and runs no command but GitHub's.
func TestNoCodeRunsWithPermissionToWrite(t *testing.T) {
	t.Parallel()
	var writers []string
	for file, w := range workflows(t) {
		for name, job := range w.Jobs {
			writes := false
			for _, access := range job.Permissions {
				writes = writes || access == "write"
			}
			if !writes {
				continue
			}
			writers = append(writers, file+": "+name)
			assert.NotEmpty(t, job.Environment, "a person approves it")
			for _, step := range job.Steps {
				assert.NotContains(t, step.Uses, "actions/checkout@")
				assert.Regexp(t, `^(gh release create [^\n]*)?$`, step.Run)
			}
		}
	}
	assert.Equal(t, []string{"release.yaml: publish"}, writers)
}
