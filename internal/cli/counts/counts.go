// Package counts has the numbers of what a stack has that accounts limit or AWS charges for by the hour.
package counts

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Kinds of clusters.
const (
	SelfManaged = "self-managed"
	HCP         = "rosa-hcp"
	Classic     = "rosa-classic"
)

// Counts are what a stack has, or at most has if machines are autoscaled.
type Counts struct {
	// Kind is the kind of its cluster, "" if it has none.
	Kind string
	// Instances and Spot are the numbers of instances by their types. They include those of ROSA's service and of machine sets.
	Instances, Spot map[string]int
	// NATGateways are the numbers of NAT gateways by their zones.
	NATGateways map[string]int
	// The numbers of other resources. LoadBalancers are Network Load Balancers.
	ElasticIPs, VPCs, LoadBalancers, HostedZones, Keys int
	// InterfaceEndpoints is the number of interface endpoints, each in a zone.
	InterfaceEndpoints int
	// Roles and Buckets are the names that the program chooses.
	Roles, Buckets []string
	// AutoScalingGroups is their number.
	AutoScalingGroups int
	// Zones are the zones of its subnets.
	Zones []string
	// ROSA is what the program requests of OpenShift Cluster Manager; nil if it requests nothing.
	ROSA *ROSA
	// Resources is the number of resources, without components.
	Resources int
}

// ROSA is a cluster that a program requests of OpenShift Cluster Manager.
type ROSA struct {
	Name, DomainPrefix, Version, ChannelGroup, BillingAccount string
	Hosted                                                    bool
}

// Expected returns the longest usual time of the first creation of a kind of cluster. That of self-managed clusters is the sum of the steps of
// cluster/install.
func Expected(kind string) time.Duration {
	minutes := map[string]int{SelfManaged: 95, HCP: 40, Classic: 60}[kind]
	return time.Duration(minutes) * time.Minute
}

// Of counts the resources of the output of `pulumi stack export`.
func Of(export []byte) (*Counts, error) {
	var stack struct {
		Deployment *struct {
			Resources []resource `json:"resources"`
		} `json:"deployment"`
	}
	if err := json.Unmarshal(export, &stack); err != nil {
		return nil, fmt.Errorf("the stack's state: %w", err)
	}
	if stack.Deployment == nil {
		return nil, errors.New("the stack's state has no deployment; pass the output of `pulumi stack export`")
	}
	c := &counter{
		Counts: Counts{Instances: map[string]int{}, Spot: map[string]int{}, NATGateways: map[string]int{}},
		byType: map[string][]resource{},
	}
	for _, r := range stack.Deployment.Resources {
		if !r.Delete {
			c.byType[r.Type] = append(c.byType[r.Type], r)
			if r.ID != "" && !strings.HasPrefix(r.Type, "pulumi:") {
				c.Resources++
			}
		}
	}
	c.network()
	c.machines()
	c.rosa()
	return &c.Counts, nil
}

// counter counts the resources of a stack.
type counter struct {
	Counts

	byType map[string][]resource
}

func (c *counter) of(types ...string) []resource {
	var all []resource
	for _, each := range types {
		all = append(all, c.byType[each]...)
	}
	return all
}

// network counts networks, names and what is charged by the hour.
func (c *counter) network() {
	zones := map[string]string{}
	for _, subnet := range c.of("aws:ec2/subnet:Subnet") {
		zone := subnet.text("availabilityZone")
		zones[subnet.ID] = zone
		c.Zones = append(c.Zones, zone)
	}
	slices.Sort(c.Zones)
	c.Zones = slices.Compact(c.Zones)
	for _, gateway := range c.of("aws:ec2/natGateway:NatGateway") {
		c.NATGateways[zones[gateway.text("subnetId")]]++
	}
	c.ElasticIPs = len(c.of("aws:ec2/eip:Eip"))
	c.VPCs = len(c.of("aws:ec2/vpc:Vpc"))
	c.LoadBalancers = len(c.of("aws:lb/loadBalancer:LoadBalancer"))
	c.HostedZones = len(c.of("aws:route53/zone:Zone"))
	c.Keys = len(c.of("aws:kms/key:Key"))
	for _, endpoint := range c.of("aws:ec2/vpcEndpoint:VpcEndpoint") {
		subnets, _ := endpoint.value("subnetIds").([]any)
		if endpoint.text("vpcEndpointType") == "Interface" {
			c.InterfaceEndpoints += len(subnets)
		}
	}
	for _, role := range c.of("aws:iam/role:Role") {
		c.Roles = append(c.Roles, role.text("name"))
	}
	for _, bucket := range c.of("aws:s3/bucket:Bucket", "aws:s3/bucketV2:BucketV2") {
		c.Buckets = append(c.Buckets, bucket.text("bucket"))
	}
	slices.Sort(c.Roles)
	slices.Sort(c.Buckets)
}

// machines counts instances of the stack, of machine sets and of Auto Scaling groups.
func (c *counter) machines() {
	for _, machine := range c.of("aws:ec2/instance:Instance") {
		c.Instances[machine.text("instanceType")]++
		if strings.Contains(machine.URN, "openshift-aws:cluster:ControlPlane$") {
			c.Kind = SelfManaged
		}
	}
	most := map[string]int{}
	for _, autoscaler := range c.of("kubernetes:autoscaling.openshift.io/v1beta1:MachineAutoscaler") {
		most[autoscaler.text("spec", "scaleTargetRef", "name")] = autoscaler.number("spec", "maxReplicas")
	}
	for _, set := range c.of("kubernetes:machine.openshift.io/v1beta1:MachineSet") {
		spec := func(key string) []string { return []string{"spec", "template", "spec", "providerSpec", "value", key} }
		pool := c.Instances
		if set.value(spec("spotMarketOptions")...) != nil {
			pool = c.Spot
		}
		pool[set.text(spec("instanceType")...)] += max(set.number("spec", "replicas"), most[set.text("metadata", "name")])
	}
	templates := map[string]string{}
	for _, template := range c.of("aws:ec2/launchTemplate:LaunchTemplate") {
		templates[template.ID] = template.text("instanceType")
	}
	groups := c.of("aws:autoscaling/group:Group")
	c.AutoScalingGroups = len(groups)
	for _, group := range groups {
		pool, mixed := c.Instances, []string{"mixedInstancesPolicy", "launchTemplate"}
		used := templates[cmp.Or(group.text("launchTemplate", "id"), group.text(append(mixed, "launchTemplateSpecification", "launchTemplateId")...))]
		if overrides, _ := group.value(append(mixed, "overrides")...).([]any); len(overrides) > 0 {
			first, _ := overrides[0].(map[string]any)
			used = cmp.Or(resource{Outputs: first}.text("instanceType"), used)
		}
		if group.value("mixedInstancesPolicy", "instancesDistribution") != nil {
			pool = c.Spot
		}
		pool[used] += group.number("maxSize")
	}
}

// Machines of ROSA Classic's service (Red Hat's "AWS instance types" for ROSA Classic with up to 25 workers).
const (
	defaultWorker  = "m5.xlarge"
	classicMaster  = "m5.2xlarge"
	classicInfra   = "r5.xlarge"
	classicMasters = 3
)

// rosa counts what OpenShift Cluster Manager creates in the account.
func (c *counter) rosa() {
	initial := hasInitial(c.of("rhcs:index/hcpMachinePool:HcpMachinePool"))
	for _, cluster := range c.of("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		c.Kind, c.ROSA = HCP, requested(cluster, true)
		c.LoadBalancers++ // of the routers
		if !initial {
			c.Instances[cmp.Or(cluster.text("computeMachineType"), defaultWorker)] += cluster.number("replicas")
		}
	}
	for _, pool := range c.of("rhcs:index/hcpMachinePool:HcpMachinePool") {
		c.Instances[pool.text("awsNodePool", "instanceType")] += max(pool.number("replicas"), pool.number("autoscaling", "maxReplicas"))
	}
	for _, cluster := range c.of("rhcs:index/clusterRosaClassic:ClusterRosaClassic") {
		c.Kind, c.ROSA = Classic, requested(cluster, false)
		c.LoadBalancers += 4 // of the API outside and inside, of Red Hat's engineers, and of the routers
		c.Instances[classicMaster] += classicMasters
		infra := 2
		if cluster.text("multiAz") == "true" {
			infra = 3
		}
		c.Instances[classicInfra] += infra
		c.Instances[cmp.Or(cluster.text("computeMachineType"), defaultWorker)] += max(cluster.number("replicas"), cluster.number("maxReplicas"))
	}
	for _, pool := range c.of("rhcs:index/machinePool:MachinePool") {
		c.Instances[pool.text("machineType")] += max(pool.number("replicas"), pool.number("maxReplicas"))
	}
}

// hasInitial reports whether the stack has the initial machine pools, workers or workers-<n>, as pools of its own.
func hasInitial(pools []resource) bool {
	return slices.ContainsFunc(pools, func(pool resource) bool {
		number, found := strings.CutPrefix(pool.text("name"), "workers")
		return found && strings.Trim(number, "-0123456789") == ""
	})
}

func requested(cluster resource, hosted bool) *ROSA {
	return &ROSA{
		Name: cluster.text("name"), DomainPrefix: cmp.Or(cluster.text("domainPrefix"), cluster.text("name")),
		Version: cluster.text("version"), ChannelGroup: cmp.Or(cluster.text("channelGroup"), "stable"),
		BillingAccount: cluster.text("awsBillingAccountId"), Hosted: hosted,
	}
}

// Lines returns the counts for the AWS Pricing Calculator, one a line.
func (c *Counts) Lines() []string {
	var lines []string
	add := func(count int, what string) {
		if count > 0 {
			lines = append(lines, fmt.Sprintf("%3d %s", count, what))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Instances)) {
		add(c.Instances[kind], kind)
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Spot)) {
		add(c.Spot[kind], kind+" at most, Spot")
	}
	natGateways := 0
	for _, count := range c.NATGateways {
		natGateways += count
	}
	add(natGateways, "NAT gateways")
	add(c.LoadBalancers, "load balancers")
	add(c.ElasticIPs, "Elastic IPs")
	add(c.InterfaceEndpoints, "interface endpoints, each in a zone")
	add(c.HostedZones, "private hosted zones")
	add(c.Keys, "KMS keys")
	add(len(c.Buckets), "buckets")
	if c.Kind == HCP {
		add(1, "hosted control plane of ROSA")
	}
	return lines
}
