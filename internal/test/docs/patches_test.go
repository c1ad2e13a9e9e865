package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patching are the functions of internal/kube that register patches.
var patching = regexp.MustCompile(`^Patch(Forced|Retained|Keeping|WithKept)?$`)

// TestPatchesAreListed: docs/effects.md lists each component that patches an object of the cluster, with what remains of it.
func TestPatchesAreListed(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	rows := regexp.MustCompile("(?m)^\\| `([a-z]+\\.\\w+)` \\| [^|]+ \\| [^|]+; (?:read|replaced|the update fails)[^|]* \\| [^|]+ \\|$")
	for _, match := range rows.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/effects.md")), -1) {
		listed[match[1]] = true
	}
	found := map[string]bool{}
	for _, dir := range public {
		for _, component := range patchingComponents(t, dir) {
			found[path.Base(dir)+"."+component] = true
		}
	}
	require.Greater(t, len(found), 15)
	assert.Equal(t, found, listed)
}

// patchingComponents returns the components of a package whose constructors call a function that patches.
func patchingComponents(t *testing.T, dir string) []string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	require.NoError(t, err)
	uses, patches := map[string][]string{}, map[string]bool{}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		require.NoError(t, err)
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || function.Body == nil {
				continue
			}
			name := function.Name.Name
			ast.Inspect(function.Body, func(node ast.Node) bool {
				switch n := node.(type) {
				case *ast.SelectorExpr:
					uses[name] = append(uses[name], n.Sel.Name)
					if pkg, isIdent := n.X.(*ast.Ident); isIdent && pkg.Name == "kube" && patching.MatchString(n.Sel.Name) {
						patches[name] = true
					}
				case *ast.Ident:
					uses[name] = append(uses[name], n.Name)
				}
				return true
			})
		}
	}
	var components []string
	for name := range uses {
		if component, ok := strings.CutPrefix(name, "New"); ok && reaches(name, uses, patches, map[string]bool{}) {
			components = append(components, component)
		}
	}
	return components
}

// reaches reports whether a function patches, or one that it uses.
func reaches(name string, uses map[string][]string, patches, seen map[string]bool) bool {
	if seen[name] {
		return false
	}
	seen[name] = true
	if patches[name] {
		return true
	}
	for _, used := range uses[name] {
		if reaches(used, uses, patches, seen) {
			return true
		}
	}
	return false
}
