package kubetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// CheckRecorded fails the test unless the API server of a new cluster would accept every Kubernetes object that a program
// registered. It also fails if the program registered none.
func CheckRecorded(t testing.TB, rec *mocks.Recorder) {
	t.Helper()
	objects := recordedObjects(t, rec)
	if len(objects) == 0 {
		t.Error("the program registered no Kubernetes object")
	}
	for _, object := range objects {
		if !object.patch {
			Check(t, object.manifest)
		}
	}
	for _, object := range objects {
		if !object.patch {
			continue
		}
		CheckPatch(t, object.manifest)
		if object.forced {
			continue
		}
		if err := Conflicts(object.manifest); err != nil {
			t.Errorf("a patch of %s would conflict:\n%v", describe(object.manifest), err)
		}
	}
}

// recordedObject is a Kubernetes object that a program creates or patches, without Pulumi's annotations.
type recordedObject struct {
	manifest      map[string]any
	patch, forced bool
}

// recordedObjects returns the objects that a program registered, sorted by URN.
func recordedObjects(t testing.TB, rec *mocks.Recorder) []recordedObject {
	t.Helper()
	var all []recordedObject
	for _, resource := range rec.Resources() {
		if !strings.HasPrefix(resource.Type, "kubernetes:") || resource.Read {
			continue
		}
		inputs := revealed(t, resource.Inputs).(map[string]any)
		metadata, _ := inputs["metadata"].(map[string]any)
		annotations, _ := metadata["annotations"].(map[string]any)
		forced := annotations[kube.PatchForce] == "true"
		manifest, err := normalize(withoutPulumiAnnotations(inputs))
		if err != nil {
			t.Fatalf("%s is not a valid manifest: %v", resource.URN, err)
		}
		all = append(all, recordedObject{manifest, strings.HasSuffix(resource.Type, "Patch"), forced})
	}
	return all
}

// Recorded returns the manifests of the Kubernetes objects that a program creates and patches, sorted by URN, without Pulumi's
// annotations.
func Recorded(t testing.TB, rec *mocks.Recorder) (created, patched []map[string]any) {
	t.Helper()
	for _, object := range recordedObjects(t, rec) {
		if object.patch {
			patched = append(patched, object.manifest)
			continue
		}
		created = append(created, object.manifest)
	}
	return created, patched
}

// revealed returns a recorded value with the plain text of its secrets. Manifests of a preview cannot be checked, because they can
// have unknown values.
func revealed(t testing.TB, value any) any {
	t.Helper()
	switch v := value.(type) {
	case mocks.Secret:
		return revealed(t, v.Value)
	case mocks.Unknown:
		t.Fatal("a value is unknown; only resources of Recorder.Run can be checked")
	case map[string]any:
		plain := make(map[string]any, len(v))
		for key, field := range v {
			plain[key] = revealed(t, field)
		}
		return plain
	case []any:
		plain := slices.Clone(v)
		for i, item := range v {
			plain[i] = revealed(t, item)
		}
		return plain
	}
	return value
}

func withoutPulumiAnnotations(manifest map[string]any) map[string]any {
	metadata, _ := manifest["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	maps.DeleteFunc(annotations, func(key string, _ any) bool { return strings.HasPrefix(key, "pulumi.com/") })
	if annotations != nil && len(annotations) == 0 {
		delete(metadata, "annotations")
	}
	return manifest
}
