package checktest

import (
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Args are the arguments of a component.
type Args interface{ Validate() error }

// RejectsUnsetInputs asserts that each Input of the arguments, also in nested structs, lists and maps, is rejected if it is a zero
// output or an empty text; an empty text is not if the field's tag says so, or if it is a value in one of Pulumi's maps. It asserts that
// the constructor uses the arguments of check.Outputs, which reject outputs that resolve to an empty text. all are pointers to empty
// structs: those of all components of their packages. root is the folder of the module.
func RejectsUnsetInputs(t *testing.T, root string, all ...Args) {
	t.Helper()
	folders := map[string]string{}
	for _, args := range all {
		pkg := reflect.TypeOf(args).Elem().PkgPath()
		folders[path.Base(pkg)] = filepath.Join(root, strings.TrimPrefix(pkg, module))
	}
	var names, validated []string
	checked := map[string]bool{}
	for pkg, folder := range folders {
		for _, source := range sources(t, folder) {
			for _, match := range validates.FindAllStringSubmatch(source, -1) {
				validated = append(validated, pkg+"."+match[1])
			}
			for function := range strings.SplitSeq(source, "\n}\n") {
				if match := constructs.FindStringSubmatch(function); match != nil && checksOutputs.MatchString(function) {
					checked[pkg+"."+match[1]] = true
				}
			}
		}
	}
	for _, args := range all {
		args := reflect.TypeOf(args).Elem()
		names = append(names, args.String())
		inputs := filler{values: emptyTexts, tagged: true}
		inputs.fill("", argument.Of(args), reflect.New(args).Elem())
		assert.True(t, checked[args.String()] || len(inputs.paths) == 0,
			"the constructor with %s calls component.Register or check.Outputs", args)
		t.Run(args.String(), func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, check.CheckTags(args))
			assertRejects(t, args, zeroOutputs, false)
			assertRejects(t, args, emptyTexts, true)
		})
	}
	assert.Subset(t, names, validated, "each type of arguments is tested")
}

const module = "github.com/openshift-aws/pulumi-openshift-aws"

var (
	constructs    = regexp.MustCompile(`\nfunc [^{]*\bargs \*(\w+)[,)]`)
	checksOutputs = regexp.MustCompile(`component\.Register\(|check\.Outputs\(`)
)

// assertRejects asserts that each Input of the arguments is rejected if it is one of the values. tagged is whether fields with the
// tag of package check are left out.
func assertRejects(t *testing.T, args reflect.Type, values []reflect.Value, tagged bool) {
	t.Helper()
	value := reflect.New(args)
	filler := filler{values: values, tagged: tagged}
	filler.fill(argument.Root(args), argument.Of(args), value.Elem())
	rejected := map[check.Path]bool{}
	for _, problem := range check.Of(value.Interface().(Args).Validate()) {
		rejected[problem.Path] = true
	}
	for _, path := range filler.paths {
		assert.True(t, rejected[path], "%s: %v", path, values[0].Type())
	}
}

// sources returns the source files of a package.
func sources(t testing.TB, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	assert.NoError(t, err)
	assert.NotEmpty(t, files, folder)
	var sources []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NoError(t, err)
		sources = append(sources, string(text))
	}
	return sources
}

var validates = regexp.MustCompile(`(?m)^func \(\w+ \*(\w+Args)\) Validate\(\) error`)

// zeroOutputs are zero outputs of all types that arguments have.
var zeroOutputs = []reflect.Value{
	reflect.ValueOf(pulumi.StringOutput{}), reflect.ValueOf(pulumi.StringPtrOutput{}), reflect.ValueOf(pulumi.BoolOutput{}),
	reflect.ValueOf(pulumi.IntOutput{}), reflect.ValueOf(pulumi.StringArrayOutput{}), reflect.ValueOf(pulumi.StringMapOutput{}),
	reflect.ValueOf(pulumi.MapOutput{}), reflect.ValueOf(pulumi.ArrayOutput{}),
	reflect.ValueOf(pulumi.IDOutput{}),
}

// emptyTexts are Inputs of an empty text.
var emptyTexts = []reflect.Value{
	reflect.ValueOf(pulumi.String("")), reflect.ValueOf(pulumi.StringArray{pulumi.String("")}),
}

// filler sets each Input of a struct to the first of values that has its type.
type filler struct {
	values []reflect.Value
	tagged bool
	// paths are the Inputs that were set.
	paths []check.Path
}

func (f *filler) fill(path check.Path, t *argument.Type, value reflect.Value) {
	if value.Kind() == reflect.Pointer && t.Kind == argument.Object {
		value.Set(reflect.New(value.Type().Elem()))
		value = value.Elem()
	}
	switch t.Kind {
	case argument.Input:
		f.fillInput(path, value)
	case argument.Object:
		for _, field := range t.Fields {
			if f.tagged && field.Has("empty") {
				continue
			}
			filled := reflect.New(field.StructField.Type).Elem()
			f.fill(check.Join(path, field.Name), field.Type, filled)
			field.Set(value, filled)
		}
	case argument.List:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		f.fill(check.Index(path, 0), t.Element, value.Index(0))
	case argument.Map:
		key := reflect.ValueOf("us-east-2a").Convert(value.Type().Key())
		element := reflect.New(value.Type().Elem()).Elem()
		f.fill(check.Key(path, "us-east-2a"), t.Element, element)
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(key, element)
	default:
	}
}

func (f *filler) fillInput(path check.Path, value reflect.Value) {
	for _, each := range f.values {
		if value.Kind() != reflect.Interface || !each.Type().Implements(value.Type()) {
			continue
		}
		value.Set(each)
		if each.Kind() == reflect.Slice {
			path = check.Index(path, 0)
		}
		f.paths = append(f.paths, path)
		return
	}
}
