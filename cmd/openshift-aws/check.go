package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/preflight"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/rehearsal"
)

// exitUnknown is the exit code of a check that could not read everything.
const exitUnknown = 3

// checkCommand checks the account of the project in this folder.
func checkCommand() *cobra.Command {
	p := preflight.Project{Dir: "."}
	var export string
	var asJSON, withoutRehearsal bool
	c := &cobra.Command{
		Use:   "check [flags]",
		Short: "Check that the account has what the cluster of this folder needs",
		Long: `Checks, before anything is created, the credentials and their end, quotas, zones, instance types, names, permissions, service-linked
roles, hosted zone and its delegation, state and its key, installer, pull secret, and the organization in OpenShift Cluster Manager. It
only reads. What the program has is counted in a sandbox, with the settings of Pulumi.sandbox.yaml.

The exit code is 0 if all lines are ok, 1 if a line failed, 3 if none failed and something could not be read.`,
		Example: `  openshift-aws check
  openshift-aws check --stack prod --json
  openshift-aws rehearse --export cluster.json && openshift-aws check --export cluster.json`,
		Args: noArguments,
	}
	flags := c.Flags()
	flags.StringVar(&p.Stack, "stack", os.Getenv("PULUMI_STACK"), "the `NAME` of the stack; defaults to $PULUMI_STACK, or the selected one")
	flags.StringVar(&p.Description, "config", "cluster.yaml", "the `FILE` that describes a self-managed cluster")
	flags.StringVar(&export, "export", "", "count what the stack in this `FILE` has, an output of 'pulumi stack export'")
	flags.BoolVar(&withoutRehearsal, "without-rehearsal", false, "check neither quotas nor names, for which the program runs in a sandbox")
	flags.BoolVar(&asJSON, "json", false, "print JSON, one line of the report per line")
	c.RunE = func(c *cobra.Command, _ []string) error {
		ctx, stop := untilInterrupted(c)
		defer stop()
		target, err := p.Target(ctx)
		if err != nil {
			return err
		}
		if !withoutRehearsal || export != "" {
			if target.Program, err = programOf(ctx, p, export); err != nil {
				return err
			}
		}
		write := printLine
		if asJSON {
			write = encodeLine
		}
		switch preflight.Run(ctx, target, func(line preflight.Line) { write(c.OutOrStdout(), line) }) {
		case preflight.Failed:
			return exitError(1)
		case preflight.Unknown:
			return exitError(exitUnknown)
		}
		return nil
	}
	return c
}

// programOf counts what the program has: what the export in a file has, or that of a rehearsal.
func programOf(ctx context.Context, p preflight.Project, export string) (*counts.Counts, error) {
	if export != "" {
		text, err := os.ReadFile(export)
		if err != nil {
			return nil, err
		}
		return counts.Of(text)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := (&rehearsal.Rehearsal{Command: self, Dir: p.Dir, Description: p.Description, Log: io.Discard}).Create(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w\nThe program is rejected in a sandbox: openshift-aws rehearse shows why, and --without-rehearsal checks "+
			"neither quotas nor names", err)
	}
	return counts.Of(text)
}

// encodeLine prints a line of the report as JSON.
func encodeLine(out io.Writer, line preflight.Line) {
	_ = json.NewEncoder(out).Encode(line) //nolint:errchkjson // nobody is left to tell
}

// printLine prints a line of the report for people.
func printLine(out io.Writer, line preflight.Line) {
	fmt.Fprintf(out, "%-7s  %-24s %s\n", line.State, line.Name, line.Text)
	if line.Command != "" {
		fmt.Fprintf(out, "         %-24s -> %s\n", "", line.Command)
	}
}
