package check

import (
	"reflect"
	"slices"
	"strings"
)

// Part reports the problems of a part, the arguments of another component that are at path in these. Problems of the fields that filled
// names, such as .InfraID, are left out: these come from arguments that report them.
func (p *Problems) Part(path string, part interface{ Validate() error }, filled ...string) {
	for _, problem := range Of(part.Validate()) {
		field := Rest(problem.Path)
		if !slices.ContainsFunc(filled, func(prefix string) bool { return strings.HasPrefix(field, prefix) }) {
			p.Add(&Problem{Path: path + field, Rule: problem.Rule, Message: problem.Message})
		}
	}
}

// Rest returns a path without the arguments that it begins with: .CIDR of network.VpcArgs.CIDR.
func Rest(path string) string {
	_, field, _ := strings.Cut(path, ".")
	if i := strings.IndexAny(field, ".["); i >= 0 {
		return field[i:]
	}
	return ""
}

// Fill returns a copy of a part whose unset fields are those of defaults, and the names of these fields, for Part. A nil part is empty.
func Fill[T any](part *T, defaults T) (copied *T, filled []string) {
	copied = new(T)
	if part != nil {
		*copied = *part
	}
	to, from := reflect.ValueOf(copied).Elem(), reflect.ValueOf(defaults)
	for i := range to.NumField() {
		if to.Field(i).IsZero() && !from.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
			filled = append(filled, "."+to.Type().Field(i).Name)
		}
	}
	return copied, filled
}
