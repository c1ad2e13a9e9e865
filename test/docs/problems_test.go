package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProblemsOfOutputsAreMoved: a function that reports a problem of an argument is applied by check.Apply, because ApplyT leaves the
// problem at the path of a part, which the caller of a blueprint or of another language did not write.
func TestProblemsOfOutputsAreMoved(t *testing.T) {
	t.Parallel()
	files := token.NewFileSet()
	applied := map[string][]ast.Expr{}
	reporting := map[string]bool{} // by the folder and the name of the function
	var bodies []*ast.FuncDecl
	for _, path := range sources(t, ".go") {
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/internal/") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok && strings.HasPrefix(nameOf(call.Fun), "ApplyT") {
				applied[filepath.Dir(path)] = append(applied[filepath.Dir(path)], call.Args[len(call.Args)-1])
			}
			if function, ok := node.(*ast.FuncDecl); ok {
				bodies = append(bodies, function)
			}
			return true
		})
	}
	folderOf := func(node ast.Node) string { return filepath.Dir(files.Position(node.Pos()).Filename) }
	reports := func(function ast.Node) (found bool) {
		ast.Inspect(function, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				name := nameOf(call.Fun)
				found = found || name == "Problemf" || name == "Addf" || reporting[folderOf(call)+"."+name]
			}
			return true
		})
		return found
	}
	for range 2 { // what a function calls, and what that calls
		for _, function := range bodies {
			if reports(function.Body) {
				reporting[folderOf(function)+"."+function.Name.Name] = true
			}
		}
	}
	require.True(t, reporting[filepath.Join(root, "iam")+".keySet"])
	for folder, functions := range applied {
		for _, function := range functions {
			assert.False(t, reports(function) || reporting[folder+"."+nameOf(function)], files.Position(function.Pos()))
		}
	}
}

// nameOf returns the name of a function or method; empty for a function without one.
func nameOf(function ast.Expr) string {
	switch named := function.(type) {
	case *ast.Ident:
		return named.Name
	case *ast.SelectorExpr:
		return named.Sel.Name
	}
	return ""
}
