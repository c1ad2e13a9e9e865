package mocks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// former returns the URN of a resource in the earlier run: its own, or one of its aliases. It is empty for a new resource.
func (c *comparison) former(urn string) string {
	if former, known := c.formers[urn]; known {
		return former
	}
	c.formers[urn] = ""
	if _, was := c.before.resources[urn]; was {
		c.formers[urn] = urn
		return urn
	}
	for _, alias := range c.aliasesOf(c.after.resources[urn]) {
		_, was := c.before.resources[alias]
		if _, is := c.after.resources[alias]; was && !is {
			c.formers[urn] = alias
			break
		}
	}
	return c.formers[urn]
}

// renamed returns the former URN of a resource that has another one now, "" otherwise.
func (c *comparison) renamed(urn string) string {
	if former := c.former(urn); former != urn {
		return former
	}
	return ""
}

// aliasesOf returns the URNs that a resource may have had: its aliases, also in the former component of its parent (pulumi v3.250
// pkg/resource/deploy/step_generator.go, generateAliases).
func (c *comparison) aliasesOf(now Resource) []string {
	var aliases []string
	for _, alias := range c.after.aliases[now.URN] {
		aliases = append(aliases, string(c.urnOf(now, alias)))
	}
	if now.Parent == "" || c.renamed(now.Parent) == "" {
		return aliases
	}
	parent, former := resource.URN(now.Parent), resource.URN(c.renamed(now.Parent))
	inherited := []string{string(inheritedAlias(resource.URN(now.URN), parent, former))}
	for _, alias := range aliases {
		inherited = append(inherited, string(inheritedAlias(resource.URN(alias), parent, former)))
	}
	return append(aliases, inherited...)
}

// urnOf returns the URN that an alias describes by what differs.
func (c *comparison) urnOf(now Resource, alias *pulumirpc.Alias) resource.URN {
	spec := alias.GetSpec()
	if spec == nil {
		return resource.URN(alias.GetUrn())
	}
	parent := cmp.Or(spec.GetParentUrn(), now.Parent)
	if former := c.renamed(spec.GetParentUrn()); former != "" {
		parent = former
	}
	if spec.GetNoParent() || parent != "" && resource.URN(parent).QualifiedType() == resource.RootStackType {
		parent = ""
	}
	urn := resource.URN(now.URN)
	return resource.CreateURN(cmp.Or(spec.GetName(), now.Name), cmp.Or(spec.GetType(), now.Type), resource.URN(parent),
		cmp.Or(spec.GetProject(), string(urn.Project())), cmp.Or(spec.GetStack(), string(urn.Stack())))
}

// inheritedAlias returns the URN of a child in the former component, whose name children have as a prefix.
func inheritedAlias(child, parent, former resource.URN) resource.URN {
	name := child.Name()
	if rest, ok := strings.CutPrefix(name, parent.Name()); ok {
		name = former.Name() + rest
	}
	return resource.NewURN(former.Stack(), former.Project(), former.QualifiedType(), child.Type(), name)
}

// formerTexts returns a replacer of what the providers computed for renamed resources, such as their IDs, by what they computed before:
// the fakes derive IDs from URNs, real resources keep theirs.
func (c *comparison) formerTexts() *strings.Replacer {
	if c.replacer != nil {
		return c.replacer
	}
	var pairs [][2]string
	for urn, now := range c.after.resources {
		then, ok := c.before.resources[c.renamed(urn)]
		if !ok || !isManaged(now) {
			continue
		}
		pairs = append(pairs, [2]string{now.ID, then.ID})
		for name := range now.Outputs {
			text, isText := now.Outputs[name].(string)
			was, wasText := then.Outputs[name].(string)
			if _, given := now.Inputs[name]; isText && wasText && !given {
				pairs = append(pairs, [2]string{text, was})
			}
		}
	}
	pairs = slices.DeleteFunc(pairs, func(pair [2]string) bool { return pair[0] == "" || pair[1] == "" || pair[0] == pair[1] })
	// The replacer prefers the first one of texts that begin at the same place: the longest, such as an ARN before its beginning.
	slices.SortFunc(pairs, func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(len(b[0]), len(a[0])), strings.Compare(a[0], b[0]), strings.Compare(a[1], b[1]))
	})
	var texts []string
	for _, pair := range pairs {
		texts = append(texts, pair[0], pair[1])
	}
	c.replacer = strings.NewReplacer(texts...)
	return c.replacer
}
