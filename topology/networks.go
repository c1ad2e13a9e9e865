package topology

import (
	"cmp"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

// collectNetworks adds the stack's VPCs, those of its ExistingVpcs, and what is in them. Machines of any other VPC are in a network of
// their own.
func collectNetworks(t *Topology, s state.Resources) {
	byID := map[string]*network{}
	for _, vpc := range s.Of("aws:ec2/vpc:Vpc") {
		n := &network{id: vpc.ID, name: cmp.Or(vpc.Text("tags", "Name"), vpc.Name()), cidr: vpc.Text("cidrBlock")}
		byID[n.id] = n
		t.networks = append(t.networks, n)
	}
	for _, gateway := range s.Of("aws:ec2/internetGateway:InternetGateway") {
		if n := byID[gateway.Text("vpcId")]; n != nil {
			n.internet = true
		}
	}
	c := &collector{state: s, topology: t, subnets: map[string]*network{}, foreign: &network{foreign: true}}
	public := publicSubnets(s)
	for _, r := range s.Of("aws:ec2/subnet:Subnet") {
		if n := byID[r.Text("vpcId")]; n != nil {
			zone := r.Text("availabilityZone")
			c.subnets[r.ID] = n
			n.zones = append(n.zones, zone)
			n.subnets = append(n.subnets, subnet{id: r.ID, zone: zone, cidr: r.Text("cidrBlock"), public: public[r.ID]})
		}
	}
	c.existingVpcs()
	c.learnZones()
	c.collect()
	if len(c.foreign.items) > 0 {
		t.networks = append(t.networks, c.foreign)
	}
}

// existingVpcs adds the VPCs that ExistingVpc describes.
func (c *collector) existingVpcs() {
	for _, vpc := range c.state.Of("openshift-aws:network:ExistingVpc") {
		n := &network{id: vpc.Text("vpcId"), name: vpc.Text("vpcId"), cidr: vpc.Text("cidr"), foreign: true}
		for _, public := range []bool{true, false} {
			key := "privateSubnets"
			if public {
				key = "publicSubnets"
			}
			for _, described := range vpc.Objects(key) {
				id, zone := described.Text("id"), described.Text("zone")
				c.subnets[id] = n
				n.zones = append(n.zones, zone)
				n.subnets = append(n.subnets, subnet{id: id, zone: zone, public: public})
			}
		}
		c.topology.networks = append(c.topology.networks, n)
	}
}

// publicSubnets returns the subnets whose route table has a route to an internet gateway.
func publicSubnets(s state.Resources) map[string]bool {
	tables, subnets := map[string]bool{}, map[string]bool{}
	for _, route := range s.Of("aws:ec2/route:Route") {
		if strings.HasPrefix(route.Text("gatewayId"), "igw-") {
			tables[route.Text("routeTableId")] = true
		}
	}
	for _, association := range s.Of("aws:ec2/routeTableAssociation:RouteTableAssociation") {
		if tables[association.Text("routeTableId")] {
			subnets[association.Text("subnetId")] = true
		}
	}
	return subnets
}

// collector adds items to the networks of their subnets.
type collector struct {
	state    state.Resources
	topology *Topology
	// subnets are the networks by the IDs of their subnets.
	subnets map[string]*network
	// foreign is the network of all other subnets.
	foreign *network
}

func (c *collector) collect() {
	for _, gateway := range c.state.Of("aws:ec2/natGateway:NatGateway") {
		c.add(item{kind: natGateway, title: "NAT gateway"}, gateway.Text("subnetId"))
	}
	c.instances()
	c.machineSets()
	c.groups()
	c.rosaHCP()
	c.rosaClassic()
	c.loadBalancers()
}

// add adds an item to the network of its first subnet.
func (c *collector) add(it item, subnets ...string) {
	if len(subnets) == 0 {
		return
	}
	n := c.subnets[subnets[0]]
	if n == nil {
		n = c.foreign
	}
	n.add(it, subnets...)
}

// learnZones records the zones of subnets of another stack, which machine sets state.
func (c *collector) learnZones() {
	for _, set := range c.state.Of(machineSetType) {
		id, zone := set.Text(providerSpec("subnet", "id")...), set.Text(providerSpec("placement", "availabilityZone")...)
		if id == "" || c.subnets[id] != nil || zone == "" {
			continue
		}
		c.subnets[id] = c.foreign
		c.foreign.zones = append(c.foreign.zones, zone)
		c.foreign.subnets = append(c.foreign.subnets, subnet{id: id, zone: zone})
	}
}
