package docs

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPackageCommentsListEveryComponent: `go doc` of a package begins with its comment, which names what there is.
func TestPackageCommentsListEveryComponent(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t) {
		for _, constructor := range pkg.constructors() {
			name := strings.TrimPrefix(constructor, "New")
			assert.Regexp(t, `\b(New)?`+name+`\b`, pkg.Doc, "%s: the package comment does not name %s", pkg.dir, name)
		}
	}
}

// TestCommentsOfComponentsAreShort: an editor shows them on hover, also for other languages; docs/components.md has the rest.
func TestCommentsOfComponentsAreShort(t *testing.T) {
	t.Parallel()
	const maxLines = 12
	for _, pkg := range packages(t) {
		for _, constructor := range pkg.constructors() {
			name := strings.TrimPrefix(constructor, "New")
			for _, kind := range pkg.Types {
				if kind.Name == name {
					lines := strings.Count(strings.TrimSpace(kind.Doc), "\n") + 1
					assert.LessOrEqual(t, lines, maxLines, "%s.%s: lines of the comment", pkg.dir, name)
				}
			}
		}
	}
}

// TestAliasesNameTheirFields: `go doc` of an alias of an internal struct does not show the fields, so its comment names them.
func TestAliasesNameTheirFields(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t) {
		for _, kind := range pkg.Types {
			for _, spec := range kind.Decl.Specs {
				typ := spec.(*ast.TypeSpec)
				selector, isAlias := typ.Type.(*ast.SelectorExpr)
				if !isAlias {
					continue
				}
				fields := pkg.imported(selector)
				if fields == nil {
					continue
				}
				comment := kind.Doc + typ.Doc.Text()
				for _, field := range fields.Fields.List {
					for _, name := range field.Names {
						named := regexp.MustCompile(`\b` + name.Name + `\b`).MatchString(comment)
						assert.True(t, named || !name.IsExported(), "%s.%s: the comment does not name %s", pkg.dir, kind.Name, name.Name)
					}
				}
			}
		}
	}
}

// TestNoInternalTypeInASignature: users cannot name the types of internal packages.
func TestNoInternalTypeInASignature(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, pkg := range packages(t) {
		functions := slices.Clone(pkg.Funcs)
		for _, kind := range pkg.Types {
			functions = slices.Concat(functions, kind.Funcs, kind.Methods)
		}
		for _, function := range functions {
			checked++
			ast.Inspect(function.Decl.Type, func(node ast.Node) bool {
				if selector, ok := node.(*ast.SelectorExpr); ok {
					name, isName := selector.X.(*ast.Ident)
					assert.False(t, isName && pkg.isInternal(name.Name), "%s.%s has %s.%s", pkg.dir, function.Name, name, selector.Sel.Name)
				}
				return true
			})
		}
	}
	assert.Greater(t, checked, 150)
}

// isInternal reports whether a name is that of an internal package that the package imports.
func (d documented) isInternal(name string) bool {
	for _, file := range d.files {
		for _, spec := range file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if strings.Contains(path, "/internal/") && strings.HasSuffix(path, "/"+name) {
				return true
			}
		}
	}
	return false
}
