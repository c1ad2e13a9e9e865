package nodes

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// WorkerPool makes workers in an Auto Scaling group over several zones. Each machine boots from the launch template,
// reads its configuration from the cluster's machine config server and joins. The Machine API does not know these
// machines.
//
// A machine becomes a node when two certificate requests of it have been approved: one of the node-bootstrapper's, and
// one of the node's own for serving. The cluster's approver takes neither, since no Machine stands behind them. CSRApprover
// does; without it, approve both within about an hour (`oc get csr`, then `oc adm certificate approve` for the names of
// your machines). Later renewals need nobody (openshift/cluster-machine-approver pkg/controller/csr_check.go). The
// component does not wait for the machines to join.
//
// A new version of the launch template (another AMI, type, volume, ignition) is for new machines only. Machines that run
// stay, unless Refresh replaces them.
//
// A group ends machines without a word to the cluster: when it shrinks, in a refresh, when a machine is too old or
// unhealthy, and when EC2 takes a spot machine or CapacityRebalance comes before it. Their pods then die with them. Drain
// holds the machines and TerminationHandler drains their nodes; a pool of spot machines should have both. The Kubernetes
// cluster-autoscaler (ClusterAutoscalerASG) drains what it removes by itself. When the component goes, all its machines end
// undrained: drain their nodes before.
//
// Labels reach the nodes by their kubelet. Roles and taints come by a machine config pool of one's own:
//
//	cluster.NewMachineConfigPool(…, &cluster.MachineConfigPoolArgs{Name: "batch"}, …)
//	nodes.NewPoolTaints(…, &nodes.PoolTaintsArgs{Pool: "batch", Taints: taints}, …)
//	nodes.NewWorkerPool(…, &nodes.WorkerPoolArgs{Pool: "batch", Taints: taints, …})
//
// The ignition of the install directory holds the certificate authority of the machine config server. The cluster
// rotates it, and machines with the old one then fail to boot with a certificate error: pass the text under userData in
// the secret worker-user-data of openshift-machine-api from then on
// (openshift/machine-config-operator pkg/controller/certrotation).
type WorkerPool struct {
	pulumi.ResourceState

	// GroupName is the Auto Scaling group's name.
	GroupName pulumi.StringOutput `pulumi:"groupName"`
	// GroupARN is the Auto Scaling group's ARN.
	GroupARN pulumi.StringOutput `pulumi:"groupArn"`
	// LaunchTemplateID is the launch template's id.
	LaunchTemplateID pulumi.StringOutput `pulumi:"launchTemplateId"`
	// DrainQueueURL is the URL of the queue that tells of machines about to end; empty without Drain.
	DrainQueueURL pulumi.StringOutput `pulumi:"drainQueueUrl"`
	// DrainQueueARN is the queue's ARN; empty without Drain.
	DrainQueueARN pulumi.StringOutput `pulumi:"drainQueueArn"`
}

// NewWorkerPool registers a WorkerPool: a launch template and an Auto Scaling group. Wrong arguments are reported together, as
// by Validate, before anything is registered.
func NewWorkerPool(ctx *pulumi.Context, name string, args *WorkerPoolArgs, opts ...pulumi.ResourceOption) (*WorkerPool, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &WorkerPool{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:WorkerPool", name, component, opts...); err != nil {
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
	machineTags := poolTags(args)
	template, err := ec2.NewLaunchTemplate(ctx, name+"-template", launchTemplate(args, machineTags), pulumi.Parent(c))
	if err != nil {
		return err
	}
	options := []pulumi.ResourceOption{pulumi.Parent(c)}
	if args.Autoscaling != nil {
		options = append(options, pulumi.IgnoreChanges([]string{"desiredCapacity"}))
	}
	group, err := autoscaling.NewGroup(ctx, name+"-group", workerGroup(args, template, machineTags), options...)
	if err != nil {
		return err
	}
	c.GroupName = group.Name
	c.GroupARN = group.Arn
	c.LaunchTemplateID = template.ID().ToStringOutput()
	c.DrainQueueURL, c.DrainQueueARN = pulumi.String("").ToStringOutput(), pulumi.String("").ToStringOutput()
	if args.WarmPool != nil {
		hook := holding(group, bootHook, "autoscaling:EC2_INSTANCE_LAUNCHING", args.WarmPool.BootTime)
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
	c.DrainQueueURL, c.DrainQueueARN = queue.Url, queue.Arn
	return nil
}

// poolTags are on the pool's machines, and on all that makes them.
func poolTags(args *WorkerPoolArgs) pulumi.StringMap {
	return tags.Merge(args.Tags, map[string]string{
		"Name":                     args.InfraID + "-" + args.Pool,
		tags.Cluster(args.InfraID): tags.Owned,
	})
}
