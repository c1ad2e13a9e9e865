package docs

import (
	"go/ast"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	sentenceEnd = regexp.MustCompile(`[.;!?]\s+`)
	// otherDefault matches sentences and clauses that state a default in another form than "Defaults to X".
	otherDefault = regexp.MustCompile(
		`^(Default:|Default [^t]|Defaults:|Defaults are|Defaults is|By default|The default)` +
			`|, \S+ by default\b|\S+ by default$`,
	)
)

// misstatesDefault returns the first sentence of a comment that states a default in another form than "Defaults to X".
func misstatesDefault(field, comment string) string {
	text := strings.TrimSpace(strings.Join(strings.Fields(comment), " "))
	for _, sentence := range sentenceEnd.Split(strings.TrimSuffix(text, "."), -1) {
		aboutDefault := field == "Default" && strings.HasPrefix(sentence, "Default ")
		if otherDefault.MatchString(sentence) && !aboutDefault {
			return sentence
		}
	}
	return ""
}

func TestMisstatesDefault(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, field, comment string
		want                   bool
	}{
		"defaults to": {
			reason: "Defaults to X is the one form", field: "Min",
			comment: "Min is the smallest size. Defaults to 0. A change is applied in place.",
		},
		"default": {
			reason: "Default X is another form", field: "Min", comment: "Min is the smallest size. Default 0.", want: true,
		},
		"default, with a colon": {
			reason: "Default: X is another form", field: "Min", comment: "Min is the smallest size. Default: 0.", want: true,
		},
		"by default": {
			reason: "X by default is another form", field: "Min", comment: "Min is the smallest size, 0 by default.", want: true,
		},
		"by default, first": {
			reason: "By default at the start is another form", field: "Min",
			comment: "Min is the smallest size. By default 0.", want: true,
		},
		"the default": {
			reason: "The default is X is another form", field: "Min",
			comment: "Min is the smallest size. The default is 0.", want: true,
		},
		"a field called Default": {
			reason: "a comment begins with the field's name", field: "Default",
			comment: "Default makes the class the cluster's default one. Defaults to true.",
		},
		"in a sentence": {
			reason: "by default can describe another system", field: "Wait",
			comment: "Wait is necessary because AWS drops idle flows that it tracks by default after 350 seconds.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, misstatesDefault(tt.field, tt.comment) != "", tt.reason)
		})
	}
}

// TestDefaultsHaveOneForm asserts that the comments of exported fields state defaults as "Defaults to X".
func TestDefaultsHaveOneForm(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t) {
		pkg.structs(func(name string, fields *ast.StructType) {
			for _, field := range fields.Fields.List {
				for _, ident := range field.Names {
					if sentence := misstatesDefault(ident.Name, field.Doc.Text()); ident.IsExported() && sentence != "" {
						t.Errorf("%s.%s.%s: %q; write: Defaults to X.", pkg.Name, name, ident.Name, sentence)
					}
				}
			}
		})
	}
}

// denied are words that the repository does not use, with those that it uses instead. A match of unless is allowed.
var denied = []struct{ pattern, unless, instead string }{
	{pattern: `(?i)\btells? whether\b`, instead: "reports whether"},
	{pattern: `(?i)\bis no \w`, unless: `(?i)\bthere is no\b|\bis no (longer|more|less)\b`, instead: "is not a valid"},
	{pattern: `(?i)\bwithout a word\b`, instead: "silently"},
	{pattern: `(?i)\bof one's own\b`, instead: "custom; your own"},
	{pattern: `(?i)\bin vain\b`, instead: "what fails, or retries"},
	{pattern: `(?i)\bleft to chance\b`, instead: "with defaults applied"},
	{pattern: `(?i)\bgiven back\b`, instead: "released; restored"},
	{pattern: `(?i)\bcomes? and goe?s?\b`, instead: "created and deleted; launched and terminated"},
	{pattern: `(?i)\b(no|some|every)body\b`, instead: "who it is"},
	{pattern: `(?i)doors?([^a-z]|$)|[a-z]Door|door[A-Z]`, instead: "load balancer; rule"},
	{pattern: `(?i)\bwish(es)?\b`, instead: "desiredUpdate; target"},
	{pattern: `(?i)stand-?ins?\b`, instead: "fake"},
	{
		pattern: `keptText|shortenMisses|(aws|kube|rhcs)(facts|answers)`,
		instead: "configRef; lowerNegativeTTL; schema; fake",
	},
}

// TestDeniedWords asserts that code, comments, errors and pages use the words of the field.
func TestDeniedWords(t *testing.T) {
	t.Parallel()
	var patterns []string
	for _, word := range denied {
		patterns = append(patterns, word.pattern)
	}
	anyPattern := regexp.MustCompile("(?:" + strings.Join(patterns, ")|(?:") + ")")
	self := filepath.Join(root, "internal", "docs", "language_test.go")
	for _, path := range slices.Concat(sources(t, ".go", ".py"), pages(t)) {
		if path == self {
			continue
		}
		text := read(t, path)
		for _, match := range anyPattern.FindAllStringIndex(text, -1) {
			if found, instead := deniedIn(lineAt(text, match[0])); found != "" {
				t.Errorf("%s:%d: %q; write: %s", path, 1+strings.Count(text[:match[0]], "\n"), found, instead)
			}
		}
	}
}

// deniedIn returns the first denied word in a line, and what to write instead.
func deniedIn(line string) (found, instead string) {
	for _, word := range denied {
		rest := line
		if word.unless != "" {
			rest = regexp.MustCompile(word.unless).ReplaceAllString(line, "")
		}
		if found := regexp.MustCompile(word.pattern).FindString(rest); found != "" {
			return found, word.instead
		}
	}
	return "", ""
}

// lineAt returns the line of a text at an offset.
func lineAt(text string, offset int) string {
	start := strings.LastIndex(text[:offset], "\n") + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return line
}

func TestDeniedIn(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ reason, line, want string }{
		"is no":        {reason: "a value is not valid", line: `"%q is no region"`, want: "is no r"},
		"there is no":  {reason: "there is no X is English", line: "// There is no route."},
		"is no longer": {reason: "is no longer is English", line: "// A zone is no longer in use."},
		"identifier":   {reason: "identifiers use the words too", line: "type madeDoor struct {", want: "eDoor"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, _ := deniedIn(tt.line)
			assert.Equal(t, tt.want, found, tt.reason)
		})
	}
}

// testLineLimit is the number of columns of a line in a test, with a tab as one column.
const testLineLimit = 120

func TestLinesOfTestsAreShort(t *testing.T) {
	t.Parallel()
	for _, path := range sources(t, "_test.go") {
		number := 0
		for line := range strings.Lines(read(t, path)) {
			number++
			if columns := len([]rune(strings.TrimSuffix(line, "\n"))); columns > testLineLimit {
				t.Errorf("%s:%d: %d columns; write one element per line", path, number, columns)
			}
		}
	}
}

// sources returns the files of the repository with one of the suffixes.
func sources(t *testing.T, suffixes ...string) []string {
	t.Helper()
	var all []string
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && (name == "testdata" || name == "tools" || strings.HasPrefix(name, ".") && path != root) {
			return filepath.SkipDir
		}
		if slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) }) {
			all = append(all, path)
		}
		return nil
	}))
	return all
}
