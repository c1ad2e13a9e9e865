// The program of the cluster ${PROJECT}.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
)

func main() {
	pulumi.Run(program)
}

func program(ctx *pulumi.Context) error {
	args := blueprint.SelfManagedConfig(ctx)
	// A part of the cluster has the arguments of its component, for example
	// args.WorkerMachineSet = &nodes.MachineSetArgs{InstanceType: "m6i.2xlarge"}
	cluster, err := blueprint.NewSelfManaged(ctx, "${PROJECT}", args)
	if err != nil {
		return err
	}
	ctx.Export("apiUrl", cluster.APIURL)
	ctx.Export("consoleUrl", cluster.ConsoleURL)
	return nil
}
