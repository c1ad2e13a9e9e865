package docs

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	root   = "../.."
	module = "github.com/openshift-aws/pulumi-openshift-aws/"
)

// public are the packages that users import.
var public = []string{"network", "iam", "cluster", "cluster/rosa", "nodes", "ingress", "storage", "mocks"}

// documented is a public package with its examples.
type documented struct {
	*doc.Package

	name  string
	files []*ast.File
}

func load(t *testing.T, name string) documented {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(root, name, "*.go"))
	require.NoError(t, err)
	fileSet, files := token.NewFileSet(), []*ast.File(nil)
	for _, source := range sources {
		file, err := parser.ParseFile(fileSet, source, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
	}
	parsed, err := doc.NewFromFiles(fileSet, files, module+name)
	require.NoError(t, err)
	return documented{parsed, name, files}
}

// constructors are the components' New functions.
func (d documented) constructors() []string {
	var all []string
	for _, kind := range d.Types {
		for _, function := range kind.Funcs {
			if function.Name == "New"+kind.Name && d.name != "mocks" {
				all = append(all, function.Name)
			}
		}
	}
	return all
}

func TestEveryPackageHasAPageOfItsOwn(t *testing.T) {
	for _, name := range public {
		text, err := os.ReadFile(filepath.Join(root, name, "doc.go"))
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(text), "// Package "+filepath.Base(name)+" "), name)
		assert.Equal(
			t,
			1,
			strings.Count(load(t, name).Doc, "Package "+filepath.Base(name)+" "),
			"%s has one package comment, in doc.go",
			name,
		)
	}
}

func TestEveryExportedNameIsExplained(t *testing.T) {
	for _, name := range public {
		pkg := load(t, name)
		begins := func(what, comment string) {
			assert.True(
				t,
				strings.HasPrefix(comment, what+" "),
				"%s.%s: its documentation begins with its name: %q",
				name,
				what,
				comment,
			)
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
			checkFields(t, name, kind)
			for _, group := range slices.Concat(kind.Consts, kind.Vars) {
				checkValues(t, name, group)
			}
		}
		for _, group := range slices.Concat(pkg.Consts, pkg.Vars) {
			checkValues(t, name, group)
		}
	}
}

// checkFields holds that each field of a struct has a comment that names it. Fields in one line share one, and a struct of one line
// is explained by its own.
func checkFields(t *testing.T, pkg string, kind *doc.Type) {
	t.Helper()
	for _, spec := range kind.Decl.Specs {
		fields, isStruct := spec.(*ast.TypeSpec).Type.(*ast.StructType)
		if !isStruct || len(fields.Fields.List) < 2 {
			continue
		}
		var explained strings.Builder
		for _, field := range fields.Fields.List {
			explained.WriteString(field.Doc.Text())
			for _, name := range field.Names {
				assert.True(
					t,
					!name.IsExported() || strings.Contains(explained.String(), name.Name),
					"%s.%s.%s has no comment that names it",
					pkg,
					kind.Name,
					name.Name,
				)
			}
		}
	}
}

// checkValues holds that each constant has a comment, or that its group has.
func checkValues(t *testing.T, pkg string, group *doc.Value) {
	t.Helper()
	for _, spec := range group.Decl.Specs {
		values := spec.(*ast.ValueSpec)
		assert.NotEmpty(
			t,
			group.Doc+values.Doc.Text(),
			"%s.%s has no comment, and neither has its group",
			pkg,
			values.Names[0].Name,
		)
	}
}

func TestEveryComponentHasAnExample(t *testing.T) {
	for _, name := range public {
		pkg := load(t, name)
		var shown []string
		for _, example := range doc.Examples(pkg.files...) {
			shown = append(shown, example.Name)
		}
		for _, constructor := range pkg.constructors() {
			assert.True(t, slices.ContainsFunc(shown, func(example string) bool {
				return example == constructor || strings.HasPrefix(example, constructor+"_")
			}), "%s.%s has no Example%s", name, constructor, constructor)
		}
	}
}

// exported are a package's names: of its types, functions and values, and Type.Field of fields and methods.
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
		if !isStruct {
			// InfraMachineSetArgs is MachineSetArgs by another name.
			names[spec.Name.Name+".*"] = true
			return
		}
		for _, field := range fields.Fields.List {
			for _, name := range field.Names {
				names[spec.Name.Name+"."+name.Name] = true
			}
		}
	}
}

// reference is what a text calls a name of the library: network.Vpc, cluster.ControlPlaneArgs.Stage.
var reference = regexp.MustCompile(`\b(network|iam|cluster|rosa|nodes|ingress|storage|mocks)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)

// TestNamesInTextsExist reads comments, examples and pages: what they send a reader to is there.
func TestNamesInTextsExist(t *testing.T) {
	known := map[string]map[string]bool{}
	for _, name := range public {
		known[filepath.Base(name)] = load(t, name).exported()
	}
	texts, err := filepath.Glob(filepath.Join(root, "*", "*.go"))
	require.NoError(t, err)
	nested, err := filepath.Glob(filepath.Join(root, "cluster", "*", "*.go"))
	require.NoError(t, err)
	for _, path := range slices.Concat(texts, nested, pages(t)) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
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
