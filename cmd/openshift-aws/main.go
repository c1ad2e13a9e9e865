// Command openshift-aws plans, rehearses, installs and adopts clusters of a Pulumi project in any language. Each command carries a package
// of this module:
//
//	go install github.com/openshift-aws/pulumi-openshift-aws/cmd/openshift-aws@latest
//	openshift-aws sandbox -- pulumi up
//
// A Go program with commands (package commands) has it as a tool of its module:
//
//	go get -tool github.com/openshift-aws/pulumi-openshift-aws/cmd/openshift-aws
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// version is the version of the release, set by -ldflags "-X main.version=1.2.3".
var version = "0.0.1-dev"

func main() {
	if openshiftinstall.IsCalled() {
		openshiftinstall.Main() // Main ends the process.
	}
	// Programs start the sandbox by calling this command with these arguments.
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case launch.RunArgument:
			os.Exit(sandbox.RunProgram(os.Args[2], os.Args[3:], draw))
		case launch.ServeArgument:
			if err := sandbox.Serve(context.Background(), os.Args[2], os.Stdin, os.Stdout); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	launch.Sandbox = os.Executable // This program has the sandbox.
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// usageError is an error of the command line.
type usageError struct{ error }

// exitError ends the process with the exit code of another one, which has explained itself.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// run runs the command of args and returns its exit code: 0, 1 if it failed, 2 if it was not called correctly, or that of the command
// that sandbox ran.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := command()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	called, err := root.ExecuteContextC(ctx)
	var code exitError
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		fmt.Fprintf(errs, "%v\nCommands and flags: %s --help\n", err, called.CommandPath())
		return 2
	}
	fmt.Fprintln(errs, err)
	return 1
}

// command returns the command with its subcommands.
func command() *cobra.Command {
	root := &cobra.Command{
		Use:           "openshift-aws",
		Short:         "OpenShift on AWS by Pulumi, in any language",
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("%q is not a command", args[0])}
			}
			return c.Help()
		},
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newCommand(), loginCommand(), reportCommand(), checkCommand(), rehearseCommand(), sandboxCommand(), adoptCommand(), drawCommand())
	root.AddCommand(installCommands()...)
	return root
}

// noArguments rejects arguments besides flags.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("unexpected argument %q", args[0])}
	}
	return nil
}

// untilInterrupted lets a signal cancel the context of a command.
func untilInterrupted(c *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
}
