package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// pool is the name of the pool, and of its machine config pool.
const pool = "elastic"

// program adds the pool, its node configuration, and the agents that approve its CSRs, resize it and drain its nodes.
func program(ctx *pulumi.Context) error {
	existing, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	s := loadSettings(ctx)
	provider, err := existing.KubernetesProvider()
	if err != nil {
		return err
	}
	workers, err := existing.AddWorkers(pool, blueprint.Workers{
		WorkerPools: map[string]*nodes.WorkerPoolArgs{pool: {
			Max:    s.most,
			Labels: map[string]string{"example.com/elastic": "true"},
			// The taint keeps away pods that do not tolerate losing their node at short notice.
			Autoscaling:       &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{{Key: "example.com/elastic", Effect: "NoSchedule"}}},
			Drain:             &nodes.DrainArgs{},
			Mixed:             s.mixed,
			CapacityRebalance: s.mixed != nil,
		}},
		CSRApprover:       &nodes.CSRApproverArgs{Image: s.approverImage},
		ClusterAutoscaler: &nodes.ClusterAutoscalerASGArgs{Expanders: []string{"least-waste"}},
	}, provider)
	if err != nil {
		return err
	}
	ctx.Export("groupName", workers[pool].GroupName)
	return nil
}
