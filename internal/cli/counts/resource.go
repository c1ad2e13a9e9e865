package counts

import "strconv"

// resource is a resource of a stack's state.
type resource struct {
	URN     string         `json:"urn"`
	Type    string         `json:"type"`
	ID      string         `json:"id"`
	Delete  bool           `json:"delete"`
	Inputs  map[string]any `json:"inputs"`
	Outputs map[string]any `json:"outputs"`
}

// value returns the property at a path of keys, from the outputs or else from the inputs.
func (r resource) value(path ...string) any {
	for _, properties := range []map[string]any{r.Outputs, r.Inputs} {
		var found any = properties
		for _, key := range path {
			object, _ := found.(map[string]any)
			found = object[key]
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// text returns a property as text, "" if it is absent or has another type.
func (r resource) text(path ...string) string {
	switch value := r.value(path...).(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	}
	return ""
}

// number returns a property as a whole number, 0 if it is absent.
func (r resource) number(path ...string) int {
	value, _ := r.value(path...).(float64)
	return int(value)
}
