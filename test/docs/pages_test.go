package docs

import (
	"go/doc"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pages returns the Markdown files.
func pages(t *testing.T) []string {
	t.Helper()
	return files(t, "*.md", "docs/*.md", "docs/adr/*.md", "docs/maintainers/*.md", "examples/*/README.md", "policy/*.md",
		"test/lab/*.md")
}

// TestPages: no Markdown file is without the checks of pages, but for templates of the repository's host and of
// `pulumi new`, and for what the site is built of.
func TestPages(t *testing.T) {
	t.Parallel()
	known := pages(t)
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || path == filepath.Join(root, "templates") ||
			path == filepath.Join(root, "site") || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case filepath.Ext(path) == ".md":
			assert.Contains(t, known, path)
		}
		return nil
	}))
}

// files returns the files that match one of the patterns, relative to the repository's root.
func files(t *testing.T, patterns ...string) []string {
	t.Helper()
	var all []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		all = append(all, found...)
	}
	return all
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notWord = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors returns the anchors that GitHub generates for a page's headings.
func anchors(text string) []string {
	var all []string
	for _, found := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(notWord.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	return all
}

func TestLinksHaveTargets(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		for _, found := range link.FindAllStringSubmatch(read(t, page), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(found[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			_, err := os.Stat(target)
			assert.NoError(t, err, page)
			if anchor != "" {
				assert.Contains(t, anchors(read(t, target)), anchor, "%s links to %s", page, found[1])
			}
		}
	}
}

var goFence = regexp.MustCompile("(?s)```go\n(.*?)```")

// TestProgramsInPagesCompile asserts that each program in a page is part of a compiled file: an example, or a test.
func TestProgramsInPagesCompile(t *testing.T) {
	t.Parallel()
	var compiled []string
	for _, file := range files(t, "*/*_test.go", "cluster/*/*_test.go", "examples/*/*.go", "templates/*/*.go") {
		compiled = append(compiled, flat(read(t, file)))
	}
	for _, page := range pages(t) {
		for _, found := range goFence.FindAllStringSubmatch(read(t, page), -1) {
			if strings.Contains(found[1], "/sdk/go/openshiftaws/") || filepath.Base(page) == "programs.md" {
				continue // TestLanguages and TestPrograms in cmd/pulumi-resource-openshift-aws generate the SDK, and run the program
			}
			assert.True(
				t,
				slices.ContainsFunc(compiled,
					func(file string) bool { return strings.Contains(file, flat(found[1])) }),
				"%s shows a program that is not in an example:\n%s",
				page,
				found[1],
			)
		}
	}
}

// TestProgramsAreFenced: a program in an indented block is not compared with a compiled one.
func TestProgramsAreFenced(t *testing.T) {
	t.Parallel()
	assigned := regexp.MustCompile(`(?m)^    .* := .*$`)
	for _, page := range pages(t) {
		assert.Empty(t, assigned.FindString(goFence.ReplaceAllString(read(t, page), "")), "%s: put the program between ```go and ```", page)
	}
}

// flat removes the indentation of lines.
func flat(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}

// TestPackagesAreListed: README.md has each package, and the comment of a package each of its components.
func TestPackagesAreListed(t *testing.T) {
	t.Parallel()
	readme := read(t, filepath.Join(root, "README.md"))
	for _, pkg := range packages(t) {
		assert.Contains(t, readme, "["+pkg.dir+"](https://pkg.go.dev/"+module+pkg.dir+")")
		for _, constructor := range pkg.constructors() {
			assert.Regexp(t, `\b(New)?`+strings.TrimPrefix(constructor, "New")+`\b`, pkg.Doc, pkg.dir)
		}
	}
}

// TestGuideShowsTheInstallManifest compares the guide with the output of ingress's example, which `go test ./ingress`
// checks.
func TestGuideShowsTheInstallManifest(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(root, "examples", "classic", "README.md"))
	path, content, _ := strings.Cut(exampleOutput(t, "ingress", "InstallManifest"), "\n")
	assert.Contains(t, guide, path)
	assert.Contains(t, flat(guide), flat(content))
	for line := range strings.SplitSeq(strings.TrimSpace(content), "\n") {
		assert.Contains(t, guide, "\n    "+line+"\n", "the guide must keep the indentation")
	}
}

// exampleOutput returns the output of an example, which must not be empty.
func exampleOutput(t *testing.T, dir, name string) string {
	t.Helper()
	for _, pkg := range packages(t) {
		if pkg.dir != dir {
			continue
		}
		for _, example := range doc.Examples(pkg.files...) {
			if example.Name == name && example.Output != "" {
				return example.Output
			}
		}
	}
	require.Fail(t, "no output", "%s: Example%s", dir, name)
	return ""
}

var setting = regexp.MustCompile(`(?m)pulumi config set(?: --secret)? ([a-zA-Z]\w*)`)

// TestSettingsInPagesExist asserts that the programs read the settings that their pages set.
func TestSettingsInPagesExist(t *testing.T) {
	t.Parallel()
	programs := map[string][]string{
		"rosa.md": {"rosa-hcp"}, "rosa-inside.md": {"rosa-configuration"}, "rosa-changes.md": {"rosa-hcp"}, "rosa-failures.md": {"rosa-hcp"},
		"first-rosa-cluster.md": {"rosa-hcp"},
	}
	for _, page := range pages(t) {
		if !setting.MatchString(read(t, page)) {
			continue
		}
		examples := programs[filepath.Base(page)]
		if filepath.Base(page) == "README.md" && filepath.Dir(page) != filepath.Clean(root) {
			examples = []string{filepath.Base(filepath.Dir(page))}
		}
		if examples == nil {
			examples = []string{"classic"}
		}
		sources := []string{read(t, filepath.Join(root, "cluster", "example_install_dir_test.go"))}
		for _, example := range examples {
			own, ofBlueprint := settingsOf(t, filepath.Join(root, "examples", example))
			sources = append(sources, own, ofBlueprint)
		}
		if filepath.Base(page) == "programs.md" {
			sources = append(sources, read(t, page)) // its programs are whole
		}
		source := strings.Join(sources, "\n")
		for _, found := range setting.FindAllStringSubmatch(read(t, page), -1) {
			if found[1] == "aws" || found[1] == "rhcs" || found[1] == "openshift" { // openshift-aws:allowLoss is the library's.
				continue
			}
			assert.Contains(t, source, `"`+found[1]+`"`, "%s sets %s", page, found[1])
		}
	}
}
