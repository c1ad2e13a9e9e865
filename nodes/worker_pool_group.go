package nodes

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// workerGroup returns the Auto Scaling group. It does not wait for capacity: instances are healthy for EC2 long before they are
// nodes, and become nodes only after their CSRs have been approved.
func workerGroup(args *WorkerPoolArgs, template *ec2.LaunchTemplate, instanceTags pulumi.StringMap) *autoscaling.GroupArgs {
	version := template.LatestVersion.ApplyT(strconv.Itoa).(pulumi.StringOutput)
	tags := append(groupTags(instanceTags, true), groupTags(pulumi.ToStringMap(autoscalerHints(args)), false)...)
	group := &autoscaling.GroupArgs{
		MinSize:                   pulumi.Int(args.Min),
		MaxSize:                   pulumi.Int(args.Max),
		VpcZoneIdentifiers:        subnetIDs(args),
		HealthCheckType:           pulumi.String(healthCheckType(args.LoadBalancerHealth)),
		WaitForCapacityTimeout:    pulumi.String("0"),
		TargetGroupArns:           args.TargetGroupARNs,
		LoadBalancers:             args.ClassicLoadBalancers,
		InstanceMaintenancePolicy: maintenance(args.Maintenance),
		InstanceRefresh:           refresh(args.Refresh, args.ProtectFromScaleIn),
		WarmPool:                  warmPool(args.WarmPool),
		Tags:                      tags,
	}
	if args.Mixed != nil {
		group.MixedInstancesPolicy = mixedInstances(args.Mixed, template, version)
	} else {
		group.LaunchTemplate = autoscaling.GroupLaunchTemplateArgs{Id: template.ID(), Version: version}
	}
	if args.Desired != nil {
		group.DesiredCapacity = pulumi.Int(*args.Desired)
	}
	if args.Autoscaling != nil {
		// Otherwise the group terminates instances without draining them to balance its zones (kubernetes/autoscaler
		// cluster-autoscaler/cloudprovider/aws/README.md).
		group.SuspendedProcesses = pulumi.ToStringArray([]string{"AZRebalance"})
	}
	setLifetime(group, args)
	return group
}

func setLifetime(group *autoscaling.GroupArgs, args *WorkerPoolArgs) {
	if args.HealthGracePeriod > 0 {
		group.HealthCheckGracePeriod = wholeSeconds(args.HealthGracePeriod)
	}
	if args.MaxInstanceLifetime > 0 {
		group.MaxInstanceLifetime = wholeSeconds(args.MaxInstanceLifetime)
	}
	if args.CapacityRebalance {
		group.CapacityRebalance = pulumi.Bool(true)
	}
	if args.ProtectFromScaleIn {
		group.ProtectFromScaleIn = pulumi.Bool(true)
	}
}

func wholeSeconds(d time.Duration) pulumi.Int {
	return pulumi.Int(int(d.Seconds()))
}

func healthCheckType(loadBalancer bool) string {
	if loadBalancer {
		return "ELB"
	}
	return "EC2"
}

func mixedInstances(
	mixed *MixedInstancesArgs, template *ec2.LaunchTemplate, version pulumi.StringInput,
) autoscaling.GroupMixedInstancesPolicyPtrInput {
	distribution := autoscaling.GroupMixedInstancesPolicyInstancesDistributionArgs{
		OnDemandAllocationStrategy:          pulumi.String(mixed.OnDemandStrategy),
		OnDemandBaseCapacity:                pulumi.Int(mixed.OnDemandBase),
		OnDemandPercentageAboveBaseCapacity: pulumi.Int(mixed.OnDemandPercentageAboveBase),
		SpotAllocationStrategy:              pulumi.String(mixed.SpotStrategy),
	}
	if mixed.SpotPools > 0 {
		distribution.SpotInstancePools = pulumi.Int(mixed.SpotPools)
	}
	if mixed.SpotMaxPrice != "" {
		distribution.SpotMaxPrice = pulumi.String(mixed.SpotMaxPrice)
	}
	var overrides autoscaling.GroupMixedInstancesPolicyLaunchTemplateOverrideArray
	for _, kind := range mixed.Types {
		override := autoscaling.GroupMixedInstancesPolicyLaunchTemplateOverrideArgs{InstanceType: pulumi.String(kind.InstanceType)}
		if kind.Weight > 0 {
			override.WeightedCapacity = pulumi.String(strconv.Itoa(kind.Weight))
		}
		overrides = append(overrides, override)
	}
	return autoscaling.GroupMixedInstancesPolicyArgs{
		InstancesDistribution: distribution,
		LaunchTemplate: autoscaling.GroupMixedInstancesPolicyLaunchTemplateArgs{
			LaunchTemplateSpecification: autoscaling.GroupMixedInstancesPolicyLaunchTemplateLaunchTemplateSpecificationArgs{
				LaunchTemplateId: template.ID(),
				Version:          version,
			},
			Overrides: overrides,
		},
	}
}

func maintenance(m *MaintenanceArgs) autoscaling.GroupInstanceMaintenancePolicyPtrInput {
	if m == nil {
		return nil
	}
	return autoscaling.GroupInstanceMaintenancePolicyArgs{
		MinHealthyPercentage: pulumi.Int(m.MinHealthyPercentage),
		MaxHealthyPercentage: pulumi.Int(m.MaxHealthyPercentage),
	}
}

// refresh also replaces instances with scale-in protection: the AWS provider's default ignores them, so that the refresh would
// do nothing.
func refresh(r *RefreshArgs, protected bool) autoscaling.GroupInstanceRefreshPtrInput {
	if r == nil {
		return nil
	}
	preferences := autoscaling.GroupInstanceRefreshPreferencesArgs{
		MinHealthyPercentage: pulumi.Int(*r.MinHealthyPercentage),
		InstanceWarmup:       pulumi.String(strconv.Itoa(int(r.InstanceWarmup.Seconds()))),
		SkipMatching:         pulumi.Bool(r.SkipMatching),
		AutoRollback:         pulumi.Bool(r.AutoRollback),
	}
	if protected {
		preferences.ScaleInProtectedInstances = pulumi.String("Refresh")
	}
	if r.MaxHealthyPercentage != nil {
		preferences.MaxHealthyPercentage = pulumi.Int(*r.MaxHealthyPercentage)
	}
	return autoscaling.GroupInstanceRefreshArgs{Strategy: pulumi.String("Rolling"), Preferences: preferences}
}

func warmPool(w *WarmPoolArgs) autoscaling.GroupWarmPoolPtrInput {
	if w == nil {
		return nil
	}
	pool := autoscaling.GroupWarmPoolArgs{PoolState: pulumi.String(w.State), MinSize: pulumi.Int(w.MinSize)}
	if w.MaxPrepared != nil {
		pool.MaxGroupPreparedCapacity = pulumi.Int(*w.MaxPrepared)
	}
	return pool
}

func subnetIDs(args *WorkerPoolArgs) pulumi.StringArray {
	ids := pulumi.StringArray{}
	for _, subnet := range byZone(args.Subnets) {
		ids = append(ids, subnet.ID)
	}
	return ids
}

// groupTags returns tags of a group. They propagate to its instances if propagate is set, but never to their volumes, which the
// launch template tags.
func groupTags(tags pulumi.StringMap, propagate bool) autoscaling.GroupTagArray {
	list := autoscaling.GroupTagArray{}
	for _, key := range slices.Sorted(maps.Keys(tags)) {
		list = append(list, autoscaling.GroupTagArgs{
			Key:               pulumi.String(key),
			Value:             tags[key],
			PropagateAtLaunch: pulumi.Bool(propagate),
		})
	}
	return list
}

// Tags by which the Kubernetes cluster-autoscaler discovers groups and predicts their nodes (kubernetes/autoscaler
// cluster-autoscaler/cloudprovider/aws/README.md).
const (
	autoscalerEnabled = "k8s.io/cluster-autoscaler/enabled"
	autoscalerPrefix  = "k8s.io/cluster-autoscaler/"
	nodeTemplate      = autoscalerPrefix + "node-template/"
	autoscalingOption = nodeTemplate + "autoscaling-options/"

	// autoscalerOwned is the value of the cluster's tag. Discovery ignores it; the autoscaler's IAM policy requires it.
	autoscalerOwned = "owned"
)

// autoscalerHints returns the autoscaler's tags of a group; none without Autoscaling. Of the roles it promises worker alone, which
// every kubelet sets: that of a custom pool depends on the release and on the pool's selector. A group whose nodes do not get a
// promised label would grow to its maximum for pods that never fit.
func autoscalerHints(args *WorkerPoolArgs) map[string]string {
	if args.Autoscaling == nil {
		return nil
	}
	hints := map[string]string{
		autoscalerEnabled:               "true",
		autoscalerPrefix + args.InfraID: autoscalerOwned,
	}
	if args.CloudInit == nil {
		hints[nodeTemplate+"label/node-role.kubernetes.io/"+workerPool] = ""
	}
	for key, value := range args.Labels {
		hints[nodeTemplate+"label/"+key] = value
	}
	for _, taint := range args.Autoscaling.Taints {
		hints[nodeTemplate+"taint/"+taint.Key] = taint.Value + ":" + taint.Effect
	}
	for resource, quantity := range args.Autoscaling.Resources {
		hints[nodeTemplate+"resources/"+resource] = quantity
	}
	maps.Copy(hints, args.Autoscaling.options())
	return hints
}

func (s *PoolAutoscalingArgs) options() map[string]string {
	options := map[string]string{}
	if s.UtilizationThreshold > 0 {
		options[autoscalingOption+"scaledownutilizationthreshold"] = fraction(s.UtilizationThreshold)
	}
	if s.UnneededTime > 0 {
		options[autoscalingOption+"scaledownunneededtime"] = check.Short(s.UnneededTime)
	}
	if s.UnreadyTime > 0 {
		options[autoscalingOption+"scaledownunreadytime"] = check.Short(s.UnreadyTime)
	}
	return options
}
