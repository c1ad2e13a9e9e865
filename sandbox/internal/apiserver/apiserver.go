// Package apiserver applies Kubernetes objects to a cluster's API server. It is separate from the fake of the Kubernetes
// provider so that unit tests with mocks do not compile client-go.
package apiserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
)

// APIServer are the objects of a cluster (kubernetes.Objects).
//
// It uses HTTP instead of client-go's dynamic and discovery clients, with which every example would compile all of
// Kubernetes' types.
type APIServer struct {
	client *http.Client
	server string

	mutex sync.Mutex
	kinds map[string][]metav1.APIResource
}

// pollInterval is the time between two reads of an object that is being deleted.
const pollInterval = 500 * time.Millisecond

// New returns the cluster of the kubeconfig file's current context.
func New(kubeconfig string) (*APIServer, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("the kubeconfig %s: %w", kubeconfig, err)
	}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, fmt.Errorf("the kubeconfig %s: %w", kubeconfig, err)
	}
	server, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return nil, fmt.Errorf("the kubeconfig %s: %w", kubeconfig, err)
	}
	return &APIServer{
		client: client, server: strings.TrimSuffix(server.String(), "/"), kinds: map[string][]metav1.APIResource{},
	}, nil
}

// Get implements kubernetes.Objects.
func (a *APIServer) Get(ctx context.Context, ref kubernetes.Ref) (kubernetes.Object, error) {
	path, err := a.path(ctx, ref)
	if err != nil {
		return nil, err
	}
	return a.call(ctx, ref, http.MethodGet, path, "", nil)
}

// Apply implements kubernetes.Objects by server-side apply.
func (a *APIServer) Apply(
	ctx context.Context, manager string, object kubernetes.Object, force bool,
) (kubernetes.Object, error) {
	ref := kubernetes.RefOf(object)
	path, err := a.path(ctx, ref)
	if err != nil {
		return nil, err
	}
	query := url.Values{"fieldManager": {manager}, "fieldValidation": {"Strict"}}
	if force {
		query.Set("force", "true")
	}
	return a.call(ctx, ref, http.MethodPatch, path+"?"+query.Encode(), "application/apply-patch+yaml", object)
}

// Delete implements kubernetes.Objects.
func (a *APIServer) Delete(ctx context.Context, ref kubernetes.Ref, propagation string) error {
	path, err := a.path(ctx, ref)
	if err != nil {
		return err
	}
	options := map[string]any{"apiVersion": "v1", "kind": "DeleteOptions", "propagationPolicy": "Background"}
	if propagation != "" {
		options["propagationPolicy"] = strings.ToUpper(propagation[:1]) + propagation[1:]
	}
	deleted, err := a.call(ctx, ref, http.MethodDelete, path, "application/json", options)
	if err != nil {
		return err
	}
	last := deleted
	for {
		live, err := a.call(ctx, ref, http.MethodGet, path, "", nil)
		if err == nil && uidOf(deleted) != "" && uidOf(live) != uidOf(deleted) {
			return nil
		}
		if err == nil {
			last = live
			err = a.collectGarbage(ctx, ref, path, live)
		}
		if errors.Is(err, kubernetes.ErrNotFound) || err != nil && ctx.Err() == nil {
			return ignoreNotFound(err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s is still being deleted; its finalizers are %v: %w", ref, finalizersOf(last), ctx.Err())
		case <-time.After(pollInterval):
		}
	}
}

// call sends a request about an object and returns the object of the response.
func (a *APIServer) call(
	ctx context.Context,
	ref kubernetes.Ref,
	method, path, contentType string,
	body any,
) (kubernetes.Object, error) {
	object, err := a.request(ctx, method, path, contentType, body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	return object, nil
}

func (a *APIServer) request(ctx context.Context, method, path, contentType string, body any) (kubernetes.Object, error) {
	var text []byte
	var err error
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, a.server+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := a.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if text, err = io.ReadAll(response.Body); err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return nil, statusError(response.StatusCode, text)
	}
	object := kubernetes.Object{}
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	return object, nil
}

// statusError returns the server's Status as an error.
func statusError(code int, text []byte) error {
	var status metav1.Status
	if err := json.Unmarshal(text, &status); err != nil || status.Message == "" {
		status.Message = strings.TrimSpace(string(text))
	}
	if code == http.StatusNotFound {
		return fmt.Errorf("%w: %s", kubernetes.ErrNotFound, status.Message)
	}
	return fmt.Errorf("%s: %s", status.Reason, status.Message)
}
