// Package kube registers the objects inside a cluster: those that are ours are created, those that the cluster already has are patched.
package kube

import (
	"maps"
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// PatchForce is the annotation that makes an update take over fields that somebody else has written meanwhile, where
// server-side apply would end in a conflict. Every patch has it. A created object needs it if a controller rewrites
// fields of it: of those that Pulumi is to ignore, its Kubernetes provider recognises no name with a dot in it
// (pulumi/pulumi-kubernetes provider/pkg/await/await.go, handleSSAIgnoreFields).
const PatchForce = "pulumi.com/patchForce"

const deletionPropagation = "pulumi.com/deletionPropagationPolicy"

// Object is a Kubernetes object, or the part of one that a patch owns.
type Object struct {
	APIVersion  string
	Kind        string
	Namespace   string
	Name        string
	Labels      map[string]string
	Annotations map[string]string
	// Fields are those beside apiVersion, kind and metadata, such as spec and data. A leaf may be a Pulumi Input.
	Fields map[string]any
}

// Registered is an object, or a patch of one, in Pulumi's state. It has a type of its own because those of Pulumi's Kubernetes SDK
// cost every package that sees them five CPU seconds of compilation, at each user's.
type Registered struct {
	pulumi.CustomResourceState
}

// Create registers an object that the cluster does not have yet. Deleting it waits for what it owns: a machine set's
// machines end before the set does.
func Create(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
	made := &Registered{}
	err := ctx.RegisterResource(object.token(), name, object.inputs(map[string]string{deletionPropagation: "foreground"}), made, opts...)
	return made, err
}

// Patch registers fields of an object that the cluster already has. The fields are taken over from whoever set them
// (without force, server-side apply ends in a conflict) and given back when the patch is deleted.
func Patch(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
	made := &Registered{}
	err := ctx.RegisterResource(object.token()+"Patch", name, object.inputs(map[string]string{PatchForce: "true"}), made, opts...)
	return made, err
}

// token is the type by which Pulumi's Kubernetes provider knows the object. The provider refuses one without a group and
// calls the group that has no name core (pulumi/pulumi-kubernetes provider/pkg/provider/provider.go, gvkFromURN); the
// constructors of its SDK know nothing of that, so a ConfigMap of theirs cannot be made.
func (o Object) token() string {
	groupVersion := o.APIVersion
	if !strings.Contains(groupVersion, "/") {
		groupVersion = "core/" + groupVersion
	}
	return "kubernetes:" + groupVersion + ":" + o.Kind
}

// inputs are the properties of a resource, plain values with Pulumi Inputs at any depth.
type inputs map[string]any

// ElementType makes inputs what Pulumi takes for the properties of a resource.
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
	metadata := pulumi.Map{
		"name":        pulumi.String(o.Name),
		"annotations": pulumi.ToStringMap(annotations),
	}
	if o.Namespace != "" {
		metadata["namespace"] = pulumi.String(o.Namespace)
	}
	if len(o.Labels) > 0 {
		metadata["labels"] = pulumi.ToStringMap(o.Labels)
	}
	return metadata
}
