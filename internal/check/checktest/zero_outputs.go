package checktest

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Args are the arguments of a component.
type Args interface{ Validate() error }

// RefusesZeroOutputs asserts that each Input of the arguments, also in nested structs, lists and maps, is refused if it is a zero
// output. all are pointers to empty structs: those of all components of the package in the current directory.
func RefusesZeroOutputs(t *testing.T, all ...Args) {
	t.Helper()
	var names []string
	for _, args := range all {
		value := reflect.ValueOf(args).Elem()
		names = append(names, value.Type().Name())
		t.Run(value.Type().Name(), func(t *testing.T) {
			t.Parallel()
			filler := filler{seen: map[reflect.Type]bool{}}
			path := value.Type().String()
			filler.fill(path, value)
			refused := map[string]bool{}
			for _, problem := range check.Of(args.Validate()) {
				refused[problem.Path] = true
			}
			for _, path := range filler.paths {
				assert.True(t, refused[path], path)
			}
		})
	}
	assert.ElementsMatch(t, validated(t), names, "each type of arguments is tested")
}

// validated returns the types of arguments that the package in the current directory validates.
func validated(t testing.TB) []string {
	t.Helper()
	sources, err := filepath.Glob("*.go")
	assert.NoError(t, err)
	var names []string
	for _, source := range sources {
		text, err := os.ReadFile(source)
		assert.NoError(t, err)
		for _, match := range validates.FindAllSubmatch(text, -1) {
			names = append(names, string(match[1]))
		}
	}
	return names
}

var validates = regexp.MustCompile(`(?m)^func \(\w+ \*(\w+Args)\) Validate\(\) error`)

// zeroOutputs are zero outputs of all types that arguments have.
var zeroOutputs = []reflect.Value{
	reflect.ValueOf(pulumi.StringOutput{}), reflect.ValueOf(pulumi.StringPtrOutput{}), reflect.ValueOf(pulumi.BoolOutput{}),
	reflect.ValueOf(pulumi.IntOutput{}), reflect.ValueOf(pulumi.StringArrayOutput{}), reflect.ValueOf(pulumi.StringMapOutput{}),
	reflect.ValueOf(pulumi.AnyOutput{}), reflect.ValueOf(pulumi.MapOutput{}), reflect.ValueOf(pulumi.ArrayOutput{}),
	reflect.ValueOf(pulumi.IDOutput{}),
}

// filler sets each Input of a struct to a zero output.
type filler struct {
	// paths are the Inputs that were set.
	paths []string
	// seen are the structs around the current one.
	seen map[reflect.Type]bool
}

func (f *filler) fill(path string, value reflect.Value) {
	t := value.Type()
	switch t.Kind() {
	case reflect.Interface:
		f.fillInput(path, value)
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct && !f.seen[t.Elem()] {
			value.Set(reflect.New(t.Elem()))
			f.fill(path, value.Elem())
		}
	case reflect.Struct:
		if f.seen[t] || !strings.Contains(t.PkgPath(), "pulumi-openshift-aws") {
			return
		}
		f.seen[t] = true
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				f.fill(check.Join(path, t.Field(i).Name), value.Field(i))
			}
		}
		delete(f.seen, t)
	case reflect.Slice:
		value.Set(reflect.MakeSlice(t, 1, 1))
		f.fill(check.Index(path, 0), value.Index(0))
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			element := reflect.New(t.Elem()).Elem()
			f.fill(check.Key(path, "us-east-2a"), element)
			value.Set(reflect.MakeMap(t))
			value.SetMapIndex(reflect.ValueOf("us-east-2a").Convert(t.Key()), element)
		}
	default:
	}
}

func (f *filler) fillInput(path string, value reflect.Value) {
	if !value.Type().Implements(reflect.TypeFor[pulumi.Input]()) {
		return
	}
	for _, zero := range zeroOutputs {
		if zero.Type().Implements(value.Type()) {
			value.Set(zero)
			f.paths = append(f.paths, path)
			return
		}
	}
}
