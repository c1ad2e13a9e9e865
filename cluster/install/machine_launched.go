package install

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// machineKey returns the key of a control-plane machine by the URN of its instance; "" for another resource.
func machineKey(urn string) string {
	const role = "-master-"
	name := urn[strings.LastIndex(urn, ":")+1:]
	if at := strings.LastIndex(name, role); at >= 0 && strings.Contains(urn, controlPlaneMachine) {
		return name[at+len(role):]
	}
	return ""
}

// terminateLaunched terminates the instances that a killed update launched. Pulumi writes a machine into the state when it has become a
// member of etcd, so that it does not know one whose update was killed while it booted. The next update launches another one: two machines
// would ask for the certificates of one.
func (m *machineReplacement) terminateLaunched(ctx stepContext) error {
	launched, interrupted, err := m.findLaunched(ctx)
	if err != nil || len(launched)+len(interrupted) == 0 {
		return err
	}
	// From here on only the record knows the instances.
	m.Launched = launched
	if err := changeRecord(m.dir.Path, func(r *record, _ time.Time) { m.mark(r) }); err != nil {
		return err
	}
	if len(interrupted) > 0 { // It fails while another update runs, which still waits for its machine.
		if err := m.Stack.ClearInterrupted(ctx); err != nil {
			return err
		}
	}
	for _, id := range launched {
		ctx.emit(Progress, "terminating the instance "+id+", which was launched by an update that was killed")
		if err := terminateInstance(ctx, m.dir.Region, id); err != nil {
			return err
		}
	}
	m.Launched = nil
	return changeRecord(m.dir.Path, func(r *record, _ time.Time) { m.mark(r) })
}

// findLaunched returns the instances that a killed update launched and the stack does not have, and the interrupted creations of
// machines. An instance that has a node is an error: what it needs is what every member of etcd needs that leaves.
func (m *machineReplacement) findLaunched(ctx context.Context) (launched, interrupted []string, err error) {
	interrupted, err = m.Stack.Interrupted(ctx)
	if err != nil || len(interrupted)+len(m.Launched) == 0 {
		return nil, nil, err
	}
	others := slices.DeleteFunc(slices.Clone(interrupted), func(urn string) bool { return machineKey(urn) != "" })
	interrupted = slices.DeleteFunc(interrupted, func(urn string) bool { return machineKey(urn) == "" })
	launched = slices.Clone(m.Launched)
	for _, urn := range interrupted {
		found, err := instancesNamed(ctx, m.dir.Region, m.dir.InfraID, m.dir.InfraID+"-master-"+machineKey(urn))
		if err != nil {
			return nil, nil, err
		}
		launched = append(launched, found...)
	}
	ids, err := m.Stack.IDs(ctx)
	if err != nil {
		return nil, nil, err
	}
	known := append(slices.Collect(maps.Values(ids)), m.Instance)
	launched = slices.DeleteFunc(launched, func(id string) bool { return slices.Contains(known, id) })
	slices.Sort(launched)
	launched = slices.Compact(launched)
	if len(others) > 0 {
		if len(launched) > 0 {
			return nil, nil, fmt.Errorf("nothing says whether %s exists, because an update was killed: follow "+
				"docs/interrupted.md, also for the instances %s", resourceName(others[0]), strings.Join(launched, ", "))
		}
		interrupted = nil // The state cannot forget some of the creations only.
	}
	return launched, interrupted, m.rejectNodes(ctx, launched)
}

// rejectNodes is an error if one of the instances has a node.
func (m *machineReplacement) rejectNodes(ctx context.Context, launched []string) error {
	nodes, err := m.nodes(ctx)
	for _, n := range nodes {
		for _, id := range launched {
			if strings.HasSuffix(n.Spec.ProviderID, "/"+id) {
				return finalf("the instance %s was launched by an update that was killed, and has become the node %s since, but the stack "+
					"does not have it. Remove its member of etcd by the steps 2 to 4 of docs/replace-machine.md, with node=%s. Then run "+
					"`machine replace %s` again, which terminates it and launches another one", id, n.Metadata.Name, n.Metadata.Name, m.command())
			}
		}
	}
	return err
}

// instancesNamed returns the IDs of a cluster's instances with a name that are not terminated.
func instancesNamed(ctx context.Context, region, infraID, name string) ([]string, error) {
	var found struct {
		IDs []string `xml:"reservationSet>item>instancesSet>item>instanceId"`
	}
	err := callEC2(ctx, region, "DescribeInstances", []string{
		"Filter.1.Name", "tag:Name", "Filter.1.Value.1", name,
		"Filter.2.Name", "tag:kubernetes.io/cluster/" + infraID, "Filter.2.Value.1", "owned",
		"Filter.3.Name", "instance-state-name", "Filter.3.Value.1", "pending", "Filter.3.Value.2", "running",
		"Filter.3.Value.3", "stopping", "Filter.3.Value.4", "stopped",
	}, &found)
	return found.IDs, err
}

// terminateInstance terminates an EC2 instance. It succeeds if there is none.
func terminateInstance(ctx context.Context, region, id string) error {
	return callEC2(ctx, region, "TerminateInstances", []string{"InstanceId.1", id}, nil, "InvalidInstanceID.NotFound")
}
