package kubetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// CheckRecorded fails the test unless the API server of a new cluster would take every Kubernetes object that a program
// registered. A program that registered none fails too.
func CheckRecorded(t testing.TB, rec *mocks.Recorder) {
	t.Helper()
	created, patched := Recorded(t, rec)
	if len(created)+len(patched) == 0 {
		t.Error("the program registered no Kubernetes object")
	}
	for _, object := range created {
		Check(t, object)
	}
	for _, object := range patched {
		CheckPatch(t, object)
	}
}

// Recorded returns the manifests of the Kubernetes objects that a program registered, in the order of their URNs: those
// that it creates and those that it patches. Annotations that only Pulumi reads are left out.
func Recorded(t testing.TB, rec *mocks.Recorder) (created, patched []map[string]any) {
	t.Helper()
	for _, resource := range rec.Resources() {
		if !strings.HasPrefix(resource.Type, "kubernetes:") || resource.Read {
			continue
		}
		manifest, err := normalize(withoutSteering(revealed(t, resource.Inputs).(map[string]any)))
		if err != nil {
			t.Fatalf("%s is no manifest: %v", resource.URN, err)
		}
		if strings.HasSuffix(resource.Type, "Patch") {
			patched = append(patched, manifest)
			continue
		}
		created = append(created, manifest)
	}
	return created, patched
}

// revealed returns a recorded value with its secrets opened. A manifest of a preview, which may hold unknown values,
// cannot be checked.
func revealed(t testing.TB, value any) any {
	t.Helper()
	switch v := value.(type) {
	case mocks.Secret:
		return revealed(t, v.Value)
	case mocks.Unknown:
		t.Fatal("a value is not known; only what Recorder.Run recorded can be checked")
	case map[string]any:
		opened := make(map[string]any, len(v))
		for key, field := range v {
			opened[key] = revealed(t, field)
		}
		return opened
	case []any:
		opened := slices.Clone(v)
		for i, item := range v {
			opened[i] = revealed(t, item)
		}
		return opened
	}
	return value
}

func withoutSteering(manifest map[string]any) map[string]any {
	metadata, _ := manifest["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	maps.DeleteFunc(annotations, func(key string, _ any) bool { return strings.HasPrefix(key, "pulumi.com/") })
	if annotations != nil && len(annotations) == 0 {
		delete(metadata, "annotations")
	}
	return manifest
}
