package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const pool = "elastic"

// taint keeps away pods that do not tolerate losing their node at short notice.
var taint = nodes.Taint{Key: "example.com/elastic", Effect: "NoSchedule"}

// labels are the labels with which the pool's kubelets register.
var labels = map[string]string{"example.com/elastic": "true"}

// program creates the pool and its node configuration, and the agents that approve its CSRs, resize it and drain its nodes.
func program(ctx *pulumi.Context) error {
	existing, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	s, err := loadSettings(ctx, existing)
	if err != nil {
		return err
	}
	provider, err := existing.KubernetesProvider()
	if err != nil {
		return err
	}
	inCluster := pulumi.Provider(provider)
	configured, err := newPoolConfiguration(ctx, inCluster)
	if err != nil {
		return err
	}
	// On destroy, the instances are terminated before their pool is deleted.
	workers, err := nodes.NewWorkerPool(ctx, pool, &s.workers, pulumi.DependsOn([]pulumi.Resource{configured.Pool}))
	if err != nil {
		return err
	}
	ctx.Export("groupName", workers.GroupName)
	return newAgents(ctx, s, workers, inCluster)
}

// newPoolConfiguration sets the pool and the taint of the nodes. A kubelet cannot set the label of a role, so the pool selects its
// nodes by the label with which they register. This requires OpenShift 4.19.
func newPoolConfiguration(ctx *pulumi.Context, inCluster pulumi.ResourceOption) (*machineconfig.MachineConfigPool, error) {
	configured, err := machineconfig.NewMachineConfigPool(ctx, pool, &machineconfig.MachineConfigPoolArgs{
		Name: pool, NodeSelector: labels,
	}, inCluster)
	if err != nil {
		return nil, err
	}
	_, err = machineconfig.NewKubeletConfig(ctx, pool, &machineconfig.KubeletConfigArgs{
		Name: pool, Pool: pool, Taints: []machineconfig.Taint{taint},
	}, inCluster)
	return configured, err
}

// newAgents creates the approver, the autoscaler, and the handler that drains nodes before the group or EC2 terminates their instances.
func newAgents(ctx *pulumi.Context, s settings, workers *nodes.WorkerPool, inCluster pulumi.ResourceOption) error {
	if _, err := nodes.NewCSRApprover(ctx, pool, &nodes.CSRApproverArgs{
		InfraID:          s.infraID,
		GroupNames:       pulumi.StringArray{workers.GroupName},
		InstanceProfiles: pulumi.StringArray{s.workers.InstanceProfile},
		Image:            s.approverImage,
		Role:             s.agents,
	}, inCluster); err != nil {
		return err
	}
	if _, err := nodes.NewClusterAutoscalerASG(ctx, pool, &nodes.ClusterAutoscalerASGArgs{
		InfraID: s.infraID, Expanders: []string{"least-waste"}, Role: s.agents,
	}, inCluster); err != nil {
		return err
	}
	_, err := nodes.NewTerminationHandler(ctx, pool, &nodes.TerminationHandlerArgs{
		InfraID: s.infraID, QueueURL: workers.DrainQueueURL, Role: s.agents,
	}, inCluster)
	return err
}
