package main

import (
	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const pool = "elastic"

// taint keeps pods away that do not bear losing their node at short notice.
var taint = nodes.Taint{Key: "example.com/elastic", Effect: "NoSchedule"}

// program makes the pool, what its nodes are in the cluster, and what lets them in and resizes the pool.
func program(ctx *pulumi.Context) error {
	s, err := loadSettings(ctx)
	if err != nil {
		return err
	}
	provider, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
		// A stack is for one cluster: another text of its kubeconfig replaces nothing.
		ClusterIdentifier:     pulumi.String(ctx.Stack()),
		Kubeconfig:            pulumi.String(s.kubeconfig),
		EnableServerSideApply: pulumi.Bool(true),
		// Otherwise what changes in a ConfigMap or a Secret deletes it first.
		EnableConfigMapMutable: pulumi.Bool(true),
		EnableSecretMutable:    pulumi.Bool(true),
	})
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)

	if err := newPoolConfiguration(ctx, inCluster); err != nil {
		return err
	}
	workers, err := newWorkers(ctx, s)
	if err != nil {
		return err
	}
	if _, err := nodes.NewCSRApprover(ctx, "approver", &nodes.CSRApproverArgs{
		InfraID:    s.infraID,
		Region:     s.region,
		GroupNames: pulumi.StringArray{workers.GroupName},
		Image:      s.approverImage,
	}, inCluster); err != nil {
		return err
	}
	if err := newAutoscaler(ctx, s, inCluster); err != nil {
		return err
	}
	if err := newDrain(ctx, s, workers, inCluster); err != nil {
		return err
	}
	ctx.Export("groupName", workers.GroupName)
	return nil
}

// newPoolConfiguration gives the nodes a role of their own, and the taint.
func newPoolConfiguration(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
	if _, err := cluster.NewMachineConfigPool(ctx, pool, &cluster.MachineConfigPoolArgs{Name: pool}, inCluster); err != nil {
		return err
	}
	_, err := nodes.NewPoolTaints(ctx, pool, &nodes.PoolTaintsArgs{Pool: pool, Taints: []nodes.Taint{taint}}, inCluster)
	return err
}

func newWorkers(ctx *pulumi.Context, s settings) (*nodes.WorkerPool, error) {
	args := &nodes.WorkerPoolArgs{
		InfraID:          s.infraID,
		Pool:             pool,
		Subnets:          s.subnets,
		AMI:              pulumi.String(s.ami),
		Min:              0,
		Max:              s.max,
		Autoscaling:      &nodes.PoolAutoscalingArgs{},
		Drain:            &nodes.DrainArgs{},
		Labels:           map[string]string{"example.com/elastic": "true"},
		Taints:           []nodes.Taint{taint},
		SecurityGroupIDs: pulumi.ToStringArray(s.securityGroupIDs),
		InstanceProfile:  pulumi.String(s.instanceProfile),
		Ignition:         pulumi.String(s.workerIgnition),
	}
	if s.spot {
		args.Mixed = &nodes.MixedInstancesArgs{
			Types: []nodes.MixedType{
				{InstanceType: "m6i.xlarge"}, {InstanceType: "m6a.xlarge"}, {InstanceType: "m5.xlarge"}, {InstanceType: "m5a.xlarge"},
			},
			OnDemandBase: s.onDemandBase,
		}
		args.CapacityRebalance = true
	}
	return nodes.NewWorkerPool(ctx, pool, args)
}

// newDrain empties nodes before the group or EC2 ends their machines.
func newDrain(ctx *pulumi.Context, s settings, workers *nodes.WorkerPool, inCluster pulumi.ResourceOption) error {
	if _, err := nodes.NewTerminationHandlerRole(ctx, "drain", &nodes.TerminationHandlerRoleArgs{
		InfraID:              s.infraID,
		QueueARN:             workers.DrainQueueARN,
		ControlPlaneRoleName: pulumi.String(s.controlPlaneRole),
	}); err != nil {
		return err
	}
	_, err := nodes.NewTerminationHandler(ctx, "drain", &nodes.TerminationHandlerArgs{
		InfraID:  s.infraID,
		Region:   s.region,
		QueueURL: workers.DrainQueueURL,
	}, inCluster)
	return err
}

// newAutoscaler acts by the control plane's role: a cluster without STS has no other way to tell AWS who it is.
func newAutoscaler(ctx *pulumi.Context, s settings, inCluster pulumi.ResourceOption) error {
	if _, err := nodes.NewAutoscalerRole(ctx, "autoscaler", &nodes.AutoscalerRoleArgs{
		InfraID:              s.infraID,
		ControlPlaneRoleName: pulumi.String(s.controlPlaneRole),
	}); err != nil {
		return err
	}
	_, err := nodes.NewClusterAutoscalerASG(ctx, "autoscaler", &nodes.ClusterAutoscalerASGArgs{
		InfraID:  s.infraID,
		Region:   s.region,
		Expander: "least-waste",
	}, inCluster)
	return err
}
