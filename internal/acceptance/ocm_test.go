package acceptance

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const ocmRoot = "/api/clusters_mgmt/v1/"

// ocm is a proxy in front of the lab's fake of OpenShift Cluster Manager. It records requests and adds what the fake
// lacks: it returns single versions, upgrades clusters and pools at once, creates a default ingress, and creates and
// deletes the VPC endpoint of a hosted control plane in the emulated account.
type ocm struct {
	t    *testing.T
	url  string
	fake http.Handler

	mutex       sync.Mutex
	sent        map[string][]map[string]any
	endpoints   map[string]string
	autoscalers map[string]map[string]any
}

// startOCM starts the proxy. It creates VPC endpoints in the emulator at the given address.
func startOCM(t *testing.T) *ocm {
	t.Helper()
	target, err := url.Parse(os.Getenv("RHCS_URL"))
	require.NoError(t, err)
	o := &ocm{
		t: t, fake: httputil.NewSingleHostReverseProxy(target), sent: map[string][]map[string]any{},
		endpoints: map[string]string{}, autoscalers: map[string]map[string]any{},
	}
	server := httptest.NewServer(o)
	t.Cleanup(server.Close)
	o.url = server.URL
	return o
}

// created returns the items that were posted to a collection such as clusters.
func (o *ocm) created(collection string) []map[string]any {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.sent[collection]
}

func (o *ocm) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, ocmRoot)
	collection := path[strings.LastIndex(path, "/")+1:]
	body := o.recordRequest(r, path, collection)
	switch {
	case r.URL.Query().Get("dryRun") == "true":
		w.WriteHeader(http.StatusNoContent)
		return
	case r.Method == http.MethodGet && strings.HasPrefix(path, "versions/"):
		o.version(w, strings.TrimPrefix(path, "versions/"))
		return
	case r.Method == http.MethodGet && collection == "upgrade_policies":
		// Upgrades complete at once, so none is ever in progress.
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"kind":"UpgradePolicyList","page":1,"size":0,"total":0,"items":[]}`)
		return
	}
	if collection == "autoscaler" {
		o.autoscaler(w, r.Method, path, body)
		return
	}
	response := o.forward(r)
	maps.Copy(w.Header(), response.Header())
	if response.Code < http.StatusMultipleChoices {
		o.applyEffects(r.Method, path, collection, body, response.Body.Bytes())
	}
	w.WriteHeader(response.Code)
	_, _ = w.Write(response.Body.Bytes())
}

func (o *ocm) forward(r *http.Request) *httptest.ResponseRecorder {
	response := httptest.NewRecorder()
	o.fake.ServeHTTP(response, r)
	return response
}

// recordRequest records what is posted. It adds the defaults of pools, which the service sets and the fake does not.
func (o *ocm) recordRequest(r *http.Request, path, collection string) map[string]any {
	text, err := io.ReadAll(r.Body)
	assert.NoError(o.t, err)
	var body map[string]any
	_ = json.Unmarshal(text, &body)
	if r.Method == http.MethodPost {
		o.mutex.Lock()
		o.sent[collection] = append(o.sent[collection], body)
		o.mutex.Unlock()
		switch collection {
		case "node_pools":
			if body["version"] == nil {
				body["version"] = o.object(clusterOf(path))["version"]
			}
			text = []byte(jsonText(o.t, withRelease(withDefaults(body))))
		case "identity_providers":
			// The service does not return users with their identity provider.
			text = []byte(
				jsonText(
					o.t,
					map[string]any{
						"name":           body["name"],
						"type":           body["type"],
						"mapping_method": body["mapping_method"],
						"htpasswd":       map[string]any{},
					},
				),
			)
		}
	}
	if r.Method == http.MethodPatch && strings.Contains(path, "/ingresses/") {
		text = []byte(jsonText(o.t, withoutEmpty(body)))
	}
	r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(bytes.NewReader(text)), int64(len(text)), nil
	return body
}

func withDefaults(pool map[string]any) map[string]any {
	full := maps.Clone(pool)
	full["availability_zone"], full["image_type"] = "us-east-2a", "Default"
	full["status"] = map[string]any{"current_replicas": 2, "message": ""}
	full["node_drain_grace_period"] = map[string]any{"unit": "minutes", "value": 0}
	machine := map[string]any{
		"instance_profile": "rosa-service-managed-worker", "root_volume": map[string]any{"size": 300},
		"capacity_reservation": map[string]any{"preference": "open"},
	}
	maps.Copy(machine, pool["aws_node_pool"].(map[string]any))
	full["aws_node_pool"] = machine
	return full
}

func withRelease(pool map[string]any) map[string]any {
	full := maps.Clone(pool)
	version, _ := pool["version"].(map[string]any)
	id, _ := version["id"].(string)
	full["version"] = map[string]any{
		"id":                 id,
		"raw_id":             strings.TrimPrefix(id, "openshift-v"),
		"channel_group":      "stable",
		"available_upgrades": []string{"4.18.6"},
	}
	return full
}

var clusterPath = regexp.MustCompile(`^clusters/[^/]+`)

func clusterOf(path string) string { return clusterPath.FindString(path) }

// applyEffects makes the changes that the service makes after a request.
func (o *ocm) applyEffects(method, path, collection string, body map[string]any, response []byte) {
	var made map[string]any
	_ = json.Unmarshal(response, &made)
	id, _ := made["id"].(string)
	switch {
	case method == http.MethodPost && path == "clusters":
		o.call(http.MethodPost, path+"/"+id+"/ingresses", map[string]any{
			"id":                               "a1b2",
			"default":                          true,
			"listening":                        "external",
			"load_balancer_type":               "classic",
			"route_wildcard_policy":            "WildcardsDisallowed",
			"route_namespace_ownership_policy": "Strict",
		})
		if hypershift, _ := body["hypershift"].(map[string]any); hypershift["enabled"] == true {
			o.makeEndpoint(id, body)
		}
	case method == http.MethodPost && collection == "upgrade_policies":
		resource := strings.TrimSuffix(strings.TrimSuffix(path, "/upgrade_policies"), "/control_plane")
		version := map[string]any{"id": "openshift-v" + body["version"].(string)}
		if strings.Contains(resource, "/node_pools/") {
			version = withRelease(map[string]any{"version": version})["version"].(map[string]any)
		}
		o.call(http.MethodPatch, resource, map[string]any{"version": version})
		o.call(http.MethodDelete, path+"/"+id, nil)
	case method == http.MethodPost && collection == "identity_providers":
		for _, user := range body["htpasswd"].(map[string]any)["users"].(map[string]any)["items"].([]any) {
			o.call(http.MethodPost, path+"/"+id+"/htpasswd_users", user.(map[string]any))
		}
	case method == http.MethodDelete && path == clusterOf(path):
		o.removeEndpoint(strings.TrimPrefix(path, "clusters/"))
	}
}

// withoutEmpty returns an ingress as the service stores it: without empty values, and without routes that have no
// host name.
func withoutEmpty(ingress map[string]any) map[string]any {
	kept := maps.Clone(ingress)
	routes, _ := kept["component_routes"].(map[string]any)
	maps.DeleteFunc(routes, func(_ string, route any) bool { return route.(map[string]any)["hostname"] == "" })
	maps.DeleteFunc(kept, func(_ string, value any) bool {
		list, isList := value.([]any)
		object, isObject := value.(map[string]any)
		return isList && len(list) == 0 || isObject && len(object) == 0
	})
	return kept
}

// autoscaler serves a cluster's autoscaler, the only resource in a cluster without an ID.
func (o *ocm) autoscaler(w http.ResponseWriter, method, path string, body map[string]any) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	switch method {
	case http.MethodPost:
		o.autoscalers[path] = body
	case http.MethodPatch:
		maps.Copy(o.autoscalers[path], body)
	case http.MethodDelete:
		delete(o.autoscalers, path)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	kept, exists := o.autoscalers[path]
	switch {
	case !exists:
		w.WriteHeader(http.StatusNotFound)
		kept = map[string]any{"kind": "Error", "id": "404", "code": "CLUSTERS-MGMT-404", "reason": "no autoscaler"}
	case method == http.MethodPost:
		w.WriteHeader(http.StatusCreated)
	}
	_, _ = io.WriteString(w, jsonText(o.t, kept))
}

// version returns one version of the list.
func (o *ocm) version(w http.ResponseWriter, id string) {
	list := o.object("versions")
	for _, item := range list["items"].([]any) {
		if item.(map[string]any)["id"] == id {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, jsonText(o.t, item))
			return
		}
	}
	w.WriteHeader(http.StatusNotFound)
}

// object reads an object from the fake.
func (o *ocm) object(path string) map[string]any {
	var object map[string]any
	assert.NoError(o.t, json.Unmarshal(o.call(http.MethodGet, path, nil), &object))
	return object
}

func (o *ocm) call(method, path string, body map[string]any) []byte {
	request := httptest.NewRequest(method, ocmRoot+path, strings.NewReader(jsonText(o.t, body)))
	response := o.forward(request)
	assert.Less(o.t, response.Code, http.StatusMultipleChoices, "%s %s: %s", method, path, response.Body)
	return response.Body.Bytes()
}

func jsonText(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	assert.NoError(t, err)
	return string(text)
}

var (
	vpcOfSubnet = regexp.MustCompile(`<vpcId>(vpc-[0-9a-f]+)</vpcId>`)
	endpointID  = regexp.MustCompile(`<vpcEndpointId>(vpce-[0-9a-f]+)</vpcEndpointId>`)
)

// makeEndpoint creates the VPC endpoint that a hosted control plane creates in the customer's account.
func (o *ocm) makeEndpoint(cluster string, body map[string]any) {
	subnet := body["aws"].(map[string]any)["subnet_ids"].([]any)[0].(string)
	found := vpcOfSubnet.FindStringSubmatch(callAWS(o.t, "ec2", "DescribeSubnets", "SubnetId.1", subnet))
	if !assert.NotEmpty(o.t, found, "the subnet %s", subnet) {
		return
	}
	response := callAWS(o.t, "ec2",
		"CreateVpcEndpoint",
		"VpcId",
		found[1],
		"VpcEndpointType",
		"Interface",
		"SubnetId.1",
		subnet,
		"ServiceName",
		"com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0",
		"TagSpecification.1.ResourceType",
		"vpc-endpoint",
		"TagSpecification.1.Tag.1.Key",
		"api.openshift.com/id",
		"TagSpecification.1.Tag.1.Value",
		cluster,
	)
	if made := endpointID.FindStringSubmatch(response); assert.NotEmpty(o.t, made, response) {
		o.mutex.Lock()
		o.endpoints[cluster] = made[1]
		o.mutex.Unlock()
	}
}

func (o *ocm) removeEndpoint(cluster string) {
	o.mutex.Lock()
	endpoint, made := o.endpoints[cluster]
	delete(o.endpoints, cluster)
	o.mutex.Unlock()
	if made {
		callAWS(o.t, "ec2", "DeleteVpcEndpoints", "VpcEndpointId.1", endpoint)
	}
}
