package docs

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	root   = "../.."
	module = "github.com/openshift-aws/pulumi-openshift-aws/"
)

// public are the directories of the packages that users import.
var public = []string{
	"network", "iam", "cluster", "cluster/configuration", "cluster/install", "cluster/machineconfig", "cluster/rosa",
	"nodes", "ingress", "storage", "blueprint", "fleet", "mocks", "sandbox", "topology",
}

// documented is a public package with its examples.
type documented struct {
	*doc.Package

	// dir is the package's directory, such as cluster/rosa.
	dir string
	// files are the exported declarations of the package and its tests.
	files []*ast.File
}

// packages returns the public packages, which are parsed once for all tests.
func packages(t *testing.T) []documented {
	t.Helper()
	all, err := parsed()
	require.NoError(t, err)
	return all
}

var parsed = sync.OnceValues(func() ([]documented, error) {
	var all []documented
	for _, dir := range public {
		pkg, err := parse(dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		all = append(all, pkg)
	}
	return all, nil
})

func parse(dir string) (documented, error) {
	sources, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil {
		return documented{}, err
	}
	fileSet, files := token.NewFileSet(), []*ast.File(nil)
	for _, source := range sources {
		file, err := parser.ParseFile(fileSet, source, nil, parser.ParseComments)
		if err != nil {
			return documented{}, err
		}
		files = append(files, file)
	}
	// NewFromFiles removes unexported declarations from the files.
	pkg, err := doc.NewFromFiles(fileSet, files, module+dir)
	return documented{Package: pkg, dir: dir, files: files}, err
}

// constructors are the names of the components' New functions.
func (d documented) constructors() []string {
	var all []string
	for _, kind := range d.Types {
		for _, function := range kind.Funcs {
			if function.Name == "New"+kind.Name && d.Name != "mocks" && d.Name != "sandbox" {
				all = append(all, function.Name)
			}
		}
	}
	return all
}

// structs calls visit with each exported struct. Several packages have types that are one struct of internal.
func (d documented) structs(visit func(name string, fields *ast.StructType)) {
	for _, kind := range d.Types {
		for _, spec := range kind.Decl.Specs {
			switch typ := spec.(*ast.TypeSpec).Type.(type) {
			case *ast.StructType:
				visit(kind.Name, typ)
			case *ast.SelectorExpr:
				if fields := d.imported(typ); fields != nil {
					visit(kind.Name, fields)
				}
			}
		}
	}
}

// imported returns a struct of an internal package; nil if the type is another one.
func (d documented) imported(selector *ast.SelectorExpr) *ast.StructType {
	var found *ast.StructType
	for _, file := range d.files {
		for _, spec := range file.Imports {
			dir, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module+"internal/")
			if !ours || path.Base(dir) != selector.X.(*ast.Ident).Name || found != nil {
				continue
			}
			sources, _ := filepath.Glob(filepath.Join(root, "internal", dir, "*.go"))
			for _, source := range sources {
				parsed, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.ParseComments)
				if err != nil {
					return nil
				}
				ast.Inspect(parsed, func(node ast.Node) bool {
					if typ, ok := node.(*ast.TypeSpec); ok && typ.Name.Name == selector.Sel.Name {
						found, _ = typ.Type.(*ast.StructType)
					}
					return true
				})
			}
		}
	}
	return found
}

func TestEveryPackageHasADocFile(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t) {
		text, err := os.ReadFile(filepath.Join(root, pkg.dir, "doc.go"))
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(text), "// Package "+pkg.Name+" "), pkg.dir)
		assert.Equal(t, 1, strings.Count(pkg.Doc, "Package "+pkg.Name+" "), "%s: one package comment, in doc.go", pkg.dir)
	}
}

func TestEveryExportedNameIsDocumented(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t) {
		begins := func(name, comment string) {
			assert.True(t, strings.HasPrefix(comment, name+" "), "%s.%s: the doc comment must begin with the name: %q",
				pkg.Name, name, comment)
		}
		for _, function := range pkg.Funcs {
			begins(function.Name, function.Doc)
		}
		for _, kind := range pkg.Types {
			begins(kind.Name, kind.Doc)
			for _, function := range slices.Concat(kind.Funcs, kind.Methods) {
				if function.Name != "String" {
					begins(function.Name, function.Doc)
				}
			}
			for _, group := range slices.Concat(kind.Consts, kind.Vars) {
				checkValues(t, pkg.Name, group)
			}
		}
		pkg.structs(func(name string, fields *ast.StructType) { checkFields(t, pkg.Name+"."+name, fields) })
		for _, group := range slices.Concat(pkg.Consts, pkg.Vars) {
			checkValues(t, pkg.Name, group)
		}
	}
}

// checkFields asserts that each field of a struct has a comment that names it. Consecutive fields can share a
// comment. A struct with one field is documented by its own comment.
func checkFields(t *testing.T, path string, fields *ast.StructType) {
	t.Helper()
	if len(fields.Fields.List) < 2 {
		return
	}
	var comments strings.Builder
	for _, field := range fields.Fields.List {
		comments.WriteString(field.Doc.Text())
		for _, name := range field.Names {
			assert.True(t, !name.IsExported() || strings.Contains(comments.String(), name.Name),
				"%s.%s has no comment that names it", path, name.Name)
		}
	}
}

// checkValues asserts that each constant or its group has a comment.
func checkValues(t *testing.T, pkg string, group *doc.Value) {
	t.Helper()
	for _, spec := range group.Decl.Specs {
		values := spec.(*ast.ValueSpec)
		assert.NotEmpty(t, group.Doc+values.Doc.Text(), "%s.%s: neither the value nor its group has a comment",
			pkg, values.Names[0].Name)
	}
}

func TestEveryComponentHasAnExample(t *testing.T) {
	t.Parallel()
	for _, pkg := range packages(t) {
		var shown []string
		for _, example := range doc.Examples(pkg.files...) {
			shown = append(shown, example.Name)
		}
		for _, constructor := range pkg.constructors() {
			assert.True(t, slices.ContainsFunc(shown, func(example string) bool {
				return example == constructor || strings.HasPrefix(example, constructor+"_")
			}), "%s.%s has no Example%s", pkg.Name, constructor, constructor)
		}
	}
}

// exported returns a package's names: types, functions, values, and Type.Field of fields and methods. Type.* means
// that the type has names of another type: it is an alias or embeds a type.
func (d documented) exported() map[string]bool {
	names := map[string]bool{}
	for _, file := range d.files {
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				names[receiver(declaration)+declaration.Name.Name] = true
			case *ast.GenDecl:
				for _, spec := range declaration.Specs {
					addNames(names, spec)
				}
			}
		}
	}
	return names
}

func receiver(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return ""
	}
	kind := function.Recv.List[0].Type
	if pointer, isPointer := kind.(*ast.StarExpr); isPointer {
		kind = pointer.X
	}
	if name, isName := kind.(*ast.Ident); isName {
		return name.Name + "."
	}
	return ""
}

func addNames(names map[string]bool, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			names[name.Name] = true
		}
	case *ast.TypeSpec:
		names[spec.Name.Name] = true
		fields, isStruct := spec.Type.(*ast.StructType)
		names[spec.Name.Name+".*"] = !isStruct || embedsNames(fields)
		if !isStruct {
			return
		}
		for _, field := range fields.Fields.List {
			for _, name := range field.Names {
				names[spec.Name.Name+"."+name.Name] = true
			}
		}
	}
}

// embedsNames reports whether a struct embeds a type other than pulumi.ResourceState.
func embedsNames(fields *ast.StructType) bool {
	return slices.ContainsFunc(fields.Fields.List, func(field *ast.Field) bool {
		return len(field.Names) == 0 && !isResourceState(field)
	})
}

// reference matches a name of the library in a text: network.Vpc, cluster.ControlPlaneArgs.Stage.
var reference = regexp.MustCompile(
	`\b(blueprint|fleet|network|iam|cluster|configuration|machineconfig|rosa|nodes|ingress|storage|mocks|sandbox|topology)` +
		`\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)

// TestReferencesExist asserts that the names of the library in comments, examples and pages exist.
func TestReferencesExist(t *testing.T) {
	t.Parallel()
	known := map[string]map[string]bool{}
	for _, pkg := range packages(t) {
		known[pkg.Name] = pkg.exported()
	}
	for _, path := range slices.Concat(files(t, "*/*.go", "cluster/*/*.go", "examples/*/*.go"), pages(t)) {
		if filepath.Base(path) == "programs.md" {
			continue // whose names are those of the SDKs, with which TestPrograms compiles them
		}
		for line := range strings.Lines(read(t, path)) {
			if _, comment, found := strings.Cut(line, "// "); found {
				line = comment
			} else if strings.HasSuffix(path, ".go") {
				continue
			}
			for _, found := range reference.FindAllStringSubmatch(line, -1) {
				names, name := known[found[1]], found[2]
				assert.True(t, names[name], "%s: there is no %s.%s", path, found[1], name)
				if found[3] != "" && !names[name+".*"] {
					assert.True(t, names[name+"."+found[3]], "%s: %s.%s has no %s", path, found[1], name, found[3])
				}
			}
		}
	}
}
