package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/openshift-aws/pulumi-openshift-aws/"

// sources are the comments, constants and aliases of the types in the Go files.
type sources struct {
	// comments has the comments of types (network.Vpc with the whole import path) and fields (network.VpcArgs.CIDR).
	comments map[string]string
	// functions are the comments of functions and methods: network.VpcArgs.SubnetPlan.
	functions map[string]string
	// constants has the constants of a named type, in the order of their declaration.
	constants map[string][]constant
	// aliases are the directories of the public packages that have an alias for a type of an internal package.
	aliases map[string][]string
	// constantAliases are the names of constants that public packages repeat: StageCluster is Cluster of internal/openshift/stage.
	constantAliases map[string]string
}

type constant struct{ name, value, comment string }

// public are the folders that users import, and folders all with types of arguments and outputs.
var (
	public  = []string{"network", "iam", "cluster", "nodes", "storage", "ingress", "blueprint"}
	folders = append(slices.Clone(public), "plugin", "internal")
)

func readSources(root string) (*sources, error) {
	read := &sources{
		comments: map[string]string{}, constants: map[string][]constant{}, aliases: map[string][]string{},
		constantAliases: map[string]string{}, functions: map[string]string{},
	}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil && folder == "blueprint":
				return nil
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "argument" || entry.Name() == "schemagen"):
				return filepath.SkipDir
			case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			dir, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			return read.file(path, filepath.ToSlash(dir))
		})
		if err != nil {
			return nil, err
		}
	}
	return read, nil
}

func (s *sources) file(path, dir string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	for _, declaration := range file.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok {
			s.functions[functionName(file, function)] = function.Doc.Text()
		}
		general, ok := declaration.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.typeSpec(file, dir, spec, general)
			case *ast.ValueSpec:
				s.constant(dir, spec)
			}
		}
	}
	return nil
}

// functionName is a function's name with its package and receiver.
func functionName(file *ast.File, function *ast.FuncDecl) string {
	name := function.Name.Name
	if function.Recv != nil {
		if pointer, ok := function.Recv.List[0].Type.(*ast.StarExpr); ok {
			if receiver, ok := pointer.X.(*ast.Ident); ok {
				name = receiver.Name + "." + name
			}
		}
	}
	return file.Name.Name + "." + name
}

func (s *sources) typeSpec(file *ast.File, dir string, spec *ast.TypeSpec, general *ast.GenDecl) {
	comment := spec.Doc.Text()
	if comment == "" {
		comment = general.Doc.Text()
	}
	if selector, ok := spec.Type.(*ast.SelectorExpr); ok && spec.Assign.IsValid() {
		of := importOf(file, selector.X.(*ast.Ident).Name) + "." + selector.Sel.Name
		s.aliases[of] = append(s.aliases[of], dir)
		return
	}
	name := module + dir + "." + spec.Name.Name
	s.comments[name] = comment
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	group := ""
	for _, field := range structure.Fields.List {
		// A field directly below another one shares its comment.
		if text := field.Doc.Text(); text != "" {
			group = text
		}
		for _, ident := range field.Names {
			s.comments[name+"."+ident.Name] = group
		}
	}
}

// importOf returns the path of an import of a file by its name.
func importOf(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if spec.Name != nil && spec.Name.Name == name || spec.Name == nil && strings.HasSuffix(path, "/"+name) {
			return path
		}
	}
	return name
}

func (s *sources) constant(dir string, spec *ast.ValueSpec) {
	if len(spec.Values) == 1 {
		if selector, ok := spec.Values[0].(*ast.SelectorExpr); ok && spec.Type == nil && spec.Names[0].IsExported() {
			s.constantAliases[spec.Names[0].Name] = selector.Sel.Name
		}
	}
	if ident, ok := spec.Type.(*ast.Ident); ok && len(spec.Values) == 1 {
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			value, _ := strconv.Unquote(literal.Value)
			of := module + dir + "." + ident.Name
			s.constants[of] = append(s.constants[of], constant{spec.Names[0].Name, value, spec.Doc.Text()})
		}
	}
}

// home is the directory of the public package that a type is known by: its own, or the first with an alias for it.
func (s *sources) home(pkgPath, name string) string {
	dir := strings.TrimPrefix(pkgPath, module)
	if !strings.HasPrefix(dir, "internal/") {
		return dir
	}
	aliases := s.aliases[pkgPath+"."+name]
	if len(aliases) == 0 {
		return dir
	}
	return slices.Min(aliases)
}
