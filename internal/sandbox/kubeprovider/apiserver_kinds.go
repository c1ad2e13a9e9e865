package kubeprovider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// path returns where the server keeps the object.
func (a *APIServer) path(ctx context.Context, ref Ref) (string, error) {
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
	return "", fmt.Errorf("the API server knows no kind %s in %s", ref.Kind, ref.APIVersion)
}

func versionPath(apiVersion string) string {
	if strings.Contains(apiVersion, "/") {
		return "/apis/" + apiVersion
	}
	return "/api/" + apiVersion
}

// discover returns the resources of a group's version. Only what was found is
// remembered: a program may create the definition of what it creates next.
func (a *APIServer) discover(ctx context.Context, apiVersion string) ([]metav1.APIResource, error) {
	a.mutex.Lock()
	known, ok := a.kinds[apiVersion]
	a.mutex.Unlock()
	if ok {
		return known, nil
	}
	answer, err := a.request(ctx, http.MethodGet, versionPath(apiVersion), "", nil)
	if errors.Is(err, ErrNotFound) {
		// Not ErrNotFound: the object may exist for all that the server can tell.
		return nil, fmt.Errorf("the API server knows no %s", apiVersion)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	var list metav1.APIResourceList
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	a.mutex.Lock()
	a.kinds[apiVersion] = list.APIResources
	a.mutex.Unlock()
	return list.APIResources, nil
}

func uidOf(object Object) string {
	uid, _ := lookup(object, "metadata"+pathSeparator+"uid")
	text, _ := uid.(string)
	return text
}

func finalizersOf(object Object) []string {
	var names []string
	list, _ := lookup(object, "metadata"+pathSeparator+"finalizers")
	finalizers, _ := list.([]any)
	for _, finalizer := range finalizers {
		if name, ok := finalizer.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func ignoreNotFound(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// controllerLease is held by the kube-controller-manager of a cluster that has one.
const controllerLease = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager"

// collectGarbage takes the place of the garbage collector and of the namespace controller for an API server that
// runs by itself, as in tests: there nobody would ever take the collector's own
// finalizer off an object that is deleted in the foreground, or let a namespace go.
func (a *APIServer) collectGarbage(ctx context.Context, ref Ref, path string, live Object) error {
	finalizers := finalizersOf(live)
	at := slices.Index(finalizers, metav1.FinalizerDeleteDependents)
	namespace := ref.APIVersion == "v1" && ref.Kind == "Namespace"
	if at < 0 && !namespace {
		return nil
	}
	_, err := a.request(ctx, http.MethodGet, controllerLease, "", nil)
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	if namespace {
		if err := a.finalizeNamespace(ctx, ref, path, live); at < 0 || err != nil {
			return err
		}
	}
	patch := []any{
		map[string]any{"op": "test", "path": fmt.Sprintf("/metadata/finalizers/%d", at), "value": metav1.FinalizerDeleteDependents},
		map[string]any{"op": "remove", "path": fmt.Sprintf("/metadata/finalizers/%d", at)},
	}
	_, err = a.call(ctx, ref, http.MethodPatch, path, "application/json-patch+json", patch)
	return err
}

// finalizeNamespace takes the server's word that a namespace must be empty first. What a program made in it
// has gone before.
func (a *APIServer) finalizeNamespace(ctx context.Context, ref Ref, path string, live Object) error {
	if spec, _ := live["spec"].(map[string]any); spec["finalizers"] == nil {
		return nil
	}
	empty := clone(live).(map[string]any)
	empty["spec"] = map[string]any{}
	_, err := a.call(ctx, ref, http.MethodPut, path+"/finalize", "application/json", empty)
	return err
}
