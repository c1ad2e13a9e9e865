package install

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
)

const usage = `Usage: %s COMMAND [flags]

Commands:
  install     create the cluster, or continue an installation
  status      print where the cluster is
  machine replace KEY
              replace a control-plane machine, or continue a replacement
  restore KEY restore etcd on a control-plane machine, or continue a restoration
  rotate KEY  rotate a key of the cluster, or continue a rotation; without KEY, print the keys
  uninstall   delete the cluster, or continue a deletion

Flags:
`

// Options are the flags of a command line that its Open function needs.
type Options struct {
	// File is the path of the description.
	File string
	// Command is install, status, machine, restore, rotate or uninstall.
	Command string
}

// Commands is the command line of a cluster's program: install, status, machine, restore, rotate and uninstall.
type Commands struct {
	// Open returns the installation that the flags describe, without Report and Log, and a function that is called at the end.
	// Required.
	Open func(ctx context.Context, o Options) (*Installation, func(), error)
	// Flags adds the program's own flags to those of the commands. Defaults to none.
	Flags func(*flag.FlagSet)
}

// IsCommand reports whether the arguments of a process begin with one of the commands.
func IsCommand(args []string) bool {
	return len(args) > 1 && slices.Contains([]string{"install", "status", "machine", "restore", "rotate", "uninstall"}, args[1])
}

// Main runs the command of os.Args and exits: with 0, with 1 if the command failed, with 2 if it is not valid.
func (c *Commands) Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := c.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// invocation is one run of a command.
type invocation struct {
	Options
	replacement                        Replacement
	restoration                        Restoration
	rotated, jump                      string
	json, verbose, yes, withoutCluster bool
	in                                 io.Reader
	out, errs                          io.Writer
}

// Run runs the command of args and returns the exit code of Main.
func (c *Commands) Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	v := &invocation{in: in, out: out, errs: errs}
	flags := v.flags(args)
	if c.Flags != nil {
		c.Flags(flags)
	}
	if err := v.parse(args, flags); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(out, describe(flags))
			return 0
		}
		fmt.Fprintf(errs, "%v\n\n%s", err, describe(flags))
		return 2
	}
	installation, done, err := c.Open(ctx, v.Options)
	if err == nil {
		defer done()
		err = v.perform(ctx, installation)
	}
	if err != nil {
		v.explain(err)
		return 1
	}
	return 0
}

// flags returns the flags of the command of args, or those of all commands without one.
func (v *invocation) flags(args []string) *flag.FlagSet {
	flags := flag.NewFlagSet("install", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&v.File, "config", "cluster.yaml", "the `FILE` with the description of the cluster")
	flags.BoolVar(&v.json, "json", false, "print JSON, one event per line")
	flags.BoolVar(&v.verbose, "verbose", false, "print Pulumi's output too")
	command := ""
	if len(args) > 0 {
		command = args[0]
	}
	of := func(name string) bool { return command == "" || command == name }
	questions := map[string]string{"machine": "replace", "restore": "restore", "rotate": "rotate", "uninstall": "uninstall"}
	if what := questions[command]; what != "" {
		flags.BoolVar(&v.yes, "yes", false, what+" without asking")
	}
	if of("machine") {
		flags.StringVar(&v.replacement.Zone, "zone", "", "replace the machine by one in another `ZONE`")
	}
	if of("restore") {
		flags.StringVar(&v.restoration.Backup, "backup", "", "restore the `BACKUP`, a file or s3://BUCKET/KEY (default the machine's own data)")
		flags.StringVar(&v.jump, "jump", "", "reach the machines by ssh through `HOST`, or without one: none (default a temporary endpoint)")
	}
	if of("uninstall") {
		flags.BoolVar(&v.withoutCluster, "without-cluster", false, "uninstall a cluster that no longer exists")
	}
	return flags
}

func describe(flags *flag.FlagSet) string {
	return fmt.Sprintf(usage, commandline.Invocation()) + commandline.Flags(flags)
}

func (v *invocation) parse(args []string, flags *flag.FlagSet) error {
	if len(args) == 0 {
		return errors.New("a command is required")
	}
	v.Command = args[0]
	if !IsCommand([]string{"", v.Command}) {
		return fmt.Errorf("%q is not a command", v.Command)
	}
	rest := args[1:]
	if !slices.ContainsFunc(rest, func(arg string) bool { return arg == "-h" || arg == "--help" }) {
		var err error
		if rest, err = v.subject(rest); err != nil {
			return err
		}
	}
	if err := flags.Parse(rest); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return nil
}

// subject reads what the command is about, and returns the other arguments.
func (v *invocation) subject(rest []string) ([]string, error) {
	named := func(n int) bool { return len(rest) > n && !strings.HasPrefix(rest[n], "-") }
	switch {
	case v.Command == "machine" && named(1) && rest[0] == "replace":
		v.replacement.Machine = rest[1]
		return rest[2:], nil
	case v.Command == "machine":
		return nil, errors.New("machine is used as `machine replace KEY`, with the machine's zone as KEY")
	case v.Command == "restore" && !named(0):
		return nil, errors.New("restore is used as `restore KEY`, with the machine's zone as KEY")
	case v.Command == "restore":
		v.restoration.Machine = rest[0]
		return rest[1:], nil
	case v.Command == "rotate" && named(0):
		v.rotated = rest[0]
		return rest[1:], nil
	}
	return rest, nil
}

func (v *invocation) perform(ctx context.Context, i *Installation) error {
	i.Report, i.WithoutCluster = TextReporter(v.out), v.withoutCluster
	if v.json {
		i.Report = JSONReporter(v.out)
	}
	if v.verbose {
		i.Log = v.errs
	}
	i.Jump = cmp.Or(v.jump, i.Jump)
	if i.Note != "" && !v.json {
		fmt.Fprintf(v.out, "%s\n\n", i.Note)
		if v.Command != "status" {
			defer fmt.Fprintf(v.out, "\n%s\n", i.Note)
		}
	}
	switch v.Command {
	case "install":
		result, err := i.Install(ctx)
		if err != nil {
			return err
		}
		return v.print(result, func() {
			fmt.Fprintf(v.out, "\nThe cluster %s is installed.\nConsole:   %s\nUser:      kubeadmin, whose password is in %s\nAPI:       "+
				"export KUBECONFIG=%s\n", result.InfraID, result.ConsoleURL, result.PasswordFile, result.Kubeconfig)
		})
	case "machine":
		return v.replaceMachine(ctx, i)
	case "restore":
		return v.restore(ctx, i)
	case "rotate":
		return v.rotate(ctx, i)
	case "uninstall":
		if err := v.confirm(ctx, i); err != nil {
			return err
		}
		if err := i.Uninstall(ctx); err != nil {
			return err
		}
		return v.print(map[string]string{"removed": i.Config.Name}, func() {
			fmt.Fprintf(v.out, "\nThe cluster %s is removed.\n", i.Config.Name)
		})
	}
	status, err := i.Status(ctx)
	if err != nil {
		return err
	}
	return v.print(status, func() { status.print(v.out) })
}

// print prints a result as JSON or by text.
func (v *invocation) print(result any, text func()) error {
	if !v.json {
		text()
		return nil
	}
	return json.NewEncoder(v.out).Encode(map[string]any{"result": result})
}

// confirm asks for the cluster's name. What it names is the cluster of the install directory.
func (v *invocation) confirm(ctx context.Context, i *Installation) error {
	if err := i.exists(); err != nil || v.yes || i.removed() {
		return err
	}
	found, err := i.deletable(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(v.errs, "This deletes the cluster %s (%s) in %s of the AWS account %s, and its data. Type its name to continue: ",
		found.dir.Domain, found.dir.InfraID, found.dir.Region, found.account)
	return v.typed(found.dir.ClusterName)
}

// typed reads a line, which must be the text.
func (v *invocation) typed(text string) error {
	answer, _ := bufio.NewReader(v.in).ReadString('\n')
	if strings.TrimSpace(answer) != text {
		return fmt.Errorf("not confirmed: type %s, or add --yes", text)
	}
	return nil
}

func (v *invocation) explain(err error) {
	if v.json {
		_ = json.NewEncoder(v.out).Encode(map[string]string{"error": err.Error()}) //nolint:errchkjson // nobody is left to tell
		return
	}
	fmt.Fprintln(v.errs, "\nerror:", err)
}
