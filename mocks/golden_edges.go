package mocks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// leastPattern is the least number of dependencies that a pattern of names replaces.
const leastPattern = 3

// edges prints the dependencies with the properties that cause them; one without a property is from pulumi.DependsOn. A
// dependency that another one implies is omitted.
func (w *goldenWriter) edges(resource Resource) {
	causes := causes(resource)
	if len(causes) == 0 {
		return
	}
	all := slices.Sorted(maps.Keys(causes))
	complete := w.completePatterns(all)
	matches := map[string][]string{}
	for _, urn := range w.reduced(all) {
		label := w.label(urn)
		for _, pattern := range patterns(label) {
			if complete[pattern] {
				label = pattern
				break
			}
		}
		line := fmt.Sprintf("%s (%s)", label, causes[urn])
		matches[line] = append(matches[line], fmt.Sprintf("%s (%s)", w.label(urn), causes[urn]))
	}
	var lines []string
	for line, matched := range matches {
		if len(matched) < leastPattern {
			lines = append(lines, matched...)
		} else {
			lines = append(lines, line)
		}
	}
	lines = sorted(lines)
	if line := "depends on: " + strings.Join(lines, ", "); len(lines) == 1 || 2+len(line) <= widest {
		w.linef(1, "%s", line)
		return
	}
	w.linef(1, "depends on:")
	for _, line := range lines {
		w.linef(2, "%s", line)
	}
}

// causes returns for each dependency the properties that cause it.
func causes(resource Resource) map[string]string {
	properties := map[string][]string{}
	for _, urn := range resource.Dependencies {
		properties[urn] = nil
	}
	for property, urns := range resource.PropertyDependencies {
		for _, urn := range urns {
			properties[urn] = append(properties[urn], property)
		}
	}
	causes := map[string]string{}
	for urn, names := range properties {
		causes[urn] = cmp.Or(strings.Join(sorted(names), ", "), "DependsOn")
	}
	return causes
}

// reduced returns the dependencies that no other one of them implies: their transitive reduction.
func (w *goldenWriter) reduced(urns []string) []string {
	var kept []string
	for _, urn := range urns {
		implied := slices.ContainsFunc(urns, func(other string) bool {
			return w.upstream(other)[urn] && !w.upstream(urn)[other]
		})
		if !implied {
			kept = append(kept, urn)
		}
	}
	return kept
}

// upstream returns what the graph does, and keeps it.
func (w *goldenWriter) upstream(urn string) map[string]bool {
	if _, done := w.reached[urn]; !done {
		w.reached[urn] = w.graph.upstream(urn)
	}
	return w.reached[urn]
}

// patterns returns the patterns that match a label, the shortest first: "Subnet main-*" and "Subnet main-private-*" for
// "Subnet main-private-a". A URN has none.
func patterns(label string) []string {
	var patterns []string
	for i, char := range label {
		if char == '-' && !strings.HasPrefix(label, "urn:") {
			patterns = append(patterns, label[:i+1]+"*")
		}
	}
	return patterns
}

// completePatterns returns the patterns all of whose matches in the recording are among the dependencies.
func (w *goldenWriter) completePatterns(dependencies []string) map[string]bool {
	count := map[string]int{}
	for _, urn := range dependencies {
		for _, pattern := range patterns(w.label(urn)) {
			count[pattern]++
		}
	}
	complete := map[string]bool{}
	for pattern, matched := range count {
		complete[pattern] = matched == w.matches[pattern]
	}
	return complete
}
