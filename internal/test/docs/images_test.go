package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var defaultImage = regexp.MustCompile(`default\w*Image\s*=\s*"([^"]+)"`)

// TestDefaultImagesAreListed: a cluster that mirrors images needs the list, and a default image of a third party has a
// fixed version.
func TestDefaultImagesAreListed(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/day-two.md")
	require.NoError(t, err)
	files, err := filepath.Glob("../../../nodes/*.go")
	require.NoError(t, err)
	var images []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, match := range defaultImage.FindAllStringSubmatch(string(text), -1) {
			images = append(images, match[1])
		}
	}
	assert.GreaterOrEqual(t, len(images), 3, "the agents were found")
	for _, image := range images {
		assert.Contains(t, string(page), "`"+image+"`")
		if !strings.HasPrefix(image, "image-registry.openshift-image-registry.svc:5000/") {
			assert.Regexp(t, `:v\d+\.\d+\.\d+$|@sha256:[0-9a-f]{64}$`, image)
		}
	}
}
