package plugin_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

// TestTagsPage asserts that the page on tags has the rules and options that fields use, and no others.
func TestTagsPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/maintainers/tags.md")
	require.NoError(t, err)
	rules, options := namesIn(string(page))
	used, places := map[string]bool{}, map[string]bool{}
	seen := map[*argument.Type]bool{}
	for _, component := range plugin.Components {
		namesOf(argument.Of(component.Args), used, places, seen)
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(used)), rules)
	assert.ElementsMatch(t, slices.Collect(maps.Keys(places)), options)
}

// row is a row of a table whose first column is a name.
var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")

// namesIn returns the names of the rules and of the options on the page.
func namesIn(page string) (rules, options []string) {
	check, places, _ := strings.Cut(page, "\n## Places")
	for _, match := range row.FindAllStringSubmatch(check, -1) {
		rules = append(rules, nameOfRule(strings.ReplaceAll(match[1], `\|`, "|")))
	}
	for _, match := range row.FindAllStringSubmatch(places, -1) {
		options = append(options, match[1])
	}
	return rules, options
}

// nameOfRule returns what rules of a kind share: a range and an enumeration have no name.
func nameOfRule(rule string) string {
	name, value, parameter := strings.Cut(rule, "=")
	switch {
	case rule == "required=Validate":
		return rule
	case parameter && value != "" || strings.HasSuffix(rule, "="):
		return name + "="
	case strings.Contains(rule, "|"):
		return "a|b|c"
	case strings.Contains(rule, ".."):
		return "1..64"
	}
	return rule
}

// namesOf adds the rules and the options in the tags of a type.
func namesOf(of *argument.Type, rules, options map[string]bool, seen map[*argument.Type]bool) {
	if of.Element != nil {
		namesOf(of.Element, rules, options, seen)
	}
	if seen[of] {
		return
	}
	seen[of] = true
	for _, field := range of.Fields {
		for _, rule := range field.Rules {
			rules[nameOfRule(rule)] = true
		}
		for _, tag := range []string{"kube", "rhcs", "hcp", "classic"} {
			for _, option := range strings.Split(field.Tag.Get(tag), ",")[1:] {
				options[option] = true
			}
		}
		namesOf(field.Type, rules, options, seen)
	}
}
