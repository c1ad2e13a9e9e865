package aws_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// sdkResource is a resource as the source of pulumi-aws' Go SDK describes it.
type sdkResource struct {
	// inputs are the arguments; computed are the outputs that are always present.
	inputs   map[string]*schema.Property
	outputs  map[string]*schema.Property
	computed map[string]bool
}

var (
	sdkOnce sync.Once
	sdk     = map[string]sdkResource{}
)

// sdkResources returns the resources of the schema as the SDK describes them, by token.
func sdkResources(t testing.TB) map[string]sdkResource {
	t.Helper()
	sdkOnce.Do(func() {
		source := newSDKSource(t)
		for _, token := range aws.Tokens() {
			sdk[token] = source.resource(token)
		}
	})
	return sdk
}

// sdkSource reads the source of the SDK.
type sdkSource struct {
	t   testing.TB
	dir string
	// structs are the types of nested objects by package.
	structs map[string]map[string]*ast.StructType
}

func newSDKSource(t testing.TB) *sdkSource {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi-aws/sdk/v6").Output()
	require.NoError(t, err)
	return &sdkSource{
		t: t, dir: filepath.Join(strings.TrimSpace(string(dir)), "go", "aws"),
		structs: map[string]map[string]*ast.StructType{},
	}
}

// parse returns the struct types of files.
func (s *sdkSource) parse(pattern string) (map[string]*ast.StructType, []*ast.File) {
	paths, err := filepath.Glob(pattern)
	require.NoError(s.t, err)
	structs := map[string]*ast.StructType{}
	var files []*ast.File
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		require.NoError(s.t, err)
		files = append(files, file)
		for _, object := range file.Decls {
			declaration, ok := object.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range declaration.Specs {
				if named, ok := spec.(*ast.TypeSpec); ok {
					if found, ok := named.Type.(*ast.StructType); ok {
						structs[named.Name.Name] = found
					}
				}
			}
		}
	}
	return structs, files
}

// nested returns the types of nested objects of a package.
func (s *sdkSource) nested(pkg string) map[string]*ast.StructType {
	if _, ok := s.structs[pkg]; !ok {
		s.structs[pkg], _ = s.parse(filepath.Join(s.dir, pkg, "pulumiTypes*.go"))
	}
	return s.structs[pkg]
}

var requiredArgument = regexp.MustCompile(`required argument '(\w+)'`)

// resource returns a resource by its token, such as aws:ec2/vpc:Vpc.
func (s *sdkSource) resource(tokenText string) sdkResource {
	parts := strings.Split(tokenText, ":")
	pkg, file, _ := strings.Cut(parts[1], "/")
	types, files := s.parse(filepath.Join(s.dir, pkg, file+".go"))
	name := parts[2]
	require.Contains(s.t, types, name, tokenText)
	found := sdkResource{computed: map[string]bool{}}
	found.inputs = s.properties(pkg, types[strings.ToLower(name[:1])+name[1:]+"Args"], false)
	found.outputs = s.properties(pkg, types[name], true)
	for _, field := range types[name].Fields.List {
		if output := typeName(field.Type); strings.HasSuffix(output, "Output") {
			found.computed[tagOf(field)] = !strings.HasSuffix(output, "PtrOutput") &&
				!strings.HasSuffix(output, "ArrayOutput") &&
				!strings.HasSuffix(output, "MapOutput")
		}
	}
	byField := map[string]string{}
	for _, field := range types[name+"Args"].Fields.List {
		byField[field.Names[0].Name] = ""
	}
	for _, field := range types[strings.ToLower(name[:1])+name[1:]+"Args"].Fields.List {
		byField[field.Names[0].Name] = tagOf(field)
	}
	required := map[string]bool{}
	ast.Inspect(files[0], func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok {
			if match := requiredArgument.FindStringSubmatch(literal.Value); match != nil {
				required[byField[match[1]]] = true
			}
		}
		return true
	})
	for name, property := range found.inputs {
		property.Required, property.Optional = required[name], !required[name]
		property.Computed = property.Optional && found.computed[name]
	}
	return found
}

func tagOf(field *ast.Field) string {
	if field.Tag == nil {
		return ""
	}
	text, _ := strconv.Unquote(field.Tag.Value)
	name, _, _ := strings.Cut(reflect.StructTag(text).Get("pulumi"), ",")
	return name
}

// properties returns the properties of a struct: of arguments, or the outputs of a resource.
func (s *sdkSource) properties(pkg string, of *ast.StructType, outputs bool) map[string]*schema.Property {
	found := map[string]*schema.Property{}
	for _, field := range of.Fields.List {
		name := tagOf(field)
		if name == "" {
			continue
		}
		property := &schema.Property{Terraform: snake(name), Optional: !outputs, Computed: outputs}
		if !outputs {
			s.setType(pkg, property, field.Type)
			property.ForceNew = replaces(field)
		} else {
			property.Type = outputType(typeName(field.Type))
		}
		found[name] = property
	}
	return found
}

// replaces reports whether the documentation of an argument says that a change replaces the resource.
func replaces(field *ast.Field) bool {
	text := strings.ToLower(field.Doc.Text())
	return strings.Contains(text, "forces new resource") || strings.Contains(text, "forces a new resource")
}

func (s *sdkSource) setType(pkg string, property *schema.Property, of ast.Expr) {
	switch of := of.(type) {
	case *ast.StarExpr:
		s.setType(pkg, property, of.X)
		property.Required, property.Optional = false, true
	case *ast.ArrayType:
		s.setType(pkg, property, of.Elt)
		property.Type, property.Object, property.Required, property.Optional = schema.List, false, false, true
	case *ast.MapType:
		property.Type, property.Required, property.Optional = schema.Map, false, true
	case *ast.Ident:
		property.Required, property.Optional = true, false
		property.Type = map[string]schema.Type{
			"string": schema.String, "bool": schema.Bool, "int": schema.Int, "float64": schema.Float,
		}[of.Name]
		if nested, ok := s.nested(pkg)[of.Name]; ok {
			property.Type, property.Object = schema.List, true
			property.Elem = s.properties(pkg, nested, false)
		}
		if property.Type == "" {
			property.Type = schema.String
		}
	default:
		property.Type = schema.String
	}
}

func outputType(name string) schema.Type {
	switch {
	case strings.HasSuffix(name, "ArrayOutput"):
		return schema.List
	case strings.HasSuffix(name, "MapOutput"):
		return schema.Map
	case strings.HasPrefix(name, "Bool"):
		return schema.Bool
	case strings.HasPrefix(name, "Int"):
		return schema.Int
	case strings.HasPrefix(name, "Float64"):
		return schema.Float
	case strings.HasPrefix(name, "String"):
		return schema.String
	}
	return schema.List
}

func typeName(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.SelectorExpr:
		return of.Sel.Name
	case *ast.Ident:
		return of.Name
	}
	return ""
}

var capital = regexp.MustCompile(`[A-Z]`)

func snake(name string) string {
	return capital.ReplaceAllStringFunc(name, func(letter string) string { return "_" + strings.ToLower(letter) })
}
