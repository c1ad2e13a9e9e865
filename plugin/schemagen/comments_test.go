package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

// TestCommentsSayWhatTagsSay compares the comment of each argument with its tags: whether it is required, its default, and the limits of
// a number, a duration, a text or a list.
func TestCommentsSayWhatTagsSay(t *testing.T) {
	sources, err := readSources(root)
	require.NoError(t, err)
	g := newGenerator(sources)
	g.learn()
	compared := map[string]bool{}
	for _, component := range plugin.Components {
		g.compare(t, argument.Of(component.Args), compared)
	}
	for _, function := range plugin.Functions {
		g.compare(t, argument.Of(function.Args), compared)
	}
	assert.Greater(t, len(compared), 900)
}

func (g *generator) compare(t *testing.T, of *argument.Type, compared map[string]bool) {
	t.Helper()
	if of.Element != nil {
		g.compare(t, of.Element, compared)
	}
	for _, field := range of.Fields {
		name := nameOf(field.Owner) + "." + field.Name
		if compared[name] {
			continue
		}
		compared[name] = true
		comment := plain(g.comments[name])
		for _, tag := range field.Rules {
			for _, limit := range limits(tag) {
				assert.Regexp(t, limit, strings.ReplaceAll(comment, ",", ""), "%s: its comment does not say the limit of %q", name, tag)
			}
		}
		saysRequired := isRequired.MatchString(comment)
		assert.Equal(t, saysRequired, field.Required(), "%s: required by its comment: %t", name, saysRequired)
		g.compareDefault(t, name, field, comment)
		g.compare(t, field.Type, compared)
	}
}

// isRequired matches a comment of an argument that is always required.
var isRequired = regexp.MustCompile(`\bRequired(\.|:|$)`)

// limits returns expressions for the limits in a rule, as a comment has them. Zero, one and the largest number of an API or a port need no
// words.
func limits(tag string) []string {
	rule := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(tag, "length="), "count="), "cidr=")
	least, most, isRange := strings.Cut(strings.Split(rule, "/")[0], "..")
	if !isRange || strings.Contains(rule, "=") {
		return nil
	}
	var all []string
	for _, limit := range []string{least, most} {
		duration, err := time.ParseDuration(limit)
		switch {
		case slices.Contains([]string{"", "0", "1", "0s", "1s", "1ms", "65535", "-2147483648", "2147483647", "2147483647ms"}, limit):
		case err == nil:
			all = append(all, spellings(duration))
		default:
			all = append(all, `\b`+limit+`\b`)
		}
	}
	return all
}

// spellings is an expression for the ways to write a duration.
func spellings(d time.Duration) string {
	ways := []string{argument.Short(d)}
	for _, unit := range []struct {
		name string
		of   time.Duration
	}{{"days?", 24 * time.Hour}, {"hours?", time.Hour}, {"minutes?", time.Minute}, {"seconds?", time.Second}} {
		if d%unit.of == 0 {
			ways = append(ways, strconv.Itoa(int(d/unit.of))+" "+unit.name)
		}
	}
	return `\b(` + strings.Join(ways, "|") + `)\b`
}

func (g *generator) compareDefault(t *testing.T, name string, field *argument.Field, comment string) {
	t.Helper()
	text, tagged := field.Tag.Lookup("default")
	if !tagged {
		return // that of another software, or one that depends on other arguments
	}
	_, said, says := strings.Cut(strings.ReplaceAll(comment, "default to", "Defaults to"), "Defaults to ")
	assert.True(t, says, "%s: its comment does not say the default", name)
	if text == "{}" || strings.Contains(text, ":") {
		return // the default of an image is described
	}
	wants := []string{regexp.QuoteMeta(text)}
	if duration, err := time.ParseDuration(text); err == nil && field.Type.Kind == argument.Duration {
		wants[0] = spellings(duration)
	}
	for constant, value := range g.values {
		if value == text {
			wants = append(wants, constant)
		}
	}
	assert.Regexp(t, strings.Join(wants, "|"), said, "%s: its comment says another default than its tag, %q", name, text)
}
