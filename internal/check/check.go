// Package check is the rulebook for arguments. A component says which rule a field follows; the rule, its limits and its
// message are written here, once. All problems of a component are collected and reported together.
package check

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// Path is the path of an argument.
type Path = argument.Path

// Rule names the kind of a problem. Tests compare rules; the wording of each is tested in this package alone.
type Rule string

// The rules that have a message of their own. A problem reported by Addf has RuleCustom.
const (
	RuleRequired   Rule = "required"
	RuleFormat     Rule = "format"
	RuleRange      Rule = "range"
	RuleOneOf      Rule = "one-of"
	RuleDuplicate  Rule = "duplicate"
	RuleExclusive  Rule = "exclusive"
	RuleNeeds      Rule = "needs"
	RuleOverlap    Rule = "overlap"
	RuleZeroOutput Rule = "zero output"
	RuleEmpty      Rule = "empty"
	RuleCustom     Rule = ""
)

// Problem is one invalid field.
type Problem struct {
	// Path is the field, such as network.VpcArgs.CIDR or nodes.WorkerPoolArgs.Taints[0].Key.
	Path Path
	// Rule is the rule that the value breaks.
	Rule Rule
	// Message says what is wrong and what is allowed.
	Message string
	// Other is the other field of a problem of two, such as the range that overlaps that of Path.
	Other Path
}

// Problemf returns a problem that is found outside of a Validate: in a hook, or in what an output resolves to.
func Problemf(path Path, format string, args ...any) error {
	return &Problem{Path: path, Message: fmt.Errorf(format, args...).Error()} // %w is for errors, as in fmt.Errorf
}

// Error returns the path and what is wrong with it.
func (p *Problem) Error() string {
	return p.Path.String() + ": " + p.Text()
}

// Text returns the message, with the other field.
func (p *Problem) Text() string {
	if p.Other == "" {
		return p.Message
	}
	return p.Message + " (" + p.Other.String() + ")"
}

// In returns the problem of a part at a path in the arguments of another component.
func (p *Problem) In(around Path) *Problem {
	moved := *p
	if moved.Path = p.Path.In(around); p.Other != "" {
		moved.Other = p.Other.In(around)
	}
	return &moved
}

// Move returns a problem at what its reader wrote: the arguments of a blueprint, a setting, or the properties of another language. Nil
// returns the problem itself.
type Move func(*Problem) *Problem

// Then returns a move that is followed by another one.
func (m Move) Then(next Move) Move {
	switch {
	case m == nil:
		return next
	case next == nil:
		return m
	}
	return func(problem *Problem) *Problem { return next(m(problem)) }
}

// Error moves the problems of an error. Errors without a path in it stay as they are; a text around problems is left out.
func (m Move) Error(err error) error {
	if m == nil || len(Of(err)) == 0 {
		return err
	}
	switch wrapped := err.(type) { //nolint:errorlint // moves all problems; errors.As finds the first
	case *Problem:
		return m(wrapped)
	case interface{ Unwrap() []error }:
		var moved Problems
		for _, each := range wrapped.Unwrap() {
			moved.Add(m.Error(each))
		}
		return moved.Err()
	default:
		return m.Error(errors.Unwrap(err))
	}
}

// InYAML returns how the problems of args are moved to the fields of a YAML file, whose paths begin with before.
func InYAML(before string, args reflect.Type) Move {
	t := argument.Of(args)
	named := func(path Path) Path {
		renamed, _ := path.Rename(t, func(name string, field *argument.Field) string {
			if field != nil {
				name, _, _ = strings.Cut(field.Tag.Get("yaml"), ",")
			}
			return name
		})
		return Path(before) + renamed
	}
	return func(problem *Problem) *Problem {
		moved := *problem
		if moved.Path = named(problem.Path); problem.Other != "" {
			moved.Other = named(problem.Other)
		}
		return &moved
	}
}

// Apply is ApplyT for a function that can fail, whose problems it moves. What the function returns has the type of the output that ApplyT
// returns.
func Apply[T, R any](move Move, output pulumi.Output, apply func(T) (R, error)) pulumi.Output {
	return output.ApplyT(func(value T) (R, error) {
		result, err := apply(value)
		return result, move.Error(err)
	})
}

// Problems collects the invalid fields of a component. The zero value is ready for use.
type Problems struct {
	found []error
}

// Addf reports a problem that only the field itself can describe. Prefer a rule of this package where there is one.
func (p *Problems) Addf(path Path, format string, args ...any) {
	p.addRulef(RuleCustom, path, format, args...)
}

// Add reports an error that carries its own path. A nil error is ignored.
func (p *Problems) Add(err error) {
	if err != nil {
		p.found = append(p.found, err)
	}
}

// Required reports whether value is set, and reports a problem if it is not. Zero numbers, empty strings, lists and maps, nil
// and unset Inputs count as not set.
func (p *Problems) Required(path Path, value any) bool {
	if !empty(value) {
		return true
	}
	p.addRulef(RuleRequired, path, "is required")
	return false
}

// Err joins all problems in the order in which they were reported. It is nil if there are none.
func (p *Problems) Err() error {
	return errors.Join(p.found...)
}

// Of returns the problems in err, in order, however deeply they are joined or wrapped.
func Of(err error) []*Problem {
	switch wrapped := err.(type) { //nolint:errorlint // finds all problems; errors.As finds the first
	case *Problem:
		return []*Problem{wrapped}
	case interface{ Unwrap() []error }:
		var all []*Problem
		for _, each := range wrapped.Unwrap() {
			all = append(all, Of(each)...)
		}
		return all
	case interface{ Unwrap() error }:
		return Of(wrapped.Unwrap())
	default:
		return nil
	}
}

func (p *Problems) addRulef(rule Rule, path Path, format string, args ...any) {
	p.found = append(p.found, &Problem{Path: path, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

func empty(value any) bool {
	if value == nil {
		return true
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Pointer, reflect.Interface, reflect.Func:
		return v.IsNil()
	default:
		return v.IsZero()
	}
}
