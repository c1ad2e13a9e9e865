// Package kubetest checks in unit tests whether an API server would accept an object: the object decodes strictly into its
// struct of github.com/openshift/api or k8s.io/api, has no field that the API server would prune, and passes the
// schema and the CEL rules of its custom resource definition, in the oldest and in the newest supported release too.
//
//	kubetest.Check(t, manifest)         // an object that is created
//	kubetest.CheckPatch(t, manifest)    // fields of an object that the cluster already has
//
// Invalid: spec.replica (no such field), spec.deletePolicy: Eldest (outside of the enum), a label selector without a value.
package kubetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// Check fails the test unless the API server of a new cluster would accept the object.
func Check(t testing.TB, object map[string]any) {
	t.Helper()
	if err := Validate(object); err != nil {
		t.Errorf("%s would be rejected:\n%v", describe(object), err)
	}
}

// CheckPatch fails the test unless the API server of a new cluster would accept a server-side apply of the fields to
// the existing object: IngressController/default, the registry's Config/cluster, MachineConfigPool/master
// and worker, ClusterVersion/version. Other objects count as empty.
func CheckPatch(t testing.TB, patch map[string]any) {
	t.Helper()
	if err := ValidatePatch(patch); err != nil {
		t.Errorf("a patch of %s would be rejected:\n%v", describe(patch), err)
	}
}

// Validate returns all problems of an object, joined; nil if there are none.
func Validate(object map[string]any) error {
	plain, err := normalize(object)
	if err != nil {
		return err
	}
	return validate(plain, plain)
}

// ValidatePatch returns all problems of fields that are applied to an object of a new cluster, joined; nil if there are none.
func ValidatePatch(patch map[string]any) error {
	plain, err := normalize(patch)
	if err != nil {
		return err
	}
	return validate(plain, argument.Merge(existingObject(plain), plain))
}

// validate decodes what a program sets, and checks the resulting object against the oldest and the newest supported release.
func validate(set, object map[string]any) error {
	return errors.Join(decodeStrictly(set), checkReleases(object))
}

// Manifest returns the object in the form of decoded JSON. Its leaves are plain values or known Inputs, such
// as pulumi.String; outputs fail the test, because their values are not known.
func Manifest(t testing.TB, object kube.Object) map[string]any {
	t.Helper()
	metadata := map[string]any{"name": object.Name}
	if object.Namespace != "" {
		metadata["namespace"] = object.Namespace
	}
	if len(object.Labels) > 0 {
		metadata["labels"] = object.Labels
	}
	if len(object.Annotations) > 0 {
		metadata["annotations"] = object.Annotations
	}
	manifest := map[string]any{"apiVersion": object.APIVersion, "kind": object.Kind, "metadata": metadata}
	maps.Copy(manifest, object.Fields)
	plain, err := normalize(manifest)
	if err != nil {
		t.Fatalf("%s is not a valid manifest: %v", describe(manifest), err)
	}
	return plain
}

// normalize returns the object as the API server decodes it: integers as int64, other numbers as float64.
func normalize(object map[string]any) (map[string]any, error) {
	data, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("encoding %s as JSON: %w", describe(object), err)
	}
	plain := map[string]any{}
	if err := utiljson.Unmarshal(data, &plain); err != nil {
		return nil, err
	}
	return plain, nil
}

func describe(object map[string]any) string {
	metadata, _ := object["metadata"].(map[string]any)
	return fmt.Sprintf("%v %v %v", object["apiVersion"], object["kind"], metadata["name"])
}
