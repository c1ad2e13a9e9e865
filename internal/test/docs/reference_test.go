package docs

import (
	"go/ast"
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
