package kubetest

import (
	_ "embed"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"
)

// existingYAML are the objects that components patch, as the operators of a new cluster create them.
//
//go:embed existing.yaml
var existingYAML string

var existingObjects = sync.OnceValue(func() []map[string]any {
	var all []map[string]any
	for document := range strings.SplitSeq(existingYAML, "\n---\n") {
		object := map[string]any{}
		if err := yaml.UnmarshalStrict([]byte(document), &object); err != nil {
			panic(err)
		}
		plain, err := normalize(object)
		if err != nil {
			panic(err)
		}
		all = append(all, plain)
	}
	return all
})

// existingObject returns a new cluster's object of the patch's kind and name; an empty one if there is none.
func existingObject(patch map[string]any) map[string]any {
	for _, object := range existingObjects() {
		if describe(object) == describe(patch) {
			return object
		}
	}
	return map[string]any{}
}
