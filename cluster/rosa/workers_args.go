package rosa

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// WorkersArgs are the initial machine pools of a cluster: with a hosted control plane one pool per private subnet, named workers, or
// workers-0, workers-1 and so on; on Classic one pool named worker.
//
// HCP adopts the pools: it registers them as resources, which changes of [Replicas], [Autoscaling], [Labels] and [Version] update
// in place. When they leave the program, they stay in the cluster, and are deleted with it. Other changes, and all changes on
// Classic, replace the cluster: change the pool of Classic with a MachinePool of the same name instead, which adopts it.
type WorkersArgs struct {
	// InstanceType is the EC2 instance type. Defaults to m5.xlarge, OCM's default (the rosa command has m7i.xlarge for pools:
	// openshift/rosa master d80ba25 pkg/options/machinepool/create.go).
	InstanceType string `rhcs:"computeMachineType" check:"format=instance-type"`
	// Replicas is the number of machines in all initial pools: at least 2, and a multiple of the number of private subnets (hosted
	// control planes) or of 3 (Classic with MultiAZ). Excludes Autoscaling. Defaults to the smallest number that is allowed.
	Replicas *int `rhcs:"replicas" check:"not=Autoscaling"`
	// Autoscaling scales the number of machines with the load; its bounds have the same multiple. Defaults to none.
	Autoscaling *AutoscalingArgs
	// DiskSizeGiB is the size of the root volume in GiB: 75 to 16384 for hosted control planes, 128 to 16384 for Classic.
	// Defaults to 300, OCM's default.
	DiskSizeGiB int `rhcs:"workerDiskSize"`
	// SecurityGroupIDs are additional security groups of the machines, at most 10. Defaults to none.
	SecurityGroupIDs pulumi.StringArrayInput `rhcs:"awsAdditionalComputeSecurityGroupIds" check:"count=..10,format=security-group-id"`
	// Labels are labels of the nodes. Defaults to none.
	Labels map[string]string `classic:"defaultMpLabels" check:"labels"`
	// Version is the OpenShift release of the machines of a hosted control plane, not newer than the control plane's and at most two minor
	// versions older. A higher one schedules an upgrade, in an update after the control plane's. Defaults to the control plane's when the
	// cluster is created. Only for hosted control planes.
	Version string
	// Pools are the names of the initial pools that are registered. Leave out one that was deleted, which OCM cannot create again. Defaults to
	// all of them. Only for hosted control planes.
	Pools []string `check:"unique"`
	// Adopt registers the initial pools of a hosted control plane. Set it to false to leave them to OCM, or to your own MachinePool:
	// the pools stay as they are. Must not be true if Wait.WaitForCreate is false. Defaults to true, and to false on Classic.
	Adopt *bool
}

// AutoscalingArgs are the limits within which the number of machines follows the load.
type AutoscalingArgs struct {
	// Min is the smallest number of machines.
	Min int `rhcs:"minReplicas,zero"`
	// Max is the largest number of machines.
	Max int `rhcs:"maxReplicas,zero"`
}

// Limits of ROSA (openshift/rosa pkg/machinepool/helper.go) and of root volumes (openshift-online/ocm-common
// pkg/machinepool/validations).
const (
	maxNodesHCP     = 500
	maxNodesClassic = 249
	minDiskHCP      = 75
	minDiskClassic  = 128
	maxDisk         = 16384
)

// workerLimits has what limits the number of the initial machines.
type workerLimits struct {
	hosted bool
	// multiple is the number of private subnets, or of the zones of Classic.
	multiple int
	network  *NetworkArgs
}

// smallest is the smallest number of machines without autoscaling (openshift-online/ocm-common pkg/cluster/validations).
func (l workerLimits) smallest() int {
	return l.multiple * ((2 + l.multiple - 1) / l.multiple)
}

// reserved is the number of nodes in the account that are not workers: the control plane and the infra nodes of Classic.
func (l workerLimits) reserved() int {
	switch {
	case l.hosted:
		return 0
	case l.multiple > 1:
		return 3 + 3
	default:
		return 3 + 2
	}
}

func (c clusterCheck) workers(workers *WorkersArgs, l workerLimits) {
	if workers == nil {
		return
	}
	path := c.path + ".Workers"
	if workers.Replicas != nil {
		l.checkCount(c.Problems, path+".Replicas", *workers.Replicas, l.smallest())
	}
	if scaling := workers.Autoscaling; scaling != nil {
		least := l.smallest()
		if c.hosted {
			least = 0
		}
		l.checkCount(c.Problems, path+".Autoscaling.Min", scaling.Min, least)
		if c.AtLeastField(path+".Autoscaling.Max", scaling.Max, "Min", scaling.Min) {
			l.checkCount(c.Problems, path+".Autoscaling.Max", scaling.Max, max(least, 1))
		}
	}
	checkDisk(c.Problems, path+".DiskSizeGiB", workers.DiskSizeGiB, c.hosted)
	if !c.hosted {
		c.onlyHosted(path, workers)
	}
}

// onlyHosted reports arguments that Classic does not have.
func (c clusterCheck) onlyHosted(path check.Path, workers *WorkersArgs) {
	const only = "is only supported by hosted control planes"
	if workers.Version != "" {
		c.Addf(path+".Version", only+"; machine pools of Classic follow the cluster")
	}
	if len(workers.Pools) > 0 {
		c.Addf(path+".Pools", only+"; the initial pool of Classic is named worker")
	}
	if workers.Adopt != nil {
		c.Addf(path+".Adopt", only+"; a MachinePool named worker adopts the initial pool of Classic")
	}
}

// checkAdoption reports arguments of the initial pools that need their adoption, and releases that OCM rejects.
func (a *HCPArgs) checkAdoption(c clusterCheck) {
	workers, path := valueOf(a.Workers), check.Path(hcpPath+".Workers")
	if !*a.Wait.WaitForCreate && valueOf(workers.Adopt) {
		c.Addf(path+".Adopt", "must not be true if Wait.WaitForCreate is false: the pools are read when the cluster is ready")
	}
	adopts := a.adopts()
	c.RequiresField(path, "Labels", len(workers.Labels) > 0, "Adopt", adopts)
	c.RequiresField(path, "Version", workers.Version != "", "Adopt", adopts)
	c.RequiresField(path, "Pools", len(workers.Pools) > 0, "Adopt", adopts)
	for i, name := range workers.Pools {
		if all := a.poolNames(); !slices.Contains(all, name) {
			c.Addf(check.Index(path+".Pools", i), "the cluster has no initial pool %q; must be one of %s", name, strings.Join(all, ", "))
		}
	}
	checkPoolRelease(c.Problems, path+".Version", workers.Version, valueOf(a.Version).Version)
}

// adopts reports whether the initial pools are registered.
func (a *HCPArgs) adopts() bool {
	adopt := valueOf(a.Workers).Adopt
	return (adopt == nil || *adopt) && *a.Wait.WaitForCreate
}

// initialPools returns the names of the initial machine pools that are adopted.
func (a *HCPArgs) initialPools() []string {
	switch pools := valueOf(a.Workers).Pools; {
	case !a.adopts():
		return nil
	case len(pools) > 0:
		return slices.Sorted(slices.Values(pools))
	}
	return a.poolNames()
}

// poolNames returns the names of the initial machine pools (terraform-provider-rhcs v1.7.7 provider/machinepool/hcp, standardNodePoolRegex).
func (a *HCPArgs) poolNames() []string {
	count := a.limits().multiple
	if count == 1 {
		return []string{"workers"}
	}
	var names []string
	for i := range count {
		names = append(names, "workers-"+strconv.Itoa(i))
	}
	return names
}

// initialPool returns the properties of rhcs_hcp_machine_pool of an initial pool. Those that OCM has chosen and cannot change are what the
// data source reports: with others, the provider rejects the adoption. Further ones are those of the cluster, and are left out.
func (a *HCPArgs) initialPool(b builder, cluster pulumi.StringOutput, name string, found pulumi.MapOutput) rhcs.Properties {
	args, l, acknowledged := valueOf(a.Workers), a.limits(), valueOf(a.Version).AcknowledgeUpgradeTo
	pool := check.Apply(b.Move, pulumi.All(cluster, found), func(all []any) (map[string]any, error) {
		properties, _ := all[1].(map[string]any)
		if subnet, _ := properties["subnetId"].(string); subnet == "" {
			return nil, a.missingPool(b, all[0].(string), name)
		}
		return chosenByOCM(properties), nil
	}).(pulumi.MapOutput)
	inputs := rhcs.Properties{
		"cluster": cluster, "name": name, "autoRepair": true,
		"subnetId": pool.MapIndex(pulumi.String("subnetId")), "awsNodePool": pool.MapIndex(pulumi.String("awsNodePool")),
	}
	switch scaling := args.Autoscaling; {
	case scaling != nil:
		inputs["autoscaling"] = map[string]any{
			"enabled": true, "minReplicas": scaling.Min / l.multiple, "maxReplicas": scaling.Max / l.multiple,
		}
	default:
		inputs["autoscaling"] = map[string]any{"enabled": false}
		inputs["replicas"] = l.replicas(a.Workers) / l.multiple
	}
	if len(args.Labels) > 0 {
		inputs["labels"] = args.Labels
	}
	if args.Version != "" {
		inputs["version"] = args.Version
	}
	if args.Version != "" && acknowledged != "" {
		inputs["upgradeAcknowledgementsFor"] = acknowledged
	}
	return inputs
}

// replicas returns the number of machines without autoscaling.
func (l workerLimits) replicas(w *WorkersArgs) int {
	if count := valueOf(w).Replicas; count != nil {
		return *count
	}
	return l.smallest()
}

// missingPool returns why an initial pool cannot be registered, of which the data source reports nothing (terraform-provider-rhcs v1.7.7
// provider/machinepool/hcp/machine_pool_datasource.go, Read, drops its error): it was deleted, or the cluster.
func (a *HCPArgs) missingPool(b builder, cluster, name string) error {
	found, err := b.read("getClusterRosaHcp", rhcs.Properties{"id": cluster})
	if state, _ := found["state"].(string); err == nil && state == "" {
		return check.Problemf(hcpPath+".Name", "the cluster %s does not exist in OCM any more: run `pulumi refresh`, after which a preview shows "+
			"what would be created", cluster)
	}
	others := slices.DeleteFunc(a.initialPools(), func(other string) bool { return other == name })
	if len(others) == 0 {
		return check.Problemf(hcpPath+".Workers.Adopt", "must be false: the cluster has no machine pool %s any more", name)
	}
	return check.Problemf(hcpPath+".Workers.Pools", "must be %s: the cluster has no machine pool %s any more", strings.Join(others, ", "), name)
}

// chosenByOCM returns the properties of an initial pool that OCM has chosen.
func chosenByOCM(pool map[string]any) map[string]any {
	found, _ := pool["awsNodePool"].(map[string]any)
	machines := map[string]any{}
	for _, property := range []string{"instanceType", "capacityReservationId", "capacityReservationPreference", "ec2MetadataHttpTokens"} {
		if text, _ := found[property].(string); text != "" {
			machines[property] = text
		}
	}
	return map[string]any{"subnetId": pool["subnetId"], "awsNodePool": machines}
}

func (l workerLimits) checkCount(p *check.Problems, path check.Path, count, least int) {
	units, most := "zones", maxNodesClassic
	if l.hosted {
		units, most = "private subnets", maxNodesHCP
	}
	limit := l.network.NodeLimit()
	switch {
	case count > 0 && count%l.multiple != 0:
		p.Addf(path, "must be a multiple of %d, the number of %s (got %d)", l.multiple, units, count)
	case !p.Between(path, count, least, most):
	case limit > 0 && count > limit-l.reserved():
		p.Addf(path, "must be at most %d: Network.PodCIDR has addresses for %d nodes (got %d); use a larger PodCIDR or a longer HostPrefix",
			max(0, limit-l.reserved()), limit, count)
	}
}

func checkDisk(p *check.Problems, path check.Path, size int, hosted bool) {
	least := minDiskClassic
	if hosted {
		least = minDiskHCP
	}
	p.Between(path, check.ZeroAsNil(size), least, maxDisk)
}

func (w *WorkersArgs) addTo(inputs rhcs.Properties, l workerLimits) {
	switch args := valueOf(w); {
	case args.Autoscaling != nil:
		inputs["autoscalingEnabled"] = true
	case args.Replicas == nil:
		inputs["replicas"] = l.smallest()
	}
}
