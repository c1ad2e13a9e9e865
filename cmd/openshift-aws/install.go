package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint/installer"
)

// installCommands are the commands of self-managed clusters, which run the project of the working directory.
func installCommands() []*cobra.Command {
	var found []*cobra.Command
	for _, each := range (installer.Program{}).Commands() {
		found = append(found, &cobra.Command{
			Use:     each.Name,
			Short:   each.Description,
			Example: "  openshift-aws " + each.Name + " --help",
			// The command has its own flags, and exits.
			DisableFlagParsing: true,
			RunE:               func(*cobra.Command, []string) error { return runInstaller(each.Name) },
		})
	}
	return found
}

// runInstaller runs a command of the installer for the project of the working directory.
func runInstaller(name string) error {
	path, err := workspace.DetectProjectPath()
	if err != nil {
		return err
	}
	project, err := workspace.LoadProject(path)
	if err != nil {
		return err
	}
	for _, each := range (installer.Program{Project: project.Name.String()}).Commands() {
		if each.Name == name {
			each.Run()
		}
	}
	return nil
}
