package install

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// machineZonesKey is the key of the stack's configuration with the zones of the control-plane machines, comma-separated, if they are not
// those of the description.
const machineZonesKey = "machineZones"

// furtherZonesKey is the key with the zones of the VPC besides those of the description.
const furtherZonesKey = "furtherZones"

// Replacement says which control-plane machine is replaced.
type Replacement struct {
	// Machine is the key of the machine: its zone, such as us-east-2a, or us-east-2a-2 for the second one of a zone. Required.
	Machine string `json:"machine"`
	// Zone is the zone of the new machine, which the program reads from the setting machineZones. Defaults to that of the old one.
	Zone string `json:"zone,omitempty"`
}

// replacement is a replacement that has begun, in the record of the install directory.
type replacement struct {
	Replacement
	// URN is the URN of the old instance, Instance its ID, and Node the name of its Node; "" if it had none.
	URN      string `json:"urn"`
	Instance string `json:"instance"`
	Node     string `json:"node"`
	// Zones are the values of machineZonesKey; empty if the zone stays.
	Zones []string `json:"zones,omitempty"`
	// Members is the number of healthy members of etcd at the end: after a restore, other machines can be missing.
	Members int `json:"members,omitempty"`
	// Launched are instances that a killed update launched, and that are to be terminated.
	Launched []string `json:"launched,omitempty"`
}

// machineReplacement runs the steps of a replacement.
type machineReplacement struct {
	controlPlane
	replacement
}

// ReplaceMachine replaces a control-plane machine of an installed cluster, whether it runs or not: it drains and stops the machine, removes
// its member of etcd, its secrets and its Node, replaces the instance by the stack, and waits until the new one is a member. It waits for a
// person who approves the client certificate of the new machine, whose requests it names. The error is a [*StepError] if a step has failed.
// If it is called again, it continues. It begins only if etcd keeps its majority.
func (i *Installation) ReplaceMachine(ctx context.Context, r Replacement) error {
	return i.resume(ctx, func(ctx context.Context) (resumable, error) { return i.planReplacement(ctx, r) })
}

func (m *machineReplacement) mark(r *record)   { r.Replacing = &m.replacement }
func (m *machineReplacement) unmark(r *record) { r.Replacing = nil }

func (m *machineReplacement) steps() []step {
	return []step{
		{name: "etcd", title: "Check the other members of etcd", usual: "seconds", skip: m.afterUpdate, run: m.checkEtcd},
		{name: "drain", title: "Drain the node", usual: "1 to 10 minutes", skip: m.withoutNode, run: m.drain},
		{name: "stop", title: "Stop the instance", usual: "2 minutes", skip: m.afterUpdate, run: m.stop},
		{name: "member", title: "Remove its member of etcd", usual: "seconds", skip: m.afterUpdate, run: m.removeMember},
		{name: "node", title: "Delete its secrets and its Node", usual: "seconds", skip: m.afterUpdate, run: m.deleteNode},
		{name: "update", title: "Replace the instance by an update of the stack", usual: "15 to 30 minutes",
			waitsFor: "the new machine to boot, and for a person who approves its client certificate", run: m.update},
		{name: "join", title: "Wait for the new member of etcd", usual: "5 to 15 minutes",
			waitsFor: "the new node and the etcd operator", run: m.join},
		{name: "override", title: "Remove the override of the etcd operator", usual: "seconds", run: m.removeOverride},
	}
}

// plan writes what a replacement does, and what stands still meanwhile.
func (m *machineReplacement) plan(out io.Writer) {
	fmt.Fprintf(out, "This replaces the control-plane machine %s (instance %s, node %s) of the cluster %s:\n\n",
		m.Machine, m.Instance, orNone(m.Node), m.dir.InfraID)
	for number, s := range m.steps() {
		fmt.Fprintf(out, "  %d. %s (estimate: %s)\n", number+1, s.title, s.usual)
	}
	fmt.Fprint(out, "\nThe API and all nodes keep working. Until the new machine has joined, etcd has one member less: the failure of another one\n"+
		"stops the API. Pods of the control plane move, and pods with volumes of the machine's zone wait. The disk of the machine is\n"+
		"deleted: make a backup of etcd first (docs/backup-and-restore.md). TerminationProtection must be off. Do not run other updates meanwhile.\n\n")
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// planReplacement returns the steps of a replacement, which may have begun before. It changes nothing.
func (i *Installation) planReplacement(ctx context.Context, r Replacement) (*machineReplacement, error) {
	found, created, tool, err := i.forCluster(ctx)
	if err != nil {
		return nil, err
	}
	api, err := apiclient.Open(i.kubeconfig())
	if err == nil {
		err = api.CheckCluster(ctx, found.dir.InfraID)
	}
	if err != nil {
		return nil, fmt.Errorf("%w; nothing was changed. A machine is replaced where the API answers, as cluster-admin. %s", err, useOwnContext)
	}
	m := &machineReplacement{
		controlPlane: controlPlane{Installation: i, dir: found.dir, api: api, oc: tool}, replacement: replacement{Replacement: r},
	}
	if begun := created.Replacing; begun != nil {
		if begun.Replacement != r {
			return nil, fmt.Errorf("the replacement of %s has begun and has not ended: run `machine replace %s` first", begun.Machine, begun.command())
		}
		m.replacement, m.without = *begun, begun.Node
		return m, nil
	}
	return m, m.begin(ctx)
}

// command returns the arguments with which a replacement continues.
func (r Replacement) command() string {
	if r.Zone == "" {
		return r.Machine
	}
	return r.Machine + " --zone " + r.Zone
}

// begin finds the machine.
func (m *machineReplacement) begin(ctx context.Context) error {
	keys, instances, err := m.controlPlaneMachines(ctx)
	if err != nil {
		return err
	}
	if m.URN = keys[m.Machine]; m.URN == "" {
		return noMachine(m.Machine, keys)
	}
	const least = 3
	if len(keys) < least {
		return fmt.Errorf("the control plane has %d machines: without one of them etcd has no majority. Restore a backup instead, "+
			"by restore", len(keys))
	}
	m.Instance = instances[m.URN]
	nodes, err := m.nodes(ctx)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if strings.HasSuffix(n.Spec.ProviderID, "/"+m.Instance) {
			m.Node, m.without = n.Metadata.Name, n.Metadata.Name
		}
	}
	if m.Zone == "" {
		return nil
	}
	return m.moveTo(ctx, keys)
}

// moveTo decides the zones of the machines. Keys are a zone, or a zone and a number.
func (m *machineReplacement) moveTo(ctx context.Context, keys map[string]string) error {
	zones := m.Config.Zones
	given, err := m.Stack.Config(ctx, machineZonesKey)
	if err != nil {
		return err
	}
	if given != "" {
		zones = strings.Split(given, ",")
	}
	zone := m.Machine
	if i := strings.LastIndex(zone, "-"); !slices.Contains(zones, zone) && i > 0 {
		zone = zone[:i]
	}
	further, err := m.Stack.Config(ctx, furtherZonesKey)
	if err != nil {
		return err
	}
	index, count := slices.Index(zones, zone), 0
	for key := range keys {
		if key == zone || strings.HasPrefix(key, zone+"-") {
			count++
		}
	}
	last := zone
	if count > 1 {
		last = fmt.Sprintf("%s-%d", zone, count)
	}
	switch {
	case index < 0:
		return fmt.Errorf("the machine %s is in none of the zones %s", m.Machine, strings.Join(zones, ", "))
	case last != m.Machine:
		return fmt.Errorf("of the machines in %s only the last one, %s, can move", zone, last)
	case !slices.Contains(m.Config.Zones, m.Zone) && !slices.Contains(strings.Split(further, ","), m.Zone):
		return fmt.Errorf("the stack has no zone %s: first add it to the setting %s, and run `pulumi up` (docs/day-two.md, \"Add a zone\")",
			m.Zone, furtherZonesKey)
	case count == 1 && !slices.Contains(m.Config.Zones, zone):
		return fmt.Errorf("the machine %s is the only one of a zone that is not among the zones %s of the installation: the API's load "+
			"balancers would lose their subnets there, and with them their addresses. Replace it without --zone, and move another machine",
			m.Machine, strings.Join(m.Config.Zones, ", "))
	}
	m.Zones = slices.Clone(zones)
	m.Zones[index] = m.Zone
	return nil
}
