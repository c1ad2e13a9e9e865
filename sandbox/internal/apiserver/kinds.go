package apiserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
)

// apiResource is a kind of a group's version, as the API server lists it (k8s.io/apimachinery pkg/apis/meta/v1, APIResource).
type apiResource struct {
	Name, Kind string
	Namespaced bool
}

// deleteDependents is the finalizer of an object that is deleted in the foreground (k8s.io/apimachinery pkg/apis/meta/v1,
// FinalizerDeleteDependents).
const deleteDependents = "foregroundDeletion"

// path returns the path of the object.
func (a *APIServer) path(ctx context.Context, ref kubernetes.Ref) (string, error) {
	resources, err := a.discover(ctx, ref.APIVersion)
	if err != nil {
		return "", err
	}
	for _, resource := range resources {
		if resource.Kind != ref.Kind || strings.Contains(resource.Name, "/") {
			continue
		}
		path := versionPath(ref.APIVersion)
		switch {
		case resource.Namespaced && ref.Namespace == "":
			path += "/namespaces/default"
		case resource.Namespaced:
			path += "/namespaces/" + url.PathEscape(ref.Namespace)
		}
		return path + "/" + resource.Name + "/" + url.PathEscape(ref.Name), nil
	}
	return "", fmt.Errorf("the API server has no kind %s in %s", ref.Kind, ref.APIVersion)
}

func versionPath(apiVersion string) string {
	if strings.Contains(apiVersion, "/") {
		return "/apis/" + apiVersion
	}
	return "/api/" + apiVersion
}

// discover returns the resources of a group's version. Only successful responses are cached: a program may create a
// CustomResourceDefinition and then objects of it.
func (a *APIServer) discover(ctx context.Context, apiVersion string) ([]apiResource, error) {
	a.mutex.Lock()
	known, ok := a.kinds[apiVersion]
	a.mutex.Unlock()
	if ok {
		return known, nil
	}
	answer, err := a.request(ctx, http.MethodGet, versionPath(apiVersion), "", nil)
	if errors.Is(err, kubernetes.ErrNotFound) {
		// The error is not ErrNotFound, because the object itself may exist.
		return nil, fmt.Errorf("the API server has no %s", apiVersion)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	var list struct{ Resources []apiResource }
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	a.mutex.Lock()
	a.kinds[apiVersion] = list.Resources
	a.mutex.Unlock()
	return list.Resources, nil
}

func metadataOf(object kubernetes.Object) map[string]any {
	metadata, _ := object["metadata"].(map[string]any)
	return metadata
}

func uidOf(object kubernetes.Object) string {
	uid, _ := metadataOf(object)["uid"].(string)
	return uid
}

func finalizersOf(object kubernetes.Object) []string {
	var names []string
	finalizers, _ := metadataOf(object)["finalizers"].([]any)
	for _, finalizer := range finalizers {
		if name, ok := finalizer.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func ignoreNotFound(err error) error {
	if errors.Is(err, kubernetes.ErrNotFound) {
		return nil
	}
	return err
}

func ignoreConflict(err error) error {
	if apiclient.Conflict(err) {
		return nil
	}
	return err
}

// controllerLease is the lease of the kube-controller-manager, in a cluster that has one.
const controllerLease = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager"

// collectGarbage does the work of the garbage collector and of the namespace controller for an API server without a
// kube-controller-manager, as in tests. There, an object that is deleted in the foreground would keep the collector's
// finalizer, and a namespace would never be gone. What somebody else wrote meanwhile is left to the next look at the object.
func (a *APIServer) collectGarbage(ctx context.Context, ref kubernetes.Ref, path string, live kubernetes.Object) error {
	finalizers := finalizersOf(live)
	at := slices.Index(finalizers, deleteDependents)
	namespace := ref.APIVersion == "v1" && ref.Kind == "Namespace"
	if at < 0 && !namespace {
		return nil
	}
	_, err := a.request(ctx, http.MethodGet, controllerLease, "", nil)
	if !errors.Is(err, kubernetes.ErrNotFound) {
		return err
	}
	if namespace {
		if err := a.finalizeNamespace(ctx, ref, path, live); at < 0 || err != nil {
			return ignoreConflict(err)
		}
	}
	patch := []any{
		map[string]any{
			"op":    "test",
			"path":  fmt.Sprintf("/metadata/finalizers/%d", at),
			"value": deleteDependents,
		},
		map[string]any{"op": "remove", "path": fmt.Sprintf("/metadata/finalizers/%d", at)},
	}
	_, err = a.call(ctx, ref, http.MethodPatch, path, "application/json-patch+json", patch)
	return ignoreConflict(err)
}

// finalizeNamespace removes the finalizers of a namespace. What the program created in it was deleted before.
func (a *APIServer) finalizeNamespace(ctx context.Context, ref kubernetes.Ref, path string, live kubernetes.Object) error {
	if spec, _ := live["spec"].(map[string]any); spec["finalizers"] == nil {
		return nil
	}
	empty := maps.Clone(live)
	empty["spec"] = map[string]any{}
	_, err := a.call(ctx, ref, http.MethodPut, path+"/finalize", "application/json", empty)
	return err
}
