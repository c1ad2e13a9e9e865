package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestZonesExist: us-east-2 has three zones, and what a page tells to type must work.
func TestZonesExist(t *testing.T) {
	t.Parallel()
	missing := regexp.MustCompile(`\bus-east-2[d-w]\b`)
	for _, page := range append(files(t, "docs/*.md", "examples/*/README.md"), filepath.Join(root, "README.md")) {
		assert.NotRegexp(t, missing, read(t, page), page)
	}
}

// TestCommandsKeepClusters: ccoctl without the cluster's key publishes another one, with which operators cannot authenticate
// (openshift/cloud-credential-operator release-4.20 pkg/cmd/provisioning/aws/create_all.go).
func TestCommandsKeepClusters(t *testing.T) {
	t.Parallel()
	upgrades := 0
	for _, page := range files(t, "docs/*.md") {
		for _, line := range commandLines(t, page) {
			if strings.Contains(line, "ccoctl aws create-all") && strings.Contains(line, "--name") {
				upgrades++
				assert.Contains(t, line, "--public-key-file", page)
			}
		}
	}
	assert.Positive(t, upgrades)
}
