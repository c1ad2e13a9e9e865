package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
)

// Exit codes of Main.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	exitDrift  = 3
)

const usage = `Runs the stacks of a list of clusters, in sandboxes that need no account, or with --real in yours.

Usage: %s COMMAND [flags]

Commands:
  up          create the clusters, or update them, wave after wave; after a failure, later waves are not updated
  preview     show what up would change
  refresh     read what exists, and report drift
  destroy     delete the clusters
  cancel      release the locks of a run that was killed, with --real
  check       report the problems of the list
  manifests   print Stack objects for the Pulumi Kubernetes Operator
  matrix      print jobs for a CI system, as JSON in chunks of 256

Flags:
  --file FILE         the list of clusters; required with --real (default: the list of the program)
  --only NAMES        only the clusters with these names, separated by commas
  --failed REPORT     only the clusters that did not succeed in a report
  --all               all clusters, for destroy and cancel with --real
  --real              use your accounts and your Pulumi backend instead of sandboxes
  --yes               destroy without asking
  --parallel N        the number of stacks that run at the same time (default: that of the list, or 4)
  --refresh           with up and preview, first read what exists
  --policy-pack DIR   apply a policy pack with up and preview
  --output json       print the report as JSON, and progress to standard error
  --report FILE       write the report as JSON to FILE, after each cluster
  --verbose           print Pulumi's output too
  --dir FOLDER        the folder of the sandboxes (default: .sandbox/<project>)

Exit codes: 0 if all clusters succeeded, 1 if a cluster failed or was held, 2 if the command or the list is not valid, 3 if resources differ from their state.
`

// Options are a program that runs the clusters of a list.
type Options struct {
	// Project is the text of the program's Pulumi.yaml: the name of the project, and the settings that it declares. Required.
	Project []byte
	// List is the list that runs in sandboxes without --file. Required.
	List []byte
	// Blueprints are the programs of clusters, by the name in the list. Required.
	Blueprints map[string]Blueprint
	// Protect are types of resources that Cluster.Protect protects besides the clusters of ROSA. Defaults to none.
	Protect []string
}

// Main is the main function of a program that runs the clusters of a list. Without arguments it is pulumi.Run, for `pulumi up` and for
// the operator. Otherwise it runs the command of os.Args and exits: with 0, with 1 if a cluster failed or was held, with 2 if the
// command or the list is not valid, with 3 if resources differ from their state.
func Main(options Options) {
	program := Program(options.Blueprints, options.Protect...)
	if len(os.Args) == 1 {
		pulumi.Run(program)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, options, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run runs a command line as Main does, and returns the exit code.
func Run(ctx context.Context, options Options, args []string, in io.Reader, out, errs io.Writer) int {
	c := &command{options: options, in: in, out: out, errs: errs}
	if len(args) == 0 || args[0] == "help" || slices.ContainsFunc(args, isHelp) {
		fmt.Fprintf(out, usage, commandline.Invocation())
		return exitOK
	}
	if err := c.parse(args); err != nil {
		fmt.Fprintf(errs, "%v\nCommands and flags: %s help\n", err, commandline.Invocation())
		return exitUsage
	}
	code, err := c.run(ctx)
	if err != nil {
		fmt.Fprintln(errs, err)
	}
	return code
}

func isHelp(argument string) bool {
	return argument == "-h" || strings.TrimLeft(argument, "-") == "help"
}

// command is one command line.
type command struct {
	options   Options
	in        io.Reader
	out, errs io.Writer

	name, file, only, failed, policyPack, output, report, dir string
	parallel                                                  int
	all, real, yes, refresh, verbose                          bool

	program *program
	list    *List
}

func (c *command) parse(args []string) error {
	flags := flag.NewFlagSet("fleet", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	for name, value := range map[string]*string{
		"file": &c.file, "only": &c.only, "failed": &c.failed, "policy-pack": &c.policyPack, "output": &c.output, "report": &c.report,
		"dir": &c.dir,
	} {
		flags.StringVar(value, name, "", "")
	}
	for name, value := range map[string]*bool{
		"all": &c.all, "real": &c.real, "yes": &c.yes, "refresh": &c.refresh, "verbose": &c.verbose,
	} {
		flags.BoolVar(value, name, false, "")
	}
	flags.IntVar(&c.parallel, "parallel", 0, "")
	c.name = args[0]
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	commands := []string{"up", "preview", "refresh", "destroy", "cancel", "check", "manifests", "matrix"}
	switch {
	case !slices.Contains(commands, c.name):
		return fmt.Errorf("%q is not a command", c.name)
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case c.output != "" && c.output != "json":
		return fmt.Errorf("--output: must be json (got %q)", c.output)
	case c.parallel < 0:
		return fmt.Errorf("--parallel: must be at least 1 (got %d)", c.parallel)
	case c.real && c.file == "":
		return errors.New("--real: --file is required")
	case c.name == "cancel" && !c.real:
		return errors.New("cancel: a sandbox frees its locks itself; use --real")
	case c.all && (c.only != "" || c.failed != ""):
		return errors.New("--all must not be set together with --only or --failed")
	case c.real && (c.name == "destroy" || c.name == "cancel") && !c.all && c.only == "" && c.failed == "":
		return fmt.Errorf("%s --real: --only, --failed or --all is required", c.name)
	}
	return nil
}

// load reads and checks the whole list, and selects the clusters.
func (c *command) load() error {
	var err error
	if c.program, err = readProgram(c.options.Project, c.options.Blueprints); err != nil {
		return fmt.Errorf("the program's Pulumi.yaml: %w", err)
	}
	text := c.options.List
	if c.file != "" {
		if text, err = os.ReadFile(c.file); err != nil {
			return err
		}
	}
	if c.list, err = Parse(text); err != nil {
		return fmt.Errorf("%s: %w", cmp.Or(c.file, "the list"), err)
	}
	if c.parallel > 0 {
		c.list.Parallel = c.parallel
	}
	if err := c.list.check(c.program); err != nil {
		return err
	}
	return c.choose()
}

// choose reduces the list to the clusters of --only and --failed.
func (c *command) choose() error {
	for flagName, value := range map[string]string{"--only": c.only, "--failed": c.failed} {
		if value == "" {
			continue
		}
		chosen := strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
		if flagName == "--failed" {
			var err error
			if chosen, err = unfinished(value); err != nil {
				return err
			}
		}
		list, unknown := c.list.with(chosen)
		if len(unknown) > 0 {
			return fmt.Errorf("%s: there is no cluster %s", flagName, strings.Join(unknown, ", "))
		}
		c.list = list
	}
	return nil
}

func (c *command) run(ctx context.Context) (int, error) {
	if err := c.load(); err != nil {
		return exitUsage, err
	}
	var err error
	switch c.name {
	case "check":
		fmt.Fprintf(c.out, "%d clusters in %d waves\n", len(c.list.Clusters), len(c.list.waves()))
	case "manifests":
		err = c.list.WriteManifests(c.out, c.program.Name)
	case "matrix":
		err = c.print(map[string]any{"chunks": c.list.Matrix()})
	default:
		return c.loop(ctx)
	}
	if err != nil {
		return exitUsage, err
	}
	return exitOK, nil
}

func (c *command) print(value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, string(text))
	return err
}

// loop runs the command on all clusters, and prints the report.
func (c *command) loop(ctx context.Context) (int, error) {
	progress := c.out
	if c.output == "json" {
		progress = c.errs
	}
	progress = &shared{out: progress}
	s := &stacks{
		project: c.program.Name, program: Program(c.options.Blueprints, c.options.Protect...), real: c.real,
		dir: cmp.Or(c.dir, filepath.Join(".sandbox", c.program.Name)), refresh: c.refresh, policyPack: c.policyPack,
	}
	if c.verbose {
		s.log = progress
	}
	if c.name == "destroy" && c.real {
		if err := c.mayDestroy(ctx, s, progress); err != nil {
			return exitUsage, err
		}
	}
	fmt.Fprintf(progress, "%s of %d clusters, %d at a time\n", c.name, len(c.list.Clusters), c.list.Parallel)
	r := run{list: c.list, command: c.name, progress: progress, reportFile: c.report}
	r.apply = func(ctx context.Context, cluster Cluster, hold bool) Result {
		return s.apply(ctx, c.name, cluster, hold)
	}
	report, err := r.all(ctx)
	if c.output == "json" {
		err = errors.Join(err, c.print(report))
	} else {
		fmt.Fprint(c.out, "\n"+report.String())
	}
	return report.exit(c.errs, err)
}

func (c *command) mayDestroy(ctx context.Context, s *stacks, out io.Writer) error {
	if err := protectedClusters(c.list); err != nil || c.yes {
		return err
	}
	return confirm(ctx, c.list, s.count, c.in, out)
}

// exit returns the exit code, and prints what is not as it should be.
func (r *Report) exit(errs io.Writer, err error) (int, error) {
	code := exitOK
	if drifted := r.drifted(); len(drifted) > 0 {
		fmt.Fprintf(errs, "%d of %d clusters drifted: %s\n", len(drifted), len(r.Clusters), strings.Join(drifted, ", "))
		code = exitDrift
	}
	for _, each := range []struct {
		outcome Outcome
		what    string
	}{{Failed, "failed"}, {Held, "were held"}, {Pending, "did not run"}} {
		if found := r.with(each.outcome); len(found) > 0 {
			fmt.Fprintf(errs, "%d of %d clusters %s: %s\n", len(found), len(r.Clusters), each.what, strings.Join(found, ", "))
			code = exitFailed
		}
	}
	if err != nil {
		code = exitFailed
	}
	return code, err
}
