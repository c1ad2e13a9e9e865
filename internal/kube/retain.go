package kube

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// A patch releases its fields when it is deleted or no longer sets them; a retained patch leaves them in the object. Server-side apply sets
// a block of an object to null when its last owned field is released while the block has another owner, such as an operator that wrote it.
// The API server rejects null, so a field of such blocks is in a retained patch.

// PatchRetaining returns a function that patches fields below spec, and retains a field there by a second patch.
//
// The candidates are specs of one field each. It retains the first whose field the patch does not set; otherwise the last,
// which must have the value of the patch or of a new cluster. The field is not forced, as those of Patch are not.
func PatchRetaining(candidates ...map[string]any) register {
	return func(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
		patch, err := Patch(ctx, name, object, opts...)
		if err != nil {
			return nil, err
		}
		retained := object
		retained.Fields = map[string]any{"spec": retainedField(object, candidates)}
		// The field can change with the arguments. It does so after the patch has released the new one.
		after := slices.Concat(opts, []pulumi.ResourceOption{pulumi.DependsOn(patch.resources())})
		_, err = patchRetained(ctx, name+"-owned", retained, map[string]string{}, after...)
		return patch, err
	}
}

func retainedField(object Object, candidates []map[string]any) map[string]any {
	spec, _ := object.Fields["spec"].(map[string]any)
	for _, candidate := range candidates {
		free := true
		for field := range candidate {
			_, set := spec[field]
			free = free && !set
		}
		if free {
			return candidate
		}
	}
	return candidates[len(candidates)-1]
}

// Retained is a part of spec with a retained patch. Suffix follows the name of the object's patch in that of its own.
type Retained struct {
	Suffix string
	Spec   map[string]any
}

// PatchWithRetained patches fields below spec, and retains some of them, which an operator writes: each has a patch of its own. They have no
// PatchFieldManager, unlike those of PatchRetained, because it is an annotation of the object, which can have only one.
func PatchWithRetained(
	ctx *pulumi.Context, name string, object Object, retained []Retained, opts ...pulumi.ResourceOption,
) (*Registered, error) {
	var patches []pulumi.Resource
	for _, part := range retained {
		own := object
		own.Annotations = nil
		own.Fields = map[string]any{"spec": part.Spec}
		patch, err := PatchForced(ctx, name+part.Suffix, own, append(slices.Clone(opts), pulumi.RetainOnDelete(true))...)
		if err != nil {
			return nil, err
		}
		patches = append(patches, patch)
	}
	// First the retained fields: after an interrupted update, a block of which only this patch owns a field could not be released.
	return Patch(ctx, name, object, append(slices.Clone(opts), pulumi.DependsOn(patches))...)
}
