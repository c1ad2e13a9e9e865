package docs

import (
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// verifiedReleases is how a comment or a page says with which releases a table or a rule was verified: "4.16 to
// 4.22", or "release-4.16 to release-4.22" of a repository's branches.
var verifiedReleases = regexp.MustCompile(regexp.QuoteMeta(string(release.Oldest)) + ` to (?:release-)?(\d+\.\d+)`)

// behind returns the ranges in a text that do not end at the newest release.
func behind(text, newest string) []string {
	var all []string
	for _, found := range verifiedReleases.FindAllStringSubmatch(strings.Join(strings.Fields(text), " "), -1) {
		if found[1] != newest {
			all = append(all, found[0])
		}
	}
	return all
}

// TestKnowledgeOfReleasesIsCurrent names every table and rule that was not verified with the newest release. When
// OpenShift has a new release, change release.Newest, and this test lists what to compare with the sources that each
// place names.
func TestKnowledgeOfReleasesIsCurrent(t *testing.T) {
	t.Parallel()
	places := 0
	for _, path := range sources(t, ".go") {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		fileSet := token.NewFileSet()
		file, err := parser.ParseFile(fileSet, path, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, comment := range file.Comments {
			places += len(behind(comment.Text(), ""))
			assert.Empty(t, behind(comment.Text(), string(release.Newest)), fileSet.Position(comment.Pos()))
		}
	}
	for _, path := range pages(t) {
		places += len(behind(read(t, path), ""))
		assert.Empty(t, behind(read(t, path), string(release.Newest)), path)
	}
	assert.Greater(t, places, 10, "the tables were found")
}

func TestBehind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"those of OpenShift 4.16 to 4.22 together":                {"4.16 to 4.22"},
		"operator release-4.16 to\nrelease-4.22 pkg/a.go, F":      {"4.16 to release-4.22"},
		"release-4.16 to release-4.23; 4.16 to 4.22 in all lists": {"4.16 to 4.22"},
		"from 4.22 on, and 4.16 to 4.23":                          nil,
	} {
		assert.Equal(t, want, behind(text, "4.23"), text)
	}
}
