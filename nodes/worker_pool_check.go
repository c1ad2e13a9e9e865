package nodes

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/machine"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *WorkerPoolArgs) Validate() error {
	const path = "nodes.WorkerPoolArgs"
	args, p := check.Begin(a)
	args.setDefaults()
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
	return p.ErrOf(a)
}

// checkRelease reports fields that the cluster's release does not support. A custom pool can select its nodes by Labels.
func (a *WorkerPoolArgs) checkRelease(p *check.Problems, path check.Path) {
	labeled := len(a.Labels) > 0
	release.KubeletLabels.Check(p, path+".Labels", labeled, a.OpenShiftVersion)
	release.CustomPoolAtFirstBoot.Check(p, path+".Pool", a.Pool != workerPool && !labeled, a.OpenShiftVersion)
}

// The limits of tags of an Auto Scaling group (Amazon EC2 Auto Scaling user guide, "Tag Auto Scaling groups and instances").
const (
	tagKeyLimit = 128
	tagLimit    = 50
)

func (a *WorkerPoolArgs) checkSize(p *check.Problems, path check.Path) {
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
	// The tag of the stack is one more.
	if count := 1 + len(poolTags(a)) + len(hints); len(hints) > 0 && count > tagLimit {
		p.Addf(path+".Autoscaling", "the group must have at most %d tags, including those of Labels, Taints and Resources (has %d)",
			tagLimit, count)
	}
}

func (s *PoolAutoscalingArgs) check(p *check.Problems, path check.Path) {
	if s == nil {
		return
	}
	checkThreshold(p, path+".UtilizationThreshold", s.UtilizationThreshold)
}

func (a *WorkerPoolArgs) checkPurchase(p *check.Problems, path check.Path) {
	a.Mixed.check(p, path+".Mixed")
	p.Exclusive(path, "Spot", a.Spot != nil, "Mixed", a.Mixed != nil)
	for _, field := range []check.Choice{{Field: "Spot", Set: a.Spot != nil}, {Field: "Mixed", Set: a.Mixed != nil}} {
		checkSpotOnly(p, path, field.Field, field.Set, a.CapacityReservationID, a.Tenancy)
		p.Exclusive(path, "WarmPool", a.WarmPool != nil, field.Field, field.Set)
	}
}

func (m *MixedInstancesArgs) check(p *check.Problems, path check.Path) {
	if m == nil {
		return
	}
	m.checkTypes(p, path+".Types")
	p.RequiresField(path, "SpotPools", m.SpotPools != 0, "SpotStrategy "+lowestPrice, m.SpotStrategy == lowestPrice)
}

// checkTypes reports types that cannot be in one group: all instances have the same image.
func (m *MixedInstancesArgs) checkTypes(p *check.Problems, path check.Path) {
	checkUnique(p, path, "InstanceType", m.Types, func(kind MixedType) string { return kind.InstanceType })
	architecture, first := "", ""
	for i, kind := range m.Types {
		at := check.Index(path, i)
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

func (a *WorkerPoolArgs) checkInstance(p *check.Problems, path check.Path) {
	region := regionOf(a.Subnets)
	a.RootVolume.checkRoot(p, path+".RootVolume", region)
	checkDataVolumes(p, path+".DataVolumes", region, a.DataVolumes)
}

func (a *WorkerPoolArgs) checkNode(p *check.Problems, path check.Path) {
	for _, key := range slices.Sorted(maps.Keys(a.Labels)) {
		if !kubeletMaySet(key) {
			p.Addf(check.Key(path+".Labels", key), "must not be in kubernetes.io or k8s.io, whose labels a kubelet cannot set; use Pool for roles")
		}
	}
	if a.Autoscaling != nil {
		machine.CheckTaints(p, path+".Autoscaling.Taints", a.Autoscaling.Taints)
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

func (a *WorkerPoolArgs) checkUserData(p *check.Problems, path check.Path) {
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
	p.Exclusive(path, "CloudInit", true, "ProveIdentity", a.ProveIdentity)
	if !a.AllowIMDSv1 {
		p.Addf(path+".AllowIMDSv1", "must be set together with CloudInit: the kubelet of OpenShift 3.11 does not support IMDSv2")
	}
}

// checkLifetime reports what Auto Scaling rejects (Amazon EC2 Auto Scaling API Reference, CreateAutoScalingGroup, InstanceMaintenancePolicy
// and RefreshPreferences; the longest lifetime: hashicorp/terraform-provider-aws website/docs/r/autoscaling_group.html.markdown).
func (a *WorkerPoolArgs) checkLifetime(p *check.Problems, path check.Path) {
	p.RequiresField(path, "LoadBalancerHealth", a.LoadBalancerHealth,
		"TargetGroupARNs or ClassicLoadBalancers", hasElements(a.TargetGroupARNs) || hasElements(a.ClassicLoadBalancers))
	if m := a.Maintenance; m != nil {
		checkHealthy(p, path+".Maintenance", m.MinHealthyPercentage, m.MaxHealthyPercentage)
	}
	if r := a.Refresh; r != nil {
		checkHealthy(p, path+".Refresh", *r.MinHealthyPercentage, *cmp.Or(r.MaxHealthyPercentage, new(100)))
	}
	if w := a.WarmPool; w != nil && w.MinSize >= 0 && w.MaxPrepared != nil {
		p.AtLeastField(path+".WarmPool.MaxPrepared", *w.MaxPrepared, "MinSize", w.MinSize)
	}
}

// hasElements reports whether a list has elements. An output can have some.
func hasElements(list pulumi.StringArrayInput) bool {
	array, known := list.(pulumi.StringArray)
	return list != nil && (!known || len(array) > 0)
}

func checkHealthy(p *check.Problems, path check.Path, least, most int) {
	p.Between(path+".MinHealthyPercentage", least, 0, 100)
	p.Between(path+".MaxHealthyPercentage", most, 100, 200)
	if most-least > 100 {
		p.Addf(path+".MaxHealthyPercentage", "must be at most 100 above MinHealthyPercentage (%d - %d > 100)", most, least)
	}
}
