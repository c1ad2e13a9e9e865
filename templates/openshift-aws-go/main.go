// The program of the cluster ${PROJECT}.
package main

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
)

func main() {
	pulumi.Run(program)
}

func program(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	cluster, err := blueprint.NewROSAHCP(ctx, "${PROJECT}", &blueprint.ROSAHCPArgs{
		Version:       cfg.Require("version"),
		Zones:         strings.Split(cfg.Require("zones"), ","),
		AdminPassword: cfg.RequireSecret("adminPassword"),
		// A part of the cluster has the arguments of its component, for example
		// MachinePools: map[string]*rosa.MachinePoolArgs{"batch": {InstanceType: "m6i.2xlarge", Replicas: new(3)}},
	})
	if err != nil {
		return err
	}
	ctx.Export("apiUrl", cluster.APIURL)
	ctx.Export("consoleUrl", cluster.ConsoleURL)
	return nil
}
