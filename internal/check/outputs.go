package check

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// ErrOf is Err, with the zero outputs in args, a pointer to a struct of arguments. Pulumi panics when it applies a function to a zero
// output, such as a field of a component that was not created, and passes others on as a value that is never known.
func (p *Problems) ErrOf(args any) error {
	v := reflect.Indirect(reflect.ValueOf(args))
	if v.IsValid() {
		p.zeroOutputs(path.Base(v.Type().PkgPath())+"."+v.Type().Name(), v)
	}
	return p.Err()
}

// zeroOutputs notes the Inputs in value that are zero outputs, unless their fields have a problem already.
func (p *Problems) zeroOutputs(path string, value reflect.Value) {
	switch value.Kind() {
	case reflect.Interface:
		p.zeroOutput(path, value)
	case reflect.Pointer:
		if !value.IsNil() && ours(value.Type().Elem()) {
			p.zeroOutputs(path, value.Elem())
		}
	case reflect.Struct:
		for i := range value.NumField() {
			if field := value.Type().Field(i); field.IsExported() && ours(value.Type()) {
				p.zeroOutputs(Join(path, field.Name), value.Field(i))
			}
		}
	case reflect.Slice:
		for i := range value.Len() {
			p.zeroOutputs(Index(path, i), value.Index(i))
		}
	case reflect.Map:
		keys := value.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			p.zeroOutputs(Key(path, key.String()), value.MapIndex(key))
		}
	default:
	}
}

// zeroOutput notes a zero output, and looks into lists and maps of Inputs.
func (p *Problems) zeroOutput(path string, value reflect.Value) {
	if value.IsNil() {
		return
	}
	element := value.Elem()
	if _, isOutput := value.Interface().(pulumi.Output); !isOutput {
		if kind := element.Kind(); kind == reflect.Slice || kind == reflect.Map {
			p.zeroOutputs(path, element)
		}
		return
	}
	known := slices.ContainsFunc(Of(p.Err()), func(problem *Problem) bool { return problem.Path == path })
	if element.IsZero() && !known {
		p.addRulef(RuleZeroOutput, path, "is an output that was never set, such as one of a component that was not created; "+
			"leave the field unset instead")
	}
}

// ours reports whether a type belongs to this module. Others, such as Pulumi's providers, are no arguments.
func ours(t reflect.Type) bool {
	return strings.HasPrefix(t.PkgPath(), module)
}

// module is the path of this module.
const module = "github.com/openshift-aws/pulumi-openshift-aws/"
