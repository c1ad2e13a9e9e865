package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint/installer"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/preflight"
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
	program := installer.Program{Project: project.Name.String()}
	if name == "install" {
		check := &installCheck{out: os.Stdout}
		program.Check, program.Flags = check.run, check.addFlags
	}
	for _, each := range program.Commands() {
		if each.Name == name {
			each.Run()
		}
	}
	return nil
}

// installCheck is the check of the account with which install begins.
type installCheck struct {
	out     io.Writer
	flags   *flag.FlagSet
	skipped []string
}

func (c *installCheck) addFlags(flags *flag.FlagSet) {
	c.flags = flags
	flags.Func("skip-check", "install although this `LINE` of the check fails; can be repeated", func(line string) error {
		c.skipped = append(c.skipped, line)
		return nil
	})
}

// run returns an error if a line of the check fails that is not skipped. It prints lines that are not ok.
func (c *installCheck) run(ctx context.Context, description string) error {
	set := func(name string) bool { return c.flags.Lookup(name).Value.String() == "true" }
	project := preflight.Project{Dir: ".", Description: description}
	target, err := project.Target(ctx)
	if err != nil {
		return err
	}
	if !target.Installed && !set("without-rehearsal") {
		if target.Program, err = programOf(ctx, project, ""); err != nil {
			return err
		}
	}
	var failed []string
	passed := 0
	report := func(line preflight.Line) {
		switch {
		case line.State == preflight.OK:
			passed++
		case line.State == preflight.Failed && !slices.Contains(c.skipped, line.Name):
			failed = append(failed, line.Name)
		}
		switch {
		case set("json"):
			encodeLine(c.out, line)
		case line.State != preflight.OK:
			printLine(c.out, line)
		}
	}
	withoutCounts := target.Program == nil && !target.Installed
	preflight.Run(ctx, target, report)
	if withoutCounts {
		report(preflight.Line{
			Name: "quotas and names", State: preflight.Unknown, Command: "openshift-aws check",
			Text: "not checked, because the program did not run in a sandbox",
		})
	}
	if !set("json") {
		printLine(c.out, preflight.Line{Name: "check", State: preflight.OK, Text: fmt.Sprintf("%d lines\n", passed)})
	}
	if len(failed) == 0 {
		return nil
	}
	return fmt.Errorf("nothing was changed, because the account lacks what the cluster needs. Correct it as the lines above say, or go on "+
		"without them: install --skip-check '%s'", strings.Join(failed, "' --skip-check '"))
}
