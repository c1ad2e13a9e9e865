package acceptance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// etcdMembers are real members of etcd on loopback, by the names of their nodes. Stopped ones have no process.
type etcdMembers struct {
	t       *testing.T
	folder  string
	mu      sync.Mutex
	members map[string]*etcdProcess
	// scripts lets a script begin when another one has ended.
	scripts sync.Mutex
}

type etcdProcess struct {
	client, peer string
	process      *exec.Cmd
}

// freeAddress returns the URL of a port that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

// add adds a member, and waits until it is healthy.
func (e *etcdMembers) add(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	state := "new"
	added := &etcdProcess{client: freeAddress(e.t), peer: freeAddress(e.t)}
	if len(e.members) > 0 {
		state = "existing"
		// It adds none until all others were connected for 5 seconds (etcd 3.5 server/etcdserver/server.go, HealthInterval).
		var err error
		require.Eventually(e.t, func() bool {
			_, err = e.anyone("member/add", map[string]any{"peerURLs": []string{added.peer}})
			return err == nil
		}, time.Minute, time.Second, "etcd adds %s: %v", name, &err)
	}
	e.members[name] = added
	require.NoError(e.t, os.RemoveAll(filepath.Join(e.folder, name)))
	var initial []string
	for member, process := range e.members {
		initial = append(initial, member+"="+process.peer)
	}
	e.start(name, "--initial-cluster", strings.Join(initial, ","), "--initial-cluster-state", state)
	require.Eventually(e.t, func() bool { return e.answers(name) }, time.Minute, 100*time.Millisecond, "%s is healthy", name)
}

func (e *etcdMembers) start(name string, arguments ...string) {
	m := e.members[name]
	m.process = exec.Command("etcd", append(arguments, "--name", name, "--data-dir", filepath.Join(e.folder, name), "--log-level", "error",
		"--listen-client-urls", m.client, "--advertise-client-urls", m.client, "--listen-peer-urls", m.peer,
		"--initial-advertise-peer-urls", m.peer, "--unsafe-no-fsync")...)
	require.NoError(e.t, m.process.Start())
}

// end ends a member that was removed.
func (e *etcdMembers) end(name string) {
	e.kill(name)
	delete(e.members, name)
}

// stop stops the member of a node, as its instance stops.
func (e *etcdMembers) stop(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.kill(name)
}

func (e *etcdMembers) kill(name string) {
	if m := e.members[name]; m != nil && m.process != nil {
		_ = m.process.Process.Kill()
		_ = m.process.Wait()
		m.process = nil
	}
}

func (e *etcdMembers) answers(name string) bool {
	m := e.members[name]
	if m == nil || m.process == nil {
		return false
	}
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Get(m.client + "/health")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// call sends a request to a member by the gateway of etcd's API.
func (m *etcdProcess) call(what string, request any) ([]byte, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	client := http.Client{Timeout: 10 * time.Second}
	var address string
	if address = m.client + "/v3/cluster/" + what; strings.HasPrefix(what, "kv/") {
		address = m.client + "/v3/" + what
	}
	response, err := client.Post(address, "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, text)
	}
	return text, err
}

// anyone sends a request to the members that run until one answers it.
func (e *etcdMembers) anyone(what string, request any) (text []byte, err error) {
	err = errors.New("no member of etcd runs")
	for _, name := range slices.Sorted(maps.Keys(e.members)) {
		if e.members[name].process == nil {
			continue
		}
		if text, err = e.members[name].call(what, request); err == nil {
			return text, nil
		}
	}
	return nil, err
}

// write writes a value, which requires a majority.
func (e *etcdMembers) write() {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.anyone("kv/put", map[string][]byte{"key": []byte("key"), "value": []byte("value")})
	require.NoError(e.t, err, "etcd has its majority")
}

// etcdListed is a member in a list, in the form of the gateway.
type etcdListed struct {
	ID         uint64   `json:"ID,string"`
	Name       string   `json:"name"`
	ClientURLs []string `json:"clientURLs"`
	IsLearner  bool     `json:"isLearner"`
}

func (e *etcdMembers) list(node string) ([]etcdListed, error) {
	m := e.members[node]
	if m == nil || m.process == nil {
		return nil, fmt.Errorf("etcd does not run on %s", node)
	}
	text, err := m.call("member/list", map[string]any{})
	var listed struct {
		Members []etcdListed `json:"members"`
	}
	if err == nil {
		err = json.Unmarshal(text, &listed)
	}
	return listed.Members, err
}

// healthy returns the names of the healthy members that etcd itself lists.
func (e *etcdMembers) healthy() (names []string) {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, node := range slices.Sorted(maps.Keys(e.members)) {
		listed, err := e.list(node)
		if err != nil {
			continue
		}
		for _, member := range listed {
			if e.answers(member.Name) {
				names = append(names, member.Name)
			}
		}
		return names
	}
	return nil
}

// ctl answers etcdctl in the pod of a node, and returns the name of a member that it has removed.
func (e *etcdMembers) ctl(node string, args []string) (output, removed string, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	listed, err := e.list(node)
	if err != nil {
		return "", "", err
	}
	var all []any
	for _, member := range listed {
		switch strings.Join(args[:2], " ") {
		case "member list":
			all = append(all, map[string]any{
				"ID": member.ID, "name": member.Name, "clientURLs": member.ClientURLs, "isLearner": member.IsLearner,
			})
		case "endpoint health":
			all = append(all, map[string]any{"endpoint": strings.Join(member.ClientURLs, ""), "health": e.answers(member.Name)})
		case "member remove":
			if strconv.FormatUint(member.ID, 16) == args[2] {
				if _, err = e.members[node].call("member/remove", map[string]string{"ID": strconv.FormatUint(member.ID, 10)}); err == nil {
					e.end(member.Name)
				}
				return "", member.Name, err
			}
		}
	}
	var answer any = all
	if args[0] == "member" {
		answer = map[string]any{"members": all}
	}
	text, err := json.Marshal(answer)
	return string(text), "", err
}

// startEtcd starts a member of etcd for each machine, which stops with it.
func (m *runningMachines) startEtcd() {
	m.t.Helper()
	etcd := &etcdMembers{t: m.t, folder: m.t.TempDir(), members: map[string]*etcdProcess{}}
	m.t.Cleanup(func() {
		m.end()
		for name := range etcd.members {
			etcd.stop(name)
		}
	})
	for _, machine := range m.machines {
		etcd.add(machine.Name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.etcd = etcd
}

// oc answers the commands of oc that a replacement runs. What the etcd operator does when a member is removed, it does too.
func (m *runningMachines) oc(args []string) (string, error) {
	switch args[0] {
	case "adm":
		return tryKubectl("", args[1:]...)
	case "script":
		return "", m.script(args[1], args[2])
	}
	output, removed, err := m.etcd.ctl(strings.TrimPrefix(args[5], "etcd-"), args[8:])
	m.mu.Lock()
	machines := maps.Clone(m.machines)
	m.mu.Unlock()
	for _, machine := range machines {
		if machine.Name == removed && err == nil {
			m.removed(machine)
		}
	}
	return output, err
}

// ids returns the IDs of the instances.
func (m *runningMachines) ids() (ids []string) {
	for _, instance := range m.instances() {
		ids = append(ids, instance.ID)
	}
	return ids
}

// boots waits for an instance that is none of the machines, nor one of those that were replaced.
func (m *runningMachines) boots() (booted emulatedInstance) {
	for deadline := time.Now().Add(4 * time.Minute); time.Now().Before(deadline); pause(m.t.Context(), 200*time.Millisecond) {
		for _, instance := range m.instances() {
			m.mu.Lock()
			known := m.machines[instance.ID] != nil || slices.Contains(m.replaced, instance.ID)
			m.mu.Unlock()
			if !known && instance.State == "running" {
				return instance
			}
		}
	}
	assert.Fail(m.t, "no new machine boots")
	return booted
}

// joins lets an instance become a node, whose certificate a person approves, and a member of etcd.
func (m *runningMachines) joins(booted emulatedInstance) {
	m.t.Helper()
	kubelet := newKubelet(m.t, booted, "4.19")
	client := kubelet.requestClientCertificate(m.t, "replaced")
	kubectl(m.t, "", "certificate", "approve", client.name) // by a person: the program only names it
	kubelet.registerAs(m.t, kubelet.signedCertificate(m.t, client), map[string]string{"node.openshift.io/os_id": "rhcos"})
	m.t.Cleanup(m.end) // before the kubelet's cleanup deletes its node
	serving := servingCSR(kubelet.ID, "", booted)
	kubelet.kubectl(m.t, serving.object(m.t, kubelet.key), "create", "-f", "-")
	m.t.Cleanup(func() { kubectl(m.t, "", "delete", "csr", serving.name, "--ignore-not-found") })
	assert.Equal(m.t, []string{booted.Name}, kubelet.signedCertificate(m.t, serving).DNSNames)
	joined := &runningMachine{emulatedInstance: booted, running: true}
	m.becomesMember(joined)
	m.mu.Lock()
	m.machines[booted.ID] = joined
	m.mu.Unlock()
	m.report()
}

// script does what OpenShift's scripts do on a machine. Where etcd is restored, it is another cluster with its data, the API answers, and
// the etcd operator adds the other members.
func (m *runningMachines) script(action, id string) error {
	m.etcd.scripts.Lock()
	defer m.etcd.scripts.Unlock()
	m.mu.Lock()
	machines := maps.Clone(m.machines)
	m.mu.Unlock()
	restored := machines[id]
	if restored == nil {
		return fmt.Errorf("no machine %s", id)
	}
	m.etcd.stop(restored.Name)
	if action == "stop" {
		return nil
	}
	m.etcd.restart(restored.Name)
	m.close(false)
	for _, machine := range machines {
		if machine != restored {
			m.etcd.stop(machine.Name)
			m.etcd.add(machine.Name)
		}
	}
	return nil
}

// restart starts a member as the only one of a cluster with its data.
func (e *etcdMembers) restart(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for other, m := range e.members {
		if other != name && m.process != nil {
			_ = m.process.Process.Kill()
			_ = m.process.Wait()
		}
	}
	e.members = map[string]*etcdProcess{name: e.members[name]}
	e.start(name, "--force-new-cluster")
	assert.Eventually(e.t, func() bool { return e.answers(name) }, time.Minute, 100*time.Millisecond, "%s is healthy", name)
}
