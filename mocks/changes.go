package mocks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kubefacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
)

// Operations of a Change.
const (
	// Create makes a resource that the former run did not have.
	Create = "create"
	// Update changes a resource in place.
	Update = "update"
	// Replace makes a resource anew and deletes the former one.
	Replace = "replace"
	// Delete deletes a resource that the later run does not have.
	Delete = "delete"
)

// Change is what an update would do to one resource.
type Change struct {
	// Op is Create, Update, Replace or Delete.
	Op string
	// Resource is what the later run registered; what the former run did, if it is deleted.
	Resource Resource
	// Changed are the paths of the inputs that differ, sorted, such as rootBlockDevice.volumeSize. Empty with Create and Delete.
	Changed []string
	// Replaces are those of Changed that replace the resource.
	Replaces []string
}

// String is such as "update Group demo-worker-group: desiredCapacity, maxSize", with the paths that replace if any do.
func (c Change) String() string {
	text := fmt.Sprintf("%s %s %s", c.Op, c.Resource.Type[strings.LastIndex(c.Resource.Type, ":")+1:], c.Resource.Name)
	switch {
	case len(c.Replaces) > 0:
		return text + ": " + strings.Join(c.Replaces, ", ")
	case len(c.Changed) > 0:
		return text + ": " + strings.Join(c.Changed, ", ")
	}
	return text
}

// Changes tells what an update would do to a stack that before has made, if its program became the one of this Recorder's last
// run: a test of what a further zone or another argument means for what is there. Changes are sorted by URN; components and
// providers are left out.
//
// Replacements are those of the AWS provider, of the Kubernetes provider for the objects that this library makes, and of the option
// ReplaceOnChanges. A ConfigMap is replaced with its content unless its provider has EnableConfigMapMutable, and so is a Secret. What a replaced resource computes counts as new wherever it is used. IgnoreChanges is heeded; aliases are not. RHCS
// replaces nothing by itself: it refuses what it cannot change.
func (r *Recorder) Changes(before *Recorder) []Change {
	c := &comparison{before: before, after: r, changes: map[string]*Change{}}
	var all []Change
	for _, then := range before.Resources() {
		if _, kept := r.resources[then.URN]; isMade(then) && !kept {
			all = append(all, Change{Op: Delete, Resource: then})
		}
	}
	for _, now := range r.Resources() {
		if change := c.of(now.URN); change != nil {
			all = append(all, *change)
		}
	}
	slices.SortFunc(all, func(a, b Change) int { return strings.Compare(a.Resource.URN, b.Resource.URN) })
	return all
}

// isMade tells what an update makes.
func isMade(r Resource) bool {
	return r.Custom && !r.Read && !strings.HasPrefix(r.Type, "pulumi:")
}

// comparison goes from one recording to another.
type comparison struct {
	before, after *Recorder
	// changes are those that are known; nil for none.
	changes map[string]*Change
}

func (c *comparison) of(urn string) *Change {
	if change, known := c.changes[urn]; known {
		return change
	}
	c.changes[urn] = nil
	now := c.after.resources[urn]
	if !isMade(now) {
		return nil
	}
	if _, was := c.before.resources[urn]; !was {
		c.changes[urn] = &Change{Op: Create, Resource: now}
		return c.changes[urn]
	}
	olds, news := c.before.given[urn], c.renewed(now)
	news = ignoring(now.Options.IgnoreChanges, olds, news)
	changed, replaces := c.diff(now, olds, news)
	replaces = append(replaces, onChanges(now.Options.ReplaceOnChanges, changed)...)
	slices.Sort(replaces)
	if len(changed) > 0 {
		change := Change{Op: Update, Resource: now, Changed: changed, Replaces: slices.Compact(replaces)}
		if len(replaces) > 0 {
			change.Op = Replace
		}
		c.changes[urn] = &change
	}
	return c.changes[urn]
}

// renewed are a resource's inputs, with what comes from replaced resources unknown.
func (c *comparison) renewed(now Resource) resource.PropertyMap {
	news := c.after.given[now.URN].Copy()
	for property, sources := range now.PropertyDependencies {
		for _, source := range sources {
			if change := c.of(source); change != nil && change.Op == Replace {
				key := resource.PropertyKey(property)
				news[key] = unknownWhere(news[key], computed(change.Resource))
			}
		}
	}
	return news
}

// computed are the texts that a provider, and not the program, gave a resource.
func computed(r Resource) []string {
	texts := []string{r.ID}
	for property, value := range r.Outputs {
		text, isText := value.(string)
		if _, given := r.Inputs[property]; isText && !given && text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// unknownWhere returns a value whose parts that hold one of the texts are unknown.
func unknownWhere(value resource.PropertyValue, texts []string) resource.PropertyValue {
	switch {
	case value.IsSecret():
		return resource.MakeSecret(unknownWhere(value.SecretValue().Element, texts))
	case value.IsString() && slices.ContainsFunc(texts, func(text string) bool { return text != "" && strings.Contains(value.StringValue(), text) }):
		return resource.MakeComputed(resource.NewProperty(""))
	case value.IsArray():
		elements := slices.Clone(value.ArrayValue())
		for i := range elements {
			elements[i] = unknownWhere(elements[i], texts)
		}
		return resource.NewProperty(elements)
	case value.IsObject():
		fields := value.ObjectValue().Copy()
		for key := range fields {
			fields[key] = unknownWhere(fields[key], texts)
		}
		return resource.NewProperty(fields)
	}
	return value
}

// ignoring returns the new inputs with the old ones at the paths that are ignored.
func ignoring(paths []string, olds, news resource.PropertyMap) resource.PropertyMap {
	// Reset writes into what is nested, which is the recording's.
	news = unknownWhere(resource.NewProperty(news), nil).ObjectValue()
	for _, text := range paths {
		if path, err := resource.ParsePropertyPath(text); err == nil {
			path.Reset(olds, news)
		}
	}
	return news
}

// onChanges returns the changed paths that a program wants to replace a resource for.
func onChanges(wanted, changed []string) []string {
	var replaces []string
	for _, text := range wanted {
		path, err := resource.ParsePropertyPath(text)
		if err != nil {
			continue
		}
		for _, candidate := range changed {
			if at, err := resource.ParsePropertyPath(candidate); err == nil && (path.Contains(at) || at.Contains(path)) {
				replaces = append(replaces, candidate)
			}
		}
	}
	return replaces
}

func (c *comparison) diff(now Resource, olds, news resource.PropertyMap) (changed, replaces []string) {
	if schema, known := awsfacts.Resource(now.Type); known {
		return schema.Diff(olds, news)
	}
	if schema, known := rhcsfacts.Resource(now.Type); known {
		return schema.Diff(olds, news)
	}
	changed = differences(nil, resource.NewProperty(olds), resource.NewProperty(news))
	if !isKubernetesObject(now.Type) {
		return changed, nil
	}
	settings := kubefacts.SettingsOf(c.after.given[now.Provider])
	apiVersion, _ := now.Inputs["apiVersion"].(string)
	kind, _ := now.Inputs["kind"].(string)
	replacing := settings.Replacing(now.Type, apiVersion, kind)
	return changed, slices.DeleteFunc(slices.Clone(changed), func(path string) bool { return !kubefacts.IsPartOf(path, replacing) })
}

// differences are the paths at which two values differ, as deep as both have fields, sorted.
func differences(at resource.PropertyPath, then, now resource.PropertyValue) []string {
	then, now = reveal(then), reveal(now)
	if !then.IsObject() || !now.IsObject() {
		if then.DeepEquals(now) {
			return nil
		}
		return []string{at.String()}
	}
	keys := maps.Clone(then.ObjectValue())
	maps.Copy(keys, now.ObjectValue())
	var paths []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		paths = append(paths, differences(append(slices.Clip(at), string(key)), then.ObjectValue()[key], now.ObjectValue()[key])...)
	}
	return paths
}
