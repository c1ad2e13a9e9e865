package schema

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// Problem is one property that the provider rejects.
type Problem struct {
	// Path leads to the property, in Pulumi's names: rootBlockDevice.volumeSize, ingress[1].fromPort.
	Path string
	// Message says why the value is invalid, and which values are valid.
	Message string
}

// String returns the problem as "path: message".
func (p Problem) String() string {
	return p.Path + ": " + p.Message
}

// Check returns what the provider rejects in these inputs, sorted by path: unknown, computed-only, missing, wrongly
// typed and conflicting properties, at every depth. Values that are known after the update count as set. Scalars are
// converted as the provider converts them: 5 is accepted for a string, "5" for a number, "true" for a bool.
func (s *Schema) Check(inputs resource.PropertyMap) []Problem {
	if s.Open {
		return nil
	}
	c := &checker{schema: s, inputs: inputs, reported: map[string]bool{}}
	c.object(nil, s.Properties, inputs)
	slices.SortStableFunc(c.problems, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	return c.problems
}

type checker struct {
	schema   *Schema
	inputs   resource.PropertyMap
	problems []Problem
	// reported are the groups of mutually exclusive properties that have been reported: once, not once a member.
	reported map[string]bool
}

func (c *checker) addf(path resource.PropertyPath, format string, args ...any) {
	c.problems = append(c.problems, Problem{Path: path.String(), Message: fmt.Sprintf(format, args...)})
}

func (c *checker) object(at resource.PropertyPath, properties map[string]*Property, inputs resource.PropertyMap) {
	for _, key := range slices.Sorted(maps.Keys(inputs)) {
		name, value := string(key), property.Reveal(inputs[key])
		if value.IsNull() || property.IsInternal(key) {
			continue
		}
		known, ok := properties[name]
		switch {
		case !ok:
			c.addf(join(at, name), "is not a property of %s%s", c.schema.Token, didYouMean(name, properties))
		case !known.Input():
			c.addf(join(at, name), "is computed by the provider and must not be set")
		default:
			c.value(join(at, name), known, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		c.presence(join(at, name), properties[name], inputs[resource.PropertyKey(name)])
	}
}

func (c *checker) presence(path resource.PropertyPath, known *Property, value resource.PropertyValue) {
	if known.Required && !isSet(known, value) {
		c.addf(path, "is required")
	}
	if isSet(known, value) {
		for _, other := range known.ConflictsWith {
			c.conflict(path, other)
		}
	}
	if len(known.ExactlyOneOf) > 0 {
		c.exactlyOne(known.ExactlyOneOf)
	}
}

func (c *checker) conflict(path resource.PropertyPath, other string) {
	otherPath, present := c.schema.resolve(other, c.inputs)
	if !present || c.alreadyReported(path.String(), otherPath) {
		return
	}
	c.addf(path, "must not be set together with %s", otherPath)
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
	if len(present) == 1 || c.alreadyReported(paths...) {
		return
	}
	problem := Problem{Path: paths[0], Message: "one of " + strings.Join(paths, ", ") + " is required"}
	if len(present) > 1 {
		problem = Problem{Path: present[0], Message: "only one of " + strings.Join(present, ", ") + " may be set"}
	}
	c.problems = append(c.problems, problem)
}

// alreadyReported reports whether these paths were reported together before, and remembers them.
func (c *checker) alreadyReported(paths ...string) bool {
	slices.Sort(paths)
	key := strings.Join(paths, " ")
	before := c.reported[key]
	c.reported[key] = true
	return before
}

func (c *checker) value(path resource.PropertyPath, known *Property, value resource.PropertyValue) {
	if value.IsComputed() {
		return
	}
	switch known.Type {
	case List, Set:
		c.collection(path, known, value)
	case Map:
		c.entries(path, known, value)
	default:
		c.scalar(path, known, value)
	}
}

func (c *checker) collection(path resource.PropertyPath, known *Property, value resource.PropertyValue) {
	for i, element := range Elements(value) {
		element = property.Reveal(element)
		elementPath := path
		if value.IsArray() {
			elementPath = join(path, i)
		}
		switch {
		case element.IsComputed(), element.IsNull():
		case known.Elem != nil && element.IsObject():
			c.object(elementPath, known.Elem, element.ObjectValue())
		case known.Elem != nil:
			c.addf(elementPath, "must be an object (got %s)", element.TypeString())
		default:
			// Terraform's schema does not have the type of such elements: simplePrefix of an S3 bucket's logging is an
			// object without properties, all others are scalars.
			text, ok := scalarText(element)
			if !ok && !known.Object {
				c.addf(elementPath, "must be a string (got %s)", element.TypeString())
			}
			c.reference(elementPath, known, text, ok)
		}
	}
}

// entries checks a map of strings, or of objects if the property has nested properties.
func (c *checker) entries(path resource.PropertyPath, known *Property, value resource.PropertyValue) {
	if !value.IsObject() {
		c.addf(path, "must be a map (got %s)", value.TypeString())
		return
	}
	entries := value.ObjectValue()
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		entry := property.Reveal(entries[key])
		switch _, scalar := scalarText(entry); {
		case entry.IsComputed(), entry.IsNull():
		case known.Elem != nil && entry.IsObject():
			c.object(join(path, string(key)), known.Elem, entry.ObjectValue())
		case known.Elem != nil:
			c.addf(join(path, string(key)), "must be an object (got %s)", entry.TypeString())
		case !scalar:
			c.addf(join(path, string(key)), "must be a string (got %s)", entry.TypeString())
		}
	}
}

func (c *checker) scalar(path resource.PropertyPath, known *Property, value resource.PropertyValue) {
	if !fits(known, value) {
		c.addf(path, "must be %s (got %s)", typeNames[known.Type], describe(value))
	}
	text, ok := scalarText(value)
	c.reference(path, known, text, ok)
}

// reference reports an empty ARN or ID. The Terraform provider omits such a property, so a role would get no permissions boundary, or a
// volume another KMS key, where the program's setting was not set.
func (c *checker) reference(path resource.PropertyPath, known *Property, text string, isText bool) {
	if isText && text == "" && refersTo.MatchString(known.Terraform) && known.Terraform != switchedOffByEmptyText {
		c.addf(path, "is empty; leave it unset, or set it to an ARN or ID")
	}
}

// switchedOffByEmptyText is the property of RHCS that an empty text switches off (terraform-provider-rhcs v1.7.7
// provider/clusterrosa/hcp/resource.go, audit_log_arn).
const switchedOffByEmptyText = "audit_log_arn"

// refersTo matches the properties that refer to another resource.
var refersTo = regexp.MustCompile(`(^|_)(ids?|arns?|permissions_boundary|subnets|security_groups)$`)

// typeNames are the types as they read in a message.
var typeNames = map[Type]string{Bool: "true or false", Int: "a whole number", Float: "a number", String: "a string"}

// fits reports whether the provider can convert a value to the property's type.
func fits(known *Property, value resource.PropertyValue) bool {
	text, isScalar := scalarText(value)
	switch known.Type {
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
		document := value.IsObject() && strings.HasSuffix(known.Terraform, "policy")
		return isScalar || document || value.IsAsset() || value.IsArchive()
	}
}

func describe(value resource.PropertyValue) string {
	if text, ok := scalarText(value); ok && len(text) <= 40 {
		return fmt.Sprintf("%s %q", value.TypeString(), text)
	}
	return value.TypeString()
}

// join returns the path extended by one step; at does not change.
func join(at resource.PropertyPath, next any) resource.PropertyPath {
	return append(slices.Clip(at), next)
}
