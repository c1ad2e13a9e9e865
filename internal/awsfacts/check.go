package awsfacts

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Problem is one thing that the provider would refuse.
type Problem struct {
	// Path leads to the property, in Pulumi's names: rootBlockDevice.volumeSize, ingress[1].fromPort.
	Path string
	// Message says what is wrong and what is allowed.
	Message string
}

// String returns the problem as "path: message".
func (p Problem) String() string {
	return p.Path + ": " + p.Message
}

// Check returns what the provider would refuse in these inputs, sorted by path: unknown, computed-only, missing,
// wrongly typed and conflicting properties, at every depth. Unknown values count as given, secrets are looked through.
// Scalars are taken as leniently as the provider takes them: 5 for a string, "5" for a number, "true" for a bool.
func (s *Schema) Check(inputs resource.PropertyMap) []Problem {
	c := &checker{schema: s, inputs: inputs, told: map[string]bool{}}
	c.object(nil, s.Properties, inputs)
	slices.SortStableFunc(c.problems, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	return c.problems
}

type checker struct {
	schema   *Schema
	inputs   resource.PropertyMap
	problems []Problem
	// told keeps a pair or group that excludes one another from being reported by each of its members.
	told map[string]bool
}

func (c *checker) addf(path resource.PropertyPath, format string, args ...any) {
	c.problems = append(c.problems, Problem{Path: path.String(), Message: fmt.Sprintf(format, args...)})
}

func (c *checker) object(at resource.PropertyPath, known map[string]*Property, inputs resource.PropertyMap) {
	for _, key := range slices.Sorted(maps.Keys(inputs)) {
		name, value := string(key), plain(inputs[key])
		// The engine and the bridge keep notes of their own, such as __defaults, among the inputs.
		if value.IsNull() || strings.HasPrefix(name, "__") {
			continue
		}
		property, ok := known[name]
		switch {
		case !ok:
			c.addf(join(at, name), "is not a property of %s%s", c.schema.Token, didYouMean(name, known))
		case !property.Input():
			c.addf(join(at, name), "is computed by the provider and cannot be given")
		default:
			c.value(join(at, name), property, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		c.presence(join(at, name), known[name], inputs[resource.PropertyKey(name)])
	}
}

func (c *checker) presence(path resource.PropertyPath, property *Property, value resource.PropertyValue) {
	if property.Required && !given(property, value) {
		c.addf(path, "is required")
	}
	if given(property, value) {
		for _, other := range property.ConflictsWith {
			c.conflict(path, other)
		}
	}
	if len(property.ExactlyOneOf) > 0 {
		c.exactlyOne(property.ExactlyOneOf)
	}
}

func (c *checker) conflict(path resource.PropertyPath, other string) {
	otherPath, present := c.schema.resolve(other, c.inputs)
	if !present || c.tell(path.String(), otherPath) {
		return
	}
	c.addf(path, "conflicts with %s; give one of them", otherPath)
}

func (c *checker) exactlyOne(group []string) {
	var paths, present []string
	for _, member := range group {
		path, ok := c.schema.resolve(member, c.inputs)
		paths = append(paths, path)
		if ok {
			present = append(present, path)
		}
	}
	slices.Sort(paths)
	slices.Sort(present)
	if len(present) == 1 || c.tell(paths...) {
		return
	}
	problem := Problem{Path: paths[0], Message: "one of " + strings.Join(paths, ", ") + " is required"}
	if len(present) > 1 {
		problem = Problem{Path: present[0], Message: "only one of " + strings.Join(present, ", ") + " may be given"}
	}
	c.problems = append(c.problems, problem)
}

// tell tells whether these paths were reported together before, and remembers them.
func (c *checker) tell(paths ...string) bool {
	slices.Sort(paths)
	key := strings.Join(paths, " ")
	before := c.told[key]
	c.told[key] = true
	return before
}

func (c *checker) value(path resource.PropertyPath, property *Property, value resource.PropertyValue) {
	if value.IsComputed() {
		return
	}
	switch property.Type {
	case List, Set:
		c.collection(path, property, value)
	case Map:
		c.entries(path, property, value)
	default:
		c.scalar(path, property, value)
	}
}

func (c *checker) collection(path resource.PropertyPath, property *Property, value resource.PropertyValue) {
	for i, element := range elements(value) {
		element = plain(element)
		elementPath := path
		if value.IsArray() {
			elementPath = join(path, i)
		}
		switch {
		case element.IsComputed(), element.IsNull():
		case property.Elem != nil && element.IsObject():
			c.object(elementPath, property.Elem, element.ObjectValue())
		case property.Elem != nil:
			c.addf(elementPath, "wants an object, got a %s", element.TypeString())
		default:
			// The facts do not tell the type of such elements: simplePrefix of an S3 bucket's logging is an
			// object without properties, all others are scalars.
			if _, ok := scalarText(element); !ok && !property.Object {
				c.addf(elementPath, "wants a string, got a %s", element.TypeString())
			}
		}
	}
}

// entries checks a map of strings, or of objects where the property has such.
func (c *checker) entries(path resource.PropertyPath, property *Property, value resource.PropertyValue) {
	if !value.IsObject() {
		c.addf(path, "wants a map, got a %s", value.TypeString())
		return
	}
	entries := value.ObjectValue()
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		entry := plain(entries[key])
		switch _, scalar := scalarText(entry); {
		case entry.IsComputed(), entry.IsNull():
		case property.Elem != nil && entry.IsObject():
			c.object(join(path, string(key)), property.Elem, entry.ObjectValue())
		case property.Elem != nil:
			c.addf(join(path, string(key)), "wants an object, got a %s", entry.TypeString())
		case !scalar:
			c.addf(join(path, string(key)), "wants a string, got a %s", entry.TypeString())
		}
	}
}

func (c *checker) scalar(path resource.PropertyPath, property *Property, value resource.PropertyValue) {
	if !fits(property, value) {
		c.addf(path, "wants %s, got %s", wanted[property.Type], describe(value))
	}
}

var wanted = map[Type]string{Bool: "true or false", Int: "a whole number", Float: "a number", String: "a string"}

func fits(property *Property, value resource.PropertyValue) bool {
	text, isScalar := scalarText(value)
	switch property.Type {
	case Bool:
		return text == "true" || text == "false"
	case Int:
		number, err := strconv.ParseFloat(text, 64)
		return err == nil && number == math.Trunc(number)
	case Float:
		_, err := strconv.ParseFloat(text, 64)
		return err == nil
	default:
		// Policies may be objects (pulumi-aws writes them as JSON), a bucket object's source is an asset.
		document := value.IsObject() && strings.HasSuffix(property.Terraform, "policy")
		return isScalar || document || value.IsAsset() || value.IsArchive()
	}
}

func describe(value resource.PropertyValue) string {
	if text, ok := scalarText(value); ok && len(text) <= 40 {
		return fmt.Sprintf("%s %q", value.TypeString(), text)
	}
	return value.TypeString()
}

// join returns a longer path and leaves at alone.
func join(at resource.PropertyPath, next any) resource.PropertyPath {
	return append(slices.Clip(at), next)
}
