package effects

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// comments are the doc comments of types and fields, in one line, by their names: Proxy, ProxyArgs, ProxyArgs.NoProxy.
type comments map[string]string

var folders = map[string]string{
	"machineconfig": "cluster/machineconfig", "configuration": "cluster/configuration", "ingress": "ingress", "storage": "storage",
}

func commentsOf(t *testing.T, folder string) comments {
	t.Helper()
	files, err := filepath.Glob("../../" + folder + "/*.go")
	require.NoError(t, err)
	found := comments{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(parsed, func(node ast.Node) bool {
			declaration, ok := node.(*ast.GenDecl)
			if !ok || declaration.Tok != token.TYPE {
				return true
			}
			for _, one := range declaration.Specs {
				spec := one.(*ast.TypeSpec)
				found[spec.Name.Name] = line(declaration.Doc)
				if fields, isStruct := spec.Type.(*ast.StructType); isStruct {
					for _, field := range fields.Fields.List {
						for _, name := range field.Names {
							found[spec.Name.Name+"."+name.Name] = line(field.Doc)
						}
					}
				}
			}
			return false
		})
	}
	return found
}

func line(comment *ast.CommentGroup) string { return strings.Join(strings.Fields(comment.Text()), " ") }

var (
	sentence     = regexp.MustCompile(`[^.:]*(?:\.\w[^.:]*)*[.:]`)
	source       = regexp.MustCompile(` \([^)]*\)`)
	rebooting    = regexp.MustCompile(`\breboots?\b`)
	notRebooting = regexp.MustCompile(`reboots? no node|without a (?:drain and without a )?reboot|(?:does|do) not reboot`)
)

// reboots returns what a text says of a change of the field: whether it reboots nodes, and whether the text says anything of it. A
// sentence with "except" says the opposite of the fields that it names after that.
func reboots(text, field string) (reboots, said bool) {
	for _, one := range sentence.FindAllString(source.ReplaceAllString(text, ""), -1) {
		none := notRebooting.MatchString(one)
		if !none && !rebooting.MatchString(one) {
			continue
		}
		_, exceptions, _ := strings.Cut(strings.Replace(one, "Except", "except", 1), "except")
		excepted := regexp.MustCompile(`\b` + field + `\b`).MatchString(exceptions)
		return none == excepted, true
	}
	return false, false
}

// TestCommentsAgree: the doc comment of a field, otherwise that of its arguments, otherwise that of the component says that a change
// reboots nodes if the machine config operator's code does, and that it drains them.
func TestCommentsAgree(t *testing.T) {
	t.Parallel()
	recorded := readRecord(t)
	for _, c := range components() {
		folder, name, _ := strings.Cut(c.name, ".")
		all := commentsOf(t, folders[folder])
		require.NotEmpty(t, all[name], c.name)
		for _, one := range c.changes() {
			effect := recorded.Changes[one.id()].text()
			field := all[name+"Args."+one.field]
			require.NotEmpty(t, field, one.id())
			got, said := reboots(field, one.field)
			for _, text := range []string{all[name+"Args"], all[name]} {
				if !said {
					got, said = reboots(text, one.field)
				}
			}
			assert.Equal(t, strings.Contains(effect, " reboot") && !strings.Contains(effect, "without"), got,
				"%s: %s, the comment says reboots %t", one.id(), effect, got)
			if strings.Contains(effect, "are drained") {
				assert.Contains(t, field+all[name+"Args"]+all[name], "drained", one.id())
			}
		}
	}
}

func TestReboots(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]bool{
		"X is a setting. Defaults to none.":                         {false, false},
		"Changes are applied in place and reboot the pool's nodes.": {true, true},
		"A change does not reboot the nodes.":                       {false, true},
		"Changes, except for X, reboot no node.":                    {true, true},
		"Changes, except for Y, reboot no node.":                    {false, true},
		"Changes reboot all nodes, except those of X.":              {false, true},
	} {
		got, said := reboots(text, "X")
		assert.Equal(t, want, [2]bool{got, said}, text)
	}
}
