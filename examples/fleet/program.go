package main

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// program registers one cluster of the fleet, with its network and its roles: the stacks share nothing. The names of the roles begin
// with the cluster's, because IAM has one namespace for all regions.
func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	name, workers := cfg.Require("name"), 2
	if cfg.Get("workers") != "" {
		cfg.RequireObject("workers", &workers)
	}
	args := &blueprint.ROSAHCPArgs{
		Version: cfg.Require("version"),
		Zones:   strings.Split(cfg.Require("zones"), ","),
		Vpc:     &network.VpcArgs{CIDR: cfg.Get("vpcCidr")},
		HCP: &rosa.HCPArgs{
			Version: &rosa.VersionArgs{Channel: cfg.Get("channel")},
			Workers: &rosa.WorkersArgs{InstanceType: cfg.Get("workerType"), Replicas: &workers, Version: cfg.Get("workerVersion")},
		},
	}
	if id := cfg.Get("billingAccountId"); id != "" {
		args.HCP.BillingAccountID = pulumi.String(id)
	}
	cluster, err := blueprint.NewROSAHCP(ctx, name, args)
	if err != nil {
		return err
	}
	ctx.Export("clusterId", cluster.ClusterID)
	ctx.Export("apiUrl", cluster.APIURL)
	ctx.Export("consoleUrl", cluster.ConsoleURL)
	return nil
}
