package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// repository is a clone of main as the job verify of release.yaml has it, with the keys of a maintainer.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	r := &repository{t: t, dir: t.TempDir()}
	r.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", ".key")
	public, err := os.ReadFile(filepath.Join(r.dir, ".key.pub"))
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(r.dir, ".github"), 0o700))
	signers := filepath.Join(r.dir, ".github", "allowed_signers")
	require.NoError(t, os.WriteFile(signers, append([]byte("maintainer@example.com "), public...), 0o600))
	r.git("init", "--quiet", "--initial-branch=main")
	r.commit()
	return r
}

func (r *repository) run(name string, args ...string) string {
	r.t.Helper()
	command := exec.CommandContext(r.t.Context(), name, args...)
	command.Dir = r.dir
	output, err := command.CombinedOutput()
	require.NoError(r.t, err, "%s %v: %s", name, args, output)
	return strings.TrimSpace(string(output))
}

// git runs git with the maintainer's identity and key, and without the settings of the machine.
func (r *repository) git(args ...string) string {
	r.t.Helper()
	return r.run("env", append([]string{
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "git", "-c", "user.name=maintainer",
		"-c", "user.email=maintainer@example.com", "-c", "gpg.format=ssh", "-c", "user.signingKey=" + filepath.Join(r.dir, ".key"),
	}, args...)...)
}

// commit makes a commit on main, and returns it.
func (r *repository) commit() string {
	r.t.Helper()
	r.git("commit", "--quiet", "--allow-empty", "--message", "change")
	return r.git("rev-parse", "HEAD")
}

// verify runs the check of the workflow for an event: a tag that was pushed, and the commit that it had.
func (r *repository) verify(tag, commit string) error {
	r.t.Helper()
	var script strings.Builder
	for _, step := range workflows(r.t)["release.yaml"].Jobs["verify"].Steps {
		script.WriteString(step.Run)
	}
	command := exec.CommandContext(r.t.Context(), "bash", "-e", "-o", "pipefail", "-c", script.String())
	command.Dir = r.dir
	command.Env = append(os.Environ(),
		"GITHUB_REF_NAME="+tag, "GITHUB_SHA="+commit, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	return command.Run()
}

// TestReleasesAreSigned plays who may push tags and has no key: a release is the commit that a maintainer has signed, with its name.
func TestReleasesAreSigned(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	signed := r.git("rev-parse", "HEAD")
	r.git("tag", "--sign", "--message", "v0.1.0", "v0.1.0")
	unsigned := r.commit()
	require.NoError(t, r.verify("v0.1.0", signed), "the release of a maintainer")

	require.Error(t, r.verify("v0.1.0", unsigned), "the tag was pushed for an unsigned commit, and then moved to the signed one")

	object := r.git("rev-parse", "v0.1.0")
	r.git("update-ref", "refs/tags/v9.9.9", object)
	require.Error(t, r.verify("v9.9.9", unsigned), "the tag was moved to a signed one after the event for an unsigned commit")
	require.Error(t, r.verify("v9.9.9", signed), "an old release under a new name")
	r.git("update-ref", "refs/tags/v0.1", object)
	require.Error(t, r.verify("v0.1", signed), "the beginning of a name")
	r.git("tag", "--sign", "--message", "v0.2", "v0.2")
	require.Error(t, r.verify("v0.2", unsigned), "a name that is not a version")
	r.git("tag", "--sign", "--message", "v0.6.0\n\ntag v0.7.0", "v0.6.0")
	r.git("update-ref", "refs/tags/v0.7.0", r.git("rev-parse", "v0.6.0"))
	require.Error(t, r.verify("v0.7.0", unsigned), "a name in the message of another release")
	r.git("tag", "v0.3.0")
	require.Error(t, r.verify("v0.3.0", unsigned), "a tag without a signature")
	r.git("tag", "--message", "v0.4.0", "v0.4.0")
	require.Error(t, r.verify("v0.4.0", unsigned), "an annotated tag without a signature")
	r.git("switch", "--quiet", "--detach")
	other := r.commit()
	r.git("tag", "--sign", "--message", "v0.5.0", "v0.5.0")
	r.git("switch", "--quiet", "main")
	require.Error(t, r.verify("v0.5.0", other), "a signed commit that is not on main")

	// What is built is what was verified, and its notes are those of this version.
	for name, job := range workflows(t)["release.yaml"].Jobs {
		for _, step := range job.Steps {
			if strings.HasPrefix(step.Uses, "actions/checkout@") && name != "verify" {
				assert.Equal(t, "${{ github.sha }}", step.With["ref"], name)
			}
			if strings.Contains(step.Run, "> release/notes.md") {
				assert.Contains(t, step.Run, "found = $2 == version", "0.1 is the beginning of 0.1.0")
			}
		}
	}
}
