package docs

import (
	"errors"
	"go/ast"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// recorded has the arguments of the last release. `make record` writes it, at the first release too.
const recorded = "testdata/arguments.txt"

// arguments returns the exported fields of the structs of arguments, such as cluster/rosa.HCPArgs.Scope.
func arguments(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, pkg := range packages(t) {
		pkg.structs(func(name string, fields *ast.StructType) {
			for _, field := range fields.Fields.List {
				for _, ident := range field.Names {
					if ident.IsExported() && strings.HasSuffix(name, "Args") {
						all[pkg.dir+"."+name+"."+ident.Name] = true
					}
				}
			}
		})
	}
	return all
}

// TestChangedArgumentsAreInTheChangelog compares the arguments with those of the last release: CHANGELOG.md must name, in the section that
// is unreleased, each that is new and each that is gone, or the component that is new with all of its arguments. The first release has
// all arguments: its section names the packages.
func TestChangedArgumentsAreInTheChangelog(t *testing.T) {
	t.Parallel()
	text := unreleased(read(t, filepath.Join(root, "CHANGELOG.md")))
	if _, err := os.Stat(recorded); errors.Is(err, fs.ErrNotExist) && os.Getenv(golden.Release) == "" {
		for _, pkg := range packages(t) {
			assert.Contains(t, text, "`"+pkg.dir+"`")
		}
		return
	}
	now, before := arguments(t), map[string]bool{}
	for _, name := range golden.Released(t, recorded, slices.Collect(maps.Keys(now))) {
		before[name] = true
	}
	for _, name := range unmentioned(before, now, text) {
		t.Errorf("%s is new or gone: name it, or its component if that is new, in the section of CHANGELOG.md that is unreleased", name)
	}
}

// unmentioned returns the arguments that are in one of two sets only and that are not named in a text, in code: `Field` or `Args.Field`.
// The name of a component stands for its arguments if all of them are new.
func unmentioned(before, now map[string]bool, text string) []string {
	var all []string
	named := words(strings.Join(code.FindAllString(text, -1), " "))
	both := maps.Clone(before)
	maps.Copy(both, now)
	old := map[string]bool{}
	for name := range before {
		old[name[:strings.LastIndex(name, ".")]] = true
	}
	for name := range both {
		dot := strings.LastIndex(name, ".")
		args := name[:dot]
		component := strings.TrimSuffix(args[strings.LastIndex(args, ".")+1:], "Args")
		isNamed := slices.Contains(named, name[dot+1:]) || !old[args] && slices.Contains(named, component)
		if before[name] != now[name] && !isNamed {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

var code = regexp.MustCompile("`[^`]+`")

func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// TestArgumentsAreTested asserts that a test of the package, or one of its examples, sets each argument: in a file that names the struct
// or its component. A word that other arguments have too, such as Timeout, is not enough.
func TestArgumentsAreTested(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{}
	for name := range arguments(t) {
		at := strings.Split(name, ".")
		dir, component, field := at[0], strings.ToLower(strings.TrimSuffix(at[1], "Args")), at[2]
		if tests[dir] == nil {
			tests[dir] = testsOf(t, dir)
		}
		set := regexp.MustCompile(`\.` + field + `\b|\b` + field + `:`)
		assert.True(t, slices.ContainsFunc(tests[dir], func(text string) bool {
			return strings.Contains(strings.ToLower(text), component) && set.MatchString(text)
		}), "%s: no test of the package sets the argument", name)
	}
}

// testsOf returns the texts of the tests of a package.
func testsOf(t *testing.T, dir string) []string {
	t.Helper()
	found := files(t, dir+"/*_test.go")
	require.NotEmpty(t, found, dir)
	var all []string
	for _, file := range found {
		all = append(all, read(t, file))
	}
	return all
}

// unreleased returns the section of a changelog whose heading ends so, without the heading.
func unreleased(changelog string) string {
	for section := range strings.SplitSeq(changelog, "\n## ") {
		if title, text, _ := strings.Cut(section, "\n"); strings.HasSuffix(title, "(unreleased)") {
			return text
		}
	}
	return ""
}

func TestUnreleased(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "\n- `A`\n", unreleased("# Changelog\n\n## 0.2.0 (unreleased)\n\n- `A`\n\n## 0.1.0\n\n- `B`\n"))
	assert.Empty(t, unreleased("# Changelog\n\n## 0.1.0\n"), "a release is complete")
}

func TestUnmentioned(t *testing.T) {
	t.Parallel()
	before := map[string]bool{"a.XArgs.Old": true, "a.XArgs.Kept": true, "a.XArgs.Gone": true}
	now := map[string]bool{
		"a.XArgs.Kept": true, "a.XArgs.New": true, "a.XArgs.Named": true, "a.YArgs.New": true, "a.YArgs.Newer": true, "a.ZArgs.New": true,
	}
	assert.Equal(t, []string{"a.XArgs.New", "a.XArgs.Old", "a.ZArgs.New"}, unmentioned(before, now,
		"- `Named` of `a.X`; `a.XArgs.Gone` is gone. News, such as New and Old, are not in code.\n- `a.Y` is a component."))
}
