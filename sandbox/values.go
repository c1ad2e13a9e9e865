package sandbox

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
)

// Value is a property that an operation changes.
type Value struct {
	// Path is where the property is, such as spec.replicas.
	Path string
	// Old and New are the values, as in JSON: nil for none, "[secret]" for a secret, "[unknown]" for one that a preview does not know.
	Old, New any
}

// unknownMark is a value that is known after the update.
const unknownMark = "[unknown]"

// valuesOf returns the properties that a step changes, by their paths.
func valuesOf(meta apitype.StepEventMetadata) []Value {
	var values []Value
	for _, text := range slices.Sorted(maps.Keys(meta.DetailedDiff)) {
		path, err := resource.ParsePropertyPath(text)
		if err != nil {
			continue
		}
		values = append(values, Value{Path: text, Old: valueAt(meta.Old, path), New: valueAt(meta.New, path)})
	}
	return values
}

// valueAt returns the input at a path, or the output of a property that is no input.
func valueAt(state *apitype.StepEventStateMetadata, path resource.PropertyPath) any {
	if state == nil {
		return nil
	}
	for _, properties := range []map[string]any{state.Inputs, state.Outputs} {
		if value, ok := lookUp(masked(properties), path); ok {
			return value
		}
	}
	return nil
}

// lookUp returns the value at a path through maps and lists. What is in a secret is the secret.
func lookUp(value any, path resource.PropertyPath) (any, bool) {
	if len(path) == 0 || value == secretMark {
		if value == plugin.UnknownStringValue {
			value = unknownMark
		}
		return value, true
	}
	switch key := path[0].(type) {
	case string:
		fields, _ := value.(map[string]any)
		if field, ok := fields[key]; ok {
			return lookUp(field, path[1:])
		}
	case int:
		if list, _ := value.([]any); key >= 0 && key < len(list) {
			return lookUp(list[key], path[1:])
		}
	}
	return nil, false
}

// String returns, for example, "spec.replicas: 2 => 3".
func (v Value) String() string {
	old, changed := display(v.Old), display(v.New)
	return fmt.Sprintf("%s: %s => %s", v.Path, shorten(old, changed), shorten(changed, old))
}

// display returns a value as JSON, marks as they are.
func display(value any) string {
	switch value {
	case nil:
		return "(none)"
	case secretMark, unknownMark:
		return fmt.Sprint(value)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

// longest is how many characters of a value are shown.
const longest = 80

// shorten returns the part of a long text in which it begins to differ from the other one.
func shorten(text, other string) string {
	runes, others := []rune(text), []rune(other)
	if len(runes) <= longest {
		return text
	}
	start := 0
	for start < len(runes) && start < len(others) && runes[start] == others[start] {
		start++
	}
	start = max(0, min(start-longest/4, len(runes)-longest))
	part := string(runes[start:min(len(runes), start+longest)])
	if start > 0 {
		part = "..." + part
	}
	if start+longest < len(runes) {
		part += "..."
	}
	return part
}

// printValues prints what was changed of each resource that was updated or replaced, or would be.
func printValues(out io.Writer, result *Result) {
	heading := "Changed properties:\n"
	for _, step := range result.Steps {
		if step.Failed || step.Op != "update" && step.Op != "replace" || len(step.Values) == 0 {
			continue
		}
		urn := resource.URN(step.URN)
		fmt.Fprintf(out, "%s  %s %s %s\n", heading, step.Op, urn.Type().Name(), urn.Name())
		heading = ""
		for _, value := range step.Values {
			fmt.Fprintf(out, "      %s\n", value)
		}
	}
}
