package check

import (
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// ErrOf returns the error of Err after it has reported the Inputs in args, a pointer to a struct of arguments, that have no value:
//   - a zero output, such as a field of a component that was not created. Pulumi panics when it applies a function to one, or passes it on
//     as a value that is never known.
//   - an empty text, such as pulumi.String of a setting that the stack does not have. AWS and Kubernetes reject some and ignore others. A
//     field whose empty text has a meaning has the tag `check:"empty"`. Maps of Pulumi, such as tags, can have empty values.
func (p *Problems) ErrOf(args any) error {
	v := reflect.Indirect(reflect.ValueOf(args))
	if v.IsValid() {
		p.unset(argument.Root(v.Type()), argument.Of(v.Type()), v, false)
	}
	return p.Err()
}

// Valid returns the problems of args, a pointer to a struct of arguments whose tags have all of its rules.
func Valid(args any) error {
	p := Struct(args)
	return p.ErrOf(args)
}

// unset reports the Inputs in value that are zero outputs or, unless empty is set, empty texts, and whose fields have no problem yet.
func (p *Problems) unset(path Path, t *argument.Type, value reflect.Value, empty bool) {
	switch t.Kind {
	case argument.Input:
		p.unsetInput(path, value, empty)
	case argument.Object:
		t.Objects(path, value, func(path Path, t *argument.Type, object reflect.Value) {
			for _, field := range t.Fields {
				if value, ok := field.In(object); ok && !field.Has("part") {
					p.unset(Join(path, field.Name), field.Type, value, field.Has("empty"))
				}
			}
		})
	default:
		t.Elements(path, value, func(path Path, element reflect.Value) { p.unset(path, t.Element, element, empty) })
	}
}

// unsetInput reports an Input without a value, and looks into lists and maps of Inputs.
func (p *Problems) unsetInput(path Path, value reflect.Value, empty bool) {
	input, isInput := value.Interface().(pulumi.Input)
	if value.Kind() != reflect.Interface || !isInput {
		return // It is an output of another component, which can be absent.
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
		p.unset(path, argument.Of(element.Type()), element, empty || kind == reflect.Map)
	}
}

// addUnlessKnown reports a problem of a field that has none yet.
func (p *Problems) addUnlessKnown(rule Rule, path Path, message string) {
	if !slices.ContainsFunc(Of(p.Err()), func(problem *Problem) bool { return problem.Path == path }) {
		p.addRulef(rule, path, "%s", message)
	}
}
