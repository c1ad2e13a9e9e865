package rosa

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// builder registers the RHCS resources below a component.
type builder struct {
	*component.Base

	// opens is when the cluster's maintenance window opens, zero if an upgrade can begin now.
	opens time.Time
}

// register registers the RHCS resource <name>-<suffix> of the component, whose outputs become those of the component with the same tags.
func (b builder) register(resourceType, suffix string, inputs rhcs.Properties, resource pulumi.CustomResource, opts ...pulumi.ResourceOption) error {
	if err := b.registerChild(resourceType, suffix, inputs, resource, opts...); err != nil {
		return err
	}
	b.CopyOutputs(resource)
	return nil
}

// registerChild registers the RHCS resource <name>-<suffix> of the component. What is in a cluster is deleted with it.
func (b builder) registerChild(resourceType, suffix string, inputs rhcs.Properties, resource pulumi.CustomResource, opts ...pulumi.ResourceOption) error {
	if cluster, ok := inputs["cluster"].(pulumi.Input); ok {
		opts = append(opts, b.deletedWith(cluster))
	}
	return rhcs.Register(b.Ctx, resourceType, b.Name+"-"+suffix, inputs, resource, append(opts, b.Parent)...)
}

// replacement returns the options that replace a resource where the provider would reject a change, or reject the change in previews
// too: the provider rejects it only when it is applied. The old resource is deleted first: OCM accepts a name only once. More are
// properties that the provider would change without any effect. Tags are kept, see warnOfTags.
func (b builder) replacement(allowed bool, resourceType string, more ...string) ([]pulumi.ResourceOption, error) {
	if allowed {
		properties := slices.Concat(rhcs.Immutable(resourceType), more)
		return []pulumi.ResourceOption{pulumi.ReplaceOnChanges(properties), pulumi.DeleteBeforeReplace(true)}, nil
	}
	hooks, err := b.Hooks("keep", func(args *pulumi.ResourceHookArgs) error {
		return rejectChanges(resourceType, args.OldInputs, args.NewInputs)
	}, true)
	return []pulumi.ResourceOption{
		pulumi.ResourceHooks(&pulumi.ResourceHookBinding{BeforeUpdate: hooks}), pulumi.IgnoreChanges([]string{tagProperties[resourceType]}),
	}, err
}

// decidedBy has the arguments that decide properties which no program sets.
var decidedBy = map[string]string{"awsSubnetIds": "Scope, Zones and the network decide it", "availabilityZones": "Zones decides it"}

// rejectChanges returns the provider's error for the first immutable property that has another known value, or none any more.
func rejectChanges(resourceType string, olds, news resource.PropertyMap) error {
	for _, text := range rhcs.Immutable(resourceType) {
		path, err := resource.ParsePropertyPath(text)
		if err != nil {
			return err
		}
		old, _ := path.Get(resource.NewProperty(olds))
		value, isSet := path.Get(resource.NewProperty(news))
		removed := !isSet || value.IsNull()
		if removed && (old.IsNull() || !rhcs.RejectsRemoval(resourceType, text)) ||
			!removed && (value.ContainsUnknowns() || sameElements(old, value)) {
			continue
		}
		change := fmt.Sprintf("from %v to %v", old.Mappable(), value.Mappable())
		if old.ContainsSecrets() || value.ContainsSecrets() {
			change = "from one secret to another"
		}
		back := "set it back"
		if by := decidedBy[text]; by != "" {
			back += " (" + by + ")"
		}
		return fmt.Errorf("attribute value cannot be changed: Attribute %s, cannot be changed %s; %s, or set AllowReplacement: "+
			"what OCM cannot change is then deleted, with everything in it, and created again", text, change, back)
	}
	return nil
}

// sameElements reports whether the values are equal; of lists, some of which are sets to OCM, in any order.
func sameElements(old, value resource.PropertyValue) bool {
	if !old.IsArray() || !value.IsArray() {
		return value.DeepEquals(old)
	}
	texts := func(list resource.PropertyValue) []string {
		var all []string
		for _, element := range list.ArrayValue() {
			all = append(all, fmt.Sprint(element.Mappable()))
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(texts(old), texts(value))
}

// ignoreCreator ignores changes of the creator: an update by another user, or by the same user's next session, changes nothing.
func ignoreCreator() pulumi.ResourceOption {
	return pulumi.IgnoreChanges([]string{"properties." + creatorProperty})
}

// replaceWithCluster replaces what is in a cluster together with the cluster, and if one of the identity properties changes.
func replaceWithCluster(identity ...string) pulumi.ResourceOption {
	return pulumi.ReplaceOnChanges(slices.Concat([]string{"cluster"}, identity))
}

// namedResource is an RHCS resource whose name other resources refer to.
type namedResource struct {
	pulumi.CustomResourceState

	Name pulumi.StringOutput `pulumi:"name"`
}

// tagProperties are the properties with tags of the resource types, which OCM cannot change.
var tagProperties = map[string]string{
	"ClusterRosaHcp": "tags", "ClusterRosaClassic": "tags", "HcpMachinePool": "awsNodePool.tags", "MachinePool": "awsTags",
}

// warnOfTags warns that other tags than those of a resource have no effect: a program has one set of tags for all that it creates, for which
// nobody loses a cluster. The component has no input for it: with one that changes, a failed update would lose the component's outputs. The
// outputs are those of the resource with tags. One that is empty is not known in a preview, and has the new tags in an update.
func (b builder) warnOfTags(path check.Path, tags pulumi.StringMap, resource pulumi.CustomResource, outputs ...pulumi.Output) {
	pulumi.All(resource.ID(), tags.ToStringMapOutput()).ApplyTWithContext(b.Ctx.Context(), func(ctx context.Context, all []any) (bool, error) {
		kept := map[string]string{}
		for _, output := range outputs {
			awaited, err := internals.UnsafeAwaitOutput(ctx, output)
			if err != nil {
				return false, err
			}
			found, _ := awaited.Value.(map[string]string)
			maps.Copy(kept, found)
		}
		if wanted, _ := all[1].(map[string]string); maps.Equal(wanted, kept) {
			return false, nil
		}
		return true, b.Ctx.Log.Warn(string(path)+".Tags: OCM cannot change tags: what the service has created keeps those of its creation", nil)
	})
}
