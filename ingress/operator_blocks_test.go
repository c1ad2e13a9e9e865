package ingress_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// blockOptions are arguments in the operator's blocks.
func blockOptions(name string) *ingress.IngressControllerArgs {
	args := &ingress.IngressControllerArgs{
		Name: name, Replicas: new(2), ErrorPagesConfigMap: "pages",
		ClientTLS: &ingress.ClientTLSArgs{Policy: "Required", CAConfigMap: "clients", AllowedSubjectPatterns: []string{"a"}},
		Tuning:    &ingress.TuningArgs{ThreadCount: 8, ReloadInterval: time.Minute},
	}
	if name != "default" {
		args.Domain = "a.b"
	}
	return args
}

// TestKeptPatches: each block of the operator is a patch that is retained, and the other patch releases its fields
// after it.
func TestKeptPatches(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, controller(blockOptions("default")), withCluster())
	main := mockstest.Find(t, rec, "main-ingresscontroller")
	assert.Equal(t, map[string]any{"replicas": 2.0}, main.Inputs["spec"])
	unforced := mockstest.Find(t, rec, "main-ingresscontroller-unforced")
	assert.Equal(t, map[string]any{"tuningOptions": map[string]any{"threadCount": 8.0}}, unforced.Inputs["spec"])
	assert.False(t, main.Options.RetainOnDelete || unforced.Options.RetainOnDelete)
	for name, spec := range map[string]map[string]any{
		"-client-tls": {"clientTLS": map[string]any{
			"clientCertificatePolicy": "Required", "clientCA": map[string]any{"name": "clients"},
			"allowedSubjectPatterns": []any{"a"},
		}},
		"-error-pages":     {"httpErrorCodePages": map[string]any{"name": "pages"}},
		"-reload-interval": {"tuningOptions": map[string]any{"reloadInterval": "1m0s"}},
	} {
		patch := mockstest.Find(t, rec, "main-ingresscontroller"+name)
		assert.Equal(t, spec, patch.Inputs["spec"], name)
		assert.True(t, patch.Options.RetainOnDelete, name)
		assert.True(t, rec.Graph().Reaches(main.URN, patch.URN) && rec.Graph().Reaches(unforced.URN, patch.URN), name)
	}
}

// TestResetBlocks: what default keeps has an argument that resets it in place.
func TestResetBlocks(t *testing.T) {
	t.Parallel()
	reset := &ingress.IngressControllerArgs{
		Replicas: new(2), DefaultErrorPages: true,
		ClientTLS: &ingress.ClientTLSArgs{Policy: "None"}, Tuning: &ingress.TuningArgs{},
	}
	assert.ElementsMatch(t, []string{
		"update IngressControllerPatch main-ingresscontroller-client-tls: spec.clientTLS.allowedSubjectPatterns, " +
			"spec.clientTLS.clientCA.name, spec.clientTLS.clientCertificatePolicy",
		"update IngressControllerPatch main-ingresscontroller-error-pages: spec.httpErrorCodePages.name",
		"update IngressControllerPatch main-ingresscontroller-reload-interval: spec.tuningOptions.reloadInterval",
		"delete IngressControllerPatch main-ingresscontroller-unforced",
	}, changes(t, controller(blockOptions("default")), controller(reset)))
}

// TestCreatedBlocksAreReset: a controller that the component creates always has the operator's blocks.
func TestCreatedBlocksAreReset(t *testing.T) {
	t.Parallel()
	without := controller(&ingress.IngressControllerArgs{Name: "shard", Domain: "a.b", Replicas: new(2)})
	assert.Equal(t, []string{
		"update IngressController main-ingresscontroller: spec.clientTLS.allowedSubjectPatterns, " +
			"spec.clientTLS.clientCA.name, spec.clientTLS.clientCertificatePolicy, " +
			"spec.httpErrorCodePages.name, spec.tuningOptions.reloadInterval, spec.tuningOptions.threadCount",
	}, changes(t, controller(blockOptions("shard")), without))
}
