package nodes

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// Filter selects subnets or security groups by an attribute when a machine is launched, as in the requests DescribeSubnets and
// DescribeSecurityGroups of EC2. A machine is not launched if nothing matches.
type Filter struct {
	// Name is the attribute: tag:Name for the tag Name, or one such as vpc-id. Required.
	Name string
	// Values are the values of which one must match, with * for any text, such as demo-x7k2p-*private*. At least one. Required.
	Values []string
}

var filterName = check.NewFormat("filter name", "tag:Name", func(text string) bool {
	return text == strings.TrimSpace(text) && text != "tag:"
})

func checkFilters(p *check.Problems, path string, filters []Filter) {
	for i, filter := range filters {
		at := check.Index(path, i)
		p.RequiredFormat(at+".Name", filter.Name, filterName)
		p.Required(at+".Values", filter.Values)
		for n, value := range filter.Values {
			p.Required(check.Index(at+".Values", n), value)
		}
	}
}

// checkSubnets reports subnets without an ID; with filters, those that have one.
func (a *MachineSetArgs) checkSubnets(p *check.Problems, path string) {
	if len(a.SubnetFilters) == 0 {
		checkSubnets(p, path+".Subnets", a.Subnets)
		return
	}
	checkFilters(p, path+".SubnetFilters", a.SubnetFilters)
	p.Required(path+".Subnets", a.Subnets)
	for i, subnet := range a.Subnets {
		at := check.Index(path+".Subnets", i)
		p.RequiredFormat(at+".Zone", subnet.Zone, check.Zone)
		p.Exclusive(at, "ID", subnet.ID != nil, "SubnetFilters", true)
	}
}

// checkGroups reports a lack of security groups, and groups by ID and by filters together.
func (a *MachineSetArgs) checkGroups(p *check.Problems, path string) {
	filters := len(a.SecurityGroupFilters) > 0
	if p.Exclusive(path, "SecurityGroupIDs", a.SecurityGroupIDs != nil, "SecurityGroupFilters", filters) && !filters {
		p.RequiredInputFormats(path+".SecurityGroupIDs", a.SecurityGroupIDs, check.SecurityGroupID)
	}
	checkFilters(p, path+".SecurityGroupFilters", a.SecurityGroupFilters)
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
