package kubetest

import (
	_ "embed"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"
)

// seedYAML holds objects as the operators of a new cluster make them, in so far as components patch them.
//
//go:embed seed.yaml
var seedYAML string

var seeds = sync.OnceValue(func() []map[string]any {
	var all []map[string]any
	for document := range strings.SplitSeq(seedYAML, "\n---\n") {
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

// seedOf returns the object that a new cluster has under the patch's kind and name; nothing if there is none.
func seedOf(patch map[string]any) map[string]any {
	for _, object := range seeds() {
		if describe(object) == describe(patch) {
			return object
		}
	}
	return map[string]any{}
}
