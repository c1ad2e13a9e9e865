// Command adopt imports what exists in an account into the stack of the program in the working directory, and changes nothing in the
// account:
//
//	go get -tool github.com/openshift-aws/pulumi-openshift-aws/cmd/adopt
//	go tool adopt --stack demo --terraform terraform.tfstate --check
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
)

const usage = `Imports the existing resources that the program in this folder describes into a stack. Nothing in the account changes: if the program
differs from what exists, adopt prints the differences and imports nothing.

Usage: go tool adopt --stack NAME [flags]

Import IDs are taken, in this order, from --ids, from the other files, and from names in the program. Resources without an ID are written
to the file of --missing: fill in their IDs, and pass the file as --ids.

Flags:
`

// flags are the arguments of the command.
type flags struct {
	stack, dir, cli, missing string
	installDir               string
	ids, states, terraform   list
	rosa, aws, allow         list
	check                    bool
}

// list is a flag that can be repeated.
type list []string

// String implements flag.Value.
func (l *list) String() string { return strings.Join(*l, ",") }

// Set implements flag.Value.
func (l *list) Set(value string) error {
	*l = append(*l, value)
	return nil
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	cancel()
	os.Exit(code)
}

// run runs the command and returns its exit code: 0, 1 if it failed or rejected the adoption, 2 if it was not called correctly.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	var f flags
	set := flag.NewFlagSet("adopt", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&f.stack, "stack", os.Getenv("PULUMI_STACK"), "the `NAME` of the stack; defaults to $PULUMI_STACK")
	set.StringVar(&f.dir, "cwd", ".", "the `FOLDER` of the program")
	set.StringVar(&f.cli, "pulumi", "pulumi", "the `PROGRAM` of the Pulumi CLI")
	set.Var(&f.ids, "ids", "a `FILE` of import IDs, as --missing and 'pulumi preview --import-file' write it")
	set.Var(&f.states, "state", "a `FILE` that 'pulumi stack export' wrote, of another stack")
	set.Var(&f.terraform, "terraform", "a `FILE` that 'terraform show -json' or 'terraform state pull' wrote")
	set.Var(&f.rosa, "rosa", "a `FILE` that 'rosa describe cluster -o json' wrote")
	set.Var(&f.aws, "aws", "a `FILE` that the AWS CLI wrote, such as 'aws ec2 describe-subnets --output json'")
	set.StringVar(&f.installDir, "install-dir", "", "the `FOLDER` of openshift-install: resources of other clusters are left out")
	set.Var(&f.allow, "allow", "permit a `CHANGE`: TYPE:NAME.property, or TYPE:NAME to create a resource; * is any text")
	set.StringVar(&f.missing, "missing", "", "write the resources without an import ID to this `FILE`")
	set.BoolVar(&f.check, "check", false, "report what an adoption would do, and import nothing")
	err := set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage+commandline.Flags(set))
		return 0
	case err == nil && f.stack == "":
		err = errors.New("--stack is required")
	case err == nil && set.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(errs, "%v\n\n%s", err, usage+commandline.Flags(set))
		return 2
	}
	if err := f.adopt(ctx, out); err != nil {
		fmt.Fprintln(errs, err)
		return 1
	}
	return 0
}

// adopt runs the adoption.
func (f *flags) adopt(ctx context.Context, out io.Writer) error {
	opts := adopt.Options{Dir: f.dir, Stack: f.stack, Allow: f.allow, Check: f.check, Out: out}
	if err := f.read(&opts); err != nil {
		return err
	}
	if f.installDir != "" {
		installation, err := adopt.ReadInstallation(f.installDir)
		if err != nil {
			return err
		}
		opts.Existing = installation.Of(opts.Existing)
		if len(f.aws) == 0 {
			fmt.Fprintln(out, "Pass as --aws what this command writes:", installation.Command())
		}
	}
	path, err := exec.LookPath(f.cli)
	if err != nil {
		return err
	}
	if opts.CLI, err = automation.NewCommand(ctx, path); err != nil {
		return err
	}
	if opts.Dir, err = filepath.Abs(f.dir); err != nil {
		return err
	}
	program, remove, err := adopt.Compile(ctx, opts.Dir)
	if err != nil {
		return err
	}
	defer remove()
	opts.Program = program
	report, err := adopt.Run(ctx, opts)
	if report != nil && f.missing != "" {
		err = errors.Join(err, os.WriteFile(f.missing, report.ImportFile(), 0o600))
	}
	if err != nil {
		return err
	}
	verb := "Adopted"
	if f.check {
		verb = "To adopt:"
	}
	fmt.Fprintf(out, "%s %d resources.\n", verb, len(report.Imported))
	for _, change := range report.Allowed {
		fmt.Fprintln(out, "Allowed:", change)
	}
	return nil
}

// read reads the files of the arguments.
func (f *flags) read(opts *adopt.Options) error {
	for _, path := range f.ids {
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
	}{{f.states, adopt.ReadStack}, {f.terraform, adopt.ReadTerraform}, {f.rosa, adopt.ReadROSA}, {f.aws, adopt.ReadAWS}} {
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
