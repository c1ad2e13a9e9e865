package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// WorkersArgs are the initial machine pools of a cluster: with a hosted control plane one pool per private subnet, named workers, or
// workers-0, workers-1 and so on; on Classic one pool named worker. Changes replace the cluster: change the pools with a MachinePool of
// the same name instead, which adopts the pool.
type WorkersArgs struct {
	// InstanceType is the EC2 instance type. Defaults to m5.xlarge, OCM's default.
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
	// Labels are labels of the nodes. Classic only. Defaults to none.
	Labels map[string]string `classic:"defaultMpLabels" check:"labels"`
}

// AutoscalingArgs are the bounds of a number of machines that follows the load.
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

// workerLimits are what the number of the initial machines depends on.
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
		l.checkCount(c.Problems, path+".Autoscaling.Max", scaling.Max, max(least, 1, scaling.Min))
	}
	checkDisk(c.Problems, path+".DiskSizeGiB", workers.DiskSizeGiB, c.hosted)
	if c.hosted && len(workers.Labels) > 0 {
		c.Addf(path+".Labels", "is only supported by Classic; set the labels of a MachinePool instead")
	}
}

func (l workerLimits) checkCount(p *check.Problems, path string, count, least int) {
	units, most := "zones", maxNodesClassic
	if l.hosted {
		units, most = "private subnets", maxNodesHCP
	}
	limit := l.network.NodeLimit()
	switch {
	case !p.Between(path, count, least, most):
	case count%l.multiple != 0:
		p.Addf(path, "must be a multiple of %d, the number of %s (got %d)", l.multiple, units, count)
	case limit > 0 && count > limit-l.reserved():
		p.Addf(path, "must be at most %d: Network.PodCIDR has addresses for %d nodes (got %d); use a larger PodCIDR or a longer HostPrefix",
			max(0, limit-l.reserved()), limit, count)
	}
}

func checkDisk(p *check.Problems, path string, size int, hosted bool) {
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
