package newproject

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// answered returns the default answers, with some others.
func answered(others map[string]string) map[string]string {
	answers := map[string]string{}
	for _, q := range Questions {
		answers[q.Flag] = q.Default
	}
	maps.Copy(answers, others)
	return answers
}

func TestFromAnswers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason, want string
		answers      map[string]string
	}{
		"cluster": {
			"there are three kinds", `--cluster: must be one of self-managed, rosa-hcp, rosa-classic (got "eks")`,
			map[string]string{"cluster": "eks"},
		},
		"access": {"the API is public or private", `--access: must be one of public, private (got "")`, map[string]string{"access": ""}},
		"network": {
			"the VPC is new or exists", `--network: must be one of new, existing, shared (got "old")`, map[string]string{"network": "old"},
		},
		"shared": {
			"the private hosted zone is in the account of the cluster", "--network: must not be shared with a self-managed cluster",
			map[string]string{"network": "shared", "cluster": "self-managed"},
		},
		"language": {
			"there are four", `--language: must be one of yaml, go, typescript, python (got "java")`,
			map[string]string{"language": "java"},
		},
		"name": {
			"names of ROSA clusters have at most 15 characters", `--name: "a-name-with-16-ch" is not a valid name`,
			map[string]string{"name": "a-name-with-16-ch"},
		},
		"release": {"a release has a patch version", `--release: "4.20" is not a patch release`, map[string]string{"release": "4.20"}},
		"zone":    {"a region is not a zone", `--zones: "us-east-2" is not a valid AWS zone`, map[string]string{"zones": "us-east-2"}},
		"zones": {
			"a cluster has one region", "--zones: us-west-2a is not in us-east-2, the region of the zones before it",
			map[string]string{"zones": "us-east-2a,us-west-2a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := FromAnswers(answered(tt.answers))
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
	_, err := FromAnswers(answered(map[string]string{"name": "A", "release": "5"}))
	assert.ErrorContains(t, err, "\n", "all answers are checked")
}

// TestFiles: the project of each kind of cluster, access, network and language is one that Pulumi loads, without what is for others.
func TestFiles(t *testing.T) {
	t.Parallel()
	for _, cluster := range Questions[0].Choices {
		for _, language := range []string{"yaml", "go", "typescript", "python"} {
			for _, access := range []string{"public", "private"} {
				for _, network := range []string{"new", "existing", "shared"} {
					if cluster == "self-managed" && network == "shared" {
						continue
					}
					o, err := FromAnswers(answered(map[string]string{
						"cluster": cluster, "language": language, "access": access, "network": network, "name": "shop",
					}))
					require.NoError(t, err)
					checkProject(t, o, strings.Join([]string{cluster, language, access, network}, " "))
				}
			}
		}
	}
}

func checkProject(t *testing.T, o Options, what string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "shop")
	o.Version = "0.1.0"
	paths, err := o.Write(folder)
	require.NoError(t, err, what)
	_, err = workspace.LoadProject(filepath.Join(folder, "Pulumi.yaml"))
	require.NoError(t, err, what)
	assert.Equal(t, o.SelfManaged(), contains(paths, "cluster.yaml"), what)
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join(folder, path))
		require.NoError(t, err)
		assert.NotRegexp(t, `<<|>>|<no value>|\bdemo\b`, string(text), "%s: %s", what, path)
	}
	if o.SelfManaged() {
		ignored, err := os.ReadFile(filepath.Join(folder, ".gitignore"))
		require.NoError(t, err)
		assert.Contains(t, string(ignored), "\nshop/\npull-secret.txt\n", "keys and the pull secret stay out of the repository")
	}
}

func contains(paths []string, path string) bool { return strings.Contains(fmt.Sprint(paths), path) }
