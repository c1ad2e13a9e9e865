package check

import (
	"reflect"
	"slices"
)

// Part reports the problems of a part, the arguments of another component that are at path in these. Problems of the fields that filled
// names, such as .InfraID, are left out: these come from arguments that report them.
func (p *Problems) Part(path Path, part interface{ Validate() error }, filled ...Path) {
	for _, problem := range Of(part.Validate()) {
		if !slices.ContainsFunc(filled, problem.Path.In("").Within) {
			p.Add(problem.In(path))
		}
	}
}

// Fill returns a copy of a part whose unset fields have the values of defaults, and the names of these fields, for Part. A nil part is empty.
func Fill[T any](part *T, defaults T) (copied *T, filled []Path) {
	copied = new(T)
	if part != nil {
		*copied = *part
	}
	to, from := reflect.ValueOf(copied).Elem(), reflect.ValueOf(defaults)
	for i := range to.NumField() {
		if to.Field(i).IsZero() && !from.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
			filled = append(filled, Path("").Field(to.Type().Field(i).Name))
		}
	}
	return copied, filled
}
