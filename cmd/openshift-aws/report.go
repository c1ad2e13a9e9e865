package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/report"
)

// reportCommand prints the report of a cluster.
func reportCommand() *cobra.Command {
	var f stackFlags
	c := &cobra.Command{
		Use:   "report [flags]",
		Short: "Print versions, durations and outcome of a cluster, to send",
		Long: `Prints the versions, the durations and the outcome of the cluster of the stack. The text has no secrets, names, addresses or IDs:
send it with an issue.`,
		Example: "  openshift-aws report > report.txt",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			query, installDir, err := f.open(c)
			if err != nil {
				return err
			}
			text, err := report.Of(c.Context(), query, installDir, version)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(c.OutOrStdout(), text)
			return err
		},
	}
	f.add(c)
	return c
}
