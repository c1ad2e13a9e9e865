package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/rehearsal"
)

// rehearseCommand runs the whole life of the project's cluster in a sandbox.
func rehearseCommand() *cobra.Command {
	r := rehearsal.Rehearsal{Dir: "."}
	var picture, exported string
	var verbose bool
	c := &cobra.Command{
		Use:   "rehearse [flags]",
		Short: "Test the project, and create and delete its cluster without an account",
		Long: `Runs the unit test of the project in this folder, and creates and deletes its cluster in a sandbox that is deleted afterwards: a
self-managed cluster in the stages bootstrap and cluster, with cluster.sandbox.yaml, or with cluster.yaml if there is none. Then it draws
the cluster, and prints what it has for the AWS Pricing Calculator, and how long it takes in an account.`,
		Example: `  openshift-aws rehearse
  openshift-aws rehearse --with-failures --verbose`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			ctx, stop := untilInterrupted(c)
			defer stop()
			if r.Command, err = os.Executable(); err != nil {
				return err
			}
			out := c.OutOrStdout()
			r.Log = io.Discard
			if verbose {
				r.Log = c.ErrOrStderr()
			}
			r.Report = func(s rehearsal.Step) { printStep(out, s) }
			export, err := r.Run(ctx)
			if err != nil {
				return err
			}
			if exported != "" {
				if err := os.WriteFile(exported, export, 0o600); err != nil {
					return err
				}
			}
			return printRehearsed(out, export, picture)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&r.WithoutTest, "without-test", false, "do not run the unit test")
	flags.BoolVar(&r.WithFailures, "with-failures", false, "let operations fail, and continue the creation")
	flags.StringVar(&picture, "picture", "cluster.svg", "write the picture to this `FILE`; \"\" draws none")
	flags.StringVar(&exported, "export", "", "write the export of the stack to this `FILE`, for check --export")
	flags.BoolVar(&verbose, "verbose", false, "print the output of the commands too")
	return c
}

// printStep prints a step that has ended.
func printStep(out io.Writer, s rehearsal.Step) {
	state := "ok"
	switch {
	case s.Err != nil:
		state = "failed"
	case s.Skipped != "":
		state = "-"
	}
	fmt.Fprintf(out, "%-7s %-50s %6s  %s\n", state, s.Name, s.Took.Round(100*time.Millisecond), s.Command)
	if s.Skipped != "" {
		fmt.Fprintf(out, "        %s\n", s.Skipped)
	}
}

// printRehearsed draws the cluster, and prints what it has.
func printRehearsed(out io.Writer, export []byte, picture string) error {
	found, err := counts.Of(export)
	if err != nil {
		return err
	}
	if picture != "" {
		text, err := draw(export)
		if err != nil {
			return err
		}
		if err := os.WriteFile(picture, text, 0o644); err != nil { //nolint:gosec // a picture, which has no secret
			return err
		}
		fmt.Fprintf(out, "\nThe picture is in %s.\n", picture)
	}
	fmt.Fprintf(out, "\n%d resources. For a price, enter these into https://calculator.aws/:\n\n", found.Resources)
	for _, line := range found.Lines() {
		fmt.Fprintln(out, line)
	}
	if expected := counts.Expected(found.Kind); expected > 0 {
		fmt.Fprintf(out, "\nIn an account the creation takes up to %d minutes.\n", int(expected.Minutes()))
	}
	return nil
}
