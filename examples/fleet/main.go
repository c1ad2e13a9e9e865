// Command fleet creates many ROSA clusters with hosted control planes, in several regions: the clusters of fleet.yaml, each as a
// stack of one program. It runs the stacks in parallel by Pulumi's Automation API and prints a report.
//
// `go run ./examples/fleet up` runs it in a sandbox that needs no account. With --real it runs in your accounts of AWS and of
// OpenShift Cluster Manager.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// project is the name in Pulumi.yaml.
const project = "openshift-fleet"

func main() {
	if len(os.Args) == 1 { // `pulumi up --stack NAME` runs the program of one cluster.
		pulumi.Run(program)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const usage = `Usage: go run ./examples/fleet COMMAND [flags]

Commands:
  up        create the clusters, or update them
  preview   show what up would change
  destroy   delete the clusters

Flags:
  --file FILE         the list of clusters (default: fleet.yaml of this example)
  --only NAMES        the clusters with these names only, separated by commas
  --parallel N        how many stacks run at the same time (default: as the file says, or 4)
  --real              use your accounts and your Pulumi backend instead of the sandbox
  --verbose           print Pulumi's output too
  --policy-pack DIR   apply a policy pack with up and preview
  --dir FOLDER        the folder of the sandboxes (default: .sandbox/openshift-fleet)
`

// options are the command line.
type options struct {
	command, file, only, policyPack, dir string
	parallel                             int
	real, verbose                        bool
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("fleet", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.file, "file", "", "")
	flags.StringVar(&o.only, "only", "", "")
	flags.IntVar(&o.parallel, "parallel", 0, "")
	flags.BoolVar(&o.real, "real", false, "")
	flags.BoolVar(&o.verbose, "verbose", false, "")
	flags.StringVar(&o.policyPack, "policy-pack", "", "")
	flags.StringVar(&o.dir, "dir", "", "")
	o.command = args[0]
	if err := flags.Parse(args[1:]); err != nil {
		return o, err
	}
	if !slices.Contains([]string{"up", "preview", "destroy"}, o.command) {
		return o, fmt.Errorf("%q is not a command", o.command)
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return o, nil
}

// run runs a command line and returns the exit code: 0, 1 if a cluster failed, 2 if the command line or the list is not valid.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) || o.command == "help" {
		fmt.Fprint(out, usage)
		return 0
	}
	if err != nil {
		fmt.Fprintf(errs, "%v\n\n%s", err, usage)
		return 2
	}
	list, err := loadFleet(o.file)
	if err == nil {
		list, err = list.only(strings.FieldsFunc(o.only, func(c rune) bool { return c == ',' }))
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	if o.parallel > 0 {
		list.Parallel = o.parallel
	}
	fmt.Fprintf(out, "%s of %d clusters, %d at a time\n", o.command, len(list.Clusters), list.Parallel)
	report := runAll(list, func(m member) outcome { return o.apply(ctx, m, out) }, out)
	fmt.Fprint(out, "\n"+report.String())
	if failed := report.failed(); len(failed) > 0 {
		fmt.Fprintf(errs, "%d of %d clusters failed: %s\n", len(failed), len(report), strings.Join(failed, ", "))
		return 1
	}
	return 0
}
