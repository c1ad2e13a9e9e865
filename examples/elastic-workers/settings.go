package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// settings is the stack's configuration: the pool in the existing cluster, and what the agents need.
type settings struct {
	infraID       string
	workers       nodes.WorkerPoolArgs
	agents        *iam.ServiceAccountRoleArgs
	approverImage pulumi.StringInput
}

// loadSettings reads the configuration.
func loadSettings(ctx *pulumi.Context, existing *blueprint.ExistingCluster) (s settings, err error) {
	cfg, spot, most, onDemandBase := config.New(ctx, ""), true, 12, 1
	for key, value := range map[string]any{"spot": &spot, "max": &most, "onDemandBase": &onDemandBase} {
		if cfg.Get(key) != "" {
			cfg.RequireObject(key, value)
		}
	}
	if image := cfg.Get("approverImage"); image != "" {
		s.approverImage = pulumi.String(image)
	}
	s.infraID = existing.InfraID()
	s.agents = existing.AgentRole()
	s.workers = nodes.WorkerPoolArgs{
		InfraID:          s.infraID,
		Pool:             pool,
		Subnets:          existing.Subnets(),
		AMI:              existing.AMI(),
		Max:              most,
		Autoscaling:      &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{taint}},
		Drain:            &nodes.DrainArgs{},
		Labels:           labels,
		SecurityGroupIDs: existing.SecurityGroupIDs(),
		InstanceProfile:  existing.InstanceProfile(),
	}
	if spot {
		s.workers.CapacityRebalance = true
		s.workers.Mixed = &nodes.MixedInstancesArgs{OnDemandBase: onDemandBase}
		for _, instanceType := range []string{"m6i.xlarge", "m6a.xlarge", "m5.xlarge", "m5a.xlarge"} {
			s.workers.Mixed.Types = append(s.workers.Mixed.Types, nodes.MixedType{InstanceType: instanceType})
		}
	}
	s.workers.Ignition, err = existing.WorkerIgnition()
	return s, err
}
