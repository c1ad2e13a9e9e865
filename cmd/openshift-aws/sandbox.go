package main

import (
	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// sandboxCommand runs a command in the sandbox, or changes the accounts of its fakes.
func sandboxCommand() *cobra.Command {
	var opts sandbox.Options
	c := &cobra.Command{
		Use:   "sandbox [flags] -- COMMAND [arguments]",
		Short: "Run a command, such as pulumi up, without an account",
		Long: `Runs a command, such as pulumi up, in the folder of a Pulumi project, with fakes of AWS, OpenShift and ROSA.

The command sees the stack sandbox, whose configuration is in Pulumi.sandbox.yaml, and the state and the resources of the sandbox.`,
		Example: `  openshift-aws sandbox -- pulumi up
  openshift-aws sandbox -- pulumi preview --diff -c workers=4
  openshift-aws sandbox -- pulumi stack output apiUrl
  openshift-aws sandbox account delete demo-bucket`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				_ = c.Help()
				return exitError(2)
			}
			code, err := sandbox.Exec(c.Context(), opts, args...)
			if err == nil && code != 0 {
				err = exitError(code)
			}
			return err
		},
	}
	c.Flags().SetInterspersed(false)
	flags := c.PersistentFlags()
	flags.StringVar(&opts.Dir, "dir", "", "the `FOLDER` of the sandbox (default .sandbox/<project> at the root of the Go module)")
	flags.StringVar(&opts.Kubeconfig, "kubeconfig", "", "apply the Kubernetes objects to the API server of this `FILE`")
	flags.BoolVar(&opts.RealAWS, "real-aws", false, "use the aws and rhcs plugins on PATH instead of the sandbox's own")
	flags.BoolVar(&opts.UncheckedOthers, "unchecked", false, "accept resource types that the sandbox does not know")
	c.AddCommand(&cobra.Command{
		Use:   "account list|delete|set|fail|heal [arguments]",
		Short: "Change the accounts of the fakes behind the stack's back",
		Long:  "Changes the accounts of the fakes: what somebody else deletes or changes, and operations that fail.",
		Args:  cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return sandbox.Account(c.Context(), opts, c.OutOrStdout(), args...)
		},
	})
	return c
}
