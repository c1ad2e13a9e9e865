package install

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ocVariable is the address of the test that answers the fake of oc (testdata/programs).
const ocVariable = "FAKE_OC"

// masters is the control plane of a fake cluster: nodes in its API, members of etcd, and instances in its stack.
type masters struct {
	t     *testing.T
	api   *fakeAPI
	stack *fakeStack
	mutex sync.Mutex
	// members are the nodes of the members of etcd, and down those that do not answer.
	members []string
	down    map[string]bool
	// done is what was done with the cluster.
	done []string
	// ignition is the cluster's own Ignition config.
	ignition string
	// interrupt ends the update after the instance was replaced.
	interrupt bool
	// kill kills the update while the new machine boots: EC2 has launched it, and the state does not have it.
	kill bool
	// answers are outputs of oc.
	answers map[string]string
	// calls counts the commands of oc, failAt is the one that fails, and failed its text.
	calls, failAt int
	failed        string
}

const (
	oldNode, newNode = "ip-10-0-0-6", "ip-10-0-0-9"
	oldKey           = "us-east-2c"
)

// withMasters is an installed cluster with three control-plane machines.
func withMasters(t *testing.T) (*Installation, *masters) {
	t.Helper()
	i, stack, api, _ := installed(t)
	m := &masters{t: t, api: api, stack: stack, down: map[string]bool{}}
	stack.ids = map[string]string{machineURN("bootstrap"): "i-bootstrap"}
	for _, machine := range [][3]string{
		{"us-east-2a", "ip-10-0-0-4", "i-a"}, {"us-east-2b", "ip-10-0-0-5", "i-b"}, {oldKey, oldNode, "i-c"},
	} {
		stack.ids[machineURN("master-"+machine[0])] = machine[2]
		m.join(machine[1], machine[2])
	}
	api.objects[etcdPath] = map[string]any{}
	for _, prefix := range []string{"etcd-peer-", "etcd-serving-", "etcd-serving-metrics-"} {
		api.add(secretsPath+"/"+prefix+oldNode, nil)
	}
	text, err := os.ReadFile(filepath.Join(i.Config.Dir, "master.ign"))
	require.NoError(t, err)
	m.ignition = string(text) + "\n"
	api.objects[userDataPath] = map[string]any{
		"data": map[string]any{"userData": base64.StdEncoding.EncodeToString([]byte(m.ignition))},
	}
	api.objects[csrPath+"/csr-new"] = map[string]any{
		"metadata": map[string]any{"name": "csr-new", "creationTimestamp": "2026-11-26T12:00:00Z"},
		"spec":     map[string]any{"signerName": "kubernetes.io/kube-apiserver-client-kubelet"},
	}
	stack.update = m.update
	i.StopInstance = m.stop
	server := httptest.NewServer(http.HandlerFunc(m.oc))
	t.Cleanup(server.Close)
	t.Setenv(ocVariable, server.URL)
	i.OC = linked(t, "oc")
	return i, m
}

// join adds a node and its member of etcd.
func (m *masters) join(name, instance string) {
	m.api.mutex.Lock()
	defer m.api.mutex.Unlock()
	m.api.objects[nodesPath+"/"+name] = map[string]any{
		"metadata": map[string]any{"name": name, "labels": map[string]any{"node-role.kubernetes.io/master": ""}},
		"spec":     map[string]any{"providerID": "aws:///us-east-2a/" + instance},
		"status":   map[string]any{"conditions": []any{map[string]any{"type": "Ready", "status": "True"}}},
	}
	m.members = append(m.members, name)
}

// fail lets a machine be dead.
func (m *masters) fail(name string) {
	m.api.mutex.Lock()
	defer m.api.mutex.Unlock()
	m.down[name] = true
	if node := m.api.objects[nodesPath+"/"+name]; node != nil {
		node["status"] = map[string]any{"conditions": []any{map[string]any{"type": "Ready", "status": "Unknown"}}}
	}
}

// nodeOf are the nodes of the instances.
var nodeOf = map[string]string{"i-a": "ip-10-0-0-4", "i-b": "ip-10-0-0-5", "i-c": oldNode}

func (m *masters) stop(_ context.Context, region, id string) error {
	m.record("stop " + region + " " + id)
	m.fail(nodeOf[id])
	return nil
}

func (m *masters) record(what string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.done = append(m.done, what)
}

// update replaces the instance, as the stack does: in a cluster whose etcd accepts a new member.
func (m *masters) update(ctx context.Context, replace ...string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	m.record(strings.TrimSpace(fmt.Sprint("up ", m.stack.config[machineZonesKey], " ", strings.Join(replace, ","))))
	urn := machineURN("master-" + oldKey)
	if len(replace) == 0 && m.stack.config[machineZonesKey] == "" || m.stack.ids[urn] != "i-c" {
		return nil
	}
	assert.NotContains(m.t, m.members, oldNode, "the member was removed")
	assert.NotContains(m.t, m.api.objects, nodesPath+"/"+oldNode)
	text, err := os.ReadFile(filepath.Join(m.stack.config["installDir"], "master.ign"))
	require.NoError(m.t, err)
	assert.Equal(m.t, m.ignition, string(text), "the new machine boots with the cluster's Ignition")
	if m.kill {
		m.kill, m.stack.interrupted = false, []string{urn}
		return errors.New("killed")
	}
	delete(m.stack.ids, urn)
	if len(replace) == 0 {
		urn = machineURN("master-us-east-2d")
	}
	m.stack.ids[urn] = "i-new"
	m.join(newNode, "i-new")
	if m.interrupt {
		m.interrupt = false
		return errors.New("killed")
	}
	return nil
}

// oc answers the commands of oc.
func (m *masters) oc(w http.ResponseWriter, r *http.Request) {
	var args []string
	assert.NoError(m.t, json.NewDecoder(r.Body).Decode(&args))
	assert.Equal(m.t, "--kubeconfig", args[0])
	command, output, problem := strings.Join(args[2:], " "), "", ""
	_, etcdctl, inPod := strings.Cut(command, " -- etcdctl ")
	m.api.mutex.Lock()
	defer m.api.mutex.Unlock()
	m.calls++
	switch {
	case m.calls == m.failAt:
		m.failed, problem = strings.Join(args[2:], " "), "the connection was lost"
	case !inPod:
		m.record(command)
		output = m.answers[command]
	case strings.HasPrefix(etcdctl, "member list"):
		output = m.list()
	case strings.HasPrefix(etcdctl, "endpoint health"):
		output = m.health()
		if len(m.down) > 0 {
			problem = "unhealthy cluster"
		}
	default:
		m.record(etcdctl)
		m.members = slices.DeleteFunc(m.members, func(name string) bool { return "member remove "+memberID(name) == etcdctl })
	}
	assert.NoError(m.t, json.NewEncoder(w).Encode(map[string]string{"Output": output, "Problem": problem}))
}

// memberID is the ID of a member as etcdctl expects it: above the integers of JSON in other languages.
func memberID(name string) string {
	return strconv.FormatUint(^uint64(0)-uint64(name[len(name)-1]), 16)
}

func (m *masters) list() string {
	var list []string
	for _, name := range m.members {
		id := ^uint64(0) - uint64(name[len(name)-1])
		list = append(list, fmt.Sprintf(`{"ID":%d,"name":%q,"clientURLs":["https://%s:2379"]}`, id, name, name))
	}
	return `{"members":[` + strings.Join(list, ",") + `]}`
}

func (m *masters) health() string {
	var list []string
	for _, name := range m.members {
		list = append(list, fmt.Sprintf(`{"endpoint":"https://%s:2379","health":%v}`, name, !m.down[name]))
	}
	return "[" + strings.Join(list, ",") + "]"
}
