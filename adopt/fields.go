package adopt

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

// fieldsJSON are the fields of the components' arguments that set a property of a resource: by component, such as iam.AccountRoles, the
// property, with the resource's type before it where that is needed, and the path of the field. A test of plugin writes it.
//
//go:embed fields.json
var fieldsJSON []byte

var fields = sync.OnceValue(func() map[string]map[string]string {
	var found map[string]map[string]string
	if err := json.Unmarshal(fieldsJSON, &found); err != nil {
		panic(err) // it is embedded
	}
	return found
})

// fieldOf returns the field of a component's arguments that sets a property of a resource of it, "" if it is not known. The path of the
// property can be longer than that of the field: tags.team is set by Tags.
func fieldOf(component, token, path string) string {
	known := fields()[component]
	path = strings.ReplaceAll(strings.ReplaceAll(path, "[", "."), "]", "")
	for path != "" {
		for _, key := range []string{token + "." + path, path} {
			if field := known[key]; field != "" {
				return field
			}
		}
		path = path[:max(0, strings.LastIndex(path, "."))]
	}
	return ""
}
