// Package docs has the policies of docs/permissions.md for the programs of this module.
package docs

import (
	"embed"
	"regexp"
)

// permissions are the policies of docs/permissions.md.
//
//go:embed permissions-*.json
var permissions embed.FS

// demo is the name in the policies for which a cluster's own name is put.
var demo = regexp.MustCompile(`\bdemo\b`)

// PoliciesOf returns the policies of the principal who runs the program of a cluster with a name, by their own names.
func PoliciesOf(cluster string, selfManaged bool) (map[string][]byte, error) {
	names := []string{"network", "machines", "rosa"}
	if selfManaged { // The operators have roles of their own.
		names = []string{"network", "machines", "self-managed", "credentials"}
	}
	found := map[string][]byte{}
	for _, name := range names {
		text, err := permissions.ReadFile("permissions-" + name + ".json")
		if err != nil {
			return nil, err
		}
		found[name] = demo.ReplaceAll(text, []byte(cluster))
	}
	return found, nil
}
