package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
)

// hostedControlPlane registers a cluster of the fleet, with its network and its roles: the stacks share nothing. The names of the roles
// begin with the cluster's, because IAM has one namespace for all regions.
func hostedControlPlane(ctx *pulumi.Context) error {
	args := blueprint.ROSAHCPConfig(ctx)
	args.HCP.Workers = workers(ctx)
	cluster, err := blueprint.NewROSAHCP(ctx, config.New(ctx, "").Require("name"), args)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	return nil
}

// classic registers a cluster of the fleet as ROSA Classic, whose workers have its release.
func classic(ctx *pulumi.Context) error {
	args := blueprint.ROSAClassicConfig(ctx)
	args.Classic.MultiAZ = len(args.Zones) > 1
	args.Classic.Workers = workers(ctx)
	cluster, err := blueprint.NewROSAClassic(ctx, config.New(ctx, "").Require("name"), args)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	return nil
}

func workers(ctx *pulumi.Context) *rosa.WorkersArgs {
	cfg, count := config.New(ctx, ""), 2
	if cfg.Get("workers") != "" {
		cfg.RequireObject("workers", &count)
	}
	return &rosa.WorkersArgs{InstanceType: cfg.Get("workerType"), Replicas: &count, Version: cfg.Get("workerVersion")}
}
