// Package check collects everything that is wrong with a component's arguments, so that a user is told of all problems at once.
package check

import (
	"errors"
	"fmt"
	"reflect"
)

// Problems are the faults found so far. The zero value is ready for use.
type Problems struct {
	found []error
}

// Addf notes that the field at path is wrong, and why.
func (p *Problems) Addf(path, format string, args ...any) {
	p.found = append(p.found, fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...)))
}

// Add notes a problem that tells its own path. A nil error is none.
func (p *Problems) Add(err error) {
	if err != nil {
		p.found = append(p.found, err)
	}
}

// Required notes the field at path unless value holds something. It tells whether it does.
func (p *Problems) Required(path string, value any) bool {
	if !empty(value) {
		return true
	}
	p.Addf(path, "is required")
	return false
}

// Err joins all problems in the order in which they were noted; nil when there are none.
func (p *Problems) Err() error {
	return errors.Join(p.found...)
}

func empty(value any) bool {
	if value == nil {
		return true
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Pointer, reflect.Interface, reflect.Func:
		return v.IsNil()
	default:
		return v.IsZero()
	}
}
