package awsfacts

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Diff returns the paths of what changed between two sets of inputs, and those of them that replace the resource, both
// sorted. A computed property that is no longer given keeps its value, and a zero value equals none, as in Terraform.
// Members of sets are compared regardless of order and reported by the path of their set; the rest of the
// path follows for nested properties. Unknown new values count as changed.
//
// Give what Check has seen for olds, not the state: defaults that AWS filled in there would look like changes.
func (s *Schema) Diff(olds, news resource.PropertyMap) (changed, replaces []string) {
	d := &differ{changed: map[string]bool{}, replaces: map[string]bool{}}
	d.object(nil, s.Properties, olds, news)
	if conditional, ok := conditionalReplacements[s.Token]; ok {
		for _, path := range conditional(olds, news) {
			if d.touches(path) {
				d.replaces[path] = true
				d.changed[path] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(d.changed)), slices.Sorted(maps.Keys(d.replaces))
}

type differ struct {
	changed, replaces map[string]bool
}

func (d *differ) mark(path resource.PropertyPath, forceNew bool) {
	d.changed[path.String()] = true
	if forceNew {
		d.replaces[path.String()] = true
	}
}

// touches tells whether a property or something in it changed.
func (d *differ) touches(property string) bool {
	for path := range d.changed {
		if path == property || strings.HasPrefix(path, property+".") || strings.HasPrefix(path, property+"[") {
			return true
		}
	}
	return false
}

func (d *differ) object(at resource.PropertyPath, known map[string]*Property, olds, news resource.PropertyMap) {
	for _, name := range slices.Sorted(maps.Keys(known)) {
		property, key := known[name], resource.PropertyKey(name)
		if !property.Input() {
			continue
		}
		o, n := plain(olds[key]), plain(news[key])
		if property.Computed && !given(property, n) {
			continue
		}
		d.value(join(at, name), property, o, n)
	}
}

func (d *differ) value(path resource.PropertyPath, property *Property, o, n resource.PropertyValue) {
	switch {
	case same(property, o, n):
	case n.IsComputed():
		d.mark(path, property.ForceNew)
	case property.Type == Map && (o.IsObject() || o.IsNull()) && (n.IsObject() || n.IsNull()):
		d.entries(path, property, o, n)
	case property.Type == Set:
		d.set(path, property, o, n)
	case property.Type == List:
		d.list(path, property, o, n)
	default:
		d.mark(path, property.ForceNew)
	}
}

func (d *differ) entries(path resource.PropertyPath, property *Property, o, n resource.PropertyValue) {
	olds, news := entriesOf(o), entriesOf(n)
	keys := maps.Clone(olds)
	maps.Copy(keys, news)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !equal(olds[key], news[key]) {
			d.mark(join(path, string(key)), property.ForceNew)
		}
	}
}

func entriesOf(v resource.PropertyValue) resource.PropertyMap {
	if v.IsObject() {
		return v.ObjectValue()
	}
	return resource.PropertyMap{}
}

func (d *differ) list(path resource.PropertyPath, property *Property, o, n resource.PropertyValue) {
	olds, news := elements(o), elements(n)
	for i := range max(len(olds), len(news)) {
		elementPath := path
		if !property.Object {
			elementPath = join(path, i)
		}
		d.element(elementPath, property, at(olds, i), at(news, i))
	}
}

// set compares members without an order. A member that changed in one property leaves and comes back as a whole, so
// each of its properties that replaces does so, as in Terraform.
func (d *differ) set(path resource.PropertyPath, property *Property, o, n resource.PropertyValue) {
	olds, news := unmatched(elements(o), elements(n)), unmatched(elements(n), elements(o))
	d.mark(path, property.ForceNew)
	for _, gone := range olds {
		d.element(path, property, gone, resource.NewNullProperty())
	}
	for _, come := range news {
		d.element(path, property, resource.NewNullProperty(), come)
	}
}

func (d *differ) element(path resource.PropertyPath, property *Property, o, n resource.PropertyValue) {
	o, n = plain(o), plain(n)
	if equal(o, n) {
		return
	}
	nested := property.Elem != nil && (o.IsObject() || o.IsNull()) && (n.IsObject() || n.IsNull())
	if !nested {
		d.mark(path, property.ForceNew)
		return
	}
	before := len(d.changed)
	d.object(path, property.Elem, entriesOf(o), entriesOf(n))
	// A block that comes or goes is a change even if each of its properties is at its zero value.
	comesOrGoes := o.IsNull() != n.IsNull()
	if comesOrGoes || property.ForceNew && len(d.changed) > before {
		d.mark(path, property.ForceNew)
	}
}

func at(list []resource.PropertyValue, i int) resource.PropertyValue {
	if i < len(list) {
		return list[i]
	}
	return resource.NewNullProperty()
}

// unmatched returns the members of a that b does not have, each member of b matching once.
func unmatched(a, b []resource.PropertyValue) []resource.PropertyValue {
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

// same tells whether a property is unchanged, by its type.
func same(property *Property, o, n resource.PropertyValue) bool {
	if property.Type == Set && !o.IsComputed() && !n.IsComputed() {
		return len(unmatched(elements(o), elements(n))) == 0 && len(unmatched(elements(n), elements(o))) == 0
	}
	return equal(o, n) || zero(o) && zero(n)
}

// equal compares values as Terraform does: scalars by their text, objects without their zero values, secrets by what
// they hold. An unknown value equals only another one.
func equal(a, b resource.PropertyValue) bool {
	a, b = plain(a), plain(b)
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
		if !zero(plain(value)) {
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
