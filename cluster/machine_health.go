package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// clusterHealth reads the state of a cluster's control plane.
type clusterHealth struct {
	client  *apiclient.Client
	infraID string
}

// condition is a condition of any object.
type condition struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Message string `json:"message"`
}

// conditioned is an object with conditions.
type conditioned struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Status struct {
		Conditions []condition `json:"conditions"`
	} `json:"status"`
}

// expect returns an error if a condition is missing or has another status.
func (o conditioned) expect(what string, want map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		i := slices.IndexFunc(o.Status.Conditions, func(c condition) bool { return c.Type == name })
		if i < 0 {
			return fmt.Errorf("%s does not report %s", what, name)
		}
		if found := o.Status.Conditions[i]; found.Status != want[name] {
			return fmt.Errorf("%s: %s is %s: %s", what, name, found.Status, found.Message)
		}
	}
	return nil
}

// node is the part of a Node that the control plane depends on.
type node struct {
	conditioned
	Spec struct {
		ProviderID    string `json:"providerID"`
		Unschedulable bool   `json:"unschedulable"`
	} `json:"spec"`
	Status struct {
		Conditions []condition `json:"conditions"`
		NodeInfo   struct {
			BootID string `json:"bootID"`
		} `json:"nodeInfo"`
		Addresses []struct {
			Type    string `json:"type"`
			Address string `json:"address"`
		} `json:"addresses"`
	} `json:"status"`
}

func (n node) ready() error {
	ready := conditioned{}
	ready.Status.Conditions = n.Status.Conditions
	if err := ready.expect("node "+n.Metadata.Name, map[string]string{"Ready": "True"}); err != nil {
		return err
	}
	if n.Spec.Unschedulable {
		return fmt.Errorf("node %s is cordoned", n.Metadata.Name)
	}
	return nil
}

func (h *clusterHealth) get(ctx context.Context, path string, object any) error {
	body, err := h.client.Get(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := json.Unmarshal(body, object); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

const (
	etcdPath = "/apis/operator.openshift.io/v1/etcds/cluster"
	// nodesPath lists the control plane's nodes.
	nodesPath     = "/api/v1/nodes?labelSelector=node-role.kubernetes.io%2Fmaster"
	versionPath   = "/apis/config.openshift.io/v1/clusterversions/version"
	endpointsPath = "/api/v1/namespaces/openshift-etcd/configmaps/etcd-endpoints"
	userDataPath  = "/api/v1/namespaces/openshift-machine-api/secrets/master-user-data"
)

// read returns what the API reports.
func (h *clusterHealth) read(ctx context.Context) (live liveCluster) {
	if err := h.client.CheckCluster(ctx, h.infraID); err != nil {
		live.unreachable = err
		if !apiclient.Responded(err) && !apiclient.IsOther(err) && !apiclient.IsUnidentified(err) {
			live.unreachable = fmt.Errorf("%s cannot be reached: %w", h.client.Server(), err)
		}
		return live
	}
	for _, part := range []func(context.Context, *liveCluster) error{
		h.readVersion, h.readEtcd, h.readOperators, h.readNodes, h.readUserData,
	} {
		if live.unreachable = part(ctx, &live); live.unreachable != nil {
			return live
		}
	}
	return live
}

// readVersion reads whether the installation has completed. The ClusterVersion is there before the operators are.
func (h *clusterHealth) readVersion(ctx context.Context, live *liveCluster) error {
	var version struct {
		Status struct {
			History []struct {
				State string `json:"state"`
			} `json:"history"`
		} `json:"status"`
	}
	err := h.get(ctx, versionPath, &version)
	if apiclient.NotFound(err) {
		return nil
	}
	for _, update := range version.Status.History {
		live.installed = live.installed || update.State == "Completed"
	}
	return err
}

// readEtcd reads etcd's voting members, and whether each is healthy
// (openshift/cluster-etcd-operator release-4.20 pkg/operator/etcdmemberscontroller/etcdmemberscontroller.go).
func (h *clusterHealth) readEtcd(ctx context.Context, live *liveCluster) (err error) {
	if live.members, err = h.members(ctx); err != nil {
		return err
	}
	var etcd conditioned
	if err := h.get(ctx, etcdPath, &etcd); err != nil {
		return err
	}
	live.etcd = etcd.expect("etcd", map[string]string{
		"EtcdMembersAvailable": "True", "EtcdMembersDegraded": "False", "EtcdMembersProgressing": "False",
	})
	return nil
}

// readOperators reads whether this API server, and the operators of etcd and of the API servers, have settled.
func (h *clusterHealth) readOperators(ctx context.Context, live *liveCluster) error {
	_, live.operators = h.client.Get(ctx, "/readyz")
	for _, name := range []string{"etcd", "kube-apiserver"} {
		var operator conditioned
		if err := h.get(ctx, "/apis/config.openshift.io/v1/clusteroperators/"+name, &operator); err != nil {
			return err
		}
		want := map[string]string{"Available": "True", "Degraded": "False", "Progressing": "False"}
		live.operators = cmp.Or(live.operators, operator.expect("clusteroperator "+name, want))
	}
	return nil
}

func (h *clusterHealth) readNodes(ctx context.Context, live *liveCluster) error {
	nodes, err := h.nodes(ctx)
	for _, node := range nodes {
		live.nodes = cmp.Or(live.nodes, node.ready())
	}
	return err
}

// readUserData reads the cluster's Ignition config, which has the current CA of its machine config server.
func (h *clusterHealth) readUserData(ctx context.Context, live *liveCluster) error {
	var secret struct {
		Data struct {
			UserData []byte `json:"userData"`
		} `json:"data"`
	}
	err := h.get(ctx, userDataPath, &secret)
	if apiclient.NotFound(err) {
		return nil
	}
	live.userData = string(secret.Data.UserData)
	return err
}

func (h *clusterHealth) nodes(ctx context.Context) ([]node, error) {
	var list struct {
		Items []node `json:"items"`
	}
	err := h.get(ctx, nodesPath, &list)
	return list.Items, err
}

// nodeOf returns the node of an instance.
func (h *clusterHealth) nodeOf(ctx context.Context, instance string) (node, error) {
	nodes, err := h.nodes(ctx)
	if err != nil {
		return node{}, err
	}
	for _, candidate := range nodes {
		if strings.HasSuffix(candidate.Spec.ProviderID, "/"+instance) {
			return candidate, nil
		}
	}
	return node{}, fmt.Errorf("no control-plane node has the instance %s", instance)
}

// recovered returns an error unless the machine is a node and a member of etcd again. bootID is the boot ID from before a restart: until the
// node reports another one, the cluster has not noticed the restart yet.
func (h *clusterHealth) recovered(ctx context.Context, m changedMachine, bootID string) error {
	node, err := h.nodeOf(ctx, m.instance)
	if err != nil {
		return err
	}
	if m.restarts() && bootID != "" && node.Status.NodeInfo.BootID == bootID {
		return fmt.Errorf("node %s has not started again", node.Metadata.Name)
	}
	if err := node.ready(); err != nil {
		return err
	}
	if err := h.member(ctx, node); err != nil {
		return err
	}
	live := h.read(ctx)
	return cmp.Or(live.unreachable, live.unhealthy())
}

// member returns an error unless the node has a ready etcd pod and a voting member.
func (h *clusterHealth) member(ctx context.Context, n node) error {
	var pod conditioned
	if err := h.get(ctx, "/api/v1/namespaces/openshift-etcd/pods/etcd-"+url.PathEscape(n.Metadata.Name), &pod); err != nil {
		return err
	}
	if err := pod.expect("pod etcd-"+n.Metadata.Name, map[string]string{"Ready": "True"}); err != nil {
		return err
	}
	members, err := h.members(ctx)
	if err != nil {
		return err
	}
	for _, address := range n.Status.Addresses {
		if slices.Contains(members, address.Address) {
			return nil
		}
	}
	return fmt.Errorf("node %s has no etcd member yet", n.Metadata.Name)
}

// members returns the addresses of etcd's voting members.
func (h *clusterHealth) members(ctx context.Context) ([]string, error) {
	var endpoints struct {
		Data map[string]string `json:"data"`
	}
	err := h.get(ctx, endpointsPath, &endpoints)
	return slices.Sorted(maps.Values(endpoints.Data)), err
}

// replaceProcedure is where the steps of a replacement are.
const replaceProcedure = "docs/replace-machine.md"
