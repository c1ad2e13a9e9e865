package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
)

var (
	// codeSpan is any text between backquotes.
	codeSpan = regexp.MustCompile("`([^`]+)`")
	// rhcsRow is a row of the table of RHCS's resources.
	rhcsRow = regexp.MustCompile("(?m)^\\| (`rhcs_.*) \\| (.*) \\|$")
	capital = regexp.MustCompile(`[A-Z]`)
)

// TestResourcesOfRHCSHaveComponents asserts that the page about RHCS has the resources of the provider, and no others.
func TestResourcesOfRHCSHaveComponents(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, pkg := range packages(t) {
		for name := range pkg.exported() {
			names[pkg.Name+"."+name] = true
		}
	}
	want := []string{"rhcs_cluster"} // Pulumi's schema does not have it.
	for _, token := range rhcs.Tokens() {
		_, name, _ := strings.Cut(token, "/")
		name, _, _ = strings.Cut(name, ":")
		want = append(want, "rhcs"+capital.ReplaceAllStringFunc("_"+name, func(letter string) string {
			return "_" + strings.ToLower(letter)
		}))
	}
	var got []string
	for _, row := range rhcsRow.FindAllStringSubmatch(read(t, filepath.Join(root, "docs", "rhcs.md")), -1) {
		for _, found := range codeSpan.FindAllStringSubmatch(row[1], -1) {
			got = append(got, found[1])
		}
		for _, found := range codeSpan.FindAllStringSubmatch(row[2], -1) {
			assert.True(t, names[found[1]], "%s does not exist", found[1])
		}
	}
	assert.ElementsMatch(t, want, got)
}
