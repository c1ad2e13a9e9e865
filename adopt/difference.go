package adopt

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
)

// unknown are the values that the engine's events have for those that are not known yet or secret (pulumi/sdk v3.250.0
// go/common/resource/plugin/rpc.go; pkg/v3 engine/events.go).
var unknown = []any{"04da6b54-80e4-46f7-96ec-b56ff0331ba9", "[unknown]", "output<string>", "[secret]"}

// arguments returns the properties that the program sets to values which are known.
func (s *step) arguments() map[string]any {
	found := maps.Clone(s.inputs)
	maps.DeleteFunc(found, func(name string, value any) bool {
		return value == nil || !isKnown(value) || slices.Contains(generated(s), name)
	})
	return found
}

// defaultsKey is the input in which the Terraform bridge lists the properties that it set itself.
const defaultsKey = "__defaults"

// generated returns the properties that the provider set itself.
func generated(s *step) []string {
	var names []string
	list, _ := s.inputs[defaultsKey].([]any)
	for _, name := range list {
		if text, ok := name.(string); ok {
			names = append(names, text)
		}
	}
	return names
}

// generatedNames returns the names that Pulumi would generate again, with those that the resources have.
func generatedNames(s *step) map[string]string {
	names := map[string]string{}
	for _, property := range generated(s) {
		value, isText := s.actual[property].(string)
		if isText && value != "" && slices.Contains(s.diffs, property) {
			names[property] = value
		}
	}
	return names
}

// unreadProperties returns the program's values of the properties in which a step differs only because the provider cannot read them. The
// engine's events do not have secret ones.
func unreadProperties(s *step, secrets map[string]any) map[string]any {
	properties := map[string]any{}
	for _, path := range s.diffs {
		name, _, _ := strings.Cut(strings.SplitN(path, "[", 2)[0], ".")
		value := s.inputs[name]
		if value == nil || s.actual[name] != nil || !importid.UnreadValue(s.key.Type, name, value) {
			continue
		}
		plain := value
		if !isKnown(value) {
			value, plain = secrets[name], plaintext(secrets[name])
		}
		if value != nil && !contradicts(s, name, plain) {
			properties[name] = value
		}
	}
	return properties
}

// contradicts reports whether what is read of a resource shows another value of a property that is not read itself.
func contradicts(s *step, name string, value any) bool {
	output, wanted := importid.Shown(s.key.Type, name, value)
	return output != "" && (wanted == nil || wanted != s.read[output])
}

// plaintext returns the text of a secret as a state has it, nil if it is none.
func plaintext(secret any) any {
	object, _ := secret.(map[string]any)
	encoded, _ := object["plaintext"].(string)
	var text any
	if json.Unmarshal([]byte(encoded), &text) != nil {
		return nil
	}
	return text
}

// unreadDefaults returns the provider's defaults of the properties in which a step differs only because the provider cannot read them.
func unreadDefaults(s *step) map[string]any {
	properties := map[string]any{}
	for _, path := range s.diffs {
		if value := importid.Default(s.key.Type, path); value != nil && s.actual[path] == nil && s.inputs[path] == nil {
			properties[path] = value
		}
	}
	return properties
}

// isKnown reports whether a value is known in all of its parts.
func isKnown(value any) bool {
	text, err := json.Marshal(value)
	return err == nil && !slices.ContainsFunc(unknown, func(mark any) bool { return strings.Contains(string(text), fmt.Sprint(mark)) })
}

// differs reports whether the program sets a property, or the resource has it and the update does not compute it: what an update
// computes is in its differences too.
func differs(s *step, path string) bool {
	parsed, err := resource.ParsePropertyPath(path)
	if err != nil || valueAt(s.inputs, parsed) != notSet {
		return true
	}
	computed := slices.ContainsFunc(unknown, func(mark any) bool { return valueAt(s.outputs, parsed) == fmt.Sprintf("%q", mark) })
	return !computed && valueAt(s.actual, parsed) != notSet
}

const notSet = "not set"

// paths returns the paths in which a step differs. Of tags, they are those of the keys, also if the provider compares them as a whole.
func (s *step) paths() []string {
	found := map[string]bool{}
	for _, path := range s.diffs {
		parsed, err := resource.ParsePropertyPath(path)
		if err != nil || len(parsed) == 0 || parsed[len(parsed)-1] != "tags" {
			found[path] = true
			continue
		}
		wanted, actual := objectAt(s.inputs, parsed), objectAt(s.actual, parsed)
		for key := range union(wanted, actual) {
			if !wanted[key].DeepEquals(actual[key]) {
				found[append(slices.Clone(parsed), string(key)).String()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func union[K comparable, V any](a, b map[K]V) map[K]V {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// isStackTag reports whether a path is the tag of the stack, or tags that differ in it alone. tagsAll follows from tags.
func isStackTag(s *step, path string) bool {
	parsed, err := resource.ParsePropertyPath(path)
	i := slices.IndexFunc(parsed, func(part any) bool { return part == "tags" || part == "tagsAll" })
	if err != nil || i < 0 {
		return false
	}
	if len(parsed) > i+1 {
		return parsed[i+1] == tags.Stack
	}
	tagsPath := append(slices.Clone(parsed[:i]), "tags")
	wanted, actual := objectAt(s.inputs, tagsPath), objectAt(s.actual, tagsPath)
	_, tagged := wanted[tags.Stack]
	delete(wanted, tags.Stack)
	return tagged && wanted.DeepEquals(actual)
}

// objectAt returns a copy of the object at a path, without what the Terraform bridge adds; an empty one if there is none.
func objectAt(properties map[string]any, path resource.PropertyPath) resource.PropertyMap {
	object := resource.PropertyMap{}
	if value, _ := path.Get(resource.NewProperty(resource.NewPropertyMapFromMap(properties))); value.IsObject() {
		object = value.ObjectValue().Copy()
	}
	delete(object, defaultsKey)
	return object
}

// maxValue is the length of the longest value in a message.
const maxValue = 200

// describe returns the values of a property, the program's and the resource's, and the arguments that it belongs to.
func (a *adoption) describe(s *step, path string) string {
	parsed, err := resource.ParsePropertyPath(path)
	if err != nil {
		return ""
	}
	wanted := inWords(valueAt(s.inputs, parsed))
	text := fmt.Sprintf(": the program has %s, it is %s", wanted, inWords(valueAt(s.actual, parsed)))
	name, _ := parsed[0].(string)
	if output, _ := importid.Shown(s.key.Type, name, nil); output != "" && s.actual[name] == nil {
		text = fmt.Sprintf(": the program has %s, %s is %s", wanted, output, valueAt(s.read, resource.PropertyPath{output}))
	}
	return text + setting(s.parent, s.key.Type, path, a.opts.Language)
}

// setting returns the argument that sets a property of a component's resource, "" if the component is not of this library. That of a part
// of a blueprint is in the blueprint's arguments.
func setting(component, token, path, language string) string {
	key, around := keyOf(component), blueprintOf(component)
	name, isOurs := nameOf(key.Type)
	if !isOurs {
		return ""
	}
	if tag, isTag := strings.CutPrefix(plainPath(path), "tags."); isTag && (tag == "Name" || strings.HasPrefix(tag, "kubernetes.io/")) {
		return fmt.Sprintf("; %s sets it itself: permit the change with --allow '*.tags.*'", name)
	}
	field, of, part := fieldOf(name, token, path), name, fields()[around][key.Type]
	if part.field != "" {
		of = around
	}
	if language != "" && language != "go" {
		switch argument := strings.Trim(part.property+"."+field.property, "."); argument {
		case "":
			return fmt.Sprintf("; set it in %s %q", of, key.Name)
		case part.property:
			return fmt.Sprintf("; set it in %s of %s %q", argument, of, key.Name)
		default:
			return fmt.Sprintf("; set %s of %s %q", argument, of, key.Name)
		}
	}
	args := strings.TrimSuffix(of+"Args."+part.field, ".")
	if field.field != "" {
		return fmt.Sprintf("; set %s.%s of %q", args, field.field, key.Name)
	}
	return fmt.Sprintf("; set it in %s of %q", args, key.Name)
}

// nameOf returns the name of a component's type, such as network.Vpc, and whether the component is of this library.
func nameOf(token string) (string, bool) {
	name, isOurs := strings.CutPrefix(token, "openshift-aws:")
	return strings.Replace(name, ":", ".", 1), isOurs
}

// blueprintOf returns the name of the type of a component's parent.
func blueprintOf(urn string) string {
	types := strings.Split(strings.Split(urn+"::::", "::")[2], "$")
	name, _ := nameOf(types[max(0, len(types)-2)])
	return name
}

func valueAt(properties map[string]any, path resource.PropertyPath) string {
	value, found := path.Get(resource.NewProperty(resource.NewPropertyMapFromMap(properties)))
	if !found || value.IsNull() {
		return notSet
	}
	text, err := json.Marshal(value.Mappable())
	if err != nil {
		return "not printable"
	}
	if len(text) > maxValue {
		return string(text[:maxValue]) + "..."
	}
	return string(text)
}

// inWords returns a value of a message without the engine's marks.
func inWords(value string) string {
	switch i := slices.IndexFunc(unknown, func(mark any) bool { return value == fmt.Sprintf("%q", mark) }); {
	case i < 0:
		return value
	case unknown[i] == "[secret]":
		return "a secret"
	}
	return "a value that is not known yet"
}

// plainPath returns a path with dots alone: tags.kubernetes.io/role/elb of tags["kubernetes.io/role/elb"].
func plainPath(path string) string { return strings.NewReplacer(`["`, ".", `"]`, "").Replace(path) }

// allowed reports whether the user permits a change.
func (a *adoption) allowed(change string) bool {
	change = plainPath(change)
	return slices.ContainsFunc(a.opts.Allow, func(pattern string) bool {
		expression := "^" + strings.ReplaceAll(regexp.QuoteMeta(plainPath(pattern)), `\*`, ".*") + "$"
		matched, _ := regexp.MatchString(expression, change)
		return matched
	})
}
