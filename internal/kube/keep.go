package kube

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Server-side apply sets a block of an object to null when its last owned field is released while the block has another owner, such as
// an operator that wrote it. The API server rejects null, so patches of such blocks keep a field: a patch owns it that is removed from
// the state when it is deleted, and leaves the field.

// PatchKeeping returns a function that patches fields below spec, and keeps a field there by a second patch.
//
// The candidates are specs of one field each. It keeps the first whose field the patch does not set; otherwise the last,
// which must have the value of the patch or of a new cluster. The field is not forced, as those of Patch are not.
func PatchKeeping(candidates ...map[string]any) register {
	return func(ctx *pulumi.Context, name string, object Object, opts ...pulumi.ResourceOption) (*Registered, error) {
		patch, err := Patch(ctx, name, object, opts...)
		if err != nil {
			return nil, err
		}
		kept := object
		kept.Fields = map[string]any{"spec": keptField(object, candidates)}
		// The field can change with the arguments. It does so after the patch has released the new one.
		after := slices.Concat(opts, []pulumi.ResourceOption{pulumi.DependsOn(patch.resources())})
		_, err = patchRetained(ctx, name+"-owned", kept, map[string]string{}, after...)
		return patch, err
	}
}

func keptField(object Object, candidates []map[string]any) map[string]any {
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

// Kept is a part of spec that stays when it is no longer set. Suffix follows the name of the patch in that of its own.
type Kept struct {
	Suffix string
	Spec   map[string]any
}

// PatchWithKept patches fields below spec, and keeps some of them, which an operator writes: each has a patch of its own. They have no PatchFieldManager, unlike
// those of PatchRetained, because it is an annotation of the object, which can have only one.
func PatchWithKept(ctx *pulumi.Context, name string, object Object, kept []Kept, opts ...pulumi.ResourceOption) (*Registered, error) {
	var patches []pulumi.Resource
	for _, part := range kept {
		own := object
		own.Annotations = nil
		own.Fields = map[string]any{"spec": part.Spec}
		patch, err := PatchForced(ctx, name+part.Suffix, own, append(slices.Clone(opts), pulumi.RetainOnDelete(true))...)
		if err != nil {
			return nil, err
		}
		patches = append(patches, patch)
	}
	// First the kept fields: after an interrupted update, a block of which only this patch owns a field could not be released.
	return Patch(ctx, name, object, append(slices.Clone(opts), pulumi.DependsOn(patches))...)
}
