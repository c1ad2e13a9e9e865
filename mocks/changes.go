package mocks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// Operations of a Change.
const (
	// Create creates a resource that the earlier run did not register.
	Create = "create"
	// Update changes a resource in place.
	Update = "update"
	// Replace creates a new resource and deletes the old one.
	Replace = "replace"
	// Delete deletes a resource that the later run does not register.
	Delete = "delete"
	// Reject fails: the resource is protected and would be deleted or replaced, or its provider cannot change the property.
	Reject = "reject"
)

// Change is the operation of an update on one resource.
type Change struct {
	// Op is Create, Update, Replace, Delete or Reject.
	Op string
	// Resource is the resource of the later run; for Delete, that of the earlier run.
	Resource Resource
	// Changed are the paths of the inputs that differ, sorted, such as rootBlockDevice.volumeSize. Empty for Create and
	// Delete.
	Changed []string
	// Replaces lists the elements of Changed that replace the resource.
	Replaces []string
}

// String returns, for example, "update Group demo-worker-group: desiredCapacity, maxSize", with the paths that replace
// the resource if there are any.
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

// Changes returns what an update would do to a stack that was created by the program of before, if its program became
// that of this Recorder's last run: a test of what a new zone or another argument does to existing resources. Changes are
// sorted by URN, without components and providers.
//
// Replacements come from the AWS provider, of the Kubernetes provider for the kinds that this library creates, and of
// the options ReplaceOnChanges and ReplaceWith. A ConfigMap is replaced with its content unless its provider has
// EnableConfigMapMutable, and so is a Secret unless it has EnableSecretMutable. Everything is replaced that moves to
// another provider, to another region of its AWS provider or to another cluster of its Kubernetes provider. What a
// replaced resource computes is unknown wherever it is used, and so are the versions of an updated one. IgnoreChanges and
// Aliases are applied: a renamed resource is the old one. RHCS replaces nothing: it rejects what it cannot change, as AWS rejects to
// delete a range of a VPC in which subnets stay, to resize a subnet in place, to create what has the name of a resource that is deleted
// after it, or is the same rule of a security group, to shrink a volume, and to take IPv6 or the internet gateway from a VPC that uses it, as
// a cluster rejects an object that exists, and as OCM rejects a release that is older or not in the cluster's channel.
func (r *Recorder) Changes(before *Recorder) []Change {
	c := &comparison{before: before, after: r, changes: map[string]*Change{}, oldURNs: map[string]string{}, kept: map[string]bool{}}
	var all []Change
	for _, newResource := range r.Resources() {
		c.kept[c.oldURN(newResource.URN)] = true
	}
	for _, newResource := range r.Resources() {
		if change := c.of(newResource.URN); change != nil {
			all = append(all, *change)
		}
	}
	for _, oldResource := range before.Resources() {
		if isManaged(oldResource) && !c.kept[oldResource.URN] {
			all = append(all, protecting(Change{Op: Delete, Resource: oldResource}))
		}
	}
	c.reject(all)
	slices.SortFunc(all, func(a, b Change) int { return strings.Compare(a.Resource.URN, b.Resource.URN) })
	return all
}

// isManaged reports whether an update creates, changes and deletes the resource.
func isManaged(r Resource) bool {
	return r.Custom && !r.Read && !strings.HasPrefix(r.Type, "pulumi:")
}

// comparison compares two recordings.
type comparison struct {
	before, after *Recorder
	// changes are by URN, for the resources that have been compared; nil for no change.
	changes map[string]*Change
	// oldURNs are the URNs of the earlier run by those of the later one; "" for new resources.
	oldURNs map[string]string
	// kept are the URNs of the earlier run that the later one registers too.
	kept map[string]bool
	// replacer is the result of oldTexts.
	replacer *strings.Replacer
}

// of returns what an update does with a resource of the later run; nil if nothing. The rules, in their order: a resource without an old
// one is created; what IgnoreChanges names keeps its old value; the provider's Diff, ReplaceOnChanges, another provider and a replaced
// resource of ReplaceWith decide between an update and a replacement; RHCS and Protect reject. Inputs that come from resources which are
// replaced are unknown, so these are compared first.
func (c *comparison) of(urn string) *Change {
	if change, known := c.changes[urn]; known {
		return change
	}
	c.changes[urn] = nil
	newResource := c.after.resources[urn]
	if !isManaged(newResource) {
		return nil
	}
	old := c.oldURN(urn)
	if old == "" {
		c.changes[urn] = &Change{Op: Create, Resource: newResource}
		return c.changes[urn]
	}
	olds, news := c.before.inputs[old], c.newInputs(newResource)
	news = ignoring(newResource.Options.IgnoreChanges, olds, news)
	diff := c.diff(newResource, olds, news)
	changed, replaces := diff.Changed, diff.Replaces
	replaces = append(replaces, onChanges(newResource.Options.ReplaceOnChanges, changed)...)
	if c.movesProvider(urn) {
		changed, replaces = append(changed, providerPath), append(replaces, providerPath)
	}
	slices.Sort(replaces)
	change := Change{Op: Update, Resource: newResource, Changed: changed, Replaces: slices.Compact(replaces)}
	switch {
	case len(replaces) > 0 || slices.ContainsFunc(newResource.Options.ReplaceWith, c.replaces):
		change.Op = Replace
	case len(changed) == 0:
		return nil
	case slices.ContainsFunc(changed, isImmutable(newResource.Type)):
		change.Op = Reject
	}
	change = protecting(change)
	c.changes[urn] = &change
	return c.changes[urn]
}

// providerPath stands in Changed for the resource's provider.
const providerPath = "provider"

// movesProvider reports whether the engine would replace a resource because of its provider: another one, or the same one
// with another region or cluster (pulumi v3.250 pkg/resource/deploy/step_generator.go, providerChanged).
func (c *comparison) movesProvider(urn string) bool {
	oldResource, newResource := c.before.resources[c.oldURN(urn)], c.after.resources[urn]
	if oldResource.Provider != cmp.Or(c.oldURN(newResource.Provider), newResource.Provider) {
		return true
	}
	replacedBy := c.after.provider(newResource.Type).ConfigReplacedBy
	return replacedBy != nil && replacedBy(c.before.configOf(oldResource.Provider), c.after.configOf(newResource.Provider)) != ""
}

// replaces reports whether a resource is replaced.
func (c *comparison) replaces(urn string) bool {
	change := c.of(urn)
	return change != nil && change.Op == Replace
}

// protecting returns the change, rejected if it deletes a protected resource.
func protecting(change Change) Change {
	if change.Resource.Options.Protect && (change.Op == Delete || change.Op == Replace) {
		change.Op = Reject
	}
	return change
}

// isImmutable returns a function that reports whether the provider of a type rejects to change a path. Only RHCS does.
func isImmutable(token string) func(path string) bool {
	provider, kind, _ := strings.Cut(token, ":index/")
	if provider != "rhcs" {
		return func(string) bool { return false }
	}
	kind = kind[strings.LastIndex(kind, ":")+1:]
	return func(path string) bool {
		return slices.ContainsFunc(rhcs.Immutable(kind), func(immutable string) bool {
			return path == immutable || strings.HasPrefix(path, immutable+".") || strings.HasPrefix(path, immutable+"[")
		})
	}
}

// newInputs returns a resource's inputs, with unknown values for what comes from replaced resources, and for the versions
// of updated ones.
func (c *comparison) newInputs(newResource Resource) resource.PropertyMap {
	news := c.after.inputs[newResource.URN].Copy()
	for name, sources := range newResource.PropertyDependencies {
		key := resource.PropertyKey(name)
		for _, source := range sources {
			switch change := c.of(source); {
			case change == nil:
			case change.Op == Replace:
				news[key] = withUnknown(news[key], containsAny(computed(change.Resource)))
			case change.Op == Update:
				news[key] = withUnknown(news[key], c.isVersionOf(change.Resource))
			}
		}
	}
	texts := c.oldTexts()
	return replaceTexts(resource.NewProperty(news), func(text string) resource.PropertyValue {
		return resource.NewProperty(texts.Replace(text))
	}).ObjectValue()
}

// isVersionOf returns a function that reports whether a text is a version of a resource, which each update increments.
func (c *comparison) isVersionOf(r Resource) func(text string) bool {
	var versions []string
	for _, counter := range c.after.provider(r.Type).Counters {
		if value, ok := r.Outputs[counter]; ok {
			versions = append(versions, fmt.Sprint(value))
		}
	}
	return func(text string) bool { return slices.Contains(versions, text) }
}

// computed returns the strings of a resource that its provider set, and not the program.
func computed(r Resource) []string {
	texts := []string{r.ID}
	if metadata, _ := r.Inputs["metadata"].(map[string]any); metadata["name"] != nil {
		texts = nil // The ID of a Kubernetes object is its name.
	}
	for name, value := range r.Outputs {
		text, isText := value.(string)
		if _, given := r.Inputs[name]; isText && !given && text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// withUnknown returns the value with an unknown value in the place of each text that isUnknown accepts.
func withUnknown(value resource.PropertyValue, isUnknown func(text string) bool) resource.PropertyValue {
	return replaceTexts(value, func(text string) resource.PropertyValue {
		if isUnknown(text) {
			return resource.MakeComputed(resource.NewProperty(""))
		}
		return resource.NewProperty(text)
	})
}

// replaceTexts returns a copy of the value with another value for each text in it.
func replaceTexts(value resource.PropertyValue, replace func(text string) resource.PropertyValue) resource.PropertyValue {
	switch {
	case value.IsSecret():
		return resource.MakeSecret(replaceTexts(value.SecretValue().Element, replace))
	case value.IsString():
		return replace(value.StringValue())
	case value.IsArray():
		elements := slices.Clone(value.ArrayValue())
		for i := range elements {
			elements[i] = replaceTexts(elements[i], replace)
		}
		return resource.NewProperty(elements)
	case value.IsObject():
		fields := value.ObjectValue().Copy()
		for key := range fields {
			fields[key] = replaceTexts(fields[key], replace)
		}
		return resource.NewProperty(fields)
	}
	return value
}

// containsAny returns a function that reports whether a text contains one of the parts.
func containsAny(parts []string) func(text string) bool {
	return func(text string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return part != "" && strings.Contains(text, part) })
	}
}

// ignoring returns the new inputs with the old values at the ignored paths.
func ignoring(paths []string, olds, news resource.PropertyMap) resource.PropertyMap {
	// Reset modifies nested values, which belong to the recording.
	news = replaceTexts(resource.NewProperty(news), resource.NewProperty[string]).ObjectValue()
	for _, text := range paths {
		if path, err := resource.ParsePropertyPath(text); err == nil {
			path.Reset(olds, news)
		}
	}
	return news
}

// onChanges returns the changed paths that replace a resource by the option ReplaceOnChanges.
func onChanges(option, changed []string) []string {
	var replaces []string
	for _, text := range option {
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

func (c *comparison) diff(newResource Resource, olds, news resource.PropertyMap) fake.Diff {
	old := fake.State{Inputs: olds, Outputs: property.Map(c.before.resources[c.oldURN(newResource.URN)].Outputs)}
	diff, err := c.after.provider(newResource.Type).Diff(c.after.fakeResource(newResource), old, news)
	if err != nil {
		// A type without a schema is compared field by field.
		diff, _ = c.after.providers[""].Diff(c.after.fakeResource(newResource), old, news)
	}
	return diff
}
