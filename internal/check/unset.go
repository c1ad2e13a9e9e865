package check

import (
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// ErrOf is Err, with the Inputs in args, a pointer to a struct of arguments, that have no value. These are zero outputs: Pulumi panics
// when it applies a function to one, such as a field of a component that was not created, and passes others on as a value that is never
// known. And these are Inputs of an empty text, such as pulumi.String of a setting that the stack does not have: AWS and Kubernetes
// reject some and ignore others. The tag `check:"empty"` is for fields whose empty text means something. Empty texts in maps of Pulumi,
// such as values of tags, and in plain strings, where they are the zero value, mean what the field says.
func (p *Problems) ErrOf(args any) error {
	v := reflect.Indirect(reflect.ValueOf(args))
	if v.IsValid() {
		p.unset(rootPath(v.Type()), v, false)
	}
	return p.Err()
}

// Valid returns the problems of args, a pointer to a struct of arguments whose tags have all of its rules.
func Valid(args any) error {
	p := Struct(args)
	return p.ErrOf(args)
}

// unset reports the Inputs in value that are zero outputs or, unless empty is set, empty texts, and whose fields have no problem yet.
func (p *Problems) unset(path string, value reflect.Value, empty bool) {
	switch value.Kind() {
	case reflect.Interface:
		p.unsetInput(path, value, empty)
	case reflect.Pointer:
		if !value.IsNil() && ours(value.Type().Elem()) {
			p.unset(path, value.Elem(), empty)
		}
	case reflect.Struct:
		for i := range value.NumField() {
			if field := value.Type().Field(i); field.IsExported() && ours(value.Type()) && !hasRule(field, "part") {
				p.unset(Join(path, field.Name), value.Field(i), AllowsEmptyText(field))
			}
		}
	case reflect.Slice:
		for i := range value.Len() {
			p.unset(Index(path, i), value.Index(i), empty)
		}
	case reflect.Map:
		for _, key := range sortedKeys(value) {
			p.unset(Key(path, key.String()), value.MapIndex(key), empty)
		}
	default:
	}
}

// unsetInput reports an Input without a value, and looks into lists and maps of Inputs.
func (p *Problems) unsetInput(path string, value reflect.Value, empty bool) {
	input, isInput := value.Interface().(pulumi.Input)
	if !isInput {
		return
	}
	element := value.Elem()
	kind := element.Kind()
	text, isText := Text(input)
	_, isOutput := input.(pulumi.Output)
	switch {
	case isOutput && element.IsZero():
		p.addUnlessKnown(RuleZeroOutput, path, "is an output that was never set, such as one of a component that was not created; "+
			"leave the field unset instead")
	case isText && text == "" && !empty:
		p.addUnlessKnown(RuleEmpty, path, "is an empty text; leave the field unset instead")
	case !isOutput && (kind == reflect.Slice || kind == reflect.Map):
		p.unset(path, element, empty || kind == reflect.Map)
	}
}

// addUnlessKnown reports a problem of a field that has none yet.
func (p *Problems) addUnlessKnown(rule Rule, path, message string) {
	if !slices.ContainsFunc(Of(p.Err()), func(problem *Problem) bool { return problem.Path == path }) {
		p.addRulef(rule, path, "%s", message)
	}
}

// AllowsEmptyText reports whether an empty text in a field means something.
func AllowsEmptyText(field reflect.StructField) bool {
	return hasRule(field, "empty")
}

func hasRule(field reflect.StructField, rule string) bool {
	return slices.Contains(strings.Split(field.Tag.Get("check"), ","), rule)
}

// ours reports whether a type belongs to this module. Others, such as Pulumi's providers, are no arguments.
func ours(t reflect.Type) bool {
	return strings.HasPrefix(t.PkgPath(), module)
}

// module is the path of this module.
const module = "github.com/openshift-aws/pulumi-openshift-aws/"
