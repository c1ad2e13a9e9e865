package check

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// Args is a pointer to a struct of arguments.
type Args[T any] interface {
	*T
	Validate() error
}

// Outputs is WithDefaults for args that ErrOf accepts. The outputs in the copy fail with their path if they resolve to a value that breaks
// the rules of their field's tag, or to an empty text: a secret setting that the stack does not have would leave a bucket without its KMS
// key, or a role without its permissions boundary. As for ErrOf, the tag `check:"empty"` and values in maps of Pulumi may be empty. The
// problems are moved.
func Outputs[T any](args *T, move Move) *T {
	return copyOf(args, copier{outputs: true, defaults: true, move: move})
}

// WithDefaults returns a copy of args, a pointer to a struct of arguments, with the defaults of their tags. The defaults of a part are those
// of its component, which sets them. Nil is like empty arguments.
func WithDefaults[T any](args *T) *T {
	return copyOf(args, copier{defaults: true})
}

// copier copies arguments.
type copier struct {
	outputs, defaults bool
	move              Move
}

func copyOf[T any](args *T, c copier) *T {
	t := reflect.TypeFor[*T]()
	if args == nil {
		args = new(T)
	}
	return c.copy(argument.Root(t.Elem()), argument.Of(t), reflect.ValueOf(args), outputRules{}).Interface().(*T)
}

// outputRules are the rules of a field for what its output resolves to.
type outputRules struct {
	empty, secret bool
	rules         []fieldRule
}

// ofElement are the rules of an element of the list or map that has the rules.
func (r outputRules) ofElement() outputRules {
	ofText := slices.DeleteFunc(slices.Clone(r.rules), func(rule fieldRule) bool { return !rule.ofElements })
	return outputRules{empty: r.empty, secret: r.secret, rules: ofText}
}

// copy returns a copy of a value, which has the rules.
func (c copier) copy(path Path, t *argument.Type, value reflect.Value, rules outputRules) reflect.Value {
	if value.Kind() == reflect.Pointer && !value.IsNil() && t.Kind == argument.Object {
		copied := reflect.New(value.Type().Elem())
		copied.Elem().Set(c.copy(path, t, value.Elem(), rules))
		return copied
	}
	switch {
	case t.Kind == argument.Input && !c.outputs:
		return value
	case t.Kind == argument.Input && value.Kind() == reflect.Interface:
		return c.input(path, value, rules)
	case t.Kind == argument.Input:
		if value.IsZero() || len(rules.rules) == 0 {
			return value
		}
		return reflect.ValueOf(c.checked(path, value.Interface().(pulumi.Output), rules))
	case t.Kind == argument.Object && value.Kind() == reflect.Struct:
		return c.object(path, t, value)
	case t.Kind == argument.List && !value.IsNil():
		copied := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		for i := range value.Len() {
			copied.Index(i).Set(c.copy(Index(path, i), t.Element, value.Index(i), rules.ofElement()))
		}
		return copied
	case t.Kind == argument.Map && !value.IsNil():
		copied := reflect.MakeMapWithSize(value.Type(), value.Len())
		for _, key := range value.MapKeys() {
			copied.SetMapIndex(key, c.copy(Key(path, key.String()), t.Element, value.MapIndex(key), rules.ofElement()))
		}
		return copied
	default:
		return value
	}
}

func (c copier) object(path Path, t *argument.Type, value reflect.Value) reflect.Value {
	copied := argument.Copy(value)
	for _, field := range t.Fields {
		inner, ok := field.In(value)
		if !ok {
			continue
		}
		declared, below := rulesOf(field), c
		if c.defaults {
			inner = field.OrDefault(inner)
		}
		below.defaults = c.defaults && !declared.part
		rules := outputRules{declared.empty, declared.secret, declared.rules}
		field.Set(copied, below.copy(Join(path, field.Name), field.Type, inner, rules))
	}
	return copied
}

// input is copy for an Input, and for the elements of a list of Inputs.
func (c copier) input(path Path, value reflect.Value, rules outputRules) reflect.Value {
	input, isInput := value.Interface().(pulumi.Input)
	if !isInput {
		return value
	}
	output, isOutput := input.(pulumi.Output)
	switch {
	case !isOutput && value.Elem().Kind() == reflect.Slice:
		return c.copy(path, argument.Of(value.Elem().Type()), value.Elem(), rules)
	case !isOutput:
		return value
	}
	if copied := reflect.ValueOf(c.checked(path, output, rules)); copied.Type().AssignableTo(value.Type()) {
		return copied
	}
	return value
}

// checked returns an output of the same type that fails if it resolves to a text, a pointer to one, a list of texts or a number that breaks
// the rules.
func (c copier) checked(path Path, output pulumi.Output, rules outputRules) pulumi.Output {
	of := output.ElementType()
	switch {
	case of.Kind() == reflect.String, of.Kind() == reflect.Int, of == reflect.TypeFor[*string](), of == reflect.TypeFor[[]string]():
	default:
		return output
	}
	check := reflect.FuncOf([]reflect.Type{of}, []reflect.Type{of, reflect.TypeFor[error]()}, false)
	return output.ApplyT(reflect.MakeFunc(check, func(arguments []reflect.Value) []reflect.Value {
		failure := reflect.Zero(reflect.TypeFor[error]())
		// The output has resolved, so that IsSecret does not wait.
		if err := rules.check(path, arguments[0], rules.secret || pulumi.IsSecret(output)); err != nil {
			failure = reflect.ValueOf(c.move.Error(err))
		}
		return []reflect.Value{arguments[0], failure}
	}).Interface())
}

// check returns the problem of a value. That of a secret does not show it.
func (r outputRules) check(path Path, value reflect.Value, secret bool) error {
	input, texts := known(value)
	if i := slices.Index(texts, ""); i >= 0 && !r.empty {
		if value.Kind() == reflect.Slice {
			path = Index(path, i)
		}
		return &Problem{Path: path, Rule: RuleEmpty, Message: "resolves to an empty text, such as " +
			"that of a setting that the stack does not have; leave the field unset instead"}
	}
	if empty(input) {
		return nil
	}
	var p Problems
	for _, rule := range r.rules {
		if len(p.found) == 0 {
			rule.check(&p, path, reflect.ValueOf(input))
		}
	}
	if secret {
		hide(p.found, texts...)
	}
	return p.Err()
}

// hide removes the texts of a secret from problems.
func hide(found []error, texts ...string) {
	for _, problem := range Of(errors.Join(found...)) {
		for _, text := range texts {
			problem.Message = strings.ReplaceAll(problem.Message, strconv.Quote(text), "[secret]")
		}
	}
}

// known returns what an output has resolved to as an Input, nil if it is absent, and the texts in it.
func known(value reflect.Value) (pulumi.Input, []string) {
	switch resolved := value.Interface().(type) {
	case []string:
		return pulumi.ToStringArray(resolved), resolved
	case *string:
		if resolved == nil {
			return nil, nil
		}
		return pulumi.String(*resolved), []string{*resolved}
	}
	if value.Kind() == reflect.Int {
		return pulumi.Int(int(value.Int())), nil
	}
	return pulumi.String(value.String()), []string{value.String()}
}
