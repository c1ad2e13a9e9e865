package acceptance

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

const (
	turnsInfraID = "turns-a1b2c"
	turnsDomain  = "turns.example.com"
	masterRole   = "node-role.kubernetes.io/master"
)

// runningMachine is a control-plane machine: while its instance runs, it serves the API, and its node is ready.
type runningMachine struct {
	emulatedInstance
	running bool
	boots   int
}

// runningMachines are the machines of a control plane, behind a load balancer that knows which of them run.
type runningMachines struct {
	t                   *testing.T
	infraID, kubeconfig string
	// url and apiServer are the addresses of the load balancer and of the API server behind it.
	url, apiServer string

	// reporting is held while statuses are written. That takes seconds on a busy machine, and mu would let the load balancer wait.
	reporting sync.Mutex
	mu        sync.Mutex
	machines  map[string]*runningMachine
	// balanced reports whether the account has the internal load balancer, and closed whether it is behind a firewall.
	balanced, closed bool
	// mostStopped is the largest number of machines that did not run at once.
	mostStopped int
	// attempts counts the requests to the API, of which one is always under way, and failures are those that got no answer.
	attempts int
	failures []string
	// etcd are the members of etcd, and replaced the instances whose members have left; nil without real members.
	etcd     *etcdMembers
	replaced []string

	// end ends the reports. It comes before anything that deletes a node, which a report would then miss.
	end func()
}

// newRunningMachines creates the nodes of the control plane's instances and what the etcd operator reports.
func newRunningMachines(t *testing.T, infraID string) *runningMachines {
	t.Helper()
	m := &runningMachines{t: t, infraID: infraID, balanced: true, machines: map[string]*runningMachine{}}
	m.balance()
	kubectl(t, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"openshift-etcd"}}`, "apply", "-f", "-")
	apply(t, map[string]any{
		"apiVersion": "operator.openshift.io/v1", "kind": "Etcd", "metadata": map[string]any{"name": "cluster"},
		"spec": map[string]any{"managementState": "Managed"},
	})
	for _, name := range []string{"etcd", "kube-apiserver"} {
		apply(t, map[string]any{
			"apiVersion": "config.openshift.io/v1", "kind": "ClusterOperator",
			"metadata": map[string]any{"name": name}, "spec": map[string]any{},
		})
		setStatus(t, "clusteroperators.config.openshift.io", "", name, map[string]any{
			"conditions": conditions("Available=True", "Progressing=False", "Degraded=False"),
		})
	}
	for _, instance := range m.instances() {
		node := &runningMachine{emulatedInstance: instance, running: true}
		m.machines[instance.ID] = node
		kubectl(t, fmt.Sprintf(`{"apiVersion":"v1","kind":"Node","metadata":{"name":%q},"spec":{"providerID":"aws:///%s/%s"}}`,
			instance.Name, instance.Zone, instance.ID), "create", "-f", "-")
		t.Cleanup(func() { kubectl(t, "", "delete", "node", instance.Name, "--ignore-not-found") })
		m.becomesMember(node)
	}
	m.report()
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { m.observe(ctx) })
	ended.Go(func() { m.useAPI(ctx) })
	m.end = sync.OnceFunc(func() { cancel(); ended.Wait() })
	t.Cleanup(func() {
		m.end()
		for _, object := range [][]string{
			{"namespace", "openshift-etcd"}, {"etcds.operator.openshift.io", "cluster"},
			{"clusteroperators.config.openshift.io", "etcd", "kube-apiserver"},
			{"-n", "openshift-machine-api", "secret", "master-user-data"},
		} {
			output, err := tryKubectl("", append([]string{"delete", "--ignore-not-found"}, object...)...)
			assert.NoError(t, err, output)
		}
	})
	return m
}

// instances returns the control-plane instances that exist.
func (m *runningMachines) instances() []emulatedInstance {
	response := callAWS(m.t, "ec2", "DescribeInstances", "Filter.1.Name", "tag:Name", "Filter.1.Value.1", m.infraID+"-master-*")
	var description struct {
		Instances []emulatedInstance `xml:"reservationSet>item>instancesSet>item"`
	}
	assert.NoError(m.t, xml.Unmarshal([]byte(response), &description))
	var instances []emulatedInstance
	for _, instance := range description.Instances {
		if instance.State != "terminated" && instance.State != "shutting-down" {
			instances = append(instances, instance)
		}
	}
	return instances
}

// observe stops and starts the nodes with their instances. A kubelet reports its node every ten seconds.
func (m *runningMachines) observe(ctx context.Context) {
	for reported := time.Now(); ctx.Err() == nil; {
		changed := time.Since(reported) > 10*time.Second
		stopped := 0
		for _, instance := range m.instances() {
			m.mu.Lock()
			machine := m.machines[instance.ID]
			if machine != nil && machine.running != (instance.State == "running") {
				machine.running, changed = !machine.running, true
				if machine.running {
					machine.boots++
				} else if m.etcd != nil {
					m.etcd.stop(machine.Name)
				}
			}
			if machine != nil && !machine.running {
				stopped++
			}
			m.mostStopped = max(m.mostStopped, stopped)
			m.mu.Unlock()
		}
		if changed {
			m.report()
			reported = time.Now()
		}
		_, exists := m.loadBalancer()
		m.mu.Lock()
		m.balanced = exists
		m.mu.Unlock()
		pause(ctx, 500*time.Millisecond)
	}
}

// pause ends with its context, too.
func pause(ctx context.Context, duration time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(duration):
	}
}

// report writes the status of the nodes, and of etcd.
func (m *runningMachines) report() {
	m.reporting.Lock()
	defer m.reporting.Unlock()
	m.mu.Lock()
	var machines []runningMachine
	for _, machine := range m.machines {
		machines = append(machines, *machine)
	}
	m.mu.Unlock()
	degraded := "EtcdMembersDegraded=False"
	for _, machine := range machines {
		ready := "True"
		if !machine.running {
			ready, degraded = "Unknown", "EtcdMembersDegraded=True"
		}
		now := time.Now().UTC().Format(time.RFC3339)
		m.patch("node", "", machine.Name, map[string]any{
			"nodeInfo": map[string]any{"bootID": fmt.Sprint("boot-", machine.boots)},
			"conditions": []any{map[string]any{
				"type": "Ready", "status": ready, "reason": "Kubelet", "message": "", "lastHeartbeatTime": now, "lastTransitionTime": now,
			}},
		})
		m.patch("pod", "openshift-etcd", "etcd-"+machine.Name, map[string]any{
			"conditions": []any{map[string]any{"type": "Ready", "status": strings.ReplaceAll(ready, "Unknown", "False")}},
		})
	}
	m.patch("etcds.operator.openshift.io", "", "cluster", map[string]any{
		"conditions": conditions("EtcdMembersAvailable=True", "EtcdMembersProgressing=False", degraded),
	})
}

func (m *runningMachines) patch(kind, namespace, name string, status map[string]any) {
	text, err := json.Marshal(map[string]any{"status": status})
	assert.NoError(m.t, err)
	args := []string{"patch", kind, name, "--subresource=status", "--type=merge", "-p", string(text)}
	if namespace != "" {
		args = append(args, "-n", namespace)
	}
	output, err := tryKubectl("", args...)
	assert.NoError(m.t, err, output)
}

// becomesMember is what the etcd operator does with a new control-plane node.
func (m *runningMachines) becomesMember(machine *runningMachine) {
	kubectl(m.t, "", "label", "node", machine.Name, masterRole+"=")
	kubectl(m.t, "", "taint", "node", machine.Name, masterRole+":NoSchedule")
	kubectl(m.t, "", "patch", "node", machine.Name, "--subresource=status", "--type=merge", "-p", fmt.Sprintf(
		`{"status":{"addresses":[{"type":"InternalIP","address":%q}]}}`, machine.IP))
	kubectl(m.t, fmt.Sprintf(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"etcd-%s","namespace":"openshift-etcd",
		"annotations":{"kubernetes.io/config.mirror":"static"}},"spec":{"nodeName":%q,"hostNetwork":true,
		"containers":[{"name":"etcd","image":"etcd"}],"tolerations":[{"operator":"Exists"}]}}`, machine.Name, machine.Name), "create", "-f", "-")
	m.members(func(data map[string]any) { data[machine.ID] = machine.IP })
	if m.etcd != nil {
		m.etcd.add(machine.Name)
	}
}

// leaves is what the steps of docs/replace-machine.md do with a machine that failed.
func (m *runningMachines) leaves(machine *runningMachine) {
	m.removed(machine)
	kubectl(m.t, "", "delete", "node", machine.Name)
}

// removed is what the etcd operator does when the member of a machine was removed.
func (m *runningMachines) removed(machine *runningMachine) {
	m.reporting.Lock()
	m.mu.Lock()
	delete(m.machines, machine.ID)
	m.replaced = append(m.replaced, machine.ID)
	m.mu.Unlock()
	m.reporting.Unlock()
	m.members(func(data map[string]any) { delete(data, machine.ID) })
	kubectl(m.t, "", "-n", "openshift-etcd", "delete", "pod", "etcd-"+machine.Name, "--ignore-not-found", "--force")
}

// members changes the list of etcd's members.
func (m *runningMachines) members(change func(map[string]any)) {
	data := map[string]any{}
	if list := kubeObject(m.t, "configmap", "openshift-etcd", "etcd-endpoints"); list != nil {
		if known, ok := list["data"].(map[string]any); ok {
			data = known
		}
		kubectl(m.t, "", "-n", "openshift-etcd", "delete", "configmap", "etcd-endpoints")
	}
	change(data)
	kubectl(m.t, jsonText(m.t, map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "etcd-endpoints", "namespace": "openshift-etcd"},
		"data": data,
	}), "create", "-f", "-")
}

// TestControlPlaneOneMachineAtATime changes the instance type of a running control plane, and replaces a machine that
// failed. The API answers all the time.
func TestControlPlaneOneMachineAtATime(t *testing.T) {
	t.Parallel()
	zone, removeZone := publicZone(t, "turns.example.com")
	p := newControlPlaneStack(t, zone, turnsInfraID, turnsDomain)
	p.cidr = "10.90.0.0/16"
	p.up(noChange) // Before other tests have to wait.

	clusterLock.lock(t)
	allowCSRs(t)
	reportInfraID(t, turnsInfraID)
	machines := newRunningMachines(t, turnsInfraID)
	p.install.Kubeconfig = pulumi.ToSecret(pulumi.String(machines.kubeconfig)).(pulumi.StringOutput)
	p.change = func(a *cluster.ControlPlaneArgs) { a.MachineWait = apiclient.WaitEvery(time.Second, 5*time.Minute) }
	p.up(func(p *controlPlaneStack) { p.stage = cluster.StageCluster })

	larger := p.up(func(p *controlPlaneStack) {
		p.change = func(a *cluster.ControlPlaneArgs) {
			a.InstanceType, a.MachineWait = "m5.2xlarge", apiclient.WaitEvery(time.Second, 5*time.Minute)
		}
	})
	assert.Len(t, larger.with("update"), 3)
	assert.Empty(t, larger.with("create", "delete", "replace", "create-replacement", "delete-replaced"))
	machines.mu.Lock()
	assert.Equal(t, 1, machines.mostStopped, "one machine after the other was stopped")
	assert.Empty(t, machines.failures, "the API answers all the time")
	assert.Greater(t, machines.attempts, 100)
	for _, machine := range machines.machines {
		assert.Equal(t, 1, machine.boots, machine.Name)
	}
	machines.mu.Unlock()
	p.up(noChange).unchanged(t, "after the change of the instance type")

	kept := p.change
	p.change = func(a *cluster.ControlPlaneArgs) {
		kept(a)
		a.RootVolume = &cluster.RootVolumeArgs{SizeGiB: 300}
	}
	_, err := p.box.Preview(t.Context())
	require.ErrorContains(t, err, "EBS volumes cannot shrink", "the provider asks AWS only in an update")
	p.change = kept

	p.failedMachineIsReplaced(machines)
	_, err = p.box.Destroy(t.Context())
	require.NoError(t, err)
	removeZone()
}
