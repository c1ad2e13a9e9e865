package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var defaultImage = regexp.MustCompile(`\sImage .* default:"([^"]+)"`)

// TestDefaultImagesAreListed: a cluster that mirrors images needs the list, and a default image of a third party has a
// fixed version.
func TestDefaultImagesAreListed(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(root, "docs", "disconnected.md"))
	var images []string
	for _, file := range files(t, "nodes/*.go") {
		for _, match := range defaultImage.FindAllStringSubmatch(read(t, file), -1) {
			images = append(images, match[1])
		}
	}
	assert.GreaterOrEqual(t, len(images), 3, "the agents were found")
	for _, image := range images {
		assert.Contains(t, page, "`"+image+"`")
		if !strings.HasPrefix(image, "image-registry.openshift-image-registry.svc:5000/") {
			assert.Regexp(t, `:v\d+\.\d+\.\d+$|@sha256:[0-9a-f]{64}$`, image)
		}
	}
}
