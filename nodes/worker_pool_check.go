package nodes

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/release"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *WorkerPoolArgs) Validate() error {
	const path = "nodes.WorkerPoolArgs"
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+".InfraID", args.InfraID)
	checkSubnets(&p, path+".Subnets", args.Subnets)
	checkRegion(&p, path+".Subnets", args.Subnets, regionOf(args.Subnets))
	checkPool(&p, path+".Pool", args.Pool)
	args.checkRelease(&p, path)
	args.checkSize(&p, path)
	args.checkPurchase(&p, path)
	args.checkInstance(&p, path)
	args.checkNode(&p, path)
	args.checkUserData(&p, path)
	args.checkLifetime(&p, path)
	tags.Check(&p, path+".Tags", args.Tags)
	return p.ErrOf(a)
}

// checkRelease reports fields that the cluster's release does not support. A custom pool can select its nodes by Labels.
func (a *WorkerPoolArgs) checkRelease(p *check.Problems, path string) {
	p.Format(path+".OpenShiftVersion", a.OpenShiftVersion, check.MinorVersion)
	labeled := len(a.Labels) > 0
	release.KubeletLabels.Check(p, path+".Labels", labeled, a.OpenShiftVersion)
	release.CustomPoolAtFirstBoot.Check(p, path+".Pool", a.Pool != workerPool && !labeled, a.OpenShiftVersion)
}

// The limits of tags of an Auto Scaling group (Amazon EC2 Auto Scaling user guide, "Tag Auto Scaling groups and instances").
const (
	tagKeyLimit = 128
	tagLimit    = 50
)

func (a *WorkerPoolArgs) checkSize(p *check.Problems, path string) {
	if checkLimits(p, path, "Min", a.Min, "Max", a.Max) {
		p.Between(path+".Desired", a.Desired, a.Min, a.Max)
	}
	a.Autoscaling.check(p, path+".Autoscaling")
	if a.Autoscaling != nil && a.Mixed != nil && a.Mixed.weighted() > 0 {
		p.Addf(path+".Mixed.Types", "must not have weights together with Autoscaling: the autoscaler counts instances")
	}
	hints := autoscalerHints(a)
	for _, key := range slices.Sorted(maps.Keys(hints)) {
		if len(key) > tagKeyLimit {
			p.Addf(path+".Autoscaling", "the tag key %s must have at most %d characters (has %d); shorten its label, taint or resource",
				key, tagKeyLimit, len(key))
		}
	}
	if count := len(poolTags(a)) + len(hints); len(hints) > 0 && count > tagLimit {
		p.Addf(path+".Autoscaling", "the group must have at most %d tags, including those of Labels, Taints and Resources (has %d)",
			tagLimit, count)
	}
}

func (s *PoolAutoscalingArgs) check(p *check.Problems, path string) {
	if s == nil {
		return
	}
	for _, resource := range slices.Sorted(maps.Keys(s.Resources)) {
		at := check.Key(path+".Resources", resource)
		p.RequiredFormat(at, resource, resourceName)
		p.RequiredFormat(at, s.Resources[resource], check.Quantity)
	}
	checkThreshold(p, path+".UtilizationThreshold", s.UtilizationThreshold)
	p.PositiveDuration(path+".UnneededTime", s.UnneededTime, 0)
	p.PositiveDuration(path+".UnreadyTime", s.UnreadyTime, 0)
}

func (a *WorkerPoolArgs) checkPurchase(p *check.Problems, path string) {
	checkSpot(p, path+".Spot", a.Spot)
	a.Mixed.check(p, path+".Mixed")
	p.Exclusive(path, "Spot", a.Spot != nil, "Mixed", a.Mixed != nil)
	p.Format(path+".CapacityReservationID", a.CapacityReservationID, check.ReservationID)
	for _, field := range []check.Choice{{Field: "Spot", Set: a.Spot != nil}, {Field: "Mixed", Set: a.Mixed != nil}} {
		checkSpotOnly(p, path, field.Field, field.Set, a.CapacityReservationID, a.Tenancy)
		p.Exclusive(path, "WarmPool", a.WarmPool != nil, field.Field, field.Set)
	}
}

func (m *MixedInstancesArgs) check(p *check.Problems, path string) {
	if m == nil {
		return
	}
	m.checkTypes(p, path+".Types")
	p.Count(path+".Types", len(m.Types), 40)
	p.AtLeast(path+".OnDemandBase", m.OnDemandBase, 0)
	p.Between(path+".OnDemandPercentageAboveBase", m.OnDemandPercentageAboveBase, 0, 100)
	check.OneOf(p, path+".OnDemandStrategy", m.OnDemandStrategy, defaultOnDemandStrategy, lowestPrice)
	check.OneOf(p, path+".SpotStrategy", m.SpotStrategy,
		defaultSpotStrategy, "capacity-optimized", "capacity-optimized-prioritized", lowestPrice)
	p.RequiresField(path, "SpotPools", m.SpotPools != 0, "SpotStrategy "+lowestPrice, m.SpotStrategy == lowestPrice)
	p.Between(path+".SpotPools", check.ZeroAsNil(m.SpotPools), 1, 20)
	p.SpotPrice(path+".SpotMaxPrice", m.SpotMaxPrice)
}

// checkTypes reports types that cannot be in one group: all instances have the same image.
func (m *MixedInstancesArgs) checkTypes(p *check.Problems, path string) {
	checkUnique(p, path, "InstanceType", m.Types, func(kind MixedType) string { return kind.InstanceType })
	architecture, first := "", ""
	for i, kind := range m.Types {
		at := check.Index(path, i)
		p.Between(at+".Weight", kind.Weight, 0, 999)
		p.RequiredFormat(at+".InstanceType", kind.InstanceType, check.InstanceType)
		size, known := instancetypes.Lookup(kind.InstanceType)
		switch {
		case !known:
		case architecture == "":
			architecture, first = size.Architecture, kind.InstanceType
		case size.Architecture != architecture:
			p.Addf(at+".InstanceType", "%s has architecture %s; must have the architecture of %s (%s)",
				kind.InstanceType, size.Architecture, first, architecture)
		}
	}
	if weighted := m.weighted(); weighted != 0 && weighted != len(m.Types) {
		p.Addf(path, "must all have a weight or none (%d of %d have one)", weighted, len(m.Types))
	}
}

// weighted returns the number of types with a weight.
func (m *MixedInstancesArgs) weighted() int {
	count := 0
	for _, kind := range m.Types {
		if kind.Weight != 0 {
			count++
		}
	}
	return count
}

func (a *WorkerPoolArgs) checkInstance(p *check.Problems, path string) {
	p.RequiredFormat(path+".AMI", a.AMI, check.AMIID)
	p.Format(path+".InstanceType", a.InstanceType, check.InstanceType)
	region := regionOf(a.Subnets)
	check.OneOf(p, path+".HostnameType", a.HostnameType, instanceName, ipName)
	a.RootVolume.checkRoot(p, path+".RootVolume", region)
	checkDataVolumes(p, path+".DataVolumes", region, a.DataVolumes)
	checkPlacement(p, path, a.PlacementGroup, a.Tenancy)
	p.RequiredInputFormats(path+".SecurityGroupIDs", a.SecurityGroupIDs, check.SecurityGroupID)
	p.RequiredFormat(path+".InstanceProfile", a.InstanceProfile, check.InstanceProfileName)
}

func (a *WorkerPoolArgs) checkNode(p *check.Problems, path string) {
	p.Labels(path+".Labels", a.Labels)
	for _, key := range slices.Sorted(maps.Keys(a.Labels)) {
		if !kubeletMaySet(key) {
			p.Addf(check.Key(path+".Labels", key), "must not be in kubernetes.io or k8s.io, whose labels a kubelet cannot set; use Pool for roles")
		}
	}
	if a.Autoscaling != nil {
		checkTaints(p, path+".Autoscaling.Taints", a.Autoscaling.Taints)
		if len(a.Autoscaling.Taints) > 0 && a.Pool == workerPool {
			p.Addf(path+".Autoscaling.Taints", "requires a custom Pool: the kubelet configuration of %s would taint every worker", workerPool)
		}
	}
}

// kubeletMaySet reports whether a kubelet can register its node with a label. It follows IsKubeletLabel of
// kubernetes/kubernetes staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go, without the labels that the cloud controller
// sets anyway.
func kubeletMaySet(key string) bool {
	namespace, _, found := strings.Cut(key, "/")
	if !found {
		return true
	}
	for _, allowed := range []string{"kubelet.kubernetes.io", "node.kubernetes.io"} {
		if namespace == allowed || strings.HasSuffix(namespace, "."+allowed) {
			return true
		}
	}
	for _, reserved := range []string{"kubernetes.io", "k8s.io"} {
		if namespace == reserved || strings.HasSuffix(namespace, "."+reserved) {
			return false
		}
	}
	return true
}

func (a *WorkerPoolArgs) checkUserData(p *check.Problems, path string) {
	if a.CloudInit == nil {
		p.Required(path+".Ignition", a.Ignition)
		if text, known := check.Text(a.Ignition); known && text != "" {
			if _, err := a.poolIgnition(text); err != nil {
				p.Addf(path+".Ignition", "%v", err)
			}
		}
		return
	}
	p.Exclusive(path, "CloudInit", true, "Ignition", a.Ignition != nil)
	p.Exclusive(path, "CloudInit", true, "Pool", a.Pool != workerPool)
	p.Exclusive(path, "CloudInit", true, "Labels", len(a.Labels) > 0)
	p.Exclusive(path, "CloudInit", true, "HostnameType "+instanceName, a.HostnameType == instanceName)
	p.Exclusive(path, "CloudInit", true, "ProveIdentity", a.ProveIdentity)
	if !a.AllowIMDSv1 {
		p.Addf(path+".AllowIMDSv1", "must be set together with CloudInit: the kubelet of OpenShift 3.11 does not support IMDSv2")
	}
}

// checkLifetime reports what Auto Scaling rejects (Amazon EC2 Auto Scaling API Reference, CreateAutoScalingGroup, InstanceMaintenancePolicy
// and RefreshPreferences; the longest lifetime: hashicorp/terraform-provider-aws website/docs/r/autoscaling_group.html.markdown).
func (a *WorkerPoolArgs) checkLifetime(p *check.Problems, path string) {
	const day = 24 * time.Hour
	if a.TargetGroupARNs != nil {
		p.InputFormats(path+".TargetGroupARNs", a.TargetGroupARNs, check.TargetGroupARN)
	}
	p.PositiveDuration(path+".HealthGracePeriod", a.HealthGracePeriod, time.Second)
	p.RequiresField(path, "LoadBalancerHealth", a.LoadBalancerHealth,
		"TargetGroupARNs or ClassicLoadBalancers", a.TargetGroupARNs != nil || a.ClassicLoadBalancers != nil)
	if m := a.Maintenance; m != nil {
		checkHealthy(p, path+".Maintenance", m.MinHealthyPercentage, m.MaxHealthyPercentage)
	}
	if r := a.Refresh; r != nil {
		most := 100
		if r.MaxHealthyPercentage != nil {
			most = *r.MaxHealthyPercentage
		}
		checkHealthy(p, path+".Refresh", *r.MinHealthyPercentage, most)
		p.PositiveDuration(path+".Refresh.InstanceWarmup", r.InstanceWarmup, time.Second)
	}
	a.Drain.check(p, path+".Drain")
	if w := a.WarmPool; w != nil {
		check.OneOf(p, path+".WarmPool.State", w.State, "Stopped", "Running")
		p.Duration(path+".WarmPool.BootTime", w.BootTime, minHeartbeat, maxHeartbeat, time.Second)
		if p.AtLeast(path+".WarmPool.MinSize", w.MinSize, 0) {
			p.AtLeast(path+".WarmPool.MaxPrepared", w.MaxPrepared, w.MinSize)
		}
	}
	p.Duration(path+".MaxInstanceLifetime", a.MaxInstanceLifetime, day, 365*day, time.Second)
}

func checkHealthy(p *check.Problems, path string, least, most int) {
	p.Between(path+".MinHealthyPercentage", least, 0, 100)
	p.Between(path+".MaxHealthyPercentage", most, 100, 200)
	if most-least > 100 {
		p.Addf(path+".MaxHealthyPercentage", "must be at most 100 above MinHealthyPercentage (%d - %d > 100)", most, least)
	}
}
