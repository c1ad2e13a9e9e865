package kubetest

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apimachinery/pkg/runtime"
)

// Conflicts returns the fields, joined, of which a patch that is not forced would not become the owner in a new cluster: the installation,
// an operator, or the API server for them, has set other values. Kubernetes' own kinds have no such fields.
func Conflicts(patch map[string]any) error {
	plain, err := normalize(patch)
	if err != nil || isBuiltIn(kindOf(plain)) {
		return err
	}
	var found []error
	for _, supported := range []supportedRelease{releases[0], releases[len(releases)-1]} {
		existing, err := supported.installed(plain)
		if err != nil {
			return err
		}
		found = append(found, conflicts("", existing, plain))
	}
	return errors.Join(found...)
}

// installed returns the object that a patch is for, as a new cluster of the release has it.
func (s supportedRelease) installed(patch map[string]any) (map[string]any, error) {
	folder := ""
	if structOf(kindOf(patch)) != nil {
		var err error
		if folder, err = s.folder(); err != nil {
			return nil, err
		}
	}
	definition, err := crdOf(folder, kindOf(patch))
	if err != nil {
		return nil, err
	}
	object := map[string]any{"spec": map[string]any{}}
	maps.Copy(object, runtime.DeepCopyJSON(existingObject(patch)))
	defaulting.Default(object, definition.structural)
	return object, nil
}

// conflicts compares the fields that both objects have. An empty map is no conflict: its fields have other owners.
func conflicts(path string, existing, patch map[string]any) error {
	var found []error
	for _, key := range slices.Sorted(maps.Keys(patch)) {
		at, value := path+"."+key, patch[key]
		live, exists := existing[key]
		below, isMap := value.(map[string]any)
		under, wasMap := live.(map[string]any)
		switch {
		case exists && isMap && wasMap:
			found = append(found, conflicts(at, under, below))
		case exists && !reflect.DeepEqual(live, value):
			found = append(found, fmt.Errorf("%s: %v is set already, so that the patch must be forced", at, live))
		}
	}
	return errors.Join(found...)
}
