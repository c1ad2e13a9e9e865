// Package keep rejects an update, in its preview too, by which a running cluster would lose what cannot be made again.
//
// A component has what it keeps as inputs, with which the state has the values of the last update. The engine calls the hook of the
// component before it changes anything below the component. `pulumi destroy` does not run the program, and calls no hook; with a hook of
// deletions in the state it would reject to run (pulumi/pulumi pkg/engine/destroy.go, newDestroySource). docs/adr/0009-what-is-kept.md has
// what this sees, and what it does not.
package keep

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Rule is a value that a component keeps, and which changes of it lose something.
type Rule struct {
	// Input is the name of the component's input with the value.
	Input string
	Value pulumi.Input
	// Reject returns why a change is rejected: what would be lost, and what to do instead; nil to accept it. It is called if the value
	// changes. Without it every change is accepted.
	Reject func(Change) error
	// Argument says that an argument permits the change, which Reject names; otherwise it is Setting.
	Argument bool
}

// Fixed is a value that stays equal for life. A value that a preview does not know is compared in the update.
func Fixed(input string, field check.Path, value pulumi.Input, lost string) Rule {
	return Rule{Input: input, Value: value, Reject: func(c Change) error {
		if c.New[resource.PropertyKey(input)].ContainsUnknowns() {
			return nil
		}
		before, after := c.Texts(input)
		return check.Problemf(field, "%s cannot become %s: %s", orNone(before), orNone(after), lost)
	}}
}

// Each is a list of which no element can leave.
func Each(input string, field check.Path, values []string, lost string) Rule {
	return Rule{Input: input, Value: listOf(values), Reject: func(c Change) error {
		if removed := c.Removed(input); len(removed) > 0 {
			return check.Problemf(field, "%s cannot be taken away: %s", strings.Join(removed, ", "), lost)
		}
		return nil
	}}
}

// OneByOne is a list of which an update can take one element away, but neither several nor the last.
func OneByOne(input string, field check.Path, values []string, lost string) Rule {
	return Rule{Input: input, Value: listOf(values), Reject: func(c Change) error {
		removed, before := c.Removed(input), textsOf(c.Old[resource.PropertyKey(input)])
		kept := len(before) - len(removed)
		switch {
		case len(removed) > 1:
			return check.Problemf(field, "%s cannot be taken away in one update: %s. Take one away in each update", strings.Join(removed, ", "), lost)
		case len(removed) == 1 && kept == 0:
			return check.Problemf(field, "%s cannot be taken away, or renamed: it is the last one. %s", removed[0], lost)
		}
		return nil
	}}
}

// listOf returns a list; nil for an empty one, which is no input.
func listOf(values []string) pulumi.Input {
	if len(values) == 0 {
		return nil
	}
	return pulumi.ToStringArray(values)
}

// Entries are values by keys, each of which stays equal for life. A key that leaves, or a value that a preview does not know, is accepted.
func Entries(input string, field check.Path, values pulumi.StringMap, lost string) Rule {
	return Rule{Input: input, Value: values, Reject: func(c Change) error {
		var problems []error
		before, after := objectOf(c.Old[resource.PropertyKey(input)]), objectOf(c.New[resource.PropertyKey(input)])
		for _, key := range slices.Sorted(maps.Keys(before)) {
			value, found := after[key]
			if !found || value.ContainsUnknowns() || Text(before[key]) == Text(value) {
				continue
			}
			problems = append(problems, check.Problemf(field, "%s: %s cannot become %s: %s", key, Text(before[key]), Text(value), lost))
		}
		return errors.Join(problems...)
	}}
}

// If returns the rule, which accepts every change unless the condition is met by the last update.
func (r Rule) If(condition func(Change) bool) Rule {
	reject := r.Reject
	r.Reject = func(c Change) error {
		if !condition(c) {
			return nil
		}
		return reject(c)
	}
	return r
}

// Unless returns the rule, which accepts every change if an argument says that it is meant.
func (r Rule) Unless(meant bool) Rule {
	r.Argument = true
	if meant {
		r.Reject = nil
	}
	return r
}

// Change is a change of the inputs of a component.
type Change struct {
	// Old are the inputs of the last update, New those of this one, and Outputs the component's outputs after the last one.
	Old, New, Outputs resource.PropertyMap
}

// Texts returns the old and the new text of an input.
func (c Change) Texts(input string) (before, after string) {
	return Text(c.Old[resource.PropertyKey(input)]), Text(c.New[resource.PropertyKey(input)])
}

// Removed returns the texts of a list that the new one does not have.
func (c Change) Removed(input string) []string {
	before, after := textsOf(c.Old[resource.PropertyKey(input)]), textsOf(c.New[resource.PropertyKey(input)])
	return slices.DeleteFunc(before, func(text string) bool { return slices.Contains(after, text) })
}

// Text returns the text of a property, also of a secret one; "" if it is none.
func Text(value resource.PropertyValue) string {
	for {
		switch {
		case value.IsSecret():
			value = value.SecretValue().Element
		case value.IsOutput():
			value = value.OutputValue().Element
		case value.IsString():
			return value.StringValue()
		default:
			return ""
		}
	}
}

func textsOf(value resource.PropertyValue) []string {
	var texts []string
	if value.IsArray() {
		for _, element := range value.ArrayValue() {
			texts = append(texts, Text(element))
		}
	}
	return texts
}

func objectOf(value resource.PropertyValue) map[resource.PropertyKey]resource.PropertyValue {
	if !value.IsObject() {
		return nil
	}
	return value.ObjectValue()
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// check returns the problems of all rules whose value changes.
func (c Change) check(rules []Rule, identity string) error {
	var problems []error
	for _, rule := range rules {
		before, known := c.Old[resource.PropertyKey(rule.Input)]
		if !known || rule.Reject == nil || before.DeepEquals(c.New[resource.PropertyKey(rule.Input)]) {
			continue
		}
		err := rule.Reject(c)
		if found := check.Of(err); len(found) > 0 && !rule.Argument {
			found[len(found)-1].Message += fmt.Sprintf(". If it is meant, run `pulumi config set %s %s` for this one update", Setting, identity)
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// Inputs returns the inputs of the component.
func Inputs(rules []Rule) pulumi.Map {
	inputs := pulumi.Map{}
	for _, rule := range rules {
		if rule.Value != nil {
			inputs[rule.Input] = rule.Value
		}
	}
	return inputs
}

// Setting is the key of the configuration that names the components whose changes are meant, separated by commas.
const Setting = "openshift-aws:allowLoss"

// ProtectSetting is the key of the configuration that protects what a cluster cannot lose from leaving the program, true or false.
const ProtectSetting = "openshift-aws:protect"

// Settings are all keys of the configuration that components read by themselves.
var Settings = []string{Setting, ProtectSetting}

// Hook returns what the engine calls before it updates the component, which Setting names by its identity.
func Hook(rules []Rule, identity string) func(*pulumi.ResourceHookArgs) error {
	return func(args *pulumi.ResourceHookArgs) error {
		return Change{Old: args.OldInputs, New: args.NewInputs, Outputs: args.OldOutputs}.check(rules, identity)
	}
}
