package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
)

// program registers the cluster of the configuration in the VPC that the setting vpc describes, or the output vpc of the stack
// networkStack.
func program(ctx *pulumi.Context) error {
	vpc, err := blueprint.ExistingVpcConfig(ctx)
	if err != nil {
		return err
	}
	args := blueprint.SelfManagedConfig(ctx)
	args.ExistingVpc = vpc
	cluster, err := blueprint.NewSelfManaged(ctx, "demo", args)
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	return nil
}
