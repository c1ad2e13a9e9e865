package mocks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// oldURN returns the URN of a resource in the earlier run: its own, or one of its aliases. It is empty for a new resource.
func (c *comparison) oldURN(urn string) string {
	if old, known := c.oldURNs[urn]; known {
		return old
	}
	c.oldURNs[urn] = ""
	if _, was := c.before.resources[urn]; was {
		c.oldURNs[urn] = urn
		return urn
	}
	for _, alias := range c.aliasesOf(c.after.resources[urn]) {
		_, was := c.before.resources[alias]
		if _, is := c.after.resources[alias]; was && !is {
			c.oldURNs[urn] = alias
			break
		}
	}
	return c.oldURNs[urn]
}

// renamed returns the old URN of a resource that has another one, "" otherwise.
func (c *comparison) renamed(urn string) string {
	if old := c.oldURN(urn); old != urn {
		return old
	}
	return ""
}

// aliasesOf returns the URNs that a resource may have had: its aliases, also in the old component of its parent (pulumi v3.250
// pkg/resource/deploy/step_generator.go, generateAliases).
func (c *comparison) aliasesOf(newResource Resource) []string {
	var aliases []string
	for _, alias := range c.after.aliases[newResource.URN] {
		aliases = append(aliases, string(c.urnOf(newResource, alias)))
	}
	if newResource.Parent == "" || c.renamed(newResource.Parent) == "" {
		return aliases
	}
	parent, old := resource.URN(newResource.Parent), resource.URN(c.renamed(newResource.Parent))
	inherited := []string{string(inheritedAlias(resource.URN(newResource.URN), parent, old))}
	for _, alias := range aliases {
		inherited = append(inherited, string(inheritedAlias(resource.URN(alias), parent, old)))
	}
	return append(aliases, inherited...)
}

// urnOf returns the URN that an alias describes by what differs.
func (c *comparison) urnOf(newResource Resource, alias *pulumirpc.Alias) resource.URN {
	spec := alias.GetSpec()
	if spec == nil {
		return resource.URN(alias.GetUrn())
	}
	parent := cmp.Or(spec.GetParentUrn(), newResource.Parent)
	if old := c.renamed(spec.GetParentUrn()); old != "" {
		parent = old
	}
	if spec.GetNoParent() || parent != "" && resource.URN(parent).QualifiedType() == resource.RootStackType {
		parent = ""
	}
	urn := resource.URN(newResource.URN)
	return resource.CreateURN(cmp.Or(spec.GetName(), newResource.Name), cmp.Or(spec.GetType(), newResource.Type), resource.URN(parent),
		cmp.Or(spec.GetProject(), string(urn.Project())), cmp.Or(spec.GetStack(), string(urn.Stack())))
}

// inheritedAlias returns the URN of a child in the old component, whose name children have as a prefix.
func inheritedAlias(child, parent, old resource.URN) resource.URN {
	name := child.Name()
	if rest, ok := strings.CutPrefix(name, parent.Name()); ok {
		name = old.Name() + rest
	}
	return resource.NewURN(old.Stack(), old.Project(), old.QualifiedType(), child.Type(), name)
}

// oldTexts returns a replacer of what the providers computed for renamed resources, such as their IDs, by what they computed before:
// the fakes derive IDs from URNs, real resources keep theirs.
func (c *comparison) oldTexts() *strings.Replacer {
	if c.replacer != nil {
		return c.replacer
	}
	var pairs [][2]string
	for urn, newResource := range c.after.resources {
		oldResource, ok := c.before.resources[c.renamed(urn)]
		if !ok || !isManaged(newResource) {
			continue
		}
		pairs = append(pairs, [2]string{newResource.ID, oldResource.ID})
		for name := range newResource.Outputs {
			text, isText := newResource.Outputs[name].(string)
			was, wasText := oldResource.Outputs[name].(string)
			if _, given := newResource.Inputs[name]; isText && wasText && !given {
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
