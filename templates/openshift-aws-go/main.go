// The program of ${PROJECT}: a ROSA cluster with a hosted control plane, and its network, roles and keys.
package main

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func main() {
	pulumi.Run(program)
}

func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	hcp, err := blueprint.NewROSAHCP(ctx, ctx.Project(), &blueprint.ROSAHCPArgs{
		Version: cfg.Require("version"),
		Zones:   strings.Split(cfg.Require("zones"), ","),
		Vpc:     &network.VpcArgs{CIDR: cfg.Require("vpcCidr")},
		HCP: &rosa.HCPArgs{
			Version: &rosa.VersionArgs{Channel: cfg.Get("channel")},
			Workers: &rosa.WorkersArgs{
				InstanceType: cfg.Require("workerInstanceType"),
				Replicas:     new(cfg.RequireInt("workers")),
				Version:      cfg.Get("workerVersion"),
			},
		},
	})
	if err != nil {
		return err
	}
	ctx.Export("apiUrl", hcp.APIURL)
	ctx.Export("consoleUrl", hcp.ConsoleURL)
	return nil
}
