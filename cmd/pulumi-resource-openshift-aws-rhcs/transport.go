package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

const (
	clustersPath = "/api/clusters_mgmt/v1/clusters"
	// markProperty is the property of a cluster in OCM with the mark of the resource that has requested it. A creation that is killed has
	// no state, and its cluster is found by it. RHCS never sees it.
	markProperty = "pulumi_resource"
)

// transport is the transport of RHCS's connection to OCM. It notes what does not exist, drops recurring upgrades from lists, and marks the
// clusters that are created. A 404 of anything but OCM is an error: RHCS would take it as proof that a cluster is gone.
type transport struct{ next http.RoundTripper }

func wrapTransport(next http.RoundTripper) http.RoundTripper { return transport{next} }

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) {
	op, path := operationOf(request.Context()), strings.TrimSuffix(request.URL.Path, "/")
	if request.Method == http.MethodPost && path == clustersPath && op.mark() != "" {
		marked, err := markCluster(request, op.mark())
		if err != nil {
			return nil, err
		}
		request = marked
	}
	response, err := t.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	switch {
	case response.StatusCode == http.StatusNotFound && !strings.Contains(response.Header.Get("Content-Type"), "json"):
		_ = response.Body.Close()
		return nil, fmt.Errorf("%s answers 404, but is not OCM's API: is the url of the provider right?", request.URL.Host)
	case response.StatusCode == http.StatusNotFound:
		op.missing.add(path)
	case response.StatusCode >= http.StatusMultipleChoices:
	case request.Method == http.MethodGet && strings.HasSuffix(path, "/upgrade_policies"):
		return response, rewrite(response, dropRecurring)
	case strings.HasPrefix(path, clustersPath):
		return response, rewrite(response, op.dropMarks)
	}
	return response, nil
}

// rewrite changes the JSON object of a response. It leaves any other body as it is.
func rewrite(response *http.Response, change func(object map[string]any) bool) error {
	body, err := io.ReadAll(response.Body)
	if closed := response.Body.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if changed, ok := rewritten(body, change); ok {
		body = changed
	}
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response.Header.Del("Content-Length")
	return nil
}

func rewritten(body []byte, change func(map[string]any) bool) ([]byte, bool) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var object map[string]any
	if decoder.Decode(&object) != nil || !change(object) {
		return nil, false
	}
	changed, err := json.Marshal(object)
	return changed, err == nil
}

// dropRecurring drops policies without a version from a list: those of recurring upgrades. RHCS 1.7.7 fails to parse them in every update
// of a cluster (provider/clusterrosa/hcp/upgrade, CheckAndCancelUpgrades); terraform-provider-rhcs#1186 skips them in the same way.
func dropRecurring(list map[string]any) bool {
	items, _ := list["items"].([]any)
	kept := []any{}
	for _, item := range items {
		policy, _ := item.(map[string]any)
		if version, _ := policy["version"].(string); version != "" {
			kept = append(kept, item)
		}
	}
	list["items"], list["size"], list["total"] = kept, len(kept), len(kept)
	return len(kept) < len(items)
}

// dropMarks drops the marks from a cluster or a list of clusters, and notes the clusters with the mark of the resource.
func (o *operation) dropMarks(object map[string]any) bool {
	dropped := false
	if items, ok := object["items"].([]any); ok {
		for _, item := range items {
			if cluster, ok := item.(map[string]any); ok {
				dropped = o.dropMarks(cluster) || dropped
			}
		}
	}
	properties, _ := object["properties"].(map[string]any)
	mark, isMarked := properties[markProperty]
	if !isMarked {
		return dropped
	}
	if id, _ := object["id"].(string); mark == o.mark() {
		o.marked.add(id)
	}
	delete(properties, markProperty)
	return true
}

// markCluster returns the request for a cluster with a mark.
func markCluster(request *http.Request, mark string) (*http.Request, error) {
	body, err := io.ReadAll(request.Body)
	if closed := request.Body.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	marked, ok := rewritten(body, func(cluster map[string]any) bool {
		properties, _ := cluster["properties"].(map[string]any)
		if properties == nil {
			properties = map[string]any{}
		}
		properties[markProperty], cluster["properties"] = mark, properties
		return true
	})
	if ok {
		body = marked
	}
	request = request.Clone(request.Context())
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return request, nil
}
