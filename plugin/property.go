package plugin

import (
	"fmt"
	"strings"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// names are the properties' names by their fields.
var names sync.Map

// Property returns the name of a field's property: that of its tag `pulumi:"..."`, or one made of the Go name.
func Property(field *argument.Field) string {
	if known, ok := names.Load(field); ok {
		return known.(string)
	}
	name, _, _ := strings.Cut(field.Tag.Get("pulumi"), ",")
	if name == "" {
		name = PropertyName(field.Name)
	}
	names.Store(field, name)
	return name
}

// Crosses returns an error that names what in a type of arguments or outputs cannot cross to other languages. Resources do as outputs.
func Crosses(t *argument.Type, path string, arguments bool) error {
	switch t.Kind {
	case argument.Foreign:
		return fmt.Errorf("%s: a %s cannot cross to other languages", path, t.Go)
	case argument.Resource:
		if arguments {
			return fmt.Errorf("%s: a resource cannot be an argument", path)
		}
	case argument.Input:
		if t.Element == nil {
			return fmt.Errorf("%s: a %s cannot cross to other languages", path, t.Go)
		}
		return Crosses(t.Element, path, arguments)
	case argument.List, argument.Map:
		return Crosses(t.Element, path+"[]", arguments)
	case argument.Object:
		for _, field := range t.Fields {
			if err := Crosses(field.Type, path+"."+field.Name, arguments); err != nil {
				return err
			}
		}
	default:
	}
	return nil
}
