package argument

import (
	"path"
	"reflect"
	"strconv"
	"strings"
)

// Path is the path of an argument: the type of the arguments, then fields, elements of lists and entries of maps, as in
// nodes.WorkerPoolArgs.Taints[0].Key. One that begins with a field or an element, as .Taints[0].Key, is below any type. A key has its
// backslashes and closing brackets escaped, so that the steps of a path are always known.
type Path string

// Root is the path of a type of arguments.
func Root(t reflect.Type) Path {
	return Path(path.Base(t.PkgPath()) + "." + t.Name())
}

// Field is the path of a field. An empty one is the path itself.
func (p Path) Field(name string) Path {
	if name == "" {
		return p
	}
	return p + "." + Path(name)
}

// Index is the path of an element of a list.
func (p Path) Index(i int) Path {
	return p + "[" + Path(strconv.Itoa(i)) + "]"
}

// Key is the path of an entry of a map.
func (p Path) Key(key string) Path {
	return p + "[" + Path(escaper.Replace(key)) + "]"
}

// String returns the path for people.
func (p Path) String() string {
	return unescaper.Replace(string(p))
}

// A key may have brackets itself.
var (
	escaper   = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\]`, `]`)
)

// Step is a field of an object, or an element of a list or map.
type Step struct {
	Name    string
	Element bool
}

// split returns the type that a path begins with, and the steps below it.
func (p Path) split() (root, below Path) {
	text := string(p)
	end := strings.IndexAny(text, ".[")
	if end <= 0 || text[end] == '[' {
		return "", p
	}
	next := strings.IndexAny(text[end+1:], ".[")
	if next < 0 {
		return p, ""
	}
	return p[:end+1+next], p[end+1+next:]
}

// Root is the type of the arguments, such as network.VpcArgs.
func (p Path) Root() Path {
	root, _ := p.split()
	return root
}

// Steps are the fields and elements below the root.
func (p Path) Steps() []Step {
	_, below := p.split()
	var steps []Step
	for rest := string(below); rest != ""; {
		element, name := rest[0] == '[', strings.TrimLeft(rest[:1], ".[")+rest[1:]
		end := stepEnd(name, element)
		steps = append(steps, Step{Name: unescaper.Replace(name[:end]), Element: element})
		if rest = name[end:]; element {
			rest = strings.TrimPrefix(rest, "]")
		}
	}
	return steps
}

// stepEnd returns where a step ends: a key at its bracket, a field before the next step.
func stepEnd(text string, element bool) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case element && c == ']', !element && (c == '.' || c == '['):
			return i
		}
	}
	return len(text)
}

// In returns the same path below another one, in place of its root: network.VpcArgs.CIDR in blueprint.ROSAHCPArgs.Vpc is
// blueprint.ROSAHCPArgs.Vpc.CIDR.
func (p Path) In(around Path) Path {
	_, below := p.split()
	return around + below
}

// Below returns the steps from another path to this one, and reports whether it is equal to that path or below it.
func (p Path) Below(around Path) (below Path, found bool) {
	steps, found := strings.CutPrefix(string(p), string(around))
	return Path(steps), found && (steps == "" || steps[0] == '.' || steps[0] == '[')
}

// Within reports whether the path is another one, or below it.
func (p Path) Within(around Path) bool {
	_, found := p.Below(around)
	return found
}

// Rename returns a path in arguments of a type with other names for the fields, without the type, and the object of the last field. The
// field is nil if the type does not have it. A path in other arguments stays as it is.
func (p Path) Rename(in *Type, rename func(name string, field *Field) string) (renamed Path, parent *Type) {
	if p.Root() != Root(in.Go) {
		return p, in
	}
	at, parent := in, in
	for _, step := range p.Steps() {
		if step.Element {
			renamed = renamed.Key(step.Name)
			if at != nil && at.Element != nil {
				at = at.Element
			}
			continue
		}
		var field *Field
		if at != nil {
			field = at.Field(step.Name)
		}
		renamed = renamed.Field(rename(step.Name, field))
		if field == nil {
			at = nil
			continue
		}
		at, parent = field.Type, at
	}
	return Path(strings.TrimPrefix(string(renamed), ".")), parent
}

// At returns the value at a path in arguments, a pointer to a struct, and whether it is set.
func (p Path) At(args any) (value reflect.Value, set bool) {
	value = reflect.ValueOf(args)
	for _, step := range p.Steps() {
		value = reflect.Indirect(value)
		switch {
		case !value.IsValid():
			return value, false
		case !step.Element && value.Kind() == reflect.Struct:
			value = value.FieldByName(step.Name)
		case step.Element && value.Kind() == reflect.Map:
			value = value.MapIndex(reflect.ValueOf(step.Name).Convert(value.Type().Key()))
		case step.Element && value.Kind() == reflect.Slice:
			i, err := strconv.Atoi(step.Name)
			if err != nil || i >= value.Len() {
				return value, false
			}
			value = value.Index(i)
		default:
			return value, isSet(value)
		}
	}
	return value, isSet(value)
}

func isSet(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	default:
		return !v.IsZero()
	}
}
