// Command selfmanaged is a user's program: the self-managed cluster of its configuration by its blueprint, with the commands that install
// and uninstall it. The acceptance tests install it with the real openshift-install.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/blueprint/installer"
	"github.com/openshift-aws/pulumi-openshift-aws/commands"
)

const project = "selfmanaged"

func main() {
	others := installer.Program{Project: project, Run: program}.Commands()
	commands.Main(project, program, nil, others...)
}

func program(ctx *pulumi.Context) error {
	cluster, err := blueprint.NewSelfManaged(ctx, "whole", blueprint.SelfManagedConfig(ctx))
	if err != nil {
		return err
	}
	cluster.Export(ctx)
	return nil
}
