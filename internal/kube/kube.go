// Package kube registers the objects inside a cluster: those that are ours are created, those that the cluster already has are patched.
package kube

import (
	"maps"
	"strings"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/apiextensions"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
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

// Create registers an object that the cluster does not have yet. Deleting it waits for what it owns: a machine set's
// machines end before the set does.
func Create(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*apiextensions.CustomResource, error) {
	made := &apiextensions.CustomResource{}
	err := ctx.RegisterResource(object.token(), name, object.inputs(map[string]string{deletionPropagation: "foreground"}), made, opts...)
	return made, err
}

// Patch registers fields of an object that the cluster already has. The fields are taken over from whoever set them
// (without force, server-side apply ends in a conflict) and given back when the patch is deleted.
func Patch(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*apiextensions.CustomResourcePatch, error) {
	made := &apiextensions.CustomResourcePatch{}
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

func (o Object) inputs(annotations map[string]string) kubernetes.UntypedArgs {
	inputs := kubernetes.UntypedArgs{}
	maps.Copy(inputs, o.Fields)
	inputs["apiVersion"] = pulumi.String(o.APIVersion)
	inputs["kind"] = pulumi.String(o.Kind)
	inputs["metadata"] = o.metadata(annotations)
	return inputs
}

func (o Object) metadata(annotations map[string]string) metav1.ObjectMetaPtrInput {
	maps.Copy(annotations, o.Annotations)
	metadata := metav1.ObjectMetaArgs{
		Name:        pulumi.String(o.Name),
		Annotations: pulumi.ToStringMap(annotations),
	}
	if o.Namespace != "" {
		metadata.Namespace = pulumi.String(o.Namespace)
	}
	if len(o.Labels) > 0 {
		metadata.Labels = pulumi.ToStringMap(o.Labels)
	}
	return metadata
}
