package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/login"
)

// stackFlags are the flags of commands that ask about a stack.
type stackFlags struct{ stack, description string }

func (f *stackFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.stack, "stack", os.Getenv("PULUMI_STACK"), "the `NAME` of the stack; defaults to $PULUMI_STACK, or the selected one")
	c.Flags().StringVar(&f.description, "config", "cluster.yaml", "the `FILE` that describes a self-managed cluster")
}

// open returns what asks about the stack, and the install directory of a self-managed cluster.
func (f *stackFlags) open(c *cobra.Command) (query *automation.Query, installDir string, err error) {
	query = &automation.Query{Dir: ".", Stack: f.stack}
	file, err := install.LoadFile(f.description)
	switch {
	case err == nil:
		query.Backend, installDir = file.Backend, file.Dir
		if query.Stack == "" {
			query.Stack = file.Stack
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, "", err
	}
	return query, installDir, query.Open(c.Context())
}

// loginCommand prints how a person logs in to the cluster of a stack.
func loginCommand() *cobra.Command {
	var f stackFlags
	c := &cobra.Command{
		Use:   "login [flags]",
		Short: "Print how to log in to the cluster",
		Long: `Prints the commands by which a person logs in to the cluster of the stack: with the kubeconfig of the install directory, or as the user
admin of a ROSA cluster; for a private API with a jump host, the command of the tunnel to it.`,
		Example: "  openshift-aws login\n  openshift-aws login --stack prod",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			query, installDir, err := f.open(c)
			if err != nil {
				return err
			}
			found, err := login.Of(c.Context(), query, installDir)
			if err != nil {
				return err
			}
			for _, note := range found.Notes {
				fmt.Fprintln(c.OutOrStdout(), "#", note)
			}
			for _, command := range found.Commands {
				fmt.Fprintln(c.OutOrStdout(), command)
			}
			return nil
		},
	}
	f.add(c)
	return c
}
