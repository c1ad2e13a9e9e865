// Package counts has the numbers of what a stack has that accounts limit or AWS charges for by the hour.
package counts

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
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

// Expected returns how long the first creation of a kind of cluster can take: for self-managed clusters the sum of the longest usual times of
// the steps of cluster/install (10, 40, 5 and 40 minutes), for ROSA the time after which the provider no longer waits
// (terraform-redhat/terraform-provider-rhcs v1.7.7 provider/clusterrosa/common/consts.go, MaxHCPClusterWaitTimeoutInMinutes and
// MaxClusterWaitTimeoutInMinutes).
func Expected(kind string) time.Duration {
	minutes := map[string]int{SelfManaged: 95, HCP: 45, Classic: 60}[kind]
	return time.Duration(minutes) * time.Minute
}

// Of counts the resources of the output of `pulumi stack export`.
func Of(export []byte) (*Counts, error) {
	deployment, err := state.Read(export)
	if err != nil {
		return nil, err
	}
	c := &counter{
		Counts:    Counts{Instances: map[string]int{}, Spot: map[string]int{}, NATGateways: map[string]int{}},
		Resources: deployment.Existing(),
	}
	for _, r := range c.Resources {
		if r.ID != "" && !strings.HasPrefix(r.Type, "pulumi:") {
			c.Counts.Resources++
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

	state.Resources
}

// network counts networks, names and what is charged by the hour.
func (c *counter) network() {
	zones := map[string]string{}
	for _, subnet := range c.Of("aws:ec2/subnet:Subnet") {
		zone := subnet.Text("availabilityZone")
		zones[subnet.ID] = zone
		c.Zones = append(c.Zones, zone)
	}
	slices.Sort(c.Zones)
	c.Zones = slices.Compact(c.Zones)
	for _, gateway := range c.Of("aws:ec2/natGateway:NatGateway") {
		c.NATGateways[zones[gateway.Text("subnetId")]]++
	}
	c.ElasticIPs = len(c.Of("aws:ec2/eip:Eip"))
	c.VPCs = len(c.Of("aws:ec2/vpc:Vpc"))
	c.LoadBalancers = len(c.Of("aws:lb/loadBalancer:LoadBalancer"))
	c.HostedZones = len(c.Of("aws:route53/zone:Zone"))
	c.Keys = len(c.Of("aws:kms/key:Key"))
	for _, endpoint := range c.Of("aws:ec2/vpcEndpoint:VpcEndpoint") {
		subnets, _ := endpoint.Value("subnetIds").([]any)
		if endpoint.Text("vpcEndpointType") == "Interface" {
			c.InterfaceEndpoints += len(subnets)
		}
	}
	for _, role := range c.Of("aws:iam/role:Role") {
		c.Roles = append(c.Roles, role.Text("name"))
	}
	for _, bucket := range c.Of("aws:s3/bucket:Bucket", "aws:s3/bucketV2:BucketV2") {
		c.Buckets = append(c.Buckets, bucket.Text("bucket"))
	}
	slices.Sort(c.Roles)
	slices.Sort(c.Buckets)
}

// machines counts instances of the stack, of machine sets and of Auto Scaling groups.
func (c *counter) machines() {
	for _, machine := range c.Of("aws:ec2/instance:Instance") {
		c.Instances[machine.Text("instanceType")]++
		if strings.Contains(machine.URN, "openshift-aws:cluster:ControlPlane$") {
			c.Kind = SelfManaged
		}
	}
	most := map[string]int{}
	for _, autoscaler := range c.Of("kubernetes:autoscaling.openshift.io/v1beta1:MachineAutoscaler") {
		most[autoscaler.Text("spec", "scaleTargetRef", "name")] = autoscaler.Number("spec", "maxReplicas")
	}
	for _, set := range c.Of("kubernetes:machine.openshift.io/v1beta1:MachineSet") {
		spec := func(key string) []string { return []string{"spec", "template", "spec", "providerSpec", "value", key} }
		pool := c.Instances
		if set.Value(spec("spotMarketOptions")...) != nil {
			pool = c.Spot
		}
		pool[set.Text(spec("instanceType")...)] += max(set.Number("spec", "replicas"), most[set.Text("metadata", "name")])
	}
	templates := map[string]string{}
	for _, template := range c.Of("aws:ec2/launchTemplate:LaunchTemplate") {
		templates[template.ID] = template.Text("instanceType")
	}
	groups := c.Of("aws:autoscaling/group:Group")
	c.AutoScalingGroups = len(groups)
	for _, group := range groups {
		pool, mixed := c.Instances, []string{"mixedInstancesPolicy", "launchTemplate"}
		used := templates[cmp.Or(group.Text("launchTemplate", "id"), group.Text(append(mixed, "launchTemplateSpecification", "launchTemplateId")...))]
		if overrides, _ := group.Value(append(mixed, "overrides")...).([]any); len(overrides) > 0 {
			first, _ := overrides[0].(map[string]any)
			used = cmp.Or(state.Resource{Outputs: first}.Text("instanceType"), used)
		}
		if group.Value("mixedInstancesPolicy", "instancesDistribution") != nil {
			pool = c.Spot
		}
		pool[used] += group.Number("maxSize")
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
	initial := hasInitial(c.Of("rhcs:index/hcpMachinePool:HcpMachinePool"))
	for _, cluster := range c.Of("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		c.Kind, c.ROSA = HCP, requested(cluster, true)
		c.LoadBalancers++ // The routers have one.
		if !initial {
			c.Instances[cmp.Or(cluster.Text("computeMachineType"), defaultWorker)] += cluster.Number("replicas")
		}
	}
	for _, pool := range c.Of("rhcs:index/hcpMachinePool:HcpMachinePool") {
		c.Instances[pool.Text("awsNodePool", "instanceType")] += max(pool.Number("replicas"), pool.Number("autoscaling", "maxReplicas"))
	}
	for _, cluster := range c.Of("rhcs:index/clusterRosaClassic:ClusterRosaClassic") {
		c.Kind, c.ROSA = Classic, requested(cluster, false)
		c.LoadBalancers += 4 // The API has two, Red Hat's engineers have one, and so have the routers.
		c.Instances[classicMaster] += classicMasters
		infra := 2
		if cluster.Text("multiAz") == "true" {
			infra = 3
		}
		c.Instances[classicInfra] += infra
		c.Instances[cmp.Or(cluster.Text("computeMachineType"), defaultWorker)] += max(cluster.Number("replicas"), cluster.Number("maxReplicas"))
	}
	for _, pool := range c.Of("rhcs:index/machinePool:MachinePool") {
		c.Instances[pool.Text("machineType")] += max(pool.Number("replicas"), pool.Number("maxReplicas"))
	}
}

// hasInitial reports whether the stack has the initial machine pools, workers or workers-<n>, as pools of its own.
func hasInitial(pools state.Resources) bool {
	return slices.ContainsFunc(pools, func(pool state.Resource) bool {
		number, found := strings.CutPrefix(pool.Text("name"), "workers")
		return found && strings.Trim(number, "-0123456789") == ""
	})
}

func requested(cluster state.Resource, hosted bool) *ROSA {
	return &ROSA{
		Name: cluster.Text("name"), DomainPrefix: cmp.Or(cluster.Text("domainPrefix"), cluster.Text("name")),
		Version: cluster.Text("version"), ChannelGroup: cmp.Or(cluster.Text("channelGroup"), "stable"),
		BillingAccount: cluster.Text("awsBillingAccountId"), Hosted: hosted,
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
