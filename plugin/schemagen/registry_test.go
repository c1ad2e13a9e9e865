package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRegistry asserts that the package has what Pulumi's registry requires: the fields of the schema, the logo, and the two pages
// (pulumi/docs content/docs/iac/guides/building-extending/packages/publishing-packages.md).
func TestRegistry(t *testing.T) {
	spec := readSchema(t)
	assert.Equal(t, "OpenShift on AWS", spec.DisplayName)
	assert.NotEmpty(t, spec.Publisher)
	assert.NotEmpty(t, spec.Description)
	assert.Equal(t, "github://api.github.com/openshift-aws/pulumi-openshift-aws", spec.PluginDownloadURL)
	assert.Subset(t, spec.Keywords, []string{"pulumi", "category/infrastructure", "kind/component"})
	for language := range languages() {
		assert.Contains(t, spec.Language, language)
	}

	_, file, ok := strings.Cut(spec.LogoURL, "/main/")
	require.True(t, ok, spec.LogoURL)
	logo, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	require.NoError(t, err)
	var picture struct{ XMLName xml.Name }
	require.NoError(t, xml.Unmarshal(logo, &picture))
	assert.Equal(t, "svg", picture.XMLName.Local)

	for _, name := range []string{"_index.md", "installation-configuration.md"} {
		page, err := os.ReadFile(filepath.Join(root, "docs", name))
		require.NoError(t, err)
		title := regexp.MustCompile(`(?m)^title: (.*)$`).FindSubmatch(page)
		require.NotNil(t, title, name)
		assert.Contains(t, string(title[1]), spec.DisplayName, name)
	}
	// The first page has the programs of docs/languages.md.
	index, err := os.ReadFile(filepath.Join(root, "docs", "_index.md"))
	require.NoError(t, err)
	languagesPage, err := os.ReadFile(filepath.Join(root, "docs", "languages.md"))
	require.NoError(t, err)
	for _, language := range []string{"yaml", "typescript", "python", "go"} {
		program := regexp.MustCompile("(?s)```" + language + "\n.*?```\n").Find(languagesPage)
		require.NotNil(t, program, language)
		assert.Contains(t, string(index), string(program))
	}
}
