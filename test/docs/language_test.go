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
		`^(Default:|Default [^t]|Defaults:|Defaults are|Defaults is|By default|The default (is|are) )` +
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

// denied are phrases, in lower case, that the repository does not use, and those that it uses instead.
var denied = map[string]string{
	"tells whether":  "reports whether",
	"without a word": "silently",
	"of one's own":   "custom; your own",
	"in vain":        "what fails, or retries",
	"left to chance": "with defaults applied",
	"given back":     "released; restored",
	"come and go":    "are created and deleted; are launched and terminated",
	"is refused":     "is rejected",
	" refuses ":      "rejects",
}

// TestDeniedWords asserts that code, comments, errors and pages use the words of the field.
func TestDeniedWords(t *testing.T) {
	t.Parallel()
	self := filepath.Join(root, "test", "docs", "language_test.go")
	for _, path := range slices.Concat(sources(t, ".go", ".py"), pages(t)) {
		text := strings.ToLower(read(t, path))
		for word, instead := range denied {
			if path == self || !strings.Contains(text, word) {
				continue
			}
			line := 1 + strings.Count(text[:strings.Index(text, word)], "\n")
			t.Errorf("%s:%d: %q; write: %s", path, line, word, instead)
		}
	}
}

// testLineLimit is the number of columns of a line in a test, with a tab as one column.
const testLineLimit = 140

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

// TestFoldersAreSmall: a folder has the files of one subject, which a reader can tell apart by their names.
func TestFoldersAreSmall(t *testing.T) {
	t.Parallel()
	const most = 60
	folders := map[string]int{}
	for _, path := range sources(t, ".go") {
		folders[filepath.Dir(path)]++
	}
	assert.Greater(t, len(folders), most)
	for folder, count := range folders {
		assert.LessOrEqual(t, count, most, folder)
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
		if entry.IsDir() && (name == "testdata" || name == "tools" || name == "node_modules" || strings.HasPrefix(name, ".") && path != root) {
			return filepath.SkipDir
		}
		if slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) }) {
			all = append(all, path)
		}
		return nil
	}))
	return all
}
