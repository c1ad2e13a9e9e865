package docs

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nodePackage is a package.json, and the package of a path in a package-lock.json.
type nodePackage struct {
	Dependencies    map[string]string      `json:"dependencies"`
	DevDependencies map[string]string      `json:"devDependencies"`
	Integrity       string                 `json:"integrity"`
	Packages        map[string]nodePackage `json:"packages"`
}

// TestNodePackagesAreLocked: what npm installs for the policy pack, the template and the SDK is what was reviewed, by its hash.
func TestNodePackagesAreLocked(t *testing.T) {
	t.Parallel()
	programs := files(t, "policy/package.json", "templates/*/package.json")
	require.Len(t, programs, 2)
	for _, file := range programs {
		var asked, locked nodePackage
		require.NoError(t, json.Unmarshal([]byte(read(t, file)), &asked), file)
		require.NoError(t, json.Unmarshal([]byte(read(t, filepath.Join(filepath.Dir(file), "package-lock.json"))), &locked), file)
		assert.Equal(t, asked.Dependencies, locked.Packages[""].Dependencies, file)
		assert.Equal(t, asked.DevDependencies, locked.Packages[""].DevDependencies, file)
		for path, installed := range locked.Packages {
			if path != "" {
				assert.Regexp(t, `^sha512-`, installed.Integrity, "%s: %s", file, path)
			}
		}
	}
	for _, file := range append(files(t, "examples/*/Containerfile"), filepath.Join(root, ".ci", "release")) {
		assert.NotContains(t, read(t, file), "npm install", "%s: npm ci installs what is locked", file)
	}
}

// unpinned are the base images whose digest nobody has looked up yet. .ci/pin writes it, or Renovate proposes it (docker:pinDigests), and
// its line goes then. No release is made before.
var unpinned = map[string]bool{
	"docker.io/pulumi/pulumi-base:3.250.0": true,
}

// TestBaseImagesArePinned: a tag can be moved to another image, and the fleet's image has the fleet's credentials.
func TestBaseImagesArePinned(t *testing.T) {
	t.Parallel()
	from := regexp.MustCompile(`(?m)^FROM (\S+)`)
	used := map[string]bool{}
	for _, file := range files(t, "examples/*/Containerfile") {
		images := from.FindAllStringSubmatch(read(t, file), -1)
		assert.NotEmpty(t, images, file)
		for _, image := range images {
			used[image[1]] = true
			assert.True(t, unpinned[image[1]] || strings.Contains(image[1], "@sha256:"), "%s: %s needs a digest", file, image[1])
		}
	}
	for image := range unpinned {
		assert.True(t, used[image], "%s is pinned: remove it from the list", image)
	}
	var renovate struct{ Extends []string }
	require.NoError(t, json.Unmarshal([]byte(read(t, filepath.Join(root, ".github", "renovate.json"))), &renovate))
	assert.Contains(t, renovate.Extends, "docker:pinDigests")
}

// TestTemplatesAreOfARelease: a branch changes after somebody has read it, a signed tag does not.
func TestTemplatesAreOfARelease(t *testing.T) {
	t.Parallel()
	template := regexp.MustCompile(`pulumi-openshift-aws/tree/\S+`)
	plugin := regexp.MustCompile(`pulumi plugin install resource openshift-aws .*`)
	found := 0
	for _, file := range files(t, "README.md", "docs/*.md") {
		for _, address := range template.FindAllString(read(t, file), -1) {
			found++
			assert.Regexp(t, `/tree/v\d+\.\d+\.\d+/templates/`, address, file)
		}
		for _, command := range plugin.FindAllString(read(t, file), -1) {
			assert.Contains(t, command, " --checksum ", file)
		}
	}
	assert.NotZero(t, found)
}

// TestPublishedFilesAreAttested: whoever verifies a file of a release finds where it was built.
func TestPublishedFilesAreAttested(t *testing.T) {
	t.Parallel()
	var attested, published []string
	for _, step := range workflows(t)["release.yaml"].Jobs["publish"].Steps {
		if strings.HasPrefix(step.Uses, "actions/attest-build-provenance@") {
			attested = strings.Fields(step.With["subject-path"])
		}
		if _, files, found := strings.Cut(step.Run, "--notes-file release/notes.md "); found {
			published = strings.Fields(files)
		}
	}
	assert.NotEmpty(t, published)
	assert.ElementsMatch(t, published, attested)
	assert.Contains(t, read(t, filepath.Join(root, ".ci", "release")), "sha256sum ./*.tar.gz ./*.json > SHA256SUMS")
}
