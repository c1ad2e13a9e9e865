package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
)

// program registers one cluster of the fleet, with its network and its roles: the stacks share nothing. The names of the roles begin
// with the cluster's, because IAM has one namespace for all regions.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	name, workers := cfg.Require("name"), 2
	if cfg.Get("workers") != "" {
		cfg.RequireObject("workers", &workers)
	}
	args := blueprint.ROSAHCPConfig(ctx)
	args.HCP.Workers = &rosa.WorkersArgs{InstanceType: cfg.Get("workerType"), Replicas: &workers, Version: cfg.Get("workerVersion")}
	cluster, err := blueprint.NewROSAHCP(ctx, name, args)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	return nil
}
