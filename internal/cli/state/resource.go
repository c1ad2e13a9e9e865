package state

import (
	"fmt"
	"strings"
)

// secretKey marks a secret in a stack's state (pulumi/pulumi, sdk/go/common/resource/sig, v3.250.0).
const secretKey = "4dabf18193072939515e22adb298388d"

// Resource is a resource of a stack's state.
type Resource struct {
	URN    string `json:"urn"`
	Type   string `json:"type"`
	ID     string `json:"id"`
	Custom bool   `json:"custom"`
	// Delete reports whether the resource was replaced and is deleted by the next update.
	Delete bool `json:"delete"`
	// Protect reports whether Pulumi rejects to delete the resource.
	Protect bool           `json:"protect"`
	Inputs  map[string]any `json:"inputs"`
	Outputs map[string]any `json:"outputs"`
}

// Resources are resources of a stack.
type Resources []Resource

// Of returns the resources of some types, in the order of the types.
func (rs Resources) Of(types ...string) Resources {
	var all Resources
	for _, token := range types {
		for _, r := range rs {
			if r.Type == token {
				all = append(all, r)
			}
		}
	}
	return all
}

// Name is the resource's Pulumi name.
func (r Resource) Name() string {
	return r.URN[strings.LastIndex(r.URN, "::")+2:]
}

// QualifiedType is the types of a resource's parents and of itself, joined by $.
func (r Resource) QualifiedType() string {
	parts := strings.Split(r.URN, "::")
	if len(parts) < 3 {
		return ""
	}
	return parts[2]
}

// Component is the qualified type of the resource's parent, "" if it has none.
func (r Resource) Component() string {
	qualified := r.QualifiedType()
	return qualified[:max(0, strings.LastIndex(qualified, "$"))]
}

// Within reports whether one of the resource's parents is a component of that type, such as network:EgressProxy.
func (r Resource) Within(component string) bool {
	return strings.Contains(r.URN, "openshift-aws:"+component+"$")
}

// Value returns the property at a path of keys, from the outputs or else from the inputs. A secret is nil.
func (r Resource) Value(path ...string) any {
	if found := at(r.Outputs, path); found != nil {
		return found
	}
	return at(r.Inputs, path)
}

func at(object map[string]any, path []string) any {
	var current any = object
	for _, key := range path {
		fields, isObject := current.(map[string]any)
		if !isObject {
			return nil
		}
		current = fields[key]
	}
	if fields, isObject := current.(map[string]any); isObject && fields[secretKey] != nil {
		return nil
	}
	return current
}

// Text returns a property as text, "" if it is absent.
func (r Resource) Text(path ...string) string {
	return toText(r.Value(path...))
}

func toText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case float64, bool:
		return fmt.Sprint(value)
	}
	return ""
}

// Number returns a property as a whole number, 0 if it is absent.
func (r Resource) Number(path ...string) int {
	value, _ := r.Value(path...).(float64)
	return int(value)
}

// Truth reports whether a property is true.
func (r Resource) Truth(path ...string) bool {
	return r.Text(path...) == "true"
}

// List returns the elements of a property as texts.
func (r Resource) List(path ...string) []string {
	var all []string
	elements, _ := r.Value(path...).([]any)
	for _, element := range elements {
		all = append(all, toText(element))
	}
	return all
}

// Objects returns the elements of a property that are objects.
func (r Resource) Objects(path ...string) Resources {
	var all Resources
	elements, _ := r.Value(path...).([]any)
	for _, element := range elements {
		if fields, isObject := element.(map[string]any); isObject {
			all = append(all, Resource{Outputs: fields})
		}
	}
	return all
}
