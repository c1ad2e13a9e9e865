package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/projectfile"
)

// Exit codes of RunProgram.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

const usage = `Runs this program's resources in a sandbox: the real Pulumi engine, no AWS account, no cluster.

Usage: %s COMMAND [-c key=value]... [flags]

Commands:
  up        create the resources, or update them
  preview   show what up would change
  refresh   read what exists into the state
  destroy   delete all resources
  outputs   print the stack's outputs, or the value of one: outputs NAME
  config    print the configuration
  export    print the state, like pulumi stack export
  draw      print a picture of the cluster as SVG: draw > cluster.svg
`

const usageOfFlags = `
Flags:
  -c key=value        set a configuration value for this run and later ones, until destroy; a value that the program rejects is not kept,
                      and a key that Pulumi.yaml does not declare is an error
  -c key-             unset a configuration value
  --kubeconfig FILE   apply the Kubernetes objects to the API server of this kubeconfig
  --real-aws          use the plugins aws and rhcs on PATH instead of the sandbox's fakes
  --unchecked         accept resource types that the sandbox does not know
  --policy-pack DIR   apply a policy pack with up and preview
  --dir FOLDER        the folder of the sandbox (default: .sandbox/<project> at the root of the Go module)
  --diff              show all properties of what up and preview create and change, like pulumi up --diff
  --result FILE       write the result to FILE as JSON: changes, steps by URN, outputs
  --show-secrets      with outputs: print secret values too
`

// RunProgram runs a command line of a program with commands (package commands) and returns its exit code: 0, 1 if the command failed, 2 if
// it is not valid. draw draws the state of a stack. The command openshift-aws calls it.
func RunProgram(description string, args []string, draw func(export []byte) ([]byte, error)) (exitCode int) {
	var program launch.Description
	if err := json.Unmarshal([]byte(description), &program); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitUsage
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if <-signals == os.Interrupt {
			cancel(automation.ErrInterrupted)
		} else {
			cancel(errors.New("terminated"))
		}
	}()
	c := command{opts: Options{Project: program.Project, Out: os.Stdout}, program: program, draw: draw, errs: os.Stderr}
	return c.run(ctx, args)
}

// command is one command line of a program.
type command struct {
	opts    Options
	program launch.Description
	// draw draws a state.
	draw func(export []byte) ([]byte, error)
	errs io.Writer

	name        string
	output      string
	settings    settings
	resultFile  string
	showSecrets bool
	diff        bool
}

// settings collects -c key=value; key- stands for a value that is unset.
type settings map[string]string

// unset is the end of a key that is unset.
const unset = "-"

// String implements flag.Value.
func (s settings) String() string {
	return strings.Join(slices.Sorted(maps.Keys(s)), ",")
}

// Set implements flag.Value.
func (s settings) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok && !strings.HasSuffix(text, unset) || key == "" || key == unset {
		return fmt.Errorf("%q is not key=value or key-", text)
	}
	s[key] = value
	return nil
}

// set returns the settings that are set. Those that are unset can be of an older program.
func (s settings) set() map[string]string {
	found := maps.Clone(map[string]string(s))
	maps.DeleteFunc(found, func(key, _ string) bool { return strings.HasSuffix(key, unset) })
	return found
}

func (c *command) run(ctx context.Context, args []string) int {
	if err := c.parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(c.opts.Out, c.usage())
			return exitOK
		}
		fmt.Fprintf(c.errs, "%v\nCommands and flags: %s help\n", err, c.program.Invocation)
		return exitUsage
	}
	box, err := open(c.opts)
	if err == nil {
		box.executable = c.program.Path
		box.defaults, box.settings, box.diff = c.program.Defaults, c.settings, c.diff
		box.withoutOutputs = true
		err = c.perform(ctx, box)
	}
	if err != nil {
		c.explain(err)
		return exitFailed
	}
	return exitOK
}

// usage is the help, with the program's other commands.
func (c *command) usage() string {
	var text strings.Builder
	fmt.Fprintf(&text, usage, c.program.Invocation)
	if len(c.program.Others) > 0 {
		text.WriteString("\nCommands with their own flags (COMMAND -h):\n")
	}
	for _, other := range c.program.Others {
		fmt.Fprintf(&text, "  %-9s %s\n", other.Name, other.Description)
	}
	text.WriteString(usageOfFlags)
	return text.String()
}

func (c *command) parse(args []string) error {
	c.settings = settings{}
	flags := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Var(c.settings, "c", "")
	flags.StringVar(&c.opts.Kubeconfig, "kubeconfig", "", "")
	flags.BoolVar(&c.opts.RealAWS, "real-aws", false, "")
	flags.BoolVar(&c.opts.UncheckedOthers, "unchecked", false, "")
	flags.StringVar(&c.opts.Dir, "dir", "", "")
	flags.StringVar(&c.opts.PolicyPack, "policy-pack", "", "")
	flags.BoolVar(&c.diff, "diff", false, "")
	flags.StringVar(&c.resultFile, "result", "", "")
	flags.BoolVar(&c.showSecrets, "show-secrets", false, "")
	for {
		if err := flags.Parse(args); err != nil {
			return err
		}
		if flags.NArg() == 0 {
			break
		}
		if c.name == "outputs" && c.output == "" {
			c.output, args = flags.Arg(0), flags.Args()[1:]
			continue
		}
		if c.name != "" {
			return fmt.Errorf("unexpected argument %q after the command %s", flags.Arg(0), c.name)
		}
		c.name, args = flags.Arg(0), flags.Args()[1:]
	}
	if err := projectfile.CheckIn(c.program.Folder, c.opts.Project, c.settings.set()); err != nil {
		return fmt.Errorf("-c: %w", err)
	}
	switch c.name {
	case "help":
		return flag.ErrHelp
	case "up", previewOperation, "refresh", "destroy", "outputs", "config", "export", "draw":
		return nil
	case "":
		return errors.New("a command is required")
	}
	return fmt.Errorf("%q is not a command", c.name)
}

func (c *command) perform(ctx context.Context, box *Sandbox) error {
	var result *Result
	var err error
	switch c.name {
	case "up":
		if result, err = box.rejected(ctx); err == nil {
			result, err = box.Up(ctx)
		}
	case previewOperation:
		result, err = box.Preview(ctx)
	case "refresh":
		result, err = box.Refresh(ctx)
	case "destroy":
		if result, err = box.Destroy(ctx); err == nil {
			for _, urn := range result.LeftBehind {
				fmt.Fprintln(c.opts.Out, "Left behind:", urn)
			}
		}
	default:
		return c.print(ctx, box)
	}
	if result != nil && c.resultFile != "" {
		err = errors.Join(err, writeResult(c.resultFile, result))
	}
	if result != nil && (c.name == "up" || c.name == previewOperation) {
		printValues(c.opts.Out, result)
	}
	if err == nil && !result.Changed() && c.name == "destroy" {
		fmt.Fprintln(c.opts.Out, "There was nothing to delete.")
	} else if err == nil && !result.Changed() {
		fmt.Fprintf(c.opts.Out, "No changes: %d resources are up to date.\n", result.Changes["same"])
	}
	if err == nil && c.name == "up" && len(result.Outputs) > 0 {
		fmt.Fprintf(c.opts.Out, "%d outputs: the command outputs prints them.\n", len(result.Outputs))
	}
	return err
}

// print runs the commands that read the stack.
func (c *command) print(ctx context.Context, box *Sandbox) error {
	switch c.name {
	case "config":
		values, err := box.config(ctx)
		if err != nil {
			return err
		}
		printOutputs(c.opts.Out, values)
	case "outputs":
		outputs, err := box.Outputs(ctx, c.showSecrets)
		if err != nil {
			return err
		}
		if len(outputs) == 0 {
			fmt.Fprintln(c.errs, "There are no outputs: the stack has no resources.")
		}
		if c.output != "" {
			value, ok := outputs[c.output]
			if !ok {
				return fmt.Errorf("the stack has no output %s; it has %s", c.output, strings.Join(slices.Sorted(maps.Keys(outputs)), ", "))
			}
			fmt.Fprintln(c.opts.Out, textOf(value))
			return nil
		}
		printOutputs(c.opts.Out, outputs)
	case "export", "draw":
		return c.export(box)
	}
	return nil
}

// export prints the state, or the picture of it.
func (c *command) export(box *Sandbox) error {
	text, err := box.Export()
	switch {
	case err != nil:
		return err
	case text == nil:
		return errors.New("there is no stack: run up first")
	}
	if c.name == "draw" {
		if text, err = c.draw(text); err != nil {
			return err
		}
	}
	_, err = c.opts.Out.Write(append(text, '\n'))
	return err
}

// rejected returns what the program or a provider rejects, before anything is created: as pulumi up, it begins with a preview.
func (s *Sandbox) rejected(ctx context.Context) (*Result, error) {
	silent := *s
	var out bytes.Buffer
	silent.opts.Out = &out
	result, err := silent.Preview(ctx)
	var failure *Failure
	if errors.As(err, &failure) {
		if failure.shown = s.opts.PolicyPack != ""; failure.shown { // Only Pulumi's output has the violations.
			_, _ = s.opts.Out.Write(out.Bytes())
		} else {
			failure.Operation = "up"
		}
	}
	return result, err
}

// explain prints an error. Messages that Pulumi has shown are not repeated.
func (c *command) explain(err error) {
	var failure *Failure
	switch {
	case errors.As(err, &failure) && failure.Interrupted, errors.Is(err, context.Canceled):
		fmt.Fprintf(c.errs, "Interrupted: run the same command again to continue.\n")
	case errors.As(err, &failure) && failure.shown && failure.Operation == previewOperation:
		fmt.Fprintln(c.errs, "The preview failed, see the messages above.")
	case errors.As(err, &failure) && failure.shown:
		fmt.Fprintf(c.errs, "The %s failed, see the messages above. Completed changes are kept.\n", failure.Operation)
	default:
		fmt.Fprintln(c.errs, err)
	}
}

// writeResult writes the result as {"changes": {op: count}, "steps": {urn: op}, "outputs": {...}}.
func writeResult(path string, result *Result) error {
	text, err := json.MarshalIndent(map[string]any{
		"changes": result.Changes, "steps": result.operations(), "outputs": result.Outputs, "errors": result.Errors,
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o600)
}

// printOutputs prints one output a line, sorted; values other than strings are JSON.
func printOutputs(out io.Writer, outputs map[string]any) {
	width := 0
	for name := range outputs {
		width = max(width, len(name))
	}
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		fmt.Fprintf(out, "%-*s  %s\n", width, name, textOf(outputs[name]))
	}
}

// textOf returns a string as it is, and JSON of other values.
func textOf(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	if encoded, err := json.Marshal(value); err == nil {
		return string(encoded)
	}
	return fmt.Sprint(value)
}
