package docs

import (
	"go/ast"
	"maps"
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

// recorded has the arguments of the last release; until there is one, those that CHANGELOG.md describes as a whole.
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

// TestChangedArgumentsAreInTheChangelog compares the arguments with those that are recorded: CHANGELOG.md must name,
// under Unreleased, each that is new and each that is gone, or the component that is new with all of its arguments.
func TestChangedArgumentsAreInTheChangelog(t *testing.T) {
	t.Parallel()
	now := arguments(t)
	before := map[string]bool{}
	for _, name := range golden.Released(t, recorded, slices.Collect(maps.Keys(now))) {
		before[name] = true
	}
	for _, name := range unmentioned(before, now, section(read(t, filepath.Join(root, "CHANGELOG.md")), "unreleased")) {
		t.Errorf("%s is new or gone: name it, or its component if that is new, in CHANGELOG.md, under Unreleased; if no release had it, "+
			"delete its line from %s", name, recorded)
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

// section returns the text below the heading with an anchor, up to the next one.
func section(page, anchor string) string {
	for _, at := range heading.FindAllStringIndex(page, -1) {
		if anchors(page[at[0]:at[1]])[0] == anchor {
			below := page[at[1]:]
			if next := heading.FindStringIndex(below); next != nil {
				return below[:next[0]]
			}
			return below
		}
	}
	return ""
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
