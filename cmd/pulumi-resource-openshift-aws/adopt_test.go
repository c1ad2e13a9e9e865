package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestAdopt adopts what programs in other languages than Go created, in a stack without it.
func TestAdopt(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	generated, err := sdks()
	require.NoError(t, err)
	for _, language := range []string{"yaml", "typescript"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			p := &project{T: t}
			if language == "yaml" {
				*p = newProject(t, "languages")
			} else {
				prepareTypeScript(p, generated, read(t, "testdata", "languages", "index.ts"))
			}
			p.isAdopted()
		})
	}
}

// isAdopted creates the resources of the program of testdata/languages, removes the stack, and adopts them: an adoption of another release
// is rejected, and the next update after an adoption changes nothing.
func (p project) isAdopted() {
	account := func() string { return read(p, p.dir, ".sandbox", "aws.json") }
	p.write("Pulumi.sandbox.yaml", "config:\n  aws:region: us-east-2\n  rosa:release: 4.18.5\n")
	p.must("config", "set", "--secret", "clientSecret", "secret-of-the-test")
	p.must("up", "--yes", "--skip-preview")
	exported := filepath.Join(p.dir, "before.json")
	p.must("stack", "export", "--file", exported)
	p.must("stack", "rm", "--force", "--yes", "--preserve-config", "sandbox")
	before := account()

	p.must("config", "set", "release", "4.18.6")
	out, err := p.inSandbox("openshift-aws", "adopt", "--stack", "sandbox", "--state", exported)
	require.Error(p, err, out)
	assert.Contains(p, out, `the program has "4.18.6", currentVersion is "4.18.5"; set hcp.version.version of blueprint.ROSAHCP "shop"`)
	p.must("config", "set", "release", "4.18.5")
	out, err = p.inSandbox("openshift-aws", "adopt", "--stack", "sandbox", "--state", exported)
	require.NoError(p, err, out)
	assert.NotContains(p, out, "secret-of-the-test")
	assert.Equal(p, before, account())
	p.must("preview", "--expect-no-changes")
	p.must("destroy", "--yes", "--skip-preview")
}
