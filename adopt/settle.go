package adopt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// settle writes the state as it would be if the program had created the resources: a name that Pulumi generated is a default, which
// the next update keeps, and not an argument that the program no longer sets; and what the provider does not read has the program's
// value.
func (a *adoption) settle(ctx context.Context) error {
	text, err := a.opts.pulumi(ctx, nil, "stack", "export", "--stack", a.opts.Stack, "--show-secrets=false")
	if err != nil {
		return err
	}
	settled, changed, err := settle([]byte(text), a.language)
	if err == nil && changed {
		_, err = a.opts.pulumi(ctx, bytes.NewReader(settled), "stack", "import", "--stack", a.opts.Stack)
	}
	return err
}

// settle changes an exported stack.
func settle(exported []byte, l *language) (text []byte, changed bool, err error) {
	var stack map[string]any
	if err := json.Unmarshal(exported, &stack); err != nil {
		return nil, false, fmt.Errorf("the exported stack: %w", err)
	}
	deployment, _ := stack["deployment"].(map[string]any)
	resources, _ := deployment["resources"].([]any)
	for _, each := range resources {
		state, _ := each.(map[string]any)
		changed = settleResource(state, l) || changed
	}
	if pending, _ := deployment["pending_operations"].([]any); len(pending) > 0 {
		changed = true
		deployment["pending_operations"] = slices.DeleteFunc(pending, func(operation any) bool {
			return at(operation, "type") == "importing" // An interrupted import has changed nothing.
		})
	}
	text, err = json.Marshal(stack)
	return text, changed, err
}

// rawStateKey is the output in which the Terraform bridge records how the outputs differ from Terraform's state. A bridge ignores outputs
// that were added, and computes the state from the schema if the record is missing (pulumi-terraform-bridge v3.120.0
// pkg/pf/tfbridge/resource_state.go, parseAndUpgradeResourceState).
const rawStateKey = "__pulumi_raw_state_delta"

// settleResource changes a resource of an exported stack.
func settleResource(state map[string]any, l *language) (changed bool) {
	inputs, _ := state["inputs"].(map[string]any)
	outputs, _ := state["outputs"].(map[string]any)
	if inputs == nil || outputs == nil {
		return false
	}
	key := keyOf(textAt(state, "urn"))
	if _, set := inputs[upsert]; set && key.Type == kubernetesProvider {
		delete(inputs, upsert)
		delete(outputs, upsert)
		changed = true
	}
	for property := range l.names[key] {
		if defaults, _ := inputs[defaultsKey].([]any); !slices.Contains(defaults, any(property)) {
			inputs[defaultsKey] = append(defaults, property)
			changed = true
		}
	}
	set := func(property string, value any) {
		outputs[property] = withoutDefaults(value)
		delete(outputs, rawStateKey)
		changed = true
	}
	for property, value := range l.unread[key] {
		if inputs[property] == nil {
			inputs[property] = value
			set(property, value)
		}
	}
	for property, value := range l.defaults[key] {
		if outputs[property] == nil {
			set(property, value)
		}
	}
	return changed
}

// withoutDefaults returns a value without the lists of defaults in its objects, which only inputs have.
func withoutDefaults(value any) any {
	switch v := value.(type) {
	case map[string]any:
		object := map[string]any{}
		for name, element := range v {
			if name != defaultsKey {
				object[name] = withoutDefaults(element)
			}
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = withoutDefaults(element)
		}
		return list
	}
	return value
}
