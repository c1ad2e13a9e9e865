package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

const root = "../.."

const schemaPath = root + "/cmd/pulumi-resource-openshift-aws/schema.json"

func TestSchemaIsCurrent(t *testing.T) {
	want, err := generate(root)
	require.NoError(t, err)
	golden.Check(t, schemaPath, want)
}

// left are the constructors that are not components of the package, with the reason.
var left = map[string]string{
	"cluster.NewKubernetesProvider": "a provider of the package kubernetes, which programs in other languages make by themselves",
	"iam.NewRHCSProvider":           "a provider of the package rhcs, which programs in other languages make by themselves",
}

func TestConstructorsAreComponents(t *testing.T) {
	listed := map[string]bool{}
	for _, component := range plugin.Components {
		parts := strings.Split(component.Token, ":")
		listed[parts[1]+".New"+parts[2]] = true
	}
	for name := range constructors(t) {
		if _, ok := left[name]; ok == listed[name] {
			t.Errorf("%s must be in plugin/components.go, or in a list of this test with the reason", name)
		}
	}
}

// leftFunctions are the exported functions of the public packages that are not functions of the package, with the reason.
var leftFunctions = map[string]string{
	"cluster.AllowExpiredIgnition":  "an option of LoadInstallDir, which is the argument allowExpiredIgnition",
	"cluster.WaitForAPI":            "the component WaitForAPI: a function of outputs",
	"cluster.WaitForNodes":          "the component WaitForNodes: a function of outputs",
	"iam.GenerateSigningKey":        "a key that is generated once and kept, not in each preview",
	"iam.PublicSigningKey":          "the public key of one that a Go program generated",
	"install.AccountID":             "a tool for programs that run openshift-install",
	"install.IsCommand":             "a tool for programs that run openshift-install",
	"install.JSONReporter":          "a tool for programs that run openshift-install",
	"install.LoadFile":              "a tool for programs that run openshift-install",
	"install.Prepare":               "a tool for programs that run openshift-install",
	"install.ReleaseMirrors":        "a field of the description for openshift-install, which is not an argument of a component",
	"install.TaggedResources":       "a tool for programs that run openshift-install",
	"install.TextReporter":          "a tool for programs that run openshift-install",
	"blueprint.ExistingVpcConfig":   "the stack's configuration as arguments, which other languages read by themselves",
	"blueprint.LoadExistingCluster": "the outputs of another stack, which other languages read by a StackReference",
	"blueprint.LoadNamedCluster":    "the outputs of another stack, which other languages read by a StackReference",
	"blueprint.Own":                 "a part as a function, which other languages change by the resource option transforms",
	"blueprint.ROSAClassicConfig":   "the stack's configuration as arguments, which other languages read by themselves",
	"blueprint.ROSAHCPConfig":       "the stack's configuration as arguments, which other languages read by themselves",
	"blueprint.RHCSProviderConfig":  "the configuration of the package rhcs, which other languages set directly",
	"blueprint.SelfManagedConfig":   "the stack's configuration as arguments, which other languages read by themselves",
}

// TestFunctionsAreServed finds the exported functions of the public packages that no function of the package is.
func TestFunctionsAreServed(t *testing.T) {
	served := map[string]bool{}
	for _, function := range plugin.Functions {
		served[function.Go] = true
	}
	count := 0
	declarations(t, func(pkg string, function *ast.FuncDecl) {
		name := pkg + "." + function.Name.Name
		if function.Recv != nil || !function.Name.IsExported() || isConstructor(function.Type) {
			return
		}
		count++
		if _, ok := leftFunctions[name]; ok == served[name] {
			t.Errorf("%s must be in plugin/functions.go, or in a list of this test with the reason", name)
		}
	})
	require.Greater(t, count, 20)
}

// constructors are the functions of the public packages that register a component, by package and name.
func constructors(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	declarations(t, func(pkg string, function *ast.FuncDecl) {
		if function.Recv == nil && strings.HasPrefix(function.Name.Name, "New") && isConstructor(function.Type) {
			found[pkg+"."+function.Name.Name] = true
		}
	})
	require.Greater(t, len(found), 70)
	return found
}

// declarations calls visit for the functions and methods of the public packages.
func declarations(t *testing.T, visit func(pkg string, function *ast.FuncDecl)) {
	t.Helper()
	for _, folder := range public {
		_ = filepath.WalkDir(filepath.Join(root, folder), func(path string, _ os.DirEntry, _ error) error {
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok {
					visit(file.Name.Name, function)
				}
			}
			return nil
		})
	}
}

// isConstructor reports whether a function has the parameters of a constructor: a context first, resource options last.
func isConstructor(function *ast.FuncType) bool {
	parameters := function.Params.List
	if len(parameters) < 4 {
		return false
	}
	last, ok := parameters[len(parameters)-1].Type.(*ast.Ellipsis)
	if !ok {
		return false
	}
	option, ok := last.Elt.(*ast.SelectorExpr)
	return ok && option.Sel.Name == "ResourceOption"
}

// conditional are the words of an argument that is required with some values of others, as with those of empty arguments.
var conditional = regexp.MustCompile(`Required,? (unless|for|with) `)

// TestRequiredIsWhatValidateRequires compares the properties that the schema requires with what Validate requires of empty arguments.
func TestRequiredIsWhatValidateRequires(t *testing.T) {
	spec := readSchema(t)
	for _, component := range plugin.Components {
		arguments := reflect.New(component.Args).Interface().(interface{ Validate() error })
		reported := map[string]bool{}
		for _, problem := range check.Of(arguments.Validate()) {
			steps := problem.Path.Steps()
			if len(steps) > 0 && (problem.Rule == check.RuleRequired || problem.Rule == check.RuleRange) {
				reported[steps[0].Name] = true
			}
		}
		for _, field := range argument.Of(component.Args).Fields {
			name := plugin.Property(field)
			required := slices.Contains(spec.Resources[component.Token].RequiredInputs, name)
			excepted := conditional.MatchString(spec.Resources[component.Token].InputProperties[name].Description)
			// A component can be passed in place of a network and of subnets.
			excepted = excepted || plugin.TakesNetwork(field.StructField.Type)
			if required != reported[field.Name] && !excepted {
				t.Errorf("%s.%s: required by its comment: %t, by Validate: %t", component.Token, name, required, reported[field.Name])
			}
		}
	}
}

func readSchema(t *testing.T) *packageSpec {
	t.Helper()
	text, err := os.ReadFile(schemaPath)
	require.NoError(t, err)
	var spec packageSpec
	require.NoError(t, json.Unmarshal(text, &spec))
	return &spec
}

// properties calls visit for each property of a schema, with its path.
func properties(spec *packageSpec, visit func(path string, property propertySpec)) {
	for token, resource := range spec.Resources {
		for name, property := range resource.InputProperties {
			visit(token+"."+name, property)
		}
		for name, property := range resource.Properties {
			visit(token+"."+name+" (output)", property)
		}
	}
	for token, function := range spec.Functions {
		for name, property := range function.Inputs.Properties {
			visit(token+"()."+name, property)
		}
		for name, property := range function.Outputs.Properties {
			visit(token+"()."+name+" (output)", property)
		}
	}
	for token, each := range spec.Types {
		for name, property := range each.Properties {
			visit(token+"."+name, property)
		}
	}
}

// goIdentifiers are words of Go that a reader of another language does not know.
var goIdentifiers = regexp.MustCompile(`\b(?:network|iam|cluster|rosa|nodes|storage|ingress|configuration|machineconfig)\.[A-Z]\w*|` +
	`\b[A-Z]\w*Args\b|\bNew[A-Z]\w+|\bpulumi\.[A-Z]\w*|\b[A-Z]\w+\.[A-Z][a-z]\w+|\bnil\b|zero value|of package cluster|[a-z]Output\b`)

func TestDescriptions(t *testing.T) {
	spec := readSchema(t)
	check := func(path, text string) {
		assert.NotEmpty(t, text, "%s has no description", path)
		if found := goIdentifiers.FindAllString(text, -1); found != nil {
			t.Errorf("%s: the description has words of Go: %s", path, strings.Join(found, ", "))
		}
		assert.NotRegexp(t, `/\w+\.go\b`, text, "%s cites the code of another project", path)
	}
	for token, resource := range spec.Resources {
		description, _, _ := strings.Cut(resource.Description, "\n\n{{% examples %}}")
		check(token, description)
	}
	for token, function := range spec.Functions {
		check(token+"()", function.Description)
	}
	properties(spec, func(path string, property propertySpec) { check(path, property.Description) })
}

// TestDefaults asserts that the description of each argument says whether it is required, or what it is if it is not set. What a number
// is that is not set, and the parts of a blueprint, are said by the descriptions of their structs.
func TestDefaults(t *testing.T) {
	arguments := 0
	said := func(path string, property propertySpec) {
		text := property.Type != "integer" && property.Type != "number" && !strings.Contains(property.Ref, ":blueprint:")
		if property.AdditionalProperties != nil {
			text = text && !strings.Contains(property.AdditionalProperties.Ref, ":blueprint:")
		}
		if arguments++; text && !saysDefault.MatchString(property.Description) {
			t.Errorf("%s: the description says neither that it is required nor what it defaults to: %s", path, property.Description)
		}
	}
	spec := readSchema(t)
	for token, resource := range spec.Resources {
		for name, property := range resource.InputProperties {
			said(token+"."+name, property)
		}
	}
	assert.Greater(t, arguments, 600)
}

// TestNamesDoNotChange: all tokens, properties and values of the last release exist, because programs of users have them. `make record`
// records those of a release. Until there is one, the lines of names that are gone can be deleted.
func TestNamesDoNotChange(t *testing.T) {
	var names []string
	spec := readSchema(t)
	properties(spec, func(path string, _ propertySpec) { names = append(names, path) })
	for token, each := range spec.Types {
		for _, value := range each.Enum {
			names = append(names, token+" = "+value.Value)
		}
	}
	for token := range spec.Functions {
		names = append(names, token+"()")
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range golden.Released(t, "testdata/names.txt", names) {
		assert.Contains(t, names, name, "it is gone; see this test, and former in internal/component for a component that moved")
	}
}

// TestTypesArePublic asserts that no type is named after an internal package.
func TestTypesArePublic(t *testing.T) {
	modules := map[string]bool{}
	for _, component := range plugin.Components {
		modules[strings.Split(component.Token, ":")[1]] = true
	}
	for token := range readSchema(t).Types {
		assert.True(t, modules[strings.Split(token, ":")[1]], token)
	}
}
