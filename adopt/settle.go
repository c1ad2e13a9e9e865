package adopt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// settle writes the state as it would be if the program had created the resources: a name that Pulumi generated is a default, which
// the next update keeps, and not an argument that the program no longer sets; and what the provider does not read has the program's
// value.
func (a *adoption) settle(ctx context.Context) error {
	l := a.engine.language
	text, stderr, _, err := a.engine.cli.Run(ctx, a.opts.Dir, nil, nil, nil, a.opts.Env,
		"stack", "export", "--stack", a.opts.Stack, "--show-secrets=false")
	if err != nil {
		return errors.Join(err, fmt.Errorf("pulumi stack export: %s", stderr))
	}
	settled, changed, err := settle([]byte(text), l)
	if err != nil || !changed {
		return err
	}
	folder, err := os.MkdirTemp("", "adopt")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "stack.json")
	if err := os.WriteFile(path, settled, 0o600); err != nil {
		return err
	}
	if _, stderr, _, err = a.engine.cli.Run(ctx, a.opts.Dir, nil, nil, nil, a.opts.Env,
		"stack", "import", "--stack", a.opts.Stack, "--file", path); err != nil {
		return errors.Join(err, fmt.Errorf("pulumi stack import: %s", stderr))
	}
	return nil
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
		changed = settleResource(state, l.names) || changed
		changed = setUnread(state, l.unread, false) || changed
		changed = setUnread(state, l.defaults, true) || changed
	}
	if pending, _ := deployment["pending_operations"].([]any); len(pending) > 0 {
		changed = true
		deployment["pending_operations"] = slices.DeleteFunc(pending, func(operation any) bool {
			fields, _ := operation.(map[string]any)
			return fields["type"] == "importing" // An interrupted import has changed nothing.
		})
	}
	text, err = json.Marshal(stack)
	return text, changed, err
}

// settleResource changes a resource of an exported stack.
func settleResource(state map[string]any, names map[Key]map[string]string) (changed bool) {
	urn, _ := state["urn"].(string)
	inputs, _ := state["inputs"].(map[string]any)
	key := keyOf(urn)
	for property := range names[key] {
		defaults, _ := inputs[defaultsKey].([]any)
		if inputs != nil && !slices.Contains(defaults, any(property)) {
			inputs[defaultsKey] = append(defaults, property)
			changed = true
		}
	}
	if key.Type == kubernetesProvider {
		for _, name := range []string{"inputs", "outputs"} {
			properties, _ := state[name].(map[string]any)
			if _, set := properties[upsert]; set {
				delete(properties, upsert)
				changed = true
			}
		}
	}
	return changed
}

// rawStateKey is the output in which the Terraform bridge records how the outputs differ from Terraform's state. A bridge ignores outputs
// that were added, and computes the state from the schema if the record is missing (pulumi-terraform-bridge v3.120.0
// pkg/pf/tfbridge/resource_state.go, parseAndUpgradeResourceState).
const rawStateKey = "__pulumi_raw_state_delta"

// setUnread sets the properties that the provider does not read: the program's values, and defaults, which only the outputs have.
func setUnread(state map[string]any, unread map[Key]map[string]any, isDefault bool) (changed bool) {
	urn, _ := state["urn"].(string)
	inputs, _ := state["inputs"].(map[string]any)
	outputs, _ := state["outputs"].(map[string]any)
	for property, value := range unread[keyOf(urn)] {
		if outputs == nil || isDefault && outputs[property] != nil || !isDefault && (inputs == nil || inputs[property] != nil) {
			continue
		}
		if !isDefault {
			inputs[property] = value
		}
		outputs[property] = withoutDefaults(value)
		delete(outputs, rawStateKey)
		changed = true
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
