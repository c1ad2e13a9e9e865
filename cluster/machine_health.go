package cluster

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// clusterHealth reads the state of a cluster's control plane.
type clusterHealth struct {
	client *apiclient.Client
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
	endpointsPath = "/api/v1/namespaces/openshift-etcd/configmaps/etcd-endpoints"
	userDataPath  = "/api/v1/namespaces/openshift-machine-api/secrets/master-user-data"
)

// etcdHealthy returns an error unless etcd has a majority and each of its members is healthy
// (openshift/cluster-etcd-operator release-4.20 pkg/operator/etcdmemberscontroller/etcdmemberscontroller.go).
func (h *clusterHealth) etcdHealthy(ctx context.Context) error {
	var etcd conditioned
	if err := h.get(ctx, etcdPath, &etcd); err != nil {
		return err
	}
	return etcd.expect("etcd", map[string]string{
		"EtcdMembersAvailable": "True", "EtcdMembersDegraded": "False", "EtcdMembersProgressing": "False",
	})
}

// healthy returns an error unless a machine of the control plane may go away for some minutes.
func (h *clusterHealth) healthy(ctx context.Context) error {
	if _, err := h.client.Get(ctx, "/readyz"); err != nil {
		return err
	}
	if err := h.etcdHealthy(ctx); err != nil {
		return err
	}
	for _, name := range []string{"etcd", "kube-apiserver"} {
		var operator conditioned
		if err := h.get(ctx, "/apis/config.openshift.io/v1/clusteroperators/"+name, &operator); err != nil {
			return err
		}
		want := map[string]string{"Available": "True", "Degraded": "False", "Progressing": "False"}
		if err := operator.expect("clusteroperator "+name, want); err != nil {
			return err
		}
	}
	nodes, err := h.nodes(ctx)
	if err != nil {
		return err
	}
	for _, node := range nodes {
		if err := node.ready(); err != nil {
			return err
		}
	}
	return nil
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
	return h.healthy(ctx)
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
const replaceProcedure = "docs/day-two.md, \"Replace a control-plane machine\""

// acceptsMachine returns an error if a new machine could not become a member of etcd, or would not boot.
func (h *clusterHealth) acceptsMachine(ctx context.Context, m changedMachine, machines int) error {
	members, err := h.members(ctx)
	if err != nil {
		return err
	}
	if len(members) >= machines {
		return fmt.Errorf("etcd has %d members for %d machines: first remove the member of the machine that is replaced, and its Node (%s)",
			len(members), machines, replaceProcedure)
	}
	// etcd accepts no new member while another one is down (etcd release-3.5 server/etcdserver/server.go, mayAddMember).
	if err := h.etcdHealthy(ctx); err != nil {
		return fmt.Errorf("etcd accepts no new member: %w (%s)", err, replaceProcedure)
	}
	return h.checkUserData(ctx, m.userData)
}

// checkUserData compares the Ignition config of a new machine with the cluster's own, which has the current CA of its machine config server.
func (h *clusterHealth) checkUserData(ctx context.Context, userData string) error {
	var secret struct {
		Data map[string]string `json:"data"`
	}
	if err := h.get(ctx, userDataPath, &secret); err != nil {
		if apiclient.NotFound(err) {
			return nil
		}
		return err
	}
	current, err := base64.StdEncoding.DecodeString(secret.Data["userData"])
	if err != nil {
		return fmt.Errorf("secret master-user-data: %w", err)
	}
	var own, wanted any
	if json.Unmarshal(current, &wanted) != nil || json.Unmarshal([]byte(userData), &own) != nil || !reflect.DeepEqual(own, wanted) {
		return errors.New("Install.MasterIgnition is not the cluster's current Ignition config, with which alone a machine boots after the " +
			"cluster renewed its certificates: set it to the userData of the Secret master-user-data in openshift-machine-api (" +
			replaceProcedure + ")")
	}
	return nil
}
