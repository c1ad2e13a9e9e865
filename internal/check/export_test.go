package check

import "reflect"

// ParseTag parses the tag of a field of a type that does not belong to this module.
func ParseTag(t reflect.Type, i int) error {
	_, err := parseTag(t, t.Field(i))
	return err
}
