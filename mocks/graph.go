package mocks

import (
	"maps"
	"slices"
)

// Graph is the dependency graph of a recording. Its nodes are URNs.
type Graph struct {
	resources map[string]Resource
	edges     map[string][]string
}

// Graph returns the dependencies of the last run: by properties, by pulumi.DependsOn, and of a resource on its explicit
// provider.
func (r *Recorder) Graph() *Graph {
	g := &Graph{resources: map[string]Resource{}, edges: map[string][]string{}}
	for _, resource := range r.Resources() {
		g.resources[resource.URN] = resource
		targets := map[string]bool{}
		for _, urn := range resource.Dependencies {
			targets[urn] = true
		}
		for _, urns := range resource.PropertyDependencies {
			for _, urn := range urns {
				targets[urn] = true
			}
		}
		if resource.Provider != "" {
			targets[resource.Provider] = true
		}
		g.edges[resource.URN] = slices.Sorted(maps.Keys(targets))
	}
	return g
}

// Dependencies returns the direct dependencies of a resource, sorted.
func (g *Graph) Dependencies(urn string) []string {
	return slices.Clone(g.edges[urn])
}

// Reaches reports whether a resource depends on another, directly or indirectly.
func (g *Graph) Reaches(from, to string) bool {
	return g.upstream(from)[to]
}

// upstream returns everything on which a resource depends, directly or indirectly.
func (g *Graph) upstream(urn string) map[string]bool {
	seen := map[string]bool{}
	for open := []string{urn}; len(open) > 0; {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		for _, target := range g.edges[next] {
			if !seen[target] {
				seen[target] = true
				open = append(open, target)
			}
		}
	}
	return seen
}

// LongestChain returns the longest chain of dependent resources, beginning with the one without dependencies. It limits how
// fast an update can be, regardless of parallelism. Components are not counted, providers are. Of several longest chains it
// returns the first by URN.
func (g *Graph) LongestChain() []string {
	chains := map[string][]string{}
	open := map[string]bool{}
	var chainTo func(string) []string
	chainTo = func(urn string) []string {
		if chain, done := chains[urn]; done {
			return chain
		}
		open[urn] = true
		var longest []string
		for _, next := range g.edges[urn] {
			// An edge to a resource that is still open closes a cycle.
			if open[next] {
				continue
			}
			if chain := chainTo(next); len(chain) > len(longest) {
				longest = chain
			}
		}
		open[urn] = false
		if g.resources[urn].Custom {
			longest = append(slices.Clone(longest), urn)
		}
		chains[urn] = longest
		return longest
	}
	var longest []string
	for _, urn := range slices.Sorted(maps.Keys(g.resources)) {
		if chain := chainTo(urn); len(chain) > len(longest) {
			longest = chain
		}
	}
	return longest
}
