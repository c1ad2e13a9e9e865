package cluster_test

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

const signingRequests = "/apis/certificates.k8s.io/v1/certificatesigningrequests"

// fakeNode is the node of a control-plane machine.
type fakeNode struct {
	instance string
	boots    int
	// away is how many requests for nodes find it not ready.
	away int
}

// fakeControlPlane is the API of a cluster of three machines whose nodes boot when their instances change.
type fakeControlPlane struct {
	mu       sync.Mutex
	nodes    map[string]*fakeNode
	members  []string
	userData string
	// infraID is the infrastructure ID that the cluster reports; demo-x7k2p if it is empty.
	infraID string
	// most is the largest number of nodes that were away at once, and changed the machines in the order of their changes.
	most    int
	changed []string
	// requests are the CSRs, by name, and joined is called when one is approved. person is called when they have been listed twice.
	requests map[string]map[string]any
	joined   func(name string)
	person   func()
	listed   int
}

func (f *fakeControlPlane) down() int {
	down := 0
	for _, node := range f.nodes {
		if node.away > 0 {
			down++
		}
	}
	return down
}

// reboot is what an update does to a machine: its node is away, and comes back with another boot ID.
func (f *fakeControlPlane) reboot(name, instance string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	node := f.nodes[name]
	node.instance, node.away = instance, 5
	f.changed = append(f.changed, name)
	f.most = max(f.most, f.down())
}

func (f *fakeControlPlane) serve(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	answer, ok := map[string]func() any{
		"/readyz": func() any { return "ok" },
		"/apis/config.openshift.io/v1/infrastructures/cluster": func() any {
			return map[string]any{"status": map[string]any{"infrastructureName": cmp.Or(f.infraID, "demo-x7k2p")}}
		},
		"/api/v1/nodes": f.nodeList,
		"/apis/operator.openshift.io/v1/etcds/cluster": func() any {
			degraded := "False"
			if f.down() > 0 {
				degraded = "True"
			}
			return conditions("EtcdMembersAvailable", "True", "EtcdMembersDegraded", degraded, "EtcdMembersProgressing", "False")
		},
		"/apis/config.openshift.io/v1/clusteroperators/etcd":                settled,
		"/apis/config.openshift.io/v1/clusteroperators/kube-apiserver":      settled,
		"/api/v1/namespaces/openshift-etcd/configmaps/etcd-endpoints":       f.endpoints,
		"/api/v1/namespaces/openshift-machine-api/secrets/master-user-data": f.secret,
		signingRequests: func() any {
			if f.listed++; f.listed == 3 && f.person != nil {
				f.person()
			}
			return map[string]any{"items": slices.Collect(maps.Values(f.requests))}
		},
	}[r.URL.Path]
	name, approval := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, signingRequests+"/"), "/approval")
	switch {
	case approval && r.Method == http.MethodPut:
		var object map[string]any
		_ = json.NewDecoder(r.Body).Decode(&object)
		f.requests[name] = object
		f.joined(name)
	case ok:
		_ = json.NewEncoder(w).Encode(answer())
	case f.nodes[path.Base(r.URL.Path)] != nil:
		provider := "aws:///us-east-2/" + f.nodes[path.Base(r.URL.Path)].instance
		_ = json.NewEncoder(w).Encode(map[string]any{"spec": map[string]any{"providerID": provider}})
	case strings.HasPrefix(r.URL.Path, "/api/v1/namespaces/openshift-etcd/pods/etcd-"):
		_ = json.NewEncoder(w).Encode(conditions("Ready", "True"))
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func settled() any {
	return conditions("Available", "True", "Degraded", "False", "Progressing", "False")
}

// conditions returns an object with conditions, from pairs of a type and a status.
func conditions(pairs ...string) map[string]any {
	var list []any
	for pair := range slices.Chunk(pairs, 2) {
		list = append(list, map[string]any{"type": pair[0], "status": pair[1]})
	}
	return map[string]any{"status": map[string]any{"conditions": list}}
}

func (f *fakeControlPlane) nodeList() any {
	items := []any{}
	for name, node := range f.nodes {
		ready := "True"
		if node.away > 0 {
			ready = "Unknown"
			if node.away--; node.away == 0 {
				node.boots++
			}
		}
		item := conditions("Ready", ready)
		item["metadata"] = map[string]any{"name": name}
		item["spec"] = map[string]any{"providerID": "aws:///us-east-2/" + node.instance}
		status := item["status"].(map[string]any)
		status["nodeInfo"] = map[string]any{"bootID": fmt.Sprint(name, node.boots)}
		status["addresses"] = []any{map[string]any{"type": "InternalIP", "address": name}}
		items = append(items, item)
	}
	return map[string]any{"items": items}
}

func (f *fakeControlPlane) endpoints() any {
	data := map[string]any{}
	for i, member := range f.members {
		data[strconv.Itoa(i)] = member
	}
	return map[string]any{"data": data}
}

func (f *fakeControlPlane) secret() any {
	return map[string]any{"data": map[string]any{"userData": base64.StdEncoding.EncodeToString([]byte(f.userData))}}
}

func TestOneMachineAtATime(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change func(*cluster.ControlPlaneArgs)
	}{
		"instance type": {reason: "EC2 stops and starts the machine", change: larger},
		"volume": {
			reason: "etcd is slow while AWS modifies its volume",
			change: func(a *cluster.ControlPlaneArgs) { a.RootVolume = &cluster.RootVolumeArgs{SizeGiB: 500} },
		},
		"instance profile": {
			reason: "a wrong profile separates the machine from AWS",
			change: func(a *cluster.ControlPlaneArgs) { a.InstanceProfile = pulumi.String("another-profile") },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := installed(t)
			s.change = tt.change
			_, err := s.box.Up(t.Context())
			require.NoError(t, err)
			assert.ElementsMatch(t, []string{"demo-master-us-east-2a", "demo-master-us-east-2b", "demo-master-us-east-2c"}, s.changed)
			assert.Equal(t, 1, s.most, tt.reason)
		})
	}
}

func TestTagsAndFurtherGroupsDoNotWait(t *testing.T) {
	t.Parallel()
	s := installed(t)
	s.kubeconfig = clustertest.ClosedAPI()
	s.change = func(a *cluster.ControlPlaneArgs) { a.Tags = pulumi.StringMap{"team": pulumi.String("core")} }
	_, err := s.box.Up(t.Context())
	require.NoError(t, err, "tags of machines and volumes do not affect a running machine")
	assert.Len(t, s.changed, 3)
	groups := pulumi.StringArray{pulumi.String("sg-00000000000000009")}
	s.change = func(a *cluster.ControlPlaneArgs) { a.AdditionalSecurityGroupIDs = groups }
	_, err = s.box.Up(t.Context())
	require.NoError(t, err, "a group more, such as one for SSH, takes nothing away")
	assert.Len(t, s.changed, 6)
	s.change = func(*cluster.ControlPlaneArgs) {}
	_, err = s.box.Up(t.Context())
	require.ErrorContains(t, err, "nothing says whether etcd keeps its majority", "a group less can")
}

func TestMachineThatDoesNotRecoverIsTheLast(t *testing.T) {
	t.Parallel()
	s := installed(t)
	s.update = func(args *pulumi.ResourceHookArgs) error {
		s.reboot(args.Name, string(args.ID))
		s.mu.Lock()
		defer s.mu.Unlock()
		s.nodes[args.Name].away = 1 << 30
		return nil
	}
	s.change = func(a *cluster.ControlPlaneArgs) {
		larger(a)
		a.MachineWait = clustertest.Quickly(300 * time.Millisecond)
	}
	_, err := s.box.Up(t.Context())
	require.ErrorContains(t, err, "was changed, but the cluster does not report that it recovered")
	assert.Len(t, s.changed, 1, "etcd keeps its majority")
}

func TestMachinesOfAnUnhealthyClusterDoNotChange(t *testing.T) {
	t.Parallel()
	s := installed(t)
	s.nodes["demo-master-us-east-2c"].away = 1 << 30
	s.change = func(a *cluster.ControlPlaneArgs) {
		larger(a)
		a.MachineWait = clustertest.Quickly(2 * time.Second) // A busy machine answers, too.
	}
	_, err := s.box.Up(t.Context())
	require.ErrorContains(t, err, "etcd: EtcdMembersDegraded is True")
	assert.Empty(t, s.changed)
}

func TestMachinesDoNotChangeWithoutTheAPI(t *testing.T) {
	t.Parallel()
	s := installed(t)
	s.kubeconfig = clustertest.ClosedAPI()
	s.change = larger
	const want = "nothing says whether etcd keeps its majority: https://127.0.0.1:1 cannot be reached"
	_, err := s.box.Preview(t.Context())
	require.ErrorContains(t, err, want)
	_, err = s.box.Up(t.Context())
	require.ErrorContains(t, err, want)
	assert.Empty(t, s.changed)
}

func TestOneMachineInAnUpdateWithoutTheAPI(t *testing.T) {
	t.Parallel()
	s := installed(t, permitted)
	s.kubeconfig = clustertest.ClosedAPI()
	s.change = larger
	_, err := s.box.Preview(t.Context())
	require.NoError(t, err, "it is meant")
	_, err = s.box.Up(t.Context())
	require.ErrorContains(t, err, "was changed in this update, and nothing says whether its member of etcd votes again")
	assert.Len(t, s.changed, 1)
	for range 2 {
		_, err = s.box.Up(t.Context())
	}
	require.NoError(t, err, "each update changes the next machine")
	assert.Len(t, s.changed, 3)
	assert.Contains(t, s.out.String(), "is changed without waiting for its API and etcd")
}

func TestMachinesOfAnotherClusterDoNotChange(t *testing.T) {
	t.Parallel()
	s := installed(t)
	s.infraID = "alpha-aaaaa"
	s.change = larger
	_, err := s.box.Up(t.Context())
	require.ErrorContains(t, err, "is of the cluster alpha-aaaaa, not of demo-x7k2p")
	assert.Empty(t, s.changed)
}

// TestNewClusterWithoutTheAPI: the API of a cluster whose machines are created in the update cannot answer yet.
func TestNewClusterWithoutTheAPI(t *testing.T) {
	t.Parallel()
	s := newMachineStack(t)
	s.kubeconfig = clustertest.ClosedAPI()
	_, err := s.box.Up(t.Context())
	require.NoError(t, err)
	assert.NotContains(t, s.out.String(), "cannot be reached")
}

func TestPreviewNamesTheMachinesThatRestart(t *testing.T) {
	t.Parallel()
	s := installed(t)
	s.change = larger
	_, err := s.box.Preview(t.Context())
	require.NoError(t, err)
	assert.Empty(t, s.changed)
	for _, zone := range machineZones {
		assert.Contains(t, s.out.String(), "control-plane machine demo-master-"+zone+" is stopped and started (instanceType)")
	}
}
