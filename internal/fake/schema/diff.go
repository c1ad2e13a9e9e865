package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// Diff returns the paths of what changed between two sets of inputs, and those of them that replace the resource, both
// sorted. As in Terraform, a computed property that is no longer set keeps its value, and a zero value equals none.
// Members of sets are compared regardless of order and reported by the path of their set, followed by the path of the
// nested property. Unknown new values count as changed.
//
// Pass the old inputs, not the state: defaults that the service chose would look like changes.
func (s *Schema) Diff(olds, news resource.PropertyMap) (changed, replaces []string) {
	d := &differ{changed: map[string]bool{}, replaces: map[string]bool{}}
	if s.Open {
		d.fields(nil, s.ReplacedBy, resource.NewProperty(olds), resource.NewProperty(news))
	} else {
		d.object(nil, s.Properties, olds, news)
	}
	if s.ConditionalReplacements != nil {
		for _, path := range s.ConditionalReplacements(olds, news) {
			if d.touches(path) {
				d.mark(path, true)
			}
		}
	}
	return slices.Sorted(maps.Keys(d.changed)), slices.Sorted(maps.Keys(d.replaces))
}

type differ struct {
	changed, replaces map[string]bool
}

func (d *differ) mark(path string, forceNew bool) {
	d.changed[path] = true
	if forceNew {
		d.replaces[path] = true
	}
}

// touches reports whether a property or something in it changed.
func (d *differ) touches(field string) bool {
	for path := range d.changed {
		if isAtOrBelow(path, field) {
			return true
		}
	}
	return false
}

// isAtOrBelow reports whether a path is a field or something in it.
func isAtOrBelow(path, field string) bool {
	rest, found := strings.CutPrefix(path, field)
	return found && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// fields compares objects without a schema, as deep as both have fields. A list is one field.
func (d *differ) fields(at resource.PropertyPath, replacedBy []string, o, n resource.PropertyValue) {
	o, n = property.Reveal(o), property.Reveal(n)
	if !o.IsObject() || !n.IsObject() {
		if !property.RevealAll(o).DeepEquals(property.RevealAll(n)) {
			path := at.String()
			d.mark(path, slices.ContainsFunc(replacedBy, func(field string) bool { return isAtOrBelow(path, field) }))
		}
		return
	}
	keys := maps.Clone(o.ObjectValue())
	maps.Copy(keys, n.ObjectValue())
	for key := range keys {
		if !property.IsInternal(key) {
			d.fields(join(at, string(key)), replacedBy, o.ObjectValue()[key], n.ObjectValue()[key])
		}
	}
}

func (d *differ) object(at resource.PropertyPath, properties map[string]*Property, olds, news resource.PropertyMap) {
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		known, key := properties[name], resource.PropertyKey(name)
		if !known.Input() {
			continue
		}
		o, n := property.Reveal(olds[key]), property.Reveal(news[key])
		if known.Computed && !isSet(known, n) {
			continue
		}
		d.value(join(at, name), known, o, n)
	}
}

func (d *differ) value(path resource.PropertyPath, known *Property, o, n resource.PropertyValue) {
	switch {
	case same(known, o, n):
	case n.IsComputed():
		d.mark(path.String(), known.ForceNew)
	case known.Type == Map && (o.IsObject() || o.IsNull()) && (n.IsObject() || n.IsNull()):
		d.entries(path, known, o, n)
	case known.Type == Set:
		d.set(path, known, o, n)
	case known.Type == List:
		d.list(path, known, o, n)
	default:
		d.mark(path.String(), known.ForceNew)
	}
}

func (d *differ) entries(path resource.PropertyPath, known *Property, o, n resource.PropertyValue) {
	olds, news := entriesOf(o), entriesOf(n)
	keys := maps.Clone(olds)
	maps.Copy(keys, news)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !equal(olds[key], news[key]) {
			d.mark(join(path, string(key)).String(), known.ForceNew)
		}
	}
}

func entriesOf(v resource.PropertyValue) resource.PropertyMap {
	if v.IsObject() {
		return v.ObjectValue()
	}
	return resource.PropertyMap{}
}

func (d *differ) list(path resource.PropertyPath, known *Property, o, n resource.PropertyValue) {
	olds, news := Elements(o), Elements(n)
	for i := range max(len(olds), len(news)) {
		elementPath := path
		if !known.Object {
			elementPath = join(path, i)
		}
		d.element(elementPath, known, at(olds, i), at(news, i))
	}
}

// set compares members regardless of order. As in Terraform, a member that changed in one property is removed and added
// as a whole, so all of its properties with ForceNew replace the resource.
func (d *differ) set(path resource.PropertyPath, known *Property, o, n resource.PropertyValue) {
	olds, news := Unmatched(Elements(o), Elements(n)), Unmatched(Elements(n), Elements(o))
	d.mark(path.String(), known.ForceNew)
	for _, removed := range olds {
		d.element(path, known, removed, resource.NewNullProperty())
	}
	for _, added := range news {
		d.element(path, known, resource.NewNullProperty(), added)
	}
}

func (d *differ) element(path resource.PropertyPath, known *Property, o, n resource.PropertyValue) {
	o, n = property.Reveal(o), property.Reveal(n)
	if equal(o, n) {
		return
	}
	nested := known.Elem != nil && (o.IsObject() || o.IsNull()) && (n.IsObject() || n.IsNull())
	if !nested {
		d.mark(path.String(), known.ForceNew)
		return
	}
	before := len(d.changed)
	d.object(path, known.Elem, entriesOf(o), entriesOf(n))
	// Adding or removing a block is a change even if each of its properties has its zero value.
	addedOrRemoved := o.IsNull() != n.IsNull()
	if addedOrRemoved || known.ForceNew && len(d.changed) > before {
		d.mark(path.String(), known.ForceNew)
	}
}

func at(list []resource.PropertyValue, i int) resource.PropertyValue {
	if i < len(list) {
		return list[i]
	}
	return resource.NewNullProperty()
}

// Unmatched returns the members of a that b does not have; each member of b matches once.
func Unmatched(a, b []resource.PropertyValue) []resource.PropertyValue {
	rest := slices.Clone(b)
	var left []resource.PropertyValue
	for _, member := range a {
		i := slices.IndexFunc(rest, func(other resource.PropertyValue) bool { return equal(member, other) })
		if i < 0 {
			left = append(left, member)
			continue
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return left
}

// same reports whether a property is unchanged, by its type.
func same(known *Property, o, n resource.PropertyValue) bool {
	if known.Type == Set && !o.IsComputed() && !n.IsComputed() {
		return len(Unmatched(Elements(o), Elements(n))) == 0 && len(Unmatched(Elements(n), Elements(o))) == 0
	}
	return equal(o, n) || zero(o) && zero(n)
}

// equal compares values as Terraform does: scalars by their text, objects without their zero values, secrets by their
// value. An unknown value equals only another one.
func equal(a, b resource.PropertyValue) bool {
	a, b = property.Reveal(a), property.Reveal(b)
	switch {
	case a.IsComputed() || b.IsComputed():
		return a.IsComputed() && b.IsComputed()
	case a.IsArray() && b.IsArray():
		return slices.EqualFunc(a.ArrayValue(), b.ArrayValue(), equal)
	case a.IsObject() && b.IsObject():
		return maps.EqualFunc(withoutZeros(a.ObjectValue()), withoutZeros(b.ObjectValue()), equal)
	}
	aText, aScalar := scalarText(a)
	bText, bScalar := scalarText(b)
	if aScalar && bScalar {
		return aText == bText
	}
	return a.DeepEquals(b)
}

func withoutZeros(object resource.PropertyMap) resource.PropertyMap {
	kept := resource.PropertyMap{}
	for key, value := range object {
		if !zero(property.Reveal(value)) {
			kept[key] = value
		}
	}
	return kept
}

func zero(v resource.PropertyValue) bool {
	switch {
	case v.IsNull():
		return true
	case v.IsString():
		return v.StringValue() == ""
	case v.IsBool():
		return !v.BoolValue()
	case v.IsNumber():
		return v.NumberValue() == 0
	case v.IsArray():
		return len(v.ArrayValue()) == 0
	case v.IsObject():
		return len(v.ObjectValue()) == 0
	}
	return false
}
