package cluster

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/placement"
)

// RosaWorkersArgs are the worker machines that a cluster is born with: one pool for each private subnet of a cluster with a
// hosted control plane, named workers or workers-0, workers-1 and so on, and one pool named worker for Classic. They are fixed
// afterwards: change them by a RosaMachinePool of the pool's name, which takes the pool over. A change replaces the cluster.
type RosaWorkersArgs struct {
	// InstanceType is the machines' type. Default m5.xlarge, which is OCM's.
	InstanceType pulumi.StringInput
	// Replicas is the number of machines in all pools together: at least 2, a multiple of the number of private subnets (hosted
	// control planes) or of 3 (Classic in several zones). Default: the least that is allowed. Excludes Autoscaling.
	Replicas int
	// Autoscaling lets the number of machines follow the load, within bounds that are such multiples too.
	Autoscaling *RosaAutoscalingArgs
	// DiskSizeGiB is the size of the machines' root volume. 75 to 16384 for hosted control planes; 128 to 16384 for Classic, 1024
	// before OpenShift 4.14. Default 300, which is OCM's.
	DiskSizeGiB int
	// SecurityGroupIDs are at most 10 security groups that machines have beside their own. From OpenShift 4.14.
	SecurityGroupIDs pulumi.StringArrayInput
	// Labels are labels of the machines' nodes. Classic only.
	Labels map[string]string
}

// Limits of ROSA (openshift/rosa pkg/machinepool/helper.go) and of machines' root volumes (openshift-online/ocm-common
// pkg/machinepool/validations).
const (
	rosaMostNodesHCP     = 500
	rosaMostNodesClassic = 249
	rosaLeastDiskHCP     = 75
	rosaLeastDiskClassic = 128
	rosaMostDiskBefore14 = 1024
	rosaMostDisk         = 16384
)

// rosaShape is what the number of a cluster's first machines depends on.
type rosaShape struct {
	hosted bool
	// unit is what counts of machines are multiples of: the number of private subnets, or of Classic's zones.
	unit    int
	version string
	network RosaNetworkArgs
}

// least is the smallest number of fixed machines (openshift-online/ocm-common pkg/cluster/validations).
func (s rosaShape) least() int {
	return s.unit * ((2 + s.unit - 1) / s.unit)
}

func (w RosaWorkersArgs) replicas(s rosaShape) int {
	if w.Replicas == 0 && w.Autoscaling == nil {
		return s.least()
	}
	return w.Replicas
}

func (w RosaWorkersArgs) check(p *check.Problems, path string, s rosaShape) {
	switch {
	case w.Autoscaling != nil && w.Replicas != 0:
		p.Addf(path+".Replicas", "is set and Autoscaling is too; choose one")
	case w.Autoscaling != nil:
		w.checkAutoscaling(p, path+".Autoscaling", s)
	case w.Replicas != 0:
		s.checkCount(p, path+".Replicas", w.Replicas, s.least())
	}
	rosaCheckDisk(p, path+".DiskSizeGiB", w.DiskSizeGiB, s.hosted, s.version)
	rosaCheckSecurityGroups(p, path+".SecurityGroupIDs", w.SecurityGroupIDs)
	if w.SecurityGroupIDs != nil && rosaOlderThan(s.version, 14) {
		p.Addf(path+".SecurityGroupIDs", "need OpenShift 4.14; the version is %s", s.version)
	}
	if s.hosted && len(w.Labels) > 0 {
		p.Addf(path+".Labels", "are for Classic; label a RosaMachinePool instead")
	}
	rosaCheckLabels(p, path+".Labels", w.Labels)
}

func (w RosaWorkersArgs) checkAutoscaling(p *check.Problems, path string, s rosaShape) {
	least := s.least()
	if s.hosted {
		least = 0
	}
	s.checkCount(p, path+".Min", w.Autoscaling.Min, least)
	s.checkCount(p, path+".Max", w.Autoscaling.Max, max(least, 1))
	rosaCheckBounds(p, path, w.Autoscaling)
}

func (s rosaShape) checkCount(p *check.Problems, path string, count, least int) {
	most := rosaMostNodesClassic
	if s.hosted {
		most = rosaMostNodesHCP
	}
	room, known := s.network.machineRoom()
	switch {
	case count < least:
		p.Addf(path, "%d is too few; at least %d are needed", count, least)
	case count%s.unit != 0:
		p.Addf(path, "%d is no multiple of %d, the number of %s", count, s.unit, s.units())
	case count > most:
		p.Addf(path, "%d is too many; a cluster has at most %d", count, most)
	case known && count > room:
		p.Addf(path, "%d is too many; the pods' addresses are enough for %d machines: choose a larger Network.PodCIDR or a longer HostPrefix", count, room)
	}
}

func (s rosaShape) units() string {
	if s.hosted {
		return "private subnets"
	}
	return "zones"
}

func rosaCheckBounds(p *check.Problems, path string, a *RosaAutoscalingArgs) {
	if a.Max < a.Min {
		p.Addf(path+".Max", "%d is less than Min, %d", a.Max, a.Min)
	}
}

func rosaCheckDisk(p *check.Problems, path string, size int, hosted bool, version string) {
	least, most := rosaLeastDiskClassic, rosaMostDisk
	switch {
	case hosted:
		least = rosaLeastDiskHCP
	case rosaOlderThan(version, 14):
		most = rosaMostDiskBefore14
	}
	if size != 0 && (size < least || size > most) {
		p.Addf(path, "%d is not between %d and %d", size, least, most)
	}
}

func rosaCheckLabels(p *check.Problems, path string, labels map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		if !placement.IsLabelKey(key) {
			p.Addf(path, "key %q is no label's; one looks like example.com/team", key)
		}
		if !placement.IsLabelValue(labels[key]) {
			p.Addf(path, "the value %q of key %q is none that a label takes", labels[key], key)
		}
	}
}

func (w RosaWorkersArgs) inputs(s rosaShape) pulumi.Map {
	inputs := pulumi.Map{
		"replicas":                             rosaNumber(w.replicas(s)),
		"workerDiskSize":                       rosaNumber(w.DiskSizeGiB),
		"awsAdditionalComputeSecurityGroupIds": rosaSecurityGroups(w.SecurityGroupIDs),
		"defaultMpLabels":                      rosaTextMap(w.Labels),
		"computeMachineType":                   w.InstanceType,
	}
	if w.Autoscaling != nil {
		inputs["autoscalingEnabled"] = pulumi.Bool(true)
		inputs["minReplicas"] = pulumi.Int(w.Autoscaling.Min)
		inputs["maxReplicas"] = pulumi.Int(w.Autoscaling.Max)
	}
	return inputs
}
