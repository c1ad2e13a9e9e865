package mocks

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func rulesOf(names ...string) (resources []Resource, urns []string) {
	for _, name := range names {
		urn := "urn:pulumi:test::test::Rule::" + name
		resources = append(resources, Resource{Type: "Rule", Name: name, URN: urn, Custom: true})
		urns = append(urns, urn)
	}
	return resources, urns
}

func TestDependenciesOfGolden(t *testing.T) {
	t.Parallel()
	resources, urns := rulesOf("node", "node-a", "node-b", "node-c", "lb-a", "lb-b", "lb-c", "lb-d")
	for i := 1; i <= 3; i++ {
		resources[i].Dependencies = urns[:1]
	}
	// lb-d is missing, so there is no pattern for lb-a, lb-b and lb-c; the rules of node imply node.
	machine := Resource{
		Type: "Instance", Name: "machine", URN: "urn:machine", Dependencies: urns[:7],
		PropertyDependencies: map[string][]string{"groups": urns[:4]},
	}
	rec := New()
	for _, resource := range append(resources, machine) {
		rec.resources[resource.URN] = resource
	}
	require.Contains(t, string(rec.Golden()), `Instance machine
  depends on: Rule lb-a (DependsOn), Rule lb-b (DependsOn), Rule lb-c (DependsOn), Rule node-* (groups)
`)
}

// TestReducedDependenciesImplyAll: with the dependencies that are printed, a resource has all that it had, and none of
// them implies another.
func TestReducedDependenciesImplyAll(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := &goldenWriter{graph: &Graph{edges: map[string][]string{}}, reached: map[string]map[string]bool{}}
		var urns []string
		for i := range 8 {
			urn := strconv.Itoa(i)
			for _, earlier := range urns {
				if rapid.Bool().Draw(t, urn+" on "+earlier) {
					w.graph.edges[urn] = append(w.graph.edges[urn], earlier)
				}
			}
			urns = append(urns, urn)
		}
		direct := w.graph.edges[urns[7]]
		kept := w.reduced(direct)
		implied := map[string]bool{}
		for _, urn := range kept {
			for upstream := range w.upstream(urn) {
				implied[upstream] = true
			}
		}
		for _, urn := range direct {
			require.NotEqual(t, implied[urn], slices.Contains(kept, urn), urn)
		}
	})
}
