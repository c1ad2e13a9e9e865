package nodes

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// WorkerPool creates workers in an Auto Scaling group over several zones. Each instance boots from the launch template,
// fetches its configuration from the cluster's machine config server and joins. The Machine API does not manage these
// instances.
//
// An instance becomes a node when two of its CSRs have been approved: a client certificate, requested by the
// node-bootstrapper, and a serving certificate, requested by the node itself. The cluster's approver approves neither, because
// these instances have no Machine. CSRApprover approves them; without it, approve both within about an hour (`oc get csr`, then
// `oc adm certificate approve` with the names of your instances' CSRs). Later renewals are approved automatically
// (openshift/cluster-machine-approver pkg/controller/csr_check.go). The component does not wait for instances to join.
//
// A new version of the launch template (another AMI, type, volume, ignition) applies to new instances only. Existing instances
// stay, unless Refresh replaces them.
//
// Auto Scaling terminates instances without notifying the cluster: when the group scales in, during a refresh, when an instance
// is too old or unhealthy, and when EC2 interrupts a Spot Instance or CapacityRebalance replaces it. Their pods are then lost.
// Drain delays termination and TerminationHandler drains the nodes; a pool of Spot Instances should have both. The Kubernetes
// cluster-autoscaler (ClusterAutoscalerASG) drains the nodes that it removes. When the component is deleted, all its instances
// are terminated without draining: drain their nodes first.
//
// The kubelet sets Labels (OpenShift 4.19 and later). Taints come from a custom machine config pool that selects its nodes by one
// of these labels:
//
//	labels := map[string]string{"example.com/batch": "true"}
//	machineconfig.NewMachineConfigPool(…, &machineconfig.MachineConfigPoolArgs{Name: "batch", NodeSelector: labels}, …)
//	machineconfig.NewKubeletConfig(…, &machineconfig.KubeletConfigArgs{Name: "batch", Pool: "batch", Taints: taints}, …)
//	nodes.NewWorkerPool(…, &nodes.WorkerPoolArgs{Pool: "batch", Labels: labels, …})
//
// A node that registers before the machine config operator has rendered the taints into the pool's configuration never gets them: start
// with Min and Desired 0. With Autoscaling, set the same taints in PoolAutoscalingArgs.
//
// The ignition of the install directory contains the CA of the machine config server. The cluster rotates this CA, and
// instances with the old one then fail to boot with a certificate error: from then on, pass the text under userData in the
// Secret worker-user-data in openshift-machine-api (openshift/machine-config-operator pkg/controller/certrotation).
type WorkerPool struct {
	pulumi.ResourceState

	// GroupName is the Auto Scaling group's name.
	GroupName pulumi.StringOutput `pulumi:"groupName"`
	// GroupARN is the Auto Scaling group's ARN.
	GroupARN pulumi.StringOutput `pulumi:"groupArn"`
	// LaunchTemplateID is the launch template's ID.
	LaunchTemplateID pulumi.StringOutput `pulumi:"launchTemplateId"`
	// DrainQueueURL is the URL of the queue with termination events; nil without Drain.
	DrainQueueURL pulumi.StringPtrOutput `pulumi:"drainQueueUrl"`
	// DrainQueueARN is the queue's ARN; nil without Drain.
	DrainQueueARN pulumi.StringPtrOutput `pulumi:"drainQueueArn"`
}

// NewWorkerPool registers a WorkerPool: a launch template and an Auto Scaling group. It returns the problems of all invalid
// arguments, joined, before anything is registered.
func NewWorkerPool(
	ctx *pulumi.Context, name string, args *WorkerPoolArgs, opts ...pulumi.ResourceOption,
) (*WorkerPool, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	args = args.withDefaults()
	component := &WorkerPool{}
	if err := ctx.RegisterComponentResource(tokenPrefix+"WorkerPool", name, component, opts...); err != nil {
		return nil, err
	}
	if err := component.register(ctx, name, args); err != nil {
		return nil, err
	}
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{
		"groupName":        component.GroupName,
		"groupArn":         component.GroupARN,
		"launchTemplateId": component.LaunchTemplateID,
		"drainQueueUrl":    component.DrainQueueURL,
		"drainQueueArn":    component.DrainQueueARN,
	})
}

func (c *WorkerPool) register(ctx *pulumi.Context, name string, args *WorkerPoolArgs) error {
	instanceTags := poolTags(args)
	template, err := ec2.NewLaunchTemplate(ctx, name+"-template", launchTemplate(args, instanceTags), pulumi.Parent(c))
	if err != nil {
		return err
	}
	options := []pulumi.ResourceOption{pulumi.Parent(c)}
	if args.Autoscaling != nil {
		options = append(options, pulumi.IgnoreChanges([]string{"desiredCapacity"}))
	}
	group, err := autoscaling.NewGroup(ctx, name+"-group", workerGroup(args, template, instanceTags), options...)
	if err != nil {
		return err
	}
	c.GroupName = group.Name
	c.GroupARN = group.Arn
	c.LaunchTemplateID = template.ID().ToStringOutput()
	c.DrainQueueURL, c.DrainQueueARN = outputs.NilString(), outputs.NilString()
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
