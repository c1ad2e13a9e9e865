package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

// adoption is a call of adopt.
type adoption struct {
	stack, dir, cli, missing string
	ids, states, terraform   []string
	rosa, aws, allow         []string
	check, write             bool
}

// adoptCommand imports what exists in an account into the stack of the program in a folder.
func adoptCommand() *cobra.Command {
	var a adoption
	c := &cobra.Command{
		Use:   "adopt --stack NAME [flags]",
		Short: "Import a cluster that exists into a stack",
		Long: `Imports the existing resources that the program in this folder describes into a stack. Nothing in the account changes: if
the program differs from what exists, adopt prints the differences and imports nothing.

Import IDs are taken, in this order, from --ids, from the other files, and from names in the program. Resources without an ID are
written to the file of --missing: fill in their IDs, and pass the file as --ids.`,
		Example: `  openshift-aws adopt --stack demo --terraform state.json --missing missing.json --check
  openshift-aws adopt --stack demo --rosa cluster.json`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.stack == "" {
				return usageError{errors.New("--stack is required")}
			}
			ctx, stop := untilInterrupted(c)
			defer stop()
			return a.adopt(ctx, c.OutOrStdout())
		},
	}
	flags := c.Flags()
	flags.StringVar(&a.stack, "stack", os.Getenv("PULUMI_STACK"), "the `NAME` of the stack; defaults to $PULUMI_STACK")
	flags.StringVar(&a.dir, "cwd", ".", "the `FOLDER` of the program")
	flags.StringVar(&a.cli, "pulumi", "pulumi", "the `PROGRAM` of the Pulumi CLI")
	flags.StringArrayVar(&a.ids, "ids", nil, "a `FILE` of import IDs, as --missing and 'pulumi preview --import-file' write it")
	flags.StringArrayVar(&a.states, "state", nil, "a `FILE` that 'pulumi stack export' wrote, of another stack")
	flags.StringArrayVar(&a.terraform, "terraform", nil, "a `FILE` that 'terraform show -json' or 'terraform state pull' wrote")
	flags.StringArrayVar(&a.rosa, "rosa", nil, "a `FILE` that 'rosa describe cluster -o json' wrote")
	flags.StringArrayVar(&a.aws, "aws", nil, "a `FILE` that the AWS CLI wrote, such as 'aws ec2 describe-subnets --output json'")
	flags.StringArrayVar(&a.allow, "allow", nil,
		"permit a `CHANGE`: TYPE:NAME.property, or TYPE:NAME to create a resource; * is any text")
	flags.StringVar(&a.missing, "missing", "", "write the resources without an import ID to this `FILE`")
	flags.BoolVar(&a.write, "write", false, "first set the stack's settings to those of the ROSA cluster in --rosa or --terraform")
	flags.BoolVar(&a.check, "check", false, "report what an adoption would do, and import nothing")
	return c
}

// adopt runs the adoption.
func (a *adoption) adopt(ctx context.Context, out io.Writer) error {
	opts := adopt.Options{Dir: a.dir, Stack: a.stack, Allow: a.allow, Check: a.check, Out: out}
	if err := a.read(&opts); err != nil {
		return err
	}
	path, err := exec.LookPath(a.cli)
	if err != nil {
		return err
	}
	if opts.CLI, err = automation.NewCommand(ctx, path); err != nil {
		return err
	}
	if opts.Dir, err = filepath.Abs(a.dir); err != nil {
		return err
	}
	if a.write {
		written, err := adopt.Write(ctx, opts)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "Settings of %s:\n  %s\n", a.stack, strings.Join(written, "\n  "))
	}
	remove, err := opts.UseProject(path)
	if err != nil {
		return err
	}
	defer remove()
	report, err := adopt.Run(ctx, opts)
	if report != nil && len(report.Left) > 0 {
		fmt.Fprintf(out, "Not in the program:\n  %s\n", strings.Join(report.Left, "\n  "))
	}
	if report != nil && a.missing != "" {
		err = errors.Join(err, os.WriteFile(a.missing, report.ImportFile(), 0o600))
	}
	if err != nil {
		return err
	}
	verb := "Adopted"
	if a.check {
		verb = "To adopt:"
	}
	fmt.Fprintf(out, "%s %d resources.\n", verb, len(report.Imported))
	for _, change := range report.Allowed {
		fmt.Fprintln(out, "Allowed:", change)
	}
	if !a.check && len(report.Terraform) > 0 {
		fmt.Fprintf(out, "Terraform must not delete them: terraform state rm '%s'\n", strings.Join(report.Terraform, "' '"))
	}
	return nil
}

// read reads the files of the arguments.
func (a *adoption) read(opts *adopt.Options) error {
	for _, path := range a.ids {
		ids, err := readFile(path, adopt.ReadIDs)
		if err != nil {
			return err
		}
		if opts.IDs == nil {
			opts.IDs = map[adopt.Key]string{}
		}
		maps.Copy(opts.IDs, ids)
	}
	for _, source := range []struct {
		paths []string
		read  func(io.Reader) ([]adopt.Resource, error)
	}{{a.states, adopt.ReadStack}, {a.terraform, adopt.ReadTerraform}, {a.rosa, adopt.ReadROSA}, {a.aws, adopt.ReadAWS}} {
		for _, path := range source.paths {
			found, err := readFile(path, source.read)
			if err != nil {
				return err
			}
			opts.Existing = append(opts.Existing, found...)
		}
	}
	return nil
}

func readFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	file, err := os.Open(path)
	if err != nil {
		var none T
		return none, err
	}
	defer file.Close()
	found, err := read(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return found, err
}
