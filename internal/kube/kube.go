// Package kube registers objects inside a cluster: it creates the objects of a program and patches those that the cluster already
// has.
package kube

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// PatchForce is the annotation with which an update becomes the owner of fields that another field manager has written, where
// server-side apply would fail with a conflict. A created object needs it if a controller rewrites some of its fields: ignoreChanges does
// not help, because Pulumi's Kubernetes provider does not support field names with a dot there (pulumi/pulumi-kubernetes
// provider/pkg/await/await.go, handleSSAIgnoreFields).
const PatchForce = "pulumi.com/patchForce"

// PatchFieldManager is the annotation with the name of a patch's field manager. Without it, each patch of each stack has a random name
// (pulumi/pulumi-kubernetes provider/pkg/provider/provider.go, fieldManagerName).
const PatchFieldManager = "pulumi.com/patchFieldManager"

// retainedFieldManager is the field manager of retained patches. A patch of a later stack must have the manager of the retained one to
// remove fields that it no longer sets: as another manager it would share them with one that no stack has any more.
const retainedFieldManager = "pulumi-openshift-aws"

const deletionPropagation = "pulumi.com/deletionPropagationPolicy"

// Object is a Kubernetes object, or the part of one that a patch owns.
type Object struct {
	APIVersion  string
	Kind        string
	Namespace   string
	Name        string
	Labels      map[string]string
	Annotations map[string]string
	// Fields are the fields other than apiVersion, kind and metadata, such as spec and data. A leaf can be a Pulumi Input.
	Fields map[string]any
	// Forced are the paths of fields, such as spec.replicas, that the installation or an operator writes in every cluster. Patch becomes
	// their owner by force.
	Forced []string
}

// Registered is an object, or a patch of one, in Pulumi's state. It replaces the types of Pulumi's Kubernetes SDK, which cost each
// user five CPU seconds of compilation per importing package.
type Registered struct {
	pulumi.CustomResourceState

	unforced *Registered
}

// Create registers an object that the cluster does not have. Its deletion waits for the objects that it owns: a machine set is
// deleted after its machines.
func Create(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
	registered := &Registered{}
	err := ctx.RegisterResource(object.token(), name, object.inputs(map[string]string{deletionPropagation: "foreground"}), registered, opts...)
	return registered, err
}

// Patch registers fields of an object that the cluster already has, and releases them when the patch is deleted. It does not force
// ownership: if somebody else, such as an administrator, has set one of the fields to another value, the value stays, and the update
// fails and names the owner and the field. If the object has Forced, those are the patch with the name, and the others one of
// their own, whether they are set or not: a field that moved to another patch would be released.
func Patch(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
	if len(object.Forced) == 0 {
		return patch(ctx, name, object, map[string]string{}, opts)
	}
	forced, others := object.splitForced()
	if len(others.Fields) > 0 {
		unforced, err := patch(ctx, name+"-unforced", others, map[string]string{}, opts)
		if err != nil || len(forced.Fields) == 0 {
			return unforced, err
		}
		registered, err := PatchForced(ctx, name, forced, opts...)
		if err == nil {
			registered.unforced = unforced
		}
		return registered, err
	}
	return PatchForced(ctx, name, forced, opts...)
}

// resources returns the resource, and the patch of its fields that are not forced, if there is one.
func (r *Registered) resources() []pulumi.Resource {
	if r.unforced == nil {
		return []pulumi.Resource{r}
	}
	return []pulumi.Resource{r, r.unforced}
}

// PatchForced is Patch for fields that the installation or an operator writes in every cluster, or that the component has read.
func PatchForced(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
	return patch(ctx, name, object, map[string]string{PatchForce: "true"}, opts)
}

func patch(
	ctx *pulumi.Context, name string, object Object, annotations map[string]string, opts []pulumi.ResourceOption,
) (*Registered, error) {
	registered := &Registered{}
	err := ctx.RegisterResource(object.token()+"Patch", name, object.inputs(annotations), registered, opts...)
	return registered, err
}

// splitForced returns the object with the fields of Forced, and with the others.
func (o Object) splitForced() (forced, others Object) {
	forced, others = o, o
	forced.Fields, others.Fields = map[string]any{}, o.Fields
	for _, path := range o.Forced {
		value, rest := cut(others.Fields, strings.Split(path, "."))
		if value != nil {
			argument.Put(forced.Fields, path, value)
		}
		others.Fields = rest
	}
	return forced, others
}

// cut returns the value at the path, nil if there is none, and a copy of the fields without it and without blocks that it leaves empty.
func cut(fields map[string]any, path []string) (value any, rest map[string]any) {
	rest = maps.Clone(fields)
	if len(path) == 1 {
		delete(rest, path[0])
		return fields[path[0]], rest
	}
	block, ok := fields[path[0]].(map[string]any)
	if !ok {
		return nil, fields
	}
	value, remaining := cut(block, path[1:])
	if rest[path[0]] = remaining; len(remaining) == 0 && len(block) > 0 {
		delete(rest, path[0])
	}
	return value, rest
}

// PatchRetained is PatchForced for fields that stay when the patch is deleted. An object must have at most one retained patch, because the
// name of its field manager is an annotation of the object. The object can set that annotation, PatchFieldManager, to a manager that
// does not own the fields of the retained patch.
func PatchRetained(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
	return patchRetained(ctx, name, object, map[string]string{PatchForce: "true"}, opts...)
}

func patchRetained(
	ctx *pulumi.Context, name string, object Object, annotations map[string]string, opts ...pulumi.ResourceOption,
) (*Registered, error) {
	annotations[PatchFieldManager] = retainedFieldManager
	return patch(ctx, name, object, annotations, append(slices.Clone(opts), pulumi.RetainOnDelete(true)))
}

// token returns the object's type token. Pulumi's Kubernetes provider requires a group and uses core for the group without a
// name (pulumi/pulumi-kubernetes provider/pkg/provider/provider.go, gvkFromURN); the generic constructors of its SDK do not do
// that, so they cannot create a ConfigMap.
func (o Object) token() string {
	groupVersion := o.APIVersion
	if !strings.Contains(groupVersion, "/") {
		groupVersion = "core/" + groupVersion
	}
	return "kubernetes:" + groupVersion + ":" + o.Kind
}

// inputs are the properties of a resource, plain values with Pulumi Inputs at any depth.
type inputs map[string]any

// ElementType implements pulumi.Input, so that inputs can be the properties of a resource.
func (inputs) ElementType() reflect.Type { return reflect.TypeFor[map[string]any]() }

func (o Object) inputs(annotations map[string]string) inputs {
	all := inputs{}
	maps.Copy(all, o.Fields)
	all["apiVersion"] = pulumi.String(o.APIVersion)
	all["kind"] = pulumi.String(o.Kind)
	all["metadata"] = o.metadata(annotations)
	return all
}

func (o Object) metadata(annotations map[string]string) pulumi.Map {
	maps.Copy(annotations, o.Annotations)
	metadata := pulumi.Map{"name": pulumi.String(o.Name)}
	if len(annotations) > 0 {
		metadata["annotations"] = pulumi.ToStringMap(annotations)
	}
	if o.Namespace != "" {
		metadata["namespace"] = pulumi.String(o.Namespace)
	}
	if len(o.Labels) > 0 {
		metadata["labels"] = pulumi.ToStringMap(o.Labels)
	}
	return metadata
}
