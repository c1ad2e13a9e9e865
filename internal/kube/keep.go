package kube

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// PatchKeeping patches fields below spec, and keeps a field there: a second patch owns it, which is never deleted. When the last owned
// field of spec, or of a block in it that has another owner, is released, server-side apply sets spec or the block to null, which the
// API server rejects. Destroying the program removes the second patch from the state and leaves the field.
//
// The candidates are specs of one field each. PatchKeeping keeps the first whose field the patch does not set; otherwise the last,
// which must have the value of the patch or of a new cluster.
func PatchKeeping(
	ctx *pulumi.Context, name string, object Object, candidates []map[string]any, opts ...pulumi.ResourceOption,
) (*Registered, error) {
	patch, err := Patch(ctx, name, object, opts...)
	if err != nil {
		return nil, err
	}
	kept := object
	kept.Fields = map[string]any{"spec": keptField(object, candidates)}
	// The field can change with the arguments. It does so after the patch has released the new one.
	after := slices.Concat(opts, []pulumi.ResourceOption{pulumi.DependsOn([]pulumi.Resource{patch})})
	_, err = PatchRetained(ctx, name+"-owned", kept, after...)
	return patch, err
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
