package ingress

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// operatorBlocks are the blocks that the operator writes into every controller, because they are not pointers in Go: when it creates
// `default`, and when it adds its finalizer to another controller (openshift/api release-4.18 operator/v1/types_ingress.go,
// IngressControllerSpec; openshift/cluster-ingress-operator release-4.18 pkg/operator/controller/ingress/controller.go,
// ensureIngressController). The operator owns the blocks since then: when the last field of one is released, server-side apply sets it to
// null, which the API server rejects.
func operatorBlocks() map[string]any {
	return map[string]any{
		"clientTLS":          (&ClientTLSArgs{Policy: noClientTLS}).fields(),
		"httpErrorCodePages": map[string]any{"name": ""},
		"tuningOptions":      (&TuningArgs{}).fields(),
	}
}

// withOperatorBlocks adds the operator's blocks to the spec of a controller that the component creates: their fields are reset and
// never released.
func withOperatorBlocks(spec map[string]any) map[string]any {
	filled := operatorBlocks()
	maps.Copy(filled, spec)
	return filled
}

// keptPatches are the names of the patches of the operator's blocks, and of the strategy, which openshift-install or the operator has set
// in some clusters (openshift/cluster-ingress-operator release-4.18 pkg/operator/operator.go, ensureDefaultIngressController).
var keptPatches = map[string]string{
	"clientTLS":                  "-client-tls",
	"endpointPublishingStrategy": "-publishing",
	"httpErrorCodePages":         "-error-pages",
	"tuningOptions":              "-reload-interval",
}

// splitKept moves the blocks of keptPatches out of a spec of `default`; of tuningOptions only the field that keeps the block.
func splitKept(spec map[string]any) (kept map[string]any) {
	kept = map[string]any{}
	for block := range keptPatches {
		fields, set := spec[block].(map[string]any)
		if !set {
			continue
		}
		delete(spec, block)
		kept[block] = fields
		if block != "tuningOptions" {
			continue
		}
		kept[block] = map[string]any{"reloadInterval": fields["reloadInterval"]}
		delete(fields, "reloadInterval")
		if len(fields) > 0 {
			spec[block] = fields
		}
	}
	return kept
}

// registerKept registers a patch for each block of keptPatches that the object sets, and removes them from the object. A patch that
// is deleted is retained.
func registerKept(ctx *pulumi.Context, name string, object kube.Object, parent pulumi.ResourceOption) ([]pulumi.Resource, error) {
	var patches []pulumi.Resource
	kept := splitKept(object.Fields["spec"].(map[string]any))
	for _, block := range slices.Sorted(maps.Keys(kept)) {
		part := object
		part.Annotations = nil
		part.Fields = map[string]any{"spec": map[string]any{block: kept[block]}}
		patch, err := kube.Patch(ctx, name+keptPatches[block], part, parent, pulumi.RetainOnDelete(true))
		if err != nil {
			return nil, err
		}
		patches = append(patches, patch)
	}
	return patches, nil
}
