package nodes

import (
	"cmp"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// WorkerPool creates workers in an Auto Scaling group over several zones. Each instance boots from the launch template, fetches its
// configuration from the cluster's machine config server and joins. The Machine API does not manage these instances.
//
// An instance becomes a node when two of its CSRs have been approved, which CSRApprover does. The component does not wait for that.
// A new version of the launch template (another AMI, type, volume, ignition) applies to new instances only, unless [Refresh] replaces
// the existing ones. Auto Scaling terminates instances without notifying the cluster, and a deleted pool all of them: [Drain] and
// TerminationHandler drain their nodes first.
//
// The kubelet sets [Labels] (OpenShift 4.19 and later). Taints come from a custom machine config pool. docs/components.md has both, and
// what to do when the cluster rotates the CA of the machine config server.
type WorkerPool struct {
	pulumi.ResourceState

	// GroupName is the Auto Scaling group's name.
	GroupName pulumi.StringOutput `pulumi:"groupName"`
	// GroupARN is the Auto Scaling group's ARN.
	GroupARN pulumi.StringOutput `pulumi:"groupArn"`
	// LaunchTemplateID is the launch template's ID.
	LaunchTemplateID pulumi.StringOutput `pulumi:"launchTemplateId"`
	// DrainQueueURL is the URL of the queue with termination events; nil without [Drain].
	DrainQueueURL pulumi.StringPtrOutput `pulumi:"drainQueueUrl"`
	// DrainQueueARN is the queue's ARN; nil without [Drain].
	DrainQueueARN pulumi.StringPtrOutput `pulumi:"drainQueueArn"`
}

// NewWorkerPool registers a WorkerPool: a launch template and an Auto Scaling group.
func NewWorkerPool(
	ctx *pulumi.Context, name string, args *WorkerPoolArgs, opts ...pulumi.ResourceOption,
) (*WorkerPool, error) {
	return component.Register(ctx, name, args, opts, component.Type[WorkerPoolArgs, WorkerPool]{
		Token:    "openshift-aws:nodes:WorkerPool",
		Defaults: (*WorkerPoolArgs).setDefaults,
		Children: func(b *component.Builder[WorkerPoolArgs, WorkerPool]) error {
			return b.Component.register(b.Base, b.Args)
		},
	})
}

func (c *WorkerPool) register(b *component.Base, args *WorkerPoolArgs) error {
	ctx, name := b.Ctx, b.Name
	instanceTags := poolTags(args)
	template, err := ec2.NewLaunchTemplate(ctx, name+"-template", launchTemplate(b.Move, args, instanceTags), pulumi.Parent(c))
	if err != nil {
		return err
	}
	options := []pulumi.ResourceOption{pulumi.Parent(c)}
	if args.Autoscaling != nil {
		options = append(options, pulumi.IgnoreChanges([]string{"desiredCapacity"}))
	}
	// The tag is not in the launch template, whose new version would replace the instances.
	stackTags := tags.Merge(instanceTags, map[string]string{tags.Stack: tags.OfStack(ctx)})
	group, err := autoscaling.NewGroup(ctx, name+"-group", workerGroup(args, template, stackTags), options...)
	if err != nil {
		return err
	}
	c.GroupName = group.Name
	c.GroupARN = group.Arn
	c.LaunchTemplateID = template.ID().ToStringOutput()
	c.DrainQueueURL, c.DrainQueueARN = component.NilString(), component.NilString()
	if args.WarmPool != nil {
		hook := lifecycleHook(group, bootHook, "autoscaling:EC2_INSTANCE_LAUNCHING", args.WarmPool.BootTime)
		if _, err := autoscaling.NewLifecycleHook(ctx, name+"-boot-hook", hook, pulumi.Parent(c)); err != nil {
			return err
		}
	}
	if args.Drain == nil {
		return nil
	}
	queue, err := registerDrain(ctx, name, args, group, c)
	if err != nil {
		return err
	}
	c.DrainQueueURL, c.DrainQueueARN = queue.Url.ToStringPtrOutput(), queue.Arn.ToStringPtrOutput()
	return nil
}

// poolTags returns the tags of the pool's instances, volumes, launch template and group.
func poolTags(args *WorkerPoolArgs) pulumi.StringMap {
	return tags.Merge(args.Tags, map[string]string{
		"Name":                     args.InfraID + "-" + args.Pool,
		tags.Cluster(args.InfraID): tags.Owned,
	})
}

// WorkerPoolArgs are the arguments of a WorkerPool.
//
// Unless a field says otherwise, changes update the launch template in place and apply to new instances only.
type WorkerPoolArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p, with which the instances are tagged. Required. Changes are
	// applied in place.
	InfraID string `check:"required,infra-id"`
	// Subnets are the private subnets of the group. Required. Changes are applied in place: the group moves its instances out of
	// a subnet that is removed.
	Subnets []network.Subnet `check:"required=Validate,part" network:"private"`
	// AMI is the ID of the RHCOS image of the region and the architecture; nodes.AMI finds it. Required.
	AMI pulumi.StringInput `check:"required,format=ami-id"`
	// Pool is the machine config pool whose configuration the instances boot with: worker, or a custom pool
	// (machineconfig.MachineConfigPool). Defaults to worker.
	//
	// The nodes must also be members of a custom pool, otherwise the machine config operator drains and reboots each new node
	// into the configuration of worker. From OpenShift 4.19, let the pool select its nodes by one of [Labels]
	// (MachineConfigPoolArgs.NodeSelector): a kubelet registers with [Labels], but cannot set a role. From 4.22 the operator
	// itself gives nodes that booted with a pool's configuration the labels that the pool selects
	// (openshift/machine-config-operator release-4.22 pkg/controller/node/node_controller.go, applyCustomPoolLabels), so a pool
	// that selects by role works too.
	Pool string `check:"format=dns-label" default:"worker"`
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.19. If it is set, [Labels] and a custom Pool that
	// the release does not support are rejected. Defaults to none: they are not checked.
	OpenShiftVersion string `check:"format=minor-version"`
	// InstanceType is the EC2 instance type. Defaults to m5.xlarge.
	InstanceType string `check:"format=instance-type" default:"m5.xlarge"`
	// Mixed buys several instance types, in part as Spot Instances. Must not be set together with [Spot].
	Mixed *MixedInstancesArgs
	// Min is the minimum number of instances. Defaults to 0. Changes are applied in place.
	Min int
	// Max is the maximum number of instances: at least 1 and at least [Min]. Required. Changes are applied in place. To empty a
	// pool, set [Min] and [Desired] to 0.
	Max int `check:"required=Validate"`
	// Desired is the number of instances, between [Min] and [Max]. With [Autoscaling] it is the initial number. Defaults to [Min]
	// initially; afterwards the program does not manage the number. Changes are applied in place.
	Desired *int
	// Autoscaling tags the group so that the Kubernetes cluster-autoscaler (ClusterAutoscalerASG) discovers it, and leaves the
	// number of instances to the autoscaler. Changes are applied in place.
	Autoscaling *PoolAutoscalingArgs
	// Labels are labels of the nodes, with which each kubelet registers. They require OpenShift 4.19 and have no effect in earlier
	// releases, whose kubelet unit on AWS does not read them (openshift/machine-config-operator PR 4794). A kubelet cannot set labels
	// of kubernetes.io or k8s.io on its node, such as a role; use Pool.
	Labels map[string]string `check:"labels"`
	// Spot buys Spot Instances. Defaults to On-Demand Instances.
	Spot *SpotArgs
	// RootVolume is the root volume. Defaults to 300 GiB of gp3. The policy of a customer managed KMS key must let the account's
	// service-linked role AWSServiceRoleForAutoScaling use the key and create grants; otherwise no instance launches.
	RootVolume *VolumeArgs `default:"{}"`
	// DataVolumes are additional volumes, also encrypted. They are deleted with their instance.
	DataVolumes []DataVolume
	// CapacityReservationID is the ID of the capacity reservation to launch into. Not for Spot Instances.
	CapacityReservationID pulumi.StringInput `check:"format=reservation-id"`
	// PlacementGroup is the placement group to launch into.
	PlacementGroup *PlacementGroupArgs
	// Tenancy is default, dedicated or host. Defaults to the VPC's tenancy.
	Tenancy string `check:"default|dedicated|host"`
	// SecurityGroupIDs are the IDs of the instances' security groups, such as network.SecurityGroups.WorkerMachine. Exactly one of
	// them must have the cluster's tag. Required.
	SecurityGroupIDs pulumi.StringArrayInput `check:"required,format=security-group-id"`
	// InstanceProfile is the name (not the ARN) of the workers' instance profile. Required.
	InstanceProfile pulumi.StringInput `check:"required,format=instance-profile"`
	// AllowIMDSv1 allows instance metadata requests without a token, also those of pods: they can then read the user data and use
	// the instance's role, unless the node blocks them, as those of CloudInit311 do. Defaults to false: IMDSv2 is required.
	AllowIMDSv1 bool
	// KeyName is the name of an EC2 key pair.
	KeyName pulumi.StringInput `check:"format=key-name"`
	// Ignition is the pointer ignition, such as cluster.InstallDir.WorkerIgnition: at most 16 KiB. Its URL is changed to Pool's
	// configuration. Required unless CloudInit is set. It is stored as a secret.
	Ignition pulumi.StringInput `check:"secret"`
	// CloudInit is the user data of an OpenShift 3.11 node, from CloudInit311, instead of Ignition. The image must then be RHEL 7
	// or CentOS 7, whose root device is /dev/sda1, and AllowIMDSv1 must be set: the kubelet of that release supports nothing
	// else. It is stored as a secret, but is readable on the instance and with ec2:DescribeLaunchTemplateVersions.
	CloudInit pulumi.StringInput `check:"secret"`
	// ProveIdentity lets each instance request its first client certificate with a proof of its identity: a request to STS that the
	// role of InstanceProfile has signed, over the key and the cluster. With CSRApproverArgs.ProofRoleARNs no other request is
	// approved, so that nobody joins by the token of the machine config server alone. Not for CloudInit. Defaults to false. It has
	// not been tried on a real RHCOS yet: docs/csr-approver.md says how.
	ProveIdentity bool
	// TargetGroupARNs are the ARNs of target groups that the instances are registered with. Routers behind a Service of type
	// LoadBalancer need none: the cloud controller registers the nodes. Changes are applied in place.
	TargetGroupARNs pulumi.StringArrayInput `check:"format=target-group-arn"`
	// ClassicLoadBalancers are the names of Classic Load Balancers that the instances are registered with. Changes are applied in
	// place.
	ClassicLoadBalancers pulumi.StringArrayInput `check:"format=load-balancer-name"`
	// LoadBalancerHealth also replaces instances that a load balancer or target group reports as unhealthy, not only those that
	// EC2 reports. HealthGracePeriod should then be longer than an instance needs to become a node. Changes are applied in
	// place.
	LoadBalancerHealth bool
	// HealthGracePeriod is how long the health of a new instance is ignored, in whole seconds. Defaults to AWS's default, 5m.
	// Changes are applied in place.
	HealthGracePeriod time.Duration `check:"0s../1s"`
	// CapacityRebalance launches a replacement when EC2 expects to interrupt a Spot Instance, and terminates the old instance,
	// without draining it unless [Drain] is set. Changes are applied in place.
	CapacityRebalance bool
	// Maintenance limits the number of instances during replacements. Changes are applied in place.
	Maintenance *MaintenanceArgs
	// Refresh replaces existing instances when the launch template changes. A refresh terminates instances without draining
	// their nodes unless [Drain] is set. Defaults to none: existing instances stay. Changes are applied in place.
	Refresh *RefreshArgs
	// Drain delays the termination of instances and sends the events to a queue, until TerminationHandler has drained their
	// nodes. Without a consumer of the queue, each instance stays, and costs money, for the whole time. Changes are applied in
	// place.
	Drain *DrainArgs
	// WarmPool keeps instances that have started once, for faster scale-out. Not for Spot Instances. Changes are applied in place.
	WarmPool *WarmPoolArgs
	// MaxInstanceLifetime is the age at which an instance is replaced, between 24h and 8760h in whole seconds, without draining
	// it unless [Drain] is set. Defaults to no limit. Changes are applied in place.
	MaxInstanceLifetime time.Duration `check:"24h..8760h/1s"`
	// ProtectFromScaleIn protects new instances from termination when the group scales in. A refresh replaces them nevertheless.
	ProtectFromScaleIn bool
	// Tags are the tags of the launch template, the group, its instances and their volumes. The component's own tags take
	// precedence. Changes are applied in place to the template and the group.
	Tags pulumi.StringMap `check:"tags"`
}

func (a *WorkerPoolArgs) setDefaults() {
	if a.Drain != nil {
		a.Drain.MessageRetention = cmp.Or(a.Drain.MessageRetention, max(2*a.Drain.Timeout, minRetention))
	}
}
