package ingress

import (
	"maps"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// operatorBlocks are the blocks that the operator writes into every controller, because they are not pointers in Go: when it creates
// `default`, and when it adds its finalizer to another controller (openshift/api release-4.18 operator/v1/types_ingress.go,
// IngressControllerSpec; openshift/cluster-ingress-operator release-4.18 pkg/operator/controller/ingress/controller.go,
// ensureIngressController). The operator owns the blocks since then.
func operatorBlocks() map[string]any {
	return controllerSpec(&IngressControllerArgs{
		ClientTLS: &ClientTLSArgs{Policy: noClientTLS}, DefaultErrorPages: true, Tuning: &TuningArgs{},
	})
}

// withOperatorBlocks adds the operator's blocks to the spec of a controller that the component creates: their fields are reset and
// never released.
func withOperatorBlocks(spec map[string]any) map[string]any {
	filled := operatorBlocks()
	maps.Copy(filled, spec)
	return filled
}

// retainedPatches are the names of the patches of the operator's blocks, and of the strategy, which openshift-install or the operator has set
// in some clusters (openshift/cluster-ingress-operator release-4.18 pkg/operator/operator.go, ensureDefaultIngressController).
var retainedPatches = map[string]string{
	"clientTLS":                  "-client-tls",
	"endpointPublishingStrategy": "-publishing",
	"httpErrorCodePages":         "-error-pages",
	"tuningOptions":              "-reload-interval",
}

// splitRetained returns the blocks of retainedPatches that a patch of `default` sets, and the patch of the other fields. Of tuningOptions it
// retains only one field, by which the block stays.
func splitRetained(object kube.Object) (retained []kube.Retained, rest kube.Object) {
	spec := maps.Clone(object.Fields["spec"].(map[string]any))
	for _, block := range slices.Sorted(maps.Keys(retainedPatches)) {
		fields, set := spec[block].(map[string]any)
		if !set {
			continue
		}
		delete(spec, block)
		if block == "tuningOptions" {
			others := maps.Clone(fields)
			delete(others, "reloadInterval")
			if len(others) > 0 {
				spec[block] = others
			}
			fields = map[string]any{"reloadInterval": fields["reloadInterval"]}
		}
		retained = append(retained, kube.Retained{Suffix: retainedPatches[block], Spec: map[string]any{block: fields}})
	}
	rest = object
	rest.Fields = map[string]any{"spec": spec}
	return retained, rest
}
