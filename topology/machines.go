package topology

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const hcpPoolType = "rhcs:index/hcpMachinePool:HcpMachinePool"

const machineSetType = "kubernetes:machine.openshift.io/v1beta1:MachineSet"

// providerSpec is the path of a property of a machine set's machines on AWS.
func providerSpec(path ...string) []string {
	return append([]string{"spec", "template", "spec", "providerSpec", "value"}, path...)
}

// titles are the titles of machines by their kind.
var titles = map[kind]string{
	bootstrap: "bootstrap", controlPlane: "control plane", infra: "infra", worker: "worker", proxy: "egress proxy",
	machine: "instance",
}

// kindOf returns what an instance is, by the component that it belongs to or by its name.
func kindOf(r resource) kind {
	name := cmp.Or(r.text("tags", "Name"), r.name())
	switch {
	case r.within("network:EgressProxy"):
		return proxy
	case strings.HasSuffix(name, "-bootstrap"):
		return bootstrap
	case r.within("cluster:ControlPlane"), strings.Contains(name, "-master"):
		return controlPlane
	}
	return machine
}

func (c *collector) instances() {
	interfaces, groups := map[string]string{}, map[string][]string{}
	for _, r := range c.state.of("aws:ec2/networkInterface:NetworkInterface") {
		interfaces[r.ID], groups[r.ID] = r.text("subnetId"), r.list("securityGroups")
	}
	for _, r := range c.state.of("aws:ec2/instance:Instance") {
		id, attachedGroups := r.text("subnetId"), []string(nil)
		for _, attached := range r.objects("networkInterfaces") {
			id = cmp.Or(interfaces[attached.text("networkInterfaceId")], id)
			attachedGroups = groups[attached.text("networkInterfaceId")]
		}
		kind := kindOf(r)
		title := titles[kind]
		switch {
		case r.within("network:JumpHost"):
			title = "jump host"
		case kind == machine:
			title = cmp.Or(r.text("tags", "Name"), r.name())
		}
		it := item{kind: kind, title: title, detail: instanceDetail(r)}
		if kind == proxy {
			it.detail, it.sources = r.text("instanceType"), c.sources(attachedGroups)
		}
		c.add(it, id)
	}
}

// instanceDetail is the instance type and the root volume, such as "m5.xlarge · 350 GiB io1".
func instanceDetail(r resource) string {
	detail := r.text("instanceType")
	if size := r.number("rootBlockDevice", "volumeSize"); size > 0 {
		detail += fmt.Sprintf(" · %d GiB %s", size, r.text("rootBlockDevice", "volumeType"))
	}
	return strings.TrimSpace(detail)
}

// machineSets adds the machine sets; OpenShift's machine API creates their machines.
func (c *collector) machineSets() {
	for _, set := range c.state.of(machineSetType) {
		role := set.text("spec", "template", "metadata", "labels", "machine.openshift.io/cluster-api-machine-role")
		kind := worker
		if role == "infra" {
			kind = infra
		}
		replicas := "autoscaled"
		if set.value("spec", "replicas") != nil {
			replicas = fmt.Sprintf("%d ×", set.number("spec", "replicas"))
		}
		detail := replicas + " " + set.text(providerSpec("instanceType")...)
		c.add(item{kind: kind, title: cmp.Or(role, "worker") + " machine set", detail: detail},
			set.text(providerSpec("subnet", "id")...))
	}
}

// groups adds the Auto Scaling groups across their subnets.
func (c *collector) groups() {
	templates := map[string]string{}
	for _, template := range c.state.of("aws:ec2/launchTemplate:LaunchTemplate") {
		templates[template.ID] = template.text("instanceType")
	}
	for _, group := range c.state.of("aws:autoscaling/group:Group") {
		name := group.name()
		for _, tag := range group.objects("tags") {
			if tag.text("key") == "Name" {
				name = tag.text("value")
			}
		}
		types := []string{templates[group.text("launchTemplate", "id")]}
		if overrides := group.objects("mixedInstancesPolicy", "launchTemplate", "overrides"); len(overrides) > 0 {
			types = nil
			for _, override := range overrides {
				types = append(types, override.text("instanceType"))
			}
		}
		detail := scale(group.number("minSize"), group.number("maxSize")) + alternatives(types) + spot(group)
		c.add(item{kind: worker, title: name + " (Auto Scaling group)", detail: detail}, group.list("vpcZoneIdentifiers")...)
	}
}

// alternatives are the first instance type and the number of others.
func alternatives(types []string) string {
	if len(types) == 1 {
		return types[0]
	}
	return fmt.Sprintf("%s or %d other types", types[0], len(types)-1)
}

// scale is the size of a pool, such as "3 × " or "0 to 12 × ".
func scale(low, high int) string {
	switch {
	case high == 0 && low == 0:
		return ""
	case high == low || high == 0:
		return fmt.Sprintf("%d × ", low)
	}
	return fmt.Sprintf("%d to %d × ", low, high)
}

// spot states how much of a group is on-demand, "" if all of it is.
func spot(group resource) string {
	path := func(key string) []string { return []string{"mixedInstancesPolicy", "instancesDistribution", key} }
	above := group.value(path("onDemandPercentageAboveBaseCapacity")...)
	if above == nil || group.number(path("onDemandPercentageAboveBaseCapacity")...) == 100 {
		return ""
	}
	base := group.number(path("onDemandBaseCapacity")...)
	percentage := group.number(path("onDemandPercentageAboveBaseCapacity")...)
	switch {
	case base == 0 && percentage == 0:
		return " · spot"
	case percentage == 0:
		return fmt.Sprintf(" · %d on-demand, others spot", base)
	}
	return fmt.Sprintf(" · %d on-demand, of the others %d %% spot", base, 100-percentage)
}

// initialPools are the names of the machine pools that OCM creates with a cluster with a hosted control plane.
var initialPools = regexp.MustCompile(`^workers(-[0-9]+)?$`)

// rosaHCP adds the router's load balancer and the machine pools of ROSA clusters with hosted control planes. Initial pools that the
// stack has as pools of its own are drawn as these.
func (c *collector) rosaHCP() {
	for _, cluster := range c.state.of("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		private := c.private(cluster.list("awsSubnetIds"))
		c.rosaRouter(cluster, private, "workers")
		if slices.ContainsFunc(c.state.of(hcpPoolType), func(pool resource) bool {
			return pool.text("cluster") == cluster.ID && initialPools.MatchString(pool.text("name"))
		}) {
			continue
		}
		detail := fmt.Sprintf("%d × %s", cluster.number("replicas"), cmp.Or(cluster.text("computeMachineType"), "m5.xlarge"))
		c.add(item{kind: worker, title: "workers (default machine pools)", detail: detail, managed: true}, private...)
	}
	for _, pool := range c.state.of(hcpPoolType) {
		low, high := pool.number("replicas"), 0
		if pool.truth("autoscaling", "enabled") {
			low, high = pool.number("autoscaling", "minReplicas"), pool.number("autoscaling", "maxReplicas")
		}
		detail := scale(low, high) + pool.text("awsNodePool", "instanceType")
		c.add(item{kind: worker, title: "machine pool " + pool.text("name"), detail: detail, managed: true}, pool.text("subnetId"))
	}
}

// private returns the private ones of some subnets, or all of them if none is private.
func (c *collector) private(ids []string) []string {
	private := slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		n := c.subnets[id]
		return n != nil && slices.ContainsFunc(n.subnets, func(s subnet) bool { return s.id == id && s.public })
	})
	if len(private) == 0 {
		return ids
	}
	return private
}

// rosaLoadBalancers adds the load balancers that ROSA Classic creates in the account.
func (c *collector) rosaLoadBalancers(cluster resource, private []string) {
	if visibility, outside := visibleSubnets(cluster, private); !cluster.truth("private") {
		c.add(item{
			kind: loadBalancer, title: "API load balancer :6443", managed: true,
			detail: visibility + " · forwards to control plane",
		}, outside...)
	}
	c.add(item{
		kind: loadBalancer, title: "API load balancer :6443 :22623", managed: true,
		detail: "internal · forwards to control plane",
	}, private...)
	c.rosaRouter(cluster, private, "infra")
}

// rosaRouter adds the load balancer of the routers that ROSA creates in the account.
func (c *collector) rosaRouter(cluster resource, private []string, machines string) {
	visibility, subnets := visibleSubnets(cluster, private)
	for _, ingress := range c.state.of("rhcs:index/hcpDefaultIngress:HcpDefaultIngress") {
		if ingress.text("cluster") == cluster.ID && ingress.text("listeningMethod") == "internal" {
			visibility, subnets = "internal", private
		}
	}
	c.add(item{
		kind: loadBalancer, title: "router load balancer :80 :443", managed: true, detail: visibility + " · forwards to " + machines,
	}, subnets...)
}

// visibleSubnets returns the visibility of the load balancers that a cluster's users reach, and their subnets.
func visibleSubnets(cluster resource, private []string) (visibility string, subnets []string) {
	if cluster.truth("private") {
		return "internal", private
	}
	return "internet-facing", slices.DeleteFunc(cluster.list("awsSubnetIds"), func(id string) bool { return slices.Contains(private, id) })
}

// rosaClassic adds the machines that ROSA Classic creates in the account: three control-plane machines, two or, in a multi-AZ
// cluster, three infra machines, and the workers.
func (c *collector) rosaClassic() {
	for _, cluster := range c.state.of("rhcs:index/clusterRosaClassic:ClusterRosaClassic") {
		subnets := c.private(cluster.list("awsSubnetIds"))
		masters, infras := "3 machines", "2 machines"
		if cluster.truth("multiAz") {
			masters, infras = "3 machines, 1 in each zone", "3 machines, 1 in each zone"
		}
		c.rosaLoadBalancers(cluster, subnets)
		c.add(item{kind: controlPlane, title: "control plane", detail: masters, managed: true}, subnets...)
		c.add(item{kind: infra, title: "infra", detail: infras, managed: true}, subnets...)
		c.add(item{
			kind: worker, title: "workers (default machine pool)", managed: true,
			detail: fmt.Sprintf("%d × %s", cluster.number("replicas"), cmp.Or(cluster.text("computeMachineType"), "m5.xlarge")),
		}, subnets...)
		for _, pool := range c.state.of("rhcs:index/machinePool:MachinePool") {
			if pool.text("cluster") != cluster.ID {
				continue
			}
			low, high := pool.number("replicas"), 0
			if pool.truth("autoscalingEnabled") {
				low, high = pool.number("minReplicas"), pool.number("maxReplicas")
			}
			c.add(item{
				kind: worker, title: "machine pool " + pool.text("name"), managed: true,
				detail: scale(low, high) + pool.text("machineType"),
			}, subnets...)
		}
	}
}
