// Package kube registers the objects inside a cluster: those that are ours are created, those that the cluster already has are patched.
package kube

import (
	"maps"

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
	return apiextensions.NewCustomResource(ctx, name, &apiextensions.CustomResourceArgs{
		ApiVersion:  pulumi.String(object.APIVersion),
		Kind:        pulumi.String(object.Kind),
		Metadata:    object.metadata(map[string]string{deletionPropagation: "foreground"}),
		OtherFields: kubernetes.UntypedArgs(object.Fields),
	}, opts...)
}

// Patch registers fields of an object that the cluster already has. The fields are taken over from whoever set them
// (without force, server-side apply ends in a conflict) and given back when the patch is deleted.
func Patch(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*apiextensions.CustomResourcePatch, error) {
	return apiextensions.NewCustomResourcePatch(ctx, name, &apiextensions.CustomResourcePatchArgs{
		ApiVersion:  pulumi.String(object.APIVersion),
		Kind:        pulumi.String(object.Kind),
		Metadata:    object.metadata(map[string]string{PatchForce: "true"}),
		OtherFields: kubernetes.UntypedArgs(object.Fields),
	}, opts...)
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
