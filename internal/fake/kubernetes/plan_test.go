package kubernetes

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

func TestRejectPlan(t *testing.T) {
	t.Parallel()
	const configMap = "kubernetes:core/v1:ConfigMap"
	object := func(name string) map[string]any {
		return map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": name, "namespace": "default"}}
	}
	step := func(create bool, name string) fake.Step {
		return fake.Step{
			Token: configMap, URN: "urn:pulumi:dev::shop::" + configMap + "::" + name,
			Create: create, Inputs: object("settings"), Provider: "cluster",
		}
	}
	created, deleted := step(true, "new"), step(false, "old")
	changed := func(change func(*fake.Step)) []fake.Step {
		other := created
		change(&other)
		return []fake.Step{other, deleted}
	}
	for name, tt := range map[string]struct {
		steps    []fake.Step
		rejected bool
		reason   string
	}{
		"renamed":        {steps: []fake.Step{created, deleted}, rejected: true, reason: "the engine deletes the old object at the end"},
		"deleted before": {steps: []fake.Step{deleted, created}, reason: "pulumi-kubernetes deletes what it replaces by the same name first"},
		"another name": {
			steps: changed(func(s *fake.Step) { s.Inputs = object("others") }), reason: "both exist for a while",
		},
		"another cluster": {
			steps: changed(func(s *fake.Step) { s.Provider = "other" }), reason: "each cluster has its own objects",
		},
		"patch": {
			steps: changed(func(s *fake.Step) { s.Token = configMap + "Patch" }), reason: "a patch is for an object that exists",
		},
		"upsert": {
			steps:  changed(func(s *fake.Step) { s.Config = map[string]any{"upsertExistingObjects": "true"} }),
			reason: "the provider applies an object that exists",
		},
	} {
		assert.Equal(t, tt.rejected, len(RejectPlan(tt.steps)) > 0, "%s: %s", name, tt.reason)
	}
}
