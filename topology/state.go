package topology

import (
	"fmt"
	"slices"
	"strings"
)

// secretKey marks a secret in a stack's state (pulumi/pulumi, sdk/go/common/resource/sig, v3.250.0).
const secretKey = "4dabf18193072939515e22adb298388d"

// resource is a resource of a stack's state.
type resource struct {
	URN     string         `json:"urn"`
	Type    string         `json:"type"`
	ID      string         `json:"id"`
	Delete  bool           `json:"delete"`
	Inputs  map[string]any `json:"inputs"`
	Outputs map[string]any `json:"outputs"`
}

// state are the resources of a stack by type.
type state struct {
	project string
	byType  map[string][]resource
}

func newState(resources []resource) *state {
	s := &state{byType: map[string][]resource{}}
	slices.SortFunc(resources, func(a, b resource) int { return strings.Compare(a.URN, b.URN) })
	for _, r := range resources {
		if r.Delete {
			continue
		}
		if parts := strings.Split(r.URN, "::"); len(parts) > 2 && s.project == "" {
			s.project = parts[1]
		}
		s.byType[r.Type] = append(s.byType[r.Type], r)
	}
	return s
}

func (s *state) of(types ...string) []resource {
	var all []resource
	for _, token := range types {
		all = append(all, s.byType[token]...)
	}
	return all
}

// name is the resource's Pulumi name.
func (r resource) name() string {
	return r.URN[strings.LastIndex(r.URN, "::")+2:]
}

// within reports whether one of the resource's parents is a component of that type, such as network:EgressProxy.
func (r resource) within(component string) bool {
	return strings.Contains(r.URN, "openshift-aws:"+component+"$")
}

// value returns the property at a path of keys, from the outputs or else from the inputs. A secret is nil.
func (r resource) value(path ...string) any {
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

// text returns a property as text, "" if it is absent.
func (r resource) text(path ...string) string {
	return toText(r.value(path...))
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

// number returns a property as a whole number, 0 if it is absent.
func (r resource) number(path ...string) int {
	value, _ := r.value(path...).(float64)
	return int(value)
}

func (r resource) truth(path ...string) bool {
	return r.text(path...) == "true"
}

// list returns the elements of a property as texts.
func (r resource) list(path ...string) []string {
	var all []string
	elements, _ := r.value(path...).([]any)
	for _, element := range elements {
		all = append(all, toText(element))
	}
	return all
}

// objects returns the elements of a property that are objects.
func (r resource) objects(path ...string) []resource {
	var all []resource
	elements, _ := r.value(path...).([]any)
	for _, element := range elements {
		if fields, isObject := element.(map[string]any); isObject {
			all = append(all, resource{Outputs: fields})
		}
	}
	return all
}
