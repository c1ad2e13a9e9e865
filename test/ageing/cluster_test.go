package ageing_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// bootTime is the least time that a machine needs to boot. Machines that stop within it are down together, as they are in reality when
// the second one stops before the first one is a member of etcd again.
const bootTime = 40 * time.Millisecond

// member is a control-plane machine: its node and its member of etcd.
type member struct {
	fake.Record
	// boots counts how often it has booted, and stopped is when it stopped last; zero if it runs.
	boots   int
	stopped time.Time
	// asked is how many lists of nodes have found it not ready.
	asked int
	// registered reports whether it has a node, votes whether etcd counts it, and gone whether its instance is deleted.
	registered, votes, gone bool
}

func (m *member) healthy() bool { return m.registered && m.votes && !m.gone && m.stopped.IsZero() }

// ageing is a cluster that moves with the account of its sandbox: its API, nodes, members of etcd, kubelets and ClusterVersion.
type ageing struct {
	mu      sync.Mutex
	account account
	members map[string]*member
	// requests are the certificate requests of kubelets, and listed counts how often they were listed.
	requests map[string]map[string]any
	listed   int
	version  *clusterVersion
	userData string
	infraID  string
	// installed reports whether a bootstrap machine has started etcd.
	installed bool
	// away reports whether the network between Pulumi and the API is down, and off whether all machines are stopped overnight.
	away, off bool
	// cut reports whether others have taken the API's load balancer away, until it leads to a machine again.
	cut bool
	// violations are what must never be.
	violations []string
}

// observe moves the cluster to what the account has.
func (c *ageing) observe(now account) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.account
	c.account = now
	c.installed = c.installed || now.hasBootstrap && len(now.machines) == 3 && len(now.targets) > 0
	for _, id := range slices.Sorted(maps.Keys(now.machines)) {
		machine, known := now.machines[id], c.members[id]
		switch {
		case known == nil:
			c.launch(machine)
		case known.Text("instanceType") != machine.Text("instanceType"):
			known.stopped, known.asked = time.Now(), 0
			fallthrough
		default:
			known.Record = machine
		}
	}
	for id, known := range c.members {
		if _, exists := now.machines[id]; !exists && !known.gone {
			known.gone = true
			if !known.votes {
				delete(c.members, id)
			}
		}
	}
	if c.installed && !now.hasBootstrap {
		c.check(before)
	}
}

// check adds what must never be.
func (c *ageing) check(before account) {
	healthy, voters := c.count()
	if !c.off && healthy < voters/2+1 {
		c.violatef("etcd lost its majority: %d of %d members are healthy", healthy, voters)
	}
	switch reachable := c.reachable(); {
	case c.cut:
		c.cut = !reachable
	case before.balancer != "" && before.balancer != c.account.balancer:
		c.violatef("the load balancer of api-int was deleted, or replaced by another one of its name")
	case !reachable && !c.off:
		c.violatef("api-int leads to no machine")
	}
}

func (c *ageing) violatef(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(c.violations, text) {
		c.violations = append(c.violations, text)
	}
}

// count returns how many members of etcd are healthy, and how many there are.
func (c *ageing) count() (healthy, voters int) {
	for _, m := range c.members {
		if m.votes {
			voters++
		}
		if m.healthy() {
			healthy++
		}
	}
	return healthy, voters
}

// reachable reports whether kubelets reach the API.
func (c *ageing) reachable() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(c.members)), func(m *member) bool {
		return m.healthy() && (slices.Contains(c.account.targets, m.ID) || slices.Contains(c.account.targets, m.Text("privateIp")))
	})
}

// launch adds a machine: one of the installation, or a later one whose kubelet asks for its certificates.
func (c *ageing) launch(machine fake.Record) {
	m := &member{Record: machine, boots: 1}
	c.members[machine.ID] = m
	if !c.installed {
		m.registered, m.votes = true, true
		return
	}
	c.request(m, "client")
}

// settle is the time between two events: machines have booted, a person has approved what waited, and the cluster has upgraded itself.
func (c *ageing) settle() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.members {
		if !m.stopped.IsZero() && !m.gone {
			m.start()
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.requests)) {
		c.approve(name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.requests)) {
		c.approve(name) // that for the serving certificate
	}
	return c.version.settle()
}

func (m *member) start() { m.stopped, m.boots = time.Time{}, m.boots+1 }

// lose is a machine whose member of etcd and node a person removes, with its instance or before it is deleted.
func (c *ageing) lose(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.members[id]; m.gone {
		delete(c.members, id)
	} else {
		m.votes, m.registered = false, false
	}
}

// set changes the cluster, such as its network.
func (c *ageing) set(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
}

// machineIn returns the ID of the machine in a zone.
func (c *ageing) machineIn(zone string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, m := range c.members {
		if !m.gone && m.Text("availabilityZone") == zone {
			return id
		}
	}
	return ""
}

func (c *ageing) endpoints() map[string]any {
	data := map[string]any{}
	for id, m := range c.members {
		if m.votes {
			data[id] = m.Text("privateIp")
		}
	}
	return map[string]any{"data": data}
}

func (c *ageing) nodeList() map[string]any {
	items := []any{}
	for _, id := range slices.Sorted(maps.Keys(c.members)) {
		m := c.members[id]
		if !m.registered {
			continue
		}
		if m.asked++; !m.stopped.IsZero() && !m.gone && m.asked > 4 && time.Since(m.stopped) > bootTime {
			m.start()
		}
		items = append(items, m.node())
	}
	return map[string]any{"items": items}
}

func (m *member) node() map[string]any {
	node := conditions("Ready", status(m.healthy()))
	node["metadata"] = map[string]any{"name": m.Text("privateDns")}
	node["spec"] = map[string]any{"providerID": "aws:///" + m.Text("availabilityZone") + "/" + m.ID}
	fields := node["status"].(map[string]any)
	fields["nodeInfo"] = map[string]any{"bootID": fmt.Sprint(m.ID, m.boots)}
	fields["addresses"] = []any{map[string]any{"type": "InternalIP", "address": m.Text("privateIp")}}
	return node
}

func (c *ageing) etcd() map[string]any {
	healthy, voters := c.count()
	return conditions("EtcdMembersAvailable", "True", "EtcdMembersDegraded", status(healthy < voters), "EtcdMembersProgressing", "False")
}

func (c *ageing) secret() map[string]any {
	return map[string]any{"data": map[string]any{"userData": base64.StdEncoding.EncodeToString([]byte(c.userData))}}
}

// node returns the node of a name, and member that of a pod of etcd.
func (c *ageing) nodeNamed(name string) *member {
	for _, m := range c.members {
		if m.registered && m.Text("privateDns") == strings.TrimPrefix(name, "etcd-") {
			return m
		}
	}
	return nil
}

func status(value bool) string { return map[bool]string{true: "True", false: "False"}[value] }

// conditions returns an object with conditions, from pairs of a type and a status.
func conditions(pairs ...string) map[string]any {
	var list []any
	for pair := range slices.Chunk(pairs, 2) {
		list = append(list, map[string]any{"type": pair[0], "status": pair[1]})
	}
	return map[string]any{"status": map[string]any{"conditions": list}}
}
