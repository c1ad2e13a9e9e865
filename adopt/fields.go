package adopt

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

// argument is the path of a field of a component's arguments, and that of its property in other languages.
type argument struct{ field, property string }

// UnmarshalText reads both, which a space separates.
func (a *argument) UnmarshalText(text []byte) error {
	a.field, a.property, _ = strings.Cut(string(text), " ")
	return nil
}

// fieldsJSON are the arguments of components that set a property of a resource: by component, such as iam.AccountRoles, the property, with
// the resource's type before it where that is needed. A test of plugin writes it.
//
//go:embed fields.json
var fieldsJSON []byte

var fields = sync.OnceValue(func() map[string]map[string]argument {
	var found map[string]map[string]argument
	if err := json.Unmarshal(fieldsJSON, &found); err != nil {
		panic(err) // it is embedded
	}
	return found
})

// fieldOf returns the argument of a component that sets a property of a resource of it, an empty one if it is not known. The path of the
// property can be longer than that of the field: tags.team is set by Tags.
func fieldOf(component, token, path string) argument {
	known := fields()[component]
	path = strings.ReplaceAll(strings.ReplaceAll(path, "[", "."), "]", "")
	for path != "" {
		for _, key := range []string{token + "." + path, path} {
			if field, isKnown := known[key]; isKnown {
				return field
			}
		}
		path = path[:max(0, strings.LastIndex(path, "."))]
	}
	return argument{}
}
