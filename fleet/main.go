package fleet

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
)

// Exit codes of Main.
const exitOK, exitFailed, exitUsage, exitDrift = 0, 1, 2, 3

//go:embed usage.txt
var usage string

// Options are a program that runs the clusters of a list.
type Options struct {
	// Project is the text of the program's Pulumi.yaml: the name of the project, and the settings that it declares. Required.
	Project []byte
	// List is the list without --file. Required.
	List []byte
	// Blueprints are the programs of clusters, by the name in the list. Required.
	Blueprints map[string]Blueprint
	// Protect are types of resources that Cluster.Protect protects besides the clusters of ROSA. Defaults to none.
	Protect []string
}

// Main is the main function of a program of a fleet: pulumi.Run without arguments, otherwise the command of os.Args, with its exit code.
func Main(options Options) {
	if len(os.Args) == 1 {
		pulumi.Run(Program(options.Blueprints, options.Protect...))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, options, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run runs a command line as Main does, and returns the exit code, which the help explains.
func Run(ctx context.Context, options Options, args []string, out, errs io.Writer) int {
	c := &command{Options: options, out: out, progress: log.New(errs, "", 0)}
	flags := c.flags()
	if len(args) == 0 || slices.ContainsFunc(args, func(argument string) bool { return strings.TrimLeft(argument, "-") == "help" }) {
		fmt.Fprintf(out, usage, commandline.Invocation(), commandline.Flags(flags))
		return exitOK
	}
	code, err := exitUsage, flags.Parse(args[1:])
	if err == nil {
		code, err = c.run(ctx, args[0], flags.Args())
	}
	if err != nil {
		c.progress.Print(err)
		return exitUsage
	}
	return code
}

type command struct {
	Options
	out                                          io.Writer
	progress                                     *log.Logger
	file, dir, policyPack, step, stacks, removed string
	parallel, size, mayFail                      int
	json                                         bool
}

func (c *command) flags() *flag.FlagSet {
	flags := flag.NewFlagSet("fleet", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&c.file, "file", "", "the list of clusters is in `FILE`, instead of the program")
	flags.StringVar(&c.step, "step", "", "only the clusters of the step with this `NAME`, also in what render writes")
	flags.StringVar(&c.dir, "dir", "", "the `FOLDER` of the sandboxes, or of the rendered files")
	flags.StringVar(&c.stacks, "stacks", "", "`FILE` of pulumi stack ls --json or kubectl get stacks -o json, for report")
	flags.StringVar(&c.policyPack, "policy-pack", "", "apply the policy pack in `FOLDER` to the rehearsal, and print Pulumi's output")
	flags.IntVar(&c.parallel, "parallel", 4, "the `NUMBER` of sandboxes at a time")
	flags.IntVar(&c.size, "size", 256, "the largest `NUMBER` of jobs in a matrix: 256 in GitHub Actions, 200 in GitLab")
	flags.IntVar(&c.mayFail, "may-fail", 0, "succeed if at most this `NUMBER` of clusters failed or is pending")
	flags.BoolVar(&c.json, "json", false, "print the report as JSON")
	flags.StringVar(&c.removed, "removed", "", "`NAMES` of clusters that have left the list, separated by commas, for render")
	return flags
}

func (c *command) load() (*program, *List, error) {
	p, err := readProgram(c.Project, c.Blueprints)
	if err != nil {
		return nil, nil, fmt.Errorf("the program's Pulumi.yaml: %w", err)
	}
	text := c.List
	if c.file != "" {
		text, err = os.ReadFile(c.file)
	}
	list, problem := Parse(text)
	if err = cmp.Or(err, problem); err == nil {
		err = list.check(p)
	}
	return p, list, err
}

func (c *command) run(ctx context.Context, name string, args []string) (int, error) {
	p, list, err := c.load()
	if err != nil {
		return exitUsage, err
	}
	report := newReport(list, c.step, args)
	switch name {
	case "check":
		_, err = fmt.Fprintf(c.out, "%d clusters in %d steps\n", len(list.Clusters), len(list.Rollout))
		return exitOK, err
	case "render":
		files, err := list.Render(p.Name)
		if err == nil {
			err = writeFiles(cmp.Or(c.dir, list.ArgoCD.Path), files, c.step, report, strings.Split(c.removed, ","))
		}
		return exitOK, err
	case "matrix":
		return exitOK, list.matrix(c.out, c.step, c.size)
	case "settings": // A setting that is not printed is not set any more.
		for _, cluster := range list.Clusters {
			if slices.Equal(args, []string{cluster.Name}) {
				return exitOK, yaml.NewEncoder(c.out).Encode(map[string]any{
					"secretsprovider": cluster.SecretsProvider, "config": cluster.Settings(p.Name, *cluster.Protect),
				})
			}
		}
		return exitUsage, fmt.Errorf("settings: must be followed by one cluster (got %q)", args)
	case "rehearse":
		c.rehearse(ctx, p, list, report)
	case "report":
		if err = report.read(args); err == nil && c.stacks != "" {
			err = report.compare(list, c.stacks)
		}
		if err != nil {
			return exitUsage, err
		}
	default:
		return exitUsage, fmt.Errorf("%q is not a command; see help", name)
	}
	lines, code := report.summary(c.mayFail)
	c.progress.Print(lines)
	if c.json {
		return code, json.NewEncoder(c.out).Encode(report)
	}
	for _, result := range report.Clusters {
		fmt.Fprintln(c.out, result)
	}
	return code, nil
}
