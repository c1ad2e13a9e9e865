package argument

import (
	"path"
	"reflect"
	"strconv"
	"strings"
)

// Path is the path of an argument: the type of the arguments, then fields, elements of lists and entries of maps, as in
// nodes.WorkerPoolArgs.Taints[0].Key.
type Path string

// Root is the path of a type of arguments.
func Root(t reflect.Type) Path {
	return Path(path.Base(t.PkgPath()) + "." + t.Name())
}

// Join appends a field to a path. An empty field is the path itself.
func Join(path, field string) string {
	if field == "" {
		return path
	}
	return path + "." + field
}

// Index is the path of an element of a list.
func Index(path string, i int) string {
	return Key(path, strconv.Itoa(i))
}

// Key is the path of an entry of a map.
func Key(path, key string) string {
	return path + "[" + key + "]"
}

// Step is a field of an object, or an element of a list or map.
type Step struct {
	Name    string
	Element bool
}

// split returns the root of a path, and what follows it. A path that does not begin with a type has no root.
func (p Path) split() (root, rest string) {
	text := string(p)
	dot := strings.Index(text, ".")
	if dot < 0 || strings.Contains(text[:dot], "[") {
		return "", text
	}
	end := strings.IndexAny(text[dot+1:], ".[")
	if end < 0 {
		return text, ""
	}
	return text[:dot+1+end], text[dot+1+end:]
}

// Root is the type of the arguments, such as network.VpcArgs.
func (p Path) Root() Path {
	root, _ := p.split()
	return Path(root)
}

// Steps are the fields and elements below the root.
func (p Path) Steps() []Step {
	_, rest := p.split()
	var steps []Step
	for rest != "" {
		if key, ok := strings.CutPrefix(rest, "["); ok {
			end := keyEnd(key)
			steps = append(steps, Step{Name: key[:end], Element: true})
			rest = strings.TrimPrefix(key[end:], "]")
			continue
		}
		rest = strings.TrimPrefix(rest, ".")
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		steps, rest = append(steps, Step{Name: rest[:end]}), rest[end:]
	}
	return steps
}

// keyEnd returns where a key ends: at a bracket after which the path ends or goes on.
func keyEnd(text string) int {
	for i := range len(text) {
		if text[i] == ']' && (i+1 == len(text) || text[i+1] == '.' || text[i+1] == '[') {
			return i
		}
	}
	return len(text)
}

// In returns the same path below another one, in place of its root: network.VpcArgs.CIDR in blueprint.ROSAHCPArgs.Vpc is
// blueprint.ROSAHCPArgs.Vpc.CIDR.
func (p Path) In(around Path) Path {
	_, rest := p.split()
	return around + Path(rest)
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
			return value, value.IsValid() && !value.IsZero()
		}
	}
	return value, value.IsValid() && !value.IsZero()
}
