package sandbox

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/events"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"golang.org/x/term"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/kubernetes"
)

const previewOperation = "preview"

// operation is an operation of the Automation API that shows its progress and sends the engine's events.
type operation func(ctx context.Context, stack auto.Stack, out, errs io.Writer, events chan<- events.EngineEvent) error

// operate runs one operation of the engine over the program.
func (s *Sandbox) operate(ctx context.Context, name string, run operation) (*Result, error) {
	served, err := s.serve(ctx)
	if err != nil {
		return nil, err
	}
	defer served.stop()
	served.cli.OperationsOnly, served.cli.Terminal = true, interactive(s.opts.Out)
	program := &observedProgram{}
	stopProgram, err := served.host(program)
	if err != nil {
		return nil, err
	}
	defer stopProgram()
	stack, err := served.stack(ctx, launch.Observe(s.opts.Program, program.report))
	if err == nil && name != previewOperation {
		if err = served.withoutCheckpoints(); err == nil {
			err = stack.Workspace().SetEnvVars(served.env)
		}
	}
	if err != nil {
		return nil, err
	}
	var problems bytes.Buffer
	log := eventLog{result: &Result{Changes: map[string]int{}}}
	watched := automation.Watch(log.add)
	runErr := run(ctx, stack, s.opts.Out, io.MultiWriter(s.opts.Out, &problems), watched.Stream)
	watched.End()
	result := log.result
	if runErr == nil && name == previewOperation {
		return result, s.rejectPlan(result, log.planned)
	}
	if runErr == nil {
		return result, nil
	}
	// A preview that fails has changed nothing: its settings lose something, or a provider rejects them.
	if program.err != nil || name == previewOperation {
		if err := s.restoreConfig(); err != nil {
			return result, err
		}
	}
	result.Errors = program.errors(result.Errors)
	failure := &Failure{Operation: name, Messages: result.Errors, shown: len(result.Errors) > 0}
	// On a terminal Pulumi reads Ctrl-C as a key, and this process receives no signal.
	failure.Interrupted = ctx.Err() != nil || slices.Contains(result.Errors, "error: "+name+" canceled") ||
		slices.Contains(result.Errors, "error: update canceled")
	if len(failure.Messages) == 0 && !failure.Interrupted {
		failure.Messages = []string{automation.Cause(runErr, problems.String())}
	}
	return result, failure
}

// rejectPlan returns what a service would reject of a preview as a whole. Only the sandbox's own services say it.
func (s *Sandbox) rejectPlan(result *Result, planned []fake.Step) error {
	opened, err := s.openFakes()
	if err != nil {
		return err
	}
	rejections := kubernetes.RejectPlan(planned)
	for _, account := range opened.accounts {
		rejections = append(account.Rejected(planned), rejections...)
	}
	var messages []string
	for _, rejection := range rejections {
		messages = append(messages, "error: "+rejection.Err.Error())
	}
	if len(messages) == 0 {
		return nil
	}
	result.Errors = append(result.Errors, messages...)
	if err := s.restoreConfig(); err != nil {
		return err
	}
	return &Failure{Operation: previewOperation, Messages: messages}
}

// stack returns the sandbox's stack, with its configuration. It is created if it does not exist.
func (v *served) stack(ctx context.Context, program pulumi.RunFunc) (auto.Stack, error) {
	open := auto.SelectStackInlineSource
	if _, err := os.Stat(v.box.stateFile()); errors.Is(err, fs.ErrNotExist) {
		open = auto.NewStackInlineSource
	}
	stack, err := open(ctx, stackName, v.box.opts.Project, program, v.options()...)
	if err != nil {
		return stack, err
	}
	return stack, v.box.writeConfig(ctx, stack.Workspace())
}

// writeConfig replaces the configuration of the last run by that of the options, and adds the settings of a command line.
func (s *Sandbox) writeConfig(ctx context.Context, ws auto.Workspace) error {
	if s.opts.Config == nil && len(s.settings) == 0 {
		return nil
	}
	stack := &workspace.ProjectStack{}
	kept, err := os.ReadFile(s.configFile())
	if err == nil {
		s.kept = kept
		if stack, err = ws.StackSettings(ctx, stackName); err != nil {
			return err
		}
	}
	if s.opts.Config != nil || stack.Config == nil {
		stack.Config = config.Map{}
	}
	for _, values := range []map[string]string{s.opts.Config, s.settings} {
		for name, value := range values {
			key, err := config.ParseKey(qualify(s.opts.Project, strings.TrimSuffix(name, unset)))
			if err != nil {
				return err
			}
			if strings.HasSuffix(name, unset) {
				delete(stack.Config, key)
				continue
			}
			stack.Config[key] = config.NewValue(value)
		}
	}
	return ws.SaveStackSettings(ctx, stackName, stack)
}

func (s *Sandbox) configFile() string {
	return filepath.Join(s.opts.Dir, "Pulumi."+stackName+".yaml")
}

// restoreConfig restores the configuration before the settings of a command line that the program has rejected.
func (s *Sandbox) restoreConfig() error {
	switch {
	case len(s.settings) == 0:
		return nil
	case s.kept == nil:
		return os.Remove(s.configFile())
	default:
		return os.WriteFile(s.configFile(), s.kept, 0o600)
	}
}

// config returns the configuration of the next run: the values of the last one, and the defaults of the others.
func (s *Sandbox) config(ctx context.Context) (map[string]any, error) {
	values := map[string]any{}
	for name, value := range s.defaults {
		values[qualify(s.opts.Project, name)] = value
	}
	if _, err := os.Stat(s.stateFile()); errors.Is(err, fs.ErrNotExist) {
		return values, nil
	}
	var set auto.ConfigMap
	err := s.withStack(ctx, func(stack auto.Stack) (err error) {
		set, err = stack.GetAllConfig(ctx)
		return err
	})
	for name, value := range set {
		values[name] = value.Value
		if value.Secret {
			values[name] = secretMark
		}
	}
	return values, err
}

// withStack calls use with the stack, while the sandbox answers it.
func (s *Sandbox) withStack(ctx context.Context, use func(auto.Stack) error) error {
	served, err := s.serve(ctx)
	if err != nil {
		return err
	}
	defer served.stop()
	stack, err := served.stack(ctx, s.opts.Program)
	if err != nil {
		return err
	}
	return use(stack)
}

// qualify returns the key with a namespace: the project's, unless it has one.
func qualify(project, key string) string {
	if strings.Contains(key, ":") {
		return key
	}
	return project + ":" + key
}

// observedProgram is a program whose own error is known: the Automation API's language host (pulumi/sdk v3.250.0, go/auto/stack.go)
// reports it to the engine together with the errors that the engine has already shown.
type observedProgram struct{ err error }

func (p *observedProgram) report(err error) { p.err = err }

// unhandled begins the engine's message with the error of a program.
const unhandled = "error: an unhandled error occurred: "

// errors returns the engine's errors with the program's own error, each once.
func (p *observedProgram) errors(messages []string) []string {
	others := slices.DeleteFunc(slices.Clone(messages), func(message string) bool { return strings.HasPrefix(message, unhandled) })
	switch {
	case p.err != nil:
		return append(others, "error: "+p.err.Error())
	case len(others) == 0:
		return messages // They are of an output that was applied after the program returned.
	default:
		return others
	}
}

// interactive reports whether out is a terminal that Pulumi can draw on, with a keyboard.
func interactive(out io.Writer) bool {
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && term.IsTerminal(int(os.Stdin.Fd()))
}
