package topology

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
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
func kindOf(r state.Resource) kind {
	name := cmp.Or(r.Text("tags", "Name"), r.Name())
	switch {
	case r.Within("network:EgressProxy"):
		return proxy
	case strings.HasSuffix(name, "-bootstrap"):
		return bootstrap
	case r.Within("cluster:ControlPlane"), strings.Contains(name, "-master"):
		return controlPlane
	}
	return machine
}

func (c *collector) instances() {
	interfaces, groups := map[string]string{}, map[string][]string{}
	for _, r := range c.state.Of("aws:ec2/networkInterface:NetworkInterface") {
		interfaces[r.ID], groups[r.ID] = r.Text("subnetId"), r.List("securityGroups")
	}
	for _, r := range c.state.Of("aws:ec2/instance:Instance") {
		id, attachedGroups := r.Text("subnetId"), []string(nil)
		for _, attached := range r.Objects("networkInterfaces") {
			id = cmp.Or(interfaces[attached.Text("networkInterfaceId")], id)
			attachedGroups = groups[attached.Text("networkInterfaceId")]
		}
		kind := kindOf(r)
		title := titles[kind]
		switch {
		case r.Within("network:JumpHost"):
			title = "jump host"
		case kind == machine:
			title = cmp.Or(r.Text("tags", "Name"), r.Name())
		}
		it := item{kind: kind, title: title, detail: instanceDetail(r)}
		if kind == proxy {
			it.detail, it.sources = r.Text("instanceType"), c.sources(attachedGroups)
		}
		c.add(it, id)
	}
}

// instanceDetail is the instance type and the root volume, such as "m5.xlarge · 350 GiB io1".
func instanceDetail(r state.Resource) string {
	detail := r.Text("instanceType")
	if size := r.Number("rootBlockDevice", "volumeSize"); size > 0 {
		detail += fmt.Sprintf(" · %d GiB %s", size, r.Text("rootBlockDevice", "volumeType"))
	}
	return strings.TrimSpace(detail)
}

// machineSets adds the machine sets; OpenShift's machine API creates their machines.
func (c *collector) machineSets() {
	for _, set := range c.state.Of(machineSetType) {
		role := set.Text("spec", "template", "metadata", "labels", "machine.openshift.io/cluster-api-machine-role")
		kind := worker
		if role == "infra" {
			kind = infra
		}
		replicas := "autoscaled"
		if set.Value("spec", "replicas") != nil {
			replicas = fmt.Sprintf("%d ×", set.Number("spec", "replicas"))
		}
		detail := replicas + " " + set.Text(providerSpec("instanceType")...)
		c.add(item{kind: kind, title: cmp.Or(role, "worker") + " machine set", detail: detail},
			set.Text(providerSpec("subnet", "id")...))
	}
}

// groups adds the Auto Scaling groups across their subnets.
func (c *collector) groups() {
	templates := map[string]string{}
	for _, template := range c.state.Of("aws:ec2/launchTemplate:LaunchTemplate") {
		templates[template.ID] = template.Text("instanceType")
	}
	for _, group := range c.state.Of("aws:autoscaling/group:Group") {
		types := []string{templates[group.Text("launchTemplate", "id")]}
		if overrides := group.Objects("mixedInstancesPolicy", "launchTemplate", "overrides"); len(overrides) > 0 {
			types = nil
			for _, override := range overrides {
				types = append(types, override.Text("instanceType"))
			}
		}
		detail := scale(group.Number("minSize"), group.Number("maxSize")) + alternatives(types) + spot(group)
		c.add(item{kind: worker, title: groupRole(group) + " Auto Scaling group", detail: detail}, group.List("vpcZoneIdentifiers")...)
	}
}

// groupRole is the name of a group without the infrastructure ID, which a tag of its instances states.
func groupRole(group state.Resource) string {
	name, infraID := group.Name(), ""
	for _, tag := range group.Objects("tags") {
		if tag.Text("key") == "Name" {
			name = tag.Text("value")
		} else if id, isCluster := strings.CutPrefix(tag.Text("key"), "kubernetes.io/cluster/"); isCluster {
			infraID = id
		}
	}
	return strings.TrimPrefix(name, infraID+"-")
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
func spot(group state.Resource) string {
	path := func(key string) []string { return []string{"mixedInstancesPolicy", "instancesDistribution", key} }
	above := group.Value(path("onDemandPercentageAboveBaseCapacity")...)
	if above == nil || group.Number(path("onDemandPercentageAboveBaseCapacity")...) == 100 {
		return ""
	}
	base := group.Number(path("onDemandBaseCapacity")...)
	percentage := group.Number(path("onDemandPercentageAboveBaseCapacity")...)
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
	for _, cluster := range c.state.Of("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		private := c.private(cluster.List("awsSubnetIds"))
		c.rosaRouter(cluster, private, "workers")
		if slices.ContainsFunc(c.state.Of(hcpPoolType), func(pool state.Resource) bool {
			return pool.Text("cluster") == cluster.ID && initialPools.MatchString(pool.Text("name"))
		}) {
			continue
		}
		detail := fmt.Sprintf("%d × %s", cluster.Number("replicas"), cmp.Or(cluster.Text("computeMachineType"), "m5.xlarge"))
		c.add(item{kind: worker, title: "workers (default machine pools)", detail: detail, managed: true}, private...)
	}
	for _, pool := range c.state.Of(hcpPoolType) {
		low, high := pool.Number("replicas"), 0
		if pool.Truth("autoscaling", "enabled") {
			low, high = pool.Number("autoscaling", "minReplicas"), pool.Number("autoscaling", "maxReplicas")
		}
		detail := scale(low, high) + pool.Text("awsNodePool", "instanceType")
		c.add(item{kind: worker, title: "machine pool " + pool.Text("name"), detail: detail, managed: true}, pool.Text("subnetId"))
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
func (c *collector) rosaLoadBalancers(cluster state.Resource, private []string) {
	if visibility, outside := visibleSubnets(cluster, private); !cluster.Truth("private") {
		c.add(item{
			kind: loadBalancer, title: "API load balancer :6443", managed: true,
			detail: visibility + " · forwards to control plane", sources: allowedByROSA(visibility, ":6443"),
		}, outside...)
	}
	c.add(item{
		kind: loadBalancer, title: "API load balancer :6443 :22623", managed: true,
		detail: "internal · forwards to control plane",
	}, private...)
	c.rosaRouter(cluster, private, "infra")
}

// rosaRouter adds the load balancer of the routers that ROSA creates in the account.
func (c *collector) rosaRouter(cluster state.Resource, private []string, machines string) {
	visibility, subnets := visibleSubnets(cluster, private)
	for _, ingress := range c.state.Of("rhcs:index/hcpDefaultIngress:HcpDefaultIngress") {
		if ingress.Text("cluster") == cluster.ID && ingress.Text("listeningMethod") == internal {
			visibility, subnets = internal, private
		}
	}
	c.add(item{
		kind: loadBalancer, title: "router load balancer :80 :443", managed: true, detail: visibility + " · forwards to " + machines,
		sources: allowedByROSA(visibility, ":80 :443"),
	}, subnets...)
}

// allowedByROSA are the sources that the service allows: all addresses, if the load balancer is not internal.
func allowedByROSA(visibility, ports string) []source {
	if visibility == internal {
		return nil
	}
	return []source{{name: anyAddress, ports: ports, internet: true}}
}

// visibleSubnets returns the visibility of the load balancers that a cluster's users reach, and their subnets.
func visibleSubnets(cluster state.Resource, private []string) (visibility string, subnets []string) {
	if cluster.Truth("private") {
		return internal, private
	}
	return "internet-facing", slices.DeleteFunc(cluster.List("awsSubnetIds"), func(id string) bool { return slices.Contains(private, id) })
}

// rosaClassic adds the machines that ROSA Classic creates in the account: three control-plane machines, two or, in a multi-AZ
// cluster, three infra machines, and the workers.
func (c *collector) rosaClassic() {
	for _, cluster := range c.state.Of("rhcs:index/clusterRosaClassic:ClusterRosaClassic") {
		subnets := c.private(cluster.List("awsSubnetIds"))
		masters, infras := "3 machines", "2 machines"
		if cluster.Truth("multiAz") {
			masters, infras = "3 machines, 1 in each zone", "3 machines, 1 in each zone"
		}
		c.rosaLoadBalancers(cluster, subnets)
		c.add(item{kind: controlPlane, title: "control plane", detail: masters, managed: true}, subnets...)
		c.add(item{kind: infra, title: "infra", detail: infras, managed: true}, subnets...)
		c.add(item{
			kind: worker, title: "workers (default machine pool)", managed: true,
			detail: fmt.Sprintf("%d × %s", cluster.Number("replicas"), cmp.Or(cluster.Text("computeMachineType"), "m5.xlarge")),
		}, subnets...)
		for _, pool := range c.state.Of("rhcs:index/machinePool:MachinePool") {
			if pool.Text("cluster") != cluster.ID {
				continue
			}
			low, high := pool.Number("replicas"), 0
			if pool.Truth("autoscalingEnabled") {
				low, high = pool.Number("minReplicas"), pool.Number("maxReplicas")
			}
			c.add(item{
				kind: worker, title: "machine pool " + pool.Text("name"), managed: true,
				detail: scale(low, high) + pool.Text("machineType"),
			}, subnets...)
		}
	}
}
