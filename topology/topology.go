package topology

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

// Topology has the resources of a stack on AWS, arranged as in a drawing. Create one with Read.
type Topology struct {
	// title is the name of the project.
	title string
	// networks are the VPCs of the stack, and those of other stacks that its machines are in.
	networks []*network
	// cards are the resources outside of subnets: hosted control planes, buckets, DNS records, objects inside the cluster.
	cards []card
}

// network is a VPC with what is in its subnets.
type network struct {
	id, name, cidr string
	// foreign reports whether the VPC belongs to another stack. Its ID is known if an ExistingVpc states it.
	foreign bool
	// internet reports whether the VPC has an internet gateway.
	internet bool
	zones    []string
	subnets  []subnet
	items    []item
}

type subnet struct {
	id, zone, cidr string
	public         bool
}

// kind is the kind of an item. Items of a subnet are drawn in the order of the kinds.
type kind int

const (
	loadBalancer kind = iota
	natGateway
	proxy
	bootstrap
	controlPlane
	infra
	worker
	machine
)

// item is one box: in a subnet of one zone, or across the subnets of several.
type item struct {
	kind          kind
	title, detail string
	zones         []string
	public        bool
	// managed reports whether ROSA creates the item, and not the stack.
	managed bool
	// sources are who may reach a load balancer, and on which ports.
	sources []source
}

// source are addresses or a security group, and the ports that they may reach.
type source struct {
	name, ports string
	// internet reports whether these are all addresses.
	internet bool
}

// card is a box beside the VPC with one line for each of its contents.
type card struct {
	title string
	icon  string
	lines []string
	// managed reports whether the contents are in another AWS account.
	managed bool
}

// Read reads a stack from the output of `pulumi stack export` or of mocks.Recorder.Export. A stack without resources of AWS,
// OpenShift or ROSA has an empty picture.
func Read(export []byte) (*Topology, error) {
	deployment, err := state.Read(export)
	if err != nil {
		return nil, err
	}
	resources := deployment.Existing()
	t := &Topology{title: project(resources)}
	collectNetworks(t, resources)
	t.cards = collectCards(t, resources)
	for _, n := range t.networks {
		n.arrange()
	}
	return t, nil
}

// project returns the project of the resources, "" if there are none.
func project(resources state.Resources) string {
	for _, r := range resources {
		if parts := strings.Split(r.URN, "::"); len(parts) > 2 {
			return parts[1]
		}
	}
	return ""
}

// arrange sorts what was collected, so that a picture does not depend on the order of the state.
func (n *network) arrange() {
	slices.Sort(n.zones)
	n.zones = slices.Compact(n.zones)
	slices.SortFunc(n.subnets, func(a, b subnet) int {
		return cmp.Or(cmp.Compare(a.zone, b.zone), cmp.Compare(a.cidr, b.cidr), cmp.Compare(a.id, b.id))
	})
	for i := range n.items {
		slices.Sort(n.items[i].zones)
		n.items[i].zones = slices.Compact(n.items[i].zones)
	}
	slices.SortStableFunc(n.items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), slices.Compare(a.zones, b.zones), cmp.Compare(a.title, b.title),
			cmp.Compare(a.detail, b.detail))
	})
}

// zoneOf returns the zone and the visibility of a subnet. A subnet of another stack is its own column.
func (n *network) zoneOf(id string) (zone string, public bool) {
	for _, s := range n.subnets {
		if s.id == id {
			return s.zone, s.public
		}
	}
	n.zones = append(n.zones, id)
	n.subnets = append(n.subnets, subnet{id: id, zone: id})
	return id, false
}

// add adds an item to the subnets with these IDs.
func (n *network) add(it item, subnets ...string) {
	for _, id := range subnets {
		zone, public := n.zoneOf(id)
		it.zones = append(it.zones, zone)
		it.public = it.public || public
	}
	if len(it.zones) > 0 {
		n.items = append(n.items, it)
	}
}
