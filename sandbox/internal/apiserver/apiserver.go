// Package apiserver applies Kubernetes objects to a cluster's API server.
package apiserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
)

// APIServer are the objects of a cluster (kubernetes.Objects).
type APIServer struct {
	client *apiclient.Client

	mutex sync.Mutex
	kinds map[string][]apiResource
}

// pollInterval is the time between two reads of an object that is being deleted.
const pollInterval = 500 * time.Millisecond

// requestTimeout is the timeout of one request: admission webhooks may take ten seconds each.
const requestTimeout = time.Minute

// New returns the cluster of the kubeconfig file's current context.
func New(kubeconfig string) (*APIServer, error) {
	client, err := apiclient.Open(kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("the kubeconfig: %w", err)
	}
	return &APIServer{client: client.WithTimeout(requestTimeout), kinds: map[string][]apiResource{}}, nil
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
	response, err := a.client.Do(ctx, method, path, contentType, text)
	if apiclient.NotFound(err) {
		return nil, fmt.Errorf("%w: %w", kubernetes.ErrNotFound, err)
	}
	if err != nil {
		return nil, err
	}
	object := kubernetes.Object{}
	if err := json.Unmarshal(response, &object); err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	return object, nil
}
