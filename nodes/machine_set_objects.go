package nodes

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// machineRole has the properties in which infra machines and workers differ.
type machineRole struct {
	// pool is the default pool; amd64 and arm64 are the default instance types.
	pool, amd64, arm64 string
	// label is the node label of the role and the key of its taint; empty if nodes have neither.
	label string
}

// apply sets the role's defaults, label and taint. The role's taint precedes the user's.
func (r machineRole) apply(args *MachineSetArgs) {
	args.setDefaults(r)
	if r.label == "" {
		return
	}
	args.Labels = withLabel(args.Labels, r.label, "")
	if args.RoleTaint == nil || *args.RoleTaint {
		args.Taints = slices.Concat([]Taint{{Key: r.label, Effect: "NoSchedule"}}, args.Taints)
	}
}

// kept are the MachineSets by their names: an update can take away that of one zone.
func (a *MachineSetArgs) kept() []keep.Rule {
	var sets []string
	for _, subnet := range byZone(a.Subnets) {
		sets = append(sets, machineSetName(a.InfraID, a.Pool, subnet.Zone))
	}
	return []keep.Rule{keep.OneByOne("machineSets", "nodes.MachineSetArgs.Subnets", sets, "The machines of a set are deleted with it")}
}

// registerMachineSets registers a MachineSet per subnet, with its MachineAutoscaler, and returns the MachineSets and their names by zone.
func registerMachineSets(b *component.Base, args *MachineSetArgs) (pulumi.StringMap, []pulumi.Resource, error) {
	names, sets := pulumi.StringMap{}, []pulumi.Resource(nil)
	for _, subnet := range byZone(args.Subnets) {
		set, err := registerMachineSet(b, args.inZone(subnet), names)
		if err != nil {
			return nil, nil, err
		}
		sets = append(sets, set)
		limits := args.Autoscaling
		if limits == nil {
			continue
		}
		object := desiredMachineAutoscaler(MachineAutoscalerArgs{
			Name:       machineSetName(args.InfraID, args.Pool, subnet.Zone),
			MachineSet: names[subnet.Zone], Min: limits.MinPerZone, Max: limits.MaxPerZone,
		})
		if _, err := kube.Create(b.Ctx, b.Name+"-autoscaler-"+subnet.Zone, object, b.Parent); err != nil {
			return nil, nil, err
		}
	}
	return names, sets, nil
}

// registerMachineSet registers one MachineSet, returns it, and sets its name, which depends on it.
func registerMachineSet(b *component.Base, set machineSet, names pulumi.StringMap) (pulumi.Resource, error) {
	object := desiredMachineSet(set)
	registered, err := kube.Create(
		b.Ctx, b.Name+"-machineset-"+set.subnet.Zone, object,
		b.Parent, pulumi.IgnoreChanges(ignoredPaths(set)),
		pulumi.Timeouts(&pulumi.CustomTimeouts{Delete: check.Short(set.DeleteTimeout)}),
	)
	if err != nil {
		return nil, err
	}
	names[set.subnet.Zone] = object.NameAfter(b.Ctx, registered)
	return registered, nil
}

// inZone returns the MachineSet of a subnet's zone.
func (a *MachineSetArgs) inZone(subnet network.Subnet) machineSet {
	set := machineSet{MachineSetArgs: a, subnet: subnet, labels: a.Labels, taints: a.Taints}
	if gpu := a.GPU; gpu != nil {
		set.labels = withLabel(a.Labels, labelAccelerator, gpu.Accelerator)
		if *gpu.Taint {
			set.taints = slices.Concat(a.Taints, []Taint{{Key: gpu.Resource, Effect: "NoSchedule"}})
		}
	}
	return set
}

func withLabel(labels map[string]string, key, value string) map[string]string {
	all := maps.Clone(labels)
	if all == nil {
		all = map[string]string{}
	}
	all[key] = value
	return all
}

// Filter selects subnets or security groups by an attribute when a machine is launched, as in the requests DescribeSubnets and
// DescribeSecurityGroups of EC2. A machine is not launched if nothing matches.
type Filter struct {
	// Name is the attribute: tag:Name for the tag Name, or one such as vpc-id. Required.
	Name string `check:"required,format=filter-name"`
	// Values are the values of which one must match, with * for any text, such as demo-x7k2p-*private*. At least one. Required.
	Values []string `check:"required,unique"`
}

var _ = check.Named("filter-name", check.NewFormat("filter name", "tag:Name", func(text string) bool {
	return text == strings.TrimSpace(text) && text != "tag:"
}))

// checkSubnets reports subnets without an ID; with filters, those that have one.
func (a *MachineSetArgs) checkSubnets(p *check.Problems, path check.Path) {
	if len(a.SubnetFilters) == 0 {
		checkSubnets(p, path+".Subnets", a.Subnets)
		return
	}
	p.Required(path+".Subnets", a.Subnets)
	for i, subnet := range a.Subnets {
		at := check.Index(path+".Subnets", i)
		p.RequiredFormat(at+".Zone", subnet.Zone, check.Zone)
		p.Exclusive(at, "ID", subnet.ID != nil, "SubnetFilters", true)
	}
}

// subnetReference returns the reference to a set's subnet. The Machine API adds the zone to the filters
// (openshift/machine-api-provider-aws release-4.16 pkg/actuators/machine/instances.go, getSubnetIDs).
func subnetReference(m *MachineSetArgs, subnet network.Subnet) map[string]any {
	if len(m.SubnetFilters) > 0 {
		return filterReference(m.SubnetFilters)
	}
	return reference(subnet.ID)
}

// groupReferences returns the references to the security groups. One reference with filters adds all groups that match.
func groupReferences(m *MachineSetArgs) any {
	if len(m.SecurityGroupFilters) > 0 {
		return []any{filterReference(m.SecurityGroupFilters)}
	}
	return references(m.SecurityGroupIDs)
}

func filterReference(filters []Filter) map[string]any {
	list := make([]any, len(filters))
	for i, filter := range filters {
		list[i] = map[string]any{"name": filter.Name, "values": filter.Values}
	}
	return map[string]any{"filters": list}
}
