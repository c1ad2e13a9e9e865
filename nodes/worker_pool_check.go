package nodes

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/instancetypes"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *WorkerPoolArgs) Validate() error {
	const path = "nodes.WorkerPoolArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	checkSubnets(&p, path+"Subnets", args.Subnets)
	p.Required(path+"AMI", args.AMI)
	checkPool(&p, path+"Pool", args.Pool)
	args.checkSize(&p, path)
	args.checkPurchase(&p, path)
	args.checkMachine(&p, path)
	args.checkNode(&p, path)
	p.Required(path+"SecurityGroupIDs", args.SecurityGroupIDs)
	p.Required(path+"InstanceProfile", args.InstanceProfile)
	args.checkUserData(&p, path)
	args.checkLife(&p, path)
	tags.Check(&p, path+"Tags", args.Tags)
	return p.Err()
}

func (a *WorkerPoolArgs) checkSize(p *check.Problems, path string) {
	if a.Min < 0 {
		p.Addf(path+"Min", "%d is no number of machines; it is 0 or more", a.Min)
	}
	switch {
	case a.Max < 1:
		p.Addf(path+"Max", "%d lets no machine start; it is 1 or more (Min 0 and Desired 0 empty a pool)", a.Max)
	case a.Max < a.Min:
		p.Addf(path+"Max", "%d is less than Min, %d", a.Max, a.Min)
	case a.Desired != nil && (*a.Desired < a.Min || *a.Desired > a.Max):
		p.Addf(path+"Desired", "%d is not between Min, %d, and Max, %d", *a.Desired, a.Min, a.Max)
	}
	a.Autoscaling.check(p, path+"Autoscaling")
	if a.Autoscaling != nil && a.Mixed != nil && a.Mixed.weighted() > 0 {
		p.Addf(path+"Mixed.Types", "cannot have weights with Autoscaling: the autoscaler takes the group's size for a number of machines")
	}
	hints := autoscalerHints(a)
	for _, key := range slices.Sorted(maps.Keys(hints)) {
		if len(key) > tagKeyLimit {
			p.Addf(path+"Autoscaling", "the tag %s has %d characters; AWS takes %d, so that its label, taint or resource must be shorter", key, len(key), tagKeyLimit)
		}
	}
	if count := len(poolTags(a)) + len(hints); len(hints) > 0 && count > tagLimit {
		p.Addf(path+"Autoscaling", "the group would have %d tags with those that tell of Labels, Taints and Resources; AWS takes %d", count, tagLimit)
	}
}

// tagKeyLimit and tagLimit are AWS's (Amazon EC2 Auto Scaling API Reference, Tag).
const (
	tagKeyLimit = 128
	tagLimit    = 50
)

func (s *PoolAutoscalingArgs) check(p *check.Problems, path string) {
	if s == nil {
		return
	}
	for _, resource := range slices.Sorted(maps.Keys(s.Resources)) {
		if !isLabelKey(resource) || s.Resources[resource] == "" {
			p.Addf(path+".Resources", "%q: %q is no quantity of a resource; one looks like nvidia.com/gpu: 1", resource, s.Resources[resource])
		}
	}
	if s.UtilizationThreshold < 0 || s.UtilizationThreshold >= 1 {
		p.Addf(path+".UtilizationThreshold", "%s is no share; it is between 0 and 1, such as 0.5", fraction(s.UtilizationThreshold))
	}
	checkDuration(p, path+".UnneededTime", s.UnneededTime)
	checkDuration(p, path+".UnreadyTime", s.UnreadyTime)
}

func (a *WorkerPoolArgs) checkPurchase(p *check.Problems, path string) {
	if plain, ok := a.InstanceType.(pulumi.String); p.Required(path+"InstanceType", a.InstanceType) && ok {
		checkInstanceType(p, path+"InstanceType", string(plain))
	}
	a.Spot.check(p, path+"Spot")
	a.Mixed.check(p, path+"Mixed")
	if a.Spot != nil && a.Mixed != nil {
		p.Addf(path+"Spot", "cannot be set with Mixed, which says what is bought on the spot market")
	}
	if a.CapacityReservationID != nil && (a.Spot != nil || a.Mixed != nil) {
		p.Addf(path+"CapacityReservationID", "cannot be used by spot machines; leave out one of the two")
	}
	if a.Tenancy == "host" && (a.Spot != nil || a.Mixed != nil) {
		p.Addf(path+"Tenancy", "host is not for spot machines; leave out one of the two")
	}
	if a.WarmPool != nil && (a.Spot != nil || a.Mixed != nil) {
		p.Addf(path+"WarmPool", "cannot be had with spot machines; leave out one of the two")
	}
}

func (m *MixedInstancesArgs) check(p *check.Problems, path string) {
	if m == nil {
		return
	}
	m.checkTypes(p, path+".Types")
	if m.OnDemandBase < 0 {
		p.Addf(path+".OnDemandBase", "%d is no number of machines; it is 0 or more", m.OnDemandBase)
	}
	checkPercentage(p, path+".OnDemandPercentageAboveBase", m.OnDemandPercentageAboveBase, 0, 100)
	checkOneOf(p, path+".OnDemandStrategy", m.OnDemandStrategy, defaultOnDemandStrategy, lowestPrice)
	checkOneOf(p, path+".SpotStrategy", m.SpotStrategy, defaultSpotStrategy, "capacity-optimized", "capacity-optimized-prioritized", lowestPrice)
	switch {
	case m.SpotPools != 0 && m.SpotStrategy != lowestPrice:
		p.Addf(path+".SpotPools", "%d has a meaning with SpotStrategy lowest-price alone", m.SpotPools)
	case m.SpotPools < 0 || m.SpotPools > 20:
		p.Addf(path+".SpotPools", "%d is no number of markets; it is 1 to 20", m.SpotPools)
	}
	p.SpotPrice(path+".SpotMaxPrice", m.SpotMaxPrice)
}

// checkTypes notes types that do not go together: one image boots them all.
func (m *MixedInstancesArgs) checkTypes(p *check.Problems, path string) {
	first := map[string]int{}
	architecture, whose := "", ""
	for i, kind := range m.Types {
		at := fmt.Sprintf("%s[%d]", path, i)
		checkInstanceType(p, at+".InstanceType", kind.InstanceType)
		if kind.Weight < 0 || kind.Weight > 999 {
			p.Addf(at+".Weight", "%d is no weight; it is 1 to 999, or 0 for none", kind.Weight)
		}
		if earlier, found := first[kind.InstanceType]; found {
			p.Addf(at+".InstanceType", "%s is that of Types[%d] too; AWS takes each once", kind.InstanceType, earlier)
			continue
		}
		first[kind.InstanceType] = i
		info, known := instancetypes.Lookup(kind.InstanceType)
		switch {
		case !known:
		case architecture == "":
			architecture, whose = info.Architecture, kind.InstanceType
		case info.Architecture != architecture:
			p.Addf(at+".InstanceType", "%s is of architecture %s and %s of %s; the machines have one image", kind.InstanceType, info.Architecture, whose, architecture)
		}
	}
	if weighted := m.weighted(); weighted != 0 && weighted != len(m.Types) {
		p.Addf(path, "%d of %d have a weight; all have one, or none", weighted, len(m.Types))
	}
}

// weighted is the number of types with a weight.
func (m *MixedInstancesArgs) weighted() int {
	count := 0
	for _, kind := range m.Types {
		if kind.Weight != 0 {
			count++
		}
	}
	return count
}

func checkPercentage(p *check.Problems, path string, value, least, most int) {
	if value < least || value > most {
		p.Addf(path, "%d is no percentage; it is %d to %d", value, least, most)
	}
}

func (a *WorkerPoolArgs) checkMachine(p *check.Problems, path string) {
	a.RootVolume.check(p, path+"RootVolume")
	checkDataVolumes(p, path+"DataVolumes", a.DataVolumes)
	a.PlacementGroup.check(p, path+"PlacementGroup")
	checkOneOf(p, path+"Tenancy", a.Tenancy, "default", "dedicated", "host")
}

func (a *WorkerPoolArgs) checkNode(p *check.Problems, path string) {
	checkLabels(p, path+"Labels", a.Labels)
	for _, key := range slices.Sorted(maps.Keys(a.Labels)) {
		if !kubeletMaySet(key) {
			p.Addf(path+"Labels", "a kubelet may not give itself %s; a role comes with Pool, other labels of kubernetes.io and k8s.io from outside", key)
		}
	}
	checkTaints(p, path+"Taints", a.Taints)
	if len(a.Taints) > 0 && a.Pool == workerPool {
		p.Addf(path+"Taints", "need a Pool of one's own: the kubelet configuration of %s would taint every worker", workerPool)
	}
}

// kubeletMaySet follows IsKubeletLabel of kubernetes/kubernetes staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go,
// without the labels that the cloud controller sets anyway.
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
		p.Required(path+"Ignition", a.Ignition)
		return
	}
	switch {
	case a.Ignition != nil:
		p.Addf(path+"CloudInit", "cannot be set with Ignition; OpenShift 3.11 takes the one, OpenShift 4 the other")
	case a.Pool != workerPool || len(a.Labels) > 0:
		p.Addf(path+"CloudInit", "leaves no room for Pool and Labels; the node config group of OpenShift 3.11 says what a node is")
	}
	if !a.AllowIMDSv1 {
		p.Addf(path+"AllowIMDSv1", "is needed with CloudInit: the kubelet of OpenShift 3.11 asks for its instance without a token and would not start")
	}
}

// checkLife notes what AWS refuses of a machine's life in the group (Amazon EC2 Auto Scaling API Reference).
func (a *WorkerPoolArgs) checkLife(p *check.Problems, path string) {
	checkSeconds(p, path+"HealthGracePeriod", a.HealthGracePeriod)
	if a.LoadBalancerHealth && a.TargetGroupARNs == nil && a.ClassicLoadBalancers == nil {
		p.Addf(path+"LoadBalancerHealth", "needs TargetGroupARNs or ClassicLoadBalancers")
	}
	if m := a.Maintenance; m != nil {
		checkHealthy(p, path+"Maintenance", m.MinHealthyPercentage, m.MaxHealthyPercentage)
	}
	if r := a.Refresh; r != nil {
		most := 100
		if r.MaxHealthyPercentage != nil {
			most = *r.MaxHealthyPercentage
		}
		checkHealthy(p, path+"Refresh", *r.MinHealthyPercentage, most)
		checkSeconds(p, path+"Refresh.InstanceWarmup", r.InstanceWarmup)
	}
	a.Drain.check(p, path+"Drain")
	if w := a.WarmPool; w != nil {
		checkOneOf(p, path+"WarmPool.State", w.State, "Stopped", "Running")
		checkBetween(p, path+"WarmPool.BootTime", w.BootTime, minHeartbeat, maxHeartbeat)
		if w.MinSize < 0 {
			p.Addf(path+"WarmPool.MinSize", "%d is no number of machines; it is 0 or more", w.MinSize)
		}
		if w.MaxPrepared != nil && *w.MaxPrepared < w.MinSize {
			p.Addf(path+"WarmPool.MaxPrepared", "%d is less than MinSize, %d", *w.MaxPrepared, w.MinSize)
		}
	}
	const day = 24 * time.Hour
	if life := a.MaxInstanceLifetime; life != 0 && (life < day || life > 365*day || life%time.Second != 0) {
		p.Addf(path+"MaxInstanceLifetime", "%s is no age that AWS takes; it is 24h to 8760h, in whole seconds", duration(life))
	}
}

func checkSeconds(p *check.Problems, path string, d time.Duration) {
	if d < 0 || d%time.Second != 0 {
		p.Addf(path, "%s is no time in whole seconds, 0 or more", d)
	}
}

func checkHealthy(p *check.Problems, path string, least, most int) {
	checkPercentage(p, path+".MinHealthyPercentage", least, 0, 100)
	checkPercentage(p, path+".MaxHealthyPercentage", most, 100, 200)
	if most-least > 100 {
		p.Addf(path+".MaxHealthyPercentage", "%d is more than 100 above MinHealthyPercentage, %d", most, least)
	}
}
