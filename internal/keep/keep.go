// Package keep rejects an update, in its preview too, by which a running cluster would lose what cannot be made again.
//
// A component has what it keeps as inputs, with which the state has the values of the last update. The engine calls the hooks of the
// component before it changes anything below the component. `pulumi destroy` does not run the program, and calls none of them; with a hook of
// deletions in the state it would reject to run (pulumi/pulumi pkg/engine/destroy.go, newDestroySource).
package keep

import (
	"errors"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Rule is what a component keeps: a plain value, and which changes of it lose something.
type Rule struct {
	// Input is the name of the component's input with the value.
	Input string
	Value pulumi.Input
	// Reject returns why a change is rejected: what would be lost, and what to set if it is meant. It is called if the value changes.
	Reject func(Change) error
}

// Change is a change of the inputs of a component.
type Change struct {
	// Old are the inputs of the last update, New those of this one, and Outputs the component's outputs after the last one.
	Old, New, Outputs resource.PropertyMap
}

// Texts returns the old and the new text of an input.
func (c Change) Texts(input string) (before, after string) {
	return textOf(c.Old[resource.PropertyKey(input)]), textOf(c.New[resource.PropertyKey(input)])
}

func textOf(value resource.PropertyValue) string {
	if value.IsString() {
		return value.StringValue()
	}
	return ""
}

// Removed returns the texts of a list that the new one does not have.
func (c Change) Removed(input string) []string {
	before, after := textsOf(c.Old[resource.PropertyKey(input)]), textsOf(c.New[resource.PropertyKey(input)])
	return slices.DeleteFunc(before, func(text string) bool { return slices.Contains(after, text) })
}

func textsOf(value resource.PropertyValue) []string {
	var texts []string
	if value.IsArray() {
		for _, element := range value.ArrayValue() {
			texts = append(texts, textOf(element))
		}
	}
	return texts
}

// check returns the problems of all rules whose value changes.
func (c Change) check(rules []Rule) error {
	var problems []error
	for _, rule := range rules {
		before, known := c.Old[resource.PropertyKey(rule.Input)]
		if known && !before.DeepEquals(c.New[resource.PropertyKey(rule.Input)]) {
			problems = append(problems, rule.Reject(c))
		}
	}
	return errors.Join(problems...)
}

// Inputs returns the inputs of the component.
func Inputs(rules []Rule) pulumi.Map {
	inputs := pulumi.Map{}
	for _, rule := range rules {
		inputs[rule.Input] = rule.Value
	}
	return inputs
}

// Hook returns what the engine calls before it updates the component.
func Hook(rules []Rule) func(*pulumi.ResourceHookArgs) error {
	return func(args *pulumi.ResourceHookArgs) error {
		return Change{Old: args.OldInputs, New: args.NewInputs, Outputs: args.OldOutputs}.check(rules)
	}
}
