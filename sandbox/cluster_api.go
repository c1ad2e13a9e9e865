package sandbox

import (
	"encoding/json"
	"net/http"
	"path"
	"reflect"
	"strings"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// clusterAPI serves the API of the cluster of a sandbox.
type clusterAPI struct {
	sandbox *Sandbox
	// given are the faults of the options.
	given *faults

	mutex sync.Mutex
	// added has the failures of the command fail; list is their source.
	added *faults
	list  []Fault
}

// ServeHTTP answers as a new cluster, if its control plane runs and can be reached; otherwise the connection ends without an answer.
func (a *clusterAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, err := startedControlPlane(a.sandbox.opts.Dir)
	if err != nil || found.infraID == "" || !found.internal && !found.external {
		panic(http.ErrAbortHandler)
	}
	degraded, err := a.fault(r)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	answer := newCluster{controlPlane: found, degraded: degraded}.answer(r)
	if answer == nil {
		http.Error(w, `{"message": "not found"}`, http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(answer) //nolint:errchkjson // the status is sent
}

// fault returns why a request is not answered, and whether the cluster is degraded.
func (a *clusterAPI) fault(r *http.Request) (degraded bool, err error) {
	added, err := a.addedFaults()
	if err != nil {
		return false, err
	}
	operation := map[string]string{
		http.MethodPost: createOperation, http.MethodPut: updateOperation, http.MethodPatch: updateOperation,
		http.MethodDelete: deleteOperation,
	}[r.Method]
	if operation == "" {
		operation = readOperation
	}
	for _, faults := range []*faults{a.given, added} {
		_, err := faults.before(r.Context(), fake.Resource{Token: ClusterAPI}, operation)
		switch {
		case err == nil:
		case err.Error() == Degraded:
			degraded = true
		default:
			return false, err
		}
	}
	return degraded, nil
}

// addedFaults returns the faults of the command fail, which another process can add while the API is served.
func (a *clusterAPI) addedFaults() (*faults, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	list, err := a.sandbox.readFaults()
	if err == nil && (a.added == nil || !reflect.DeepEqual(list, a.list)) {
		a.list = list
		a.added, err = newFaults(list)
	}
	return a.added, err
}

// newCluster are the objects of a new cluster.
type newCluster struct {
	controlPlane
	degraded bool
}

// lists are the names of the objects, by the ends of their lists' paths.
var lists = map[string][]string{
	"nodes":                      {"master-a", "master-b", "master-c", "infra-a", "infra-b", "infra-c", "worker-a", "worker-b", "worker-c"},
	"clusteroperators":           {"authentication", "console", "dns", "etcd", "ingress", "kube-apiserver", "network"},
	"services":                   nil,
	"ingresscontrollers":         {"default"},
	"machines":                   {"infra-a", "infra-b", "infra-c", "worker-a", "worker-b", "worker-c"},
	"certificatesigningrequests": nil,
}

// answer returns the answer to a request; nil if there is no such object.
func (c newCluster) answer(r *http.Request) any {
	kind, name := path.Base(path.Dir(r.URL.Path)), path.Base(r.URL.Path)
	switch names, isList := lists[name]; {
	case name == "nodes" && strings.HasSuffix(r.URL.Query().Get("labelSelector"), "/master"):
		return map[string]any{"items": c.nodes()}
	case isList:
		items := []any{}
		for _, object := range names {
			items = append(items, c.object(name, object))
		}
		return map[string]any{"items": items}
	case kind == "nodes" || kind == "clusteroperators" || kind == "etcds" || kind == "infrastructures":
		return c.object(kind, name)
	case kind == "pods" && strings.HasPrefix(name, "etcd-"):
		return c.object("pods", name)
	case kind == "configmaps" && name == "bootstrap":
		return map[string]any{"data": map[string]string{"status": "complete"}}
	case kind == "configmaps" && name == "etcd-endpoints":
		members := map[string]any{}
		for _, machine := range c.machines {
			members[machine.ID] = machine.Outputs["privateIp"]
		}
		return map[string]any{"data": members}
	case kind == "clusterversions" && !c.bootstrapping:
		return map[string]any{"status": map[string]any{"history": []any{map[string]any{"state": "Completed"}}}}
	case r.Method != http.MethodGet || name == "version" || name == "readyz":
		return map[string]any{}
	}
	return nil
}

// object returns an object with the conditions of its kind.
func (c newCluster) object(kind, name string) map[string]any {
	status := func(value bool) string { return map[bool]string{true: "True", false: "False"}[value] }
	conditions := map[string]string{"Available": "True", "Progressing": "False", "Degraded": status(c.degraded && name == "etcd")}
	switch kind {
	case "nodes", "pods":
		conditions = map[string]string{"Ready": status(c.internal)} // The kubelets report by the internal load balancer.
	case "etcds":
		conditions = map[string]string{
			"EtcdMembersAvailable": "True", "EtcdMembersProgressing": "False", "EtcdMembersDegraded": status(c.degraded),
		}
	}
	list := []any{}
	for condition, value := range conditions {
		list = append(list, map[string]any{"type": condition, "status": value})
	}
	return map[string]any{
		"metadata": map[string]any{"name": name}, "status": map[string]any{"conditions": list, "infrastructureName": c.infraID},
	}
}

// nodes are the nodes of the control-plane machines. A machine of another instance type has started again.
func (c newCluster) nodes() []any {
	nodes := []any{}
	for _, machine := range c.machines {
		name, _ := machine.Outputs["privateDns"].(string)
		node := c.object("nodes", name)
		node["spec"] = map[string]any{"providerID": "aws:///" + machine.ID}
		status, _ := node["status"].(map[string]any)
		status["nodeInfo"] = map[string]any{"bootID": machine.Outputs["instanceType"]}
		status["addresses"] = []any{map[string]any{"type": "InternalIP", "address": machine.Outputs["privateIp"]}}
		nodes = append(nodes, node)
	}
	return nodes
}
