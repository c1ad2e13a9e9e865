package docs

import (
	"go/ast"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
)

var (
	coverageRow = regexp.MustCompile(`(?m)^\| \d+ \| (.*) \| (.*) \| (.*) \|$`)
	// codeName is a component, or a field of its arguments or of its own.
	codeName    = regexp.MustCompile("`([a-z]+)\\.([A-Z]\\w*)(?:\\.(\\w+))?`")
	coverageRun = regexp.MustCompile("^`([a-z/0-9-]+):(Test\\w+)`$")
	// codeSpan is any text between backquotes.
	codeSpan = regexp.MustCompile("`([^`]+)`")
	// rhcsRow is a row of the table of RHCS's resources.
	rhcsRow = regexp.MustCompile("(?m)^\\| (`rhcs_.*) \\| (.*) \\|$")
	capital = regexp.MustCompile(`[A-Z]`)
)

// coverageRows is the number of sentences of the walk-throughs.
const coverageRows = 186

// TestCoverageNamesWhatExists asserts that the components, arguments and tests in the coverage page exist, and that
// each row that is in scope has a test.
func TestCoverageNamesWhatExists(t *testing.T) {
	t.Parallel()
	names := exportedNames(t)
	tests := map[string]string{}
	page := read(t, filepath.Join(root, "docs", "coverage.md"))
	rows := coverageRow.FindAllStringSubmatch(page, -1)
	assert.Len(t, rows, coverageRows)
	for _, row := range rows {
		what, where, run := row[1], row[2], row[3]
		for _, found := range codeName.FindAllStringSubmatch(where, -1) {
			name := strings.TrimSuffix(found[1]+"."+found[2]+"."+found[3], ".")
			assert.True(t, names[name] || found[1] == "kms", "%s: %s does not exist", what, name)
		}
		if run == "-" {
			assert.True(t, strings.HasPrefix(where, "Not in scope: "), "%s has no test", what)
			continue
		}
		for one := range strings.SplitSeq(run, ", ") {
			found := coverageRun.FindStringSubmatch(one)
			if !assert.NotNil(t, found, "%s: %s is not a package and a test", what, one) {
				continue
			}
			if tests[found[1]] == "" {
				tests[found[1]] = testsOf(t, found[1])
			}
			assert.Contains(t, tests[found[1]], "func "+found[2]+"(t *testing.T)", what)
		}
	}
}

// TestCoverageQuotesItsPages asserts that the sections to which a row links contain the commands and other code that it
// quotes.
func TestCoverageQuotesItsPages(t *testing.T) {
	t.Parallel()
	docs := filepath.Join(root, "docs")
	quoting := 0
	for _, row := range coverageRow.FindAllStringSubmatch(read(t, filepath.Join(docs, "coverage.md")), -1) {
		what, where, run := row[1], row[2], row[3]
		if !strings.Contains(run, t.Name()) {
			continue
		}
		quoting++
		var sections strings.Builder
		for _, found := range link.FindAllStringSubmatch(where, -1) {
			file, anchor, _ := strings.Cut(found[1], "#")
			sections.WriteString(section(read(t, filepath.Join(docs, file)), anchor))
		}
		quotes := 0
		for _, found := range codeSpan.FindAllStringSubmatch(where, -1) {
			if !codeName.MatchString(found[0]) {
				quotes++
				assert.Contains(t, sections.String(), found[1], what)
			}
		}
		assert.Positive(t, quotes, "%s quotes nothing", what)
	}
	assert.Greater(t, quoting, 10)
}

// TestResourcesOfRHCSHaveComponents asserts that the page about ROSA has the resources of the provider, and no others.
func TestResourcesOfRHCSHaveComponents(t *testing.T) {
	t.Parallel()
	names := exportedNames(t)
	want := []string{"rhcs_cluster"} // Pulumi's schema does not have it.
	for _, token := range rhcs.Tokens() {
		_, name, _ := strings.Cut(token, "/")
		name, _, _ = strings.Cut(name, ":")
		want = append(want, "rhcs"+capital.ReplaceAllStringFunc("_"+name, func(letter string) string {
			return "_" + strings.ToLower(letter)
		}))
	}
	var got []string
	for _, row := range rhcsRow.FindAllStringSubmatch(read(t, filepath.Join(root, "docs", "rosa.md")), -1) {
		for _, found := range codeSpan.FindAllStringSubmatch(row[1], -1) {
			got = append(got, found[1])
		}
		for _, found := range codeSpan.FindAllStringSubmatch(row[2], -1) {
			assert.True(t, names[found[1]], "%s does not exist", found[1])
		}
	}
	assert.ElementsMatch(t, want, got)
}

// section returns the text below the heading with an anchor; the whole page without one.
func section(page, anchor string) string {
	for _, at := range heading.FindAllStringIndex(page, -1) {
		if anchors(page[at[0]:at[1]])[0] != anchor {
			continue
		}
		below := page[at[1]:]
		if next := heading.FindStringIndex(below); next != nil {
			return below[:next[0]]
		}
		return below
	}
	return page
}

// exportedNames returns the types, functions and fields of the public packages, such as rosa.HCPArgs.Scope.
func exportedNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, pkg := range packages(t) {
		for _, function := range pkg.Funcs {
			names[pkg.Name+"."+function.Name] = true
		}
		for _, kind := range pkg.Types {
			names[pkg.Name+"."+kind.Name] = true
			for _, function := range kind.Funcs {
				names[pkg.Name+"."+function.Name] = true
			}
		}
		pkg.structs(func(kind string, fields *ast.StructType) {
			for _, field := range fields.Fields.List {
				for _, ident := range field.Names {
					names[pkg.Name+"."+kind+"."+ident.Name] = true
				}
			}
		})
	}
	return names
}

// testsOf returns the text of the tests of a package.
func testsOf(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	require.NoError(t, err)
	require.NotEmpty(t, found, dir)
	var all strings.Builder
	for _, file := range found {
		all.WriteString(read(t, file))
	}
	return all.String()
}
