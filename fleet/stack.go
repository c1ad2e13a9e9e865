package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/events"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optrefresh"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

// stacks runs operations on the stacks of a program.
type stacks struct {
	project string
	program pulumi.RunFunc
	// real are stacks in the folder of Pulumi.yaml; others are in sandboxes below dir.
	real bool
	dir  string
	// refresh compares with what exists before a preview or an update.
	refresh    bool
	policyPack string
	// log is Pulumi's output; nil for none.
	log io.Writer
}

// apply runs a command on a cluster's stack.
func (s *stacks) apply(ctx context.Context, command string, c Cluster, hold bool) Result {
	begun, result := time.Now(), newResult(c)
	err := s.operate(ctx, command, c, hold, &result)
	if err != nil && len(result.Errors) == 0 {
		result.Errors = []string{err.Error()}
	}
	switch {
	case err != nil:
		result.Outcome = Failed
	case result.Outcome == Pending:
		result.Outcome = Succeeded
	}
	result.Seconds = time.Since(begun).Round(time.Millisecond).Seconds()
	return result
}

func (s *stacks) operate(ctx context.Context, command string, c Cluster, hold bool, result *Result) error {
	stack, stop, err := s.open(ctx, c, command == "up" || command == "preview")
	if err != nil {
		if command == "destroy" && errors.Is(err, errNoStack) {
			return nil
		}
		return err
	}
	defer stop()
	if command == "cancel" {
		return stack.Cancel(ctx)
	}
	var outputs auto.OutputMap
	if hold || command != "up" {
		if outputs, err = stack.Outputs(ctx); err != nil {
			return err
		}
		result.describe(outputs)
	}
	// Outputs exist when an update has succeeded: before that, the cluster is being created.
	if hold && len(outputs) > 0 {
		result.Outcome = Held
		return nil
	}
	config := auto.ConfigMap{}
	for key, value := range c.Settings(s.project, s.real && c.protected()) {
		config[key] = auto.ConfigValue{Value: value}
	}
	if err := stack.SetAllConfig(ctx, config); err != nil {
		return err
	}
	return s.engine(ctx, command, stack, result)
}

// describe sets what the stack's outputs say about the cluster.
func (r *Result) describe(outputs auto.OutputMap) {
	if version, ok := outputs["version"].Value.(string); ok {
		r.RunningVersion = newer(r.RunningVersion, version)
	}
	if url, ok := outputs["consoleUrl"].Value.(string); ok {
		r.ConsoleURL = url
	}
}

// newer returns the newer of two releases: the stack's outputs have that of the last update, and the cluster that of the last refresh. A
// cluster is never downgraded.
func newer(a, b string) string {
	first, err := semver.Parse(a)
	if err != nil {
		return b
	}
	if second, err := semver.Parse(b); err == nil && second.GT(first) {
		return b
	}
	return a
}

var errNoStack = errors.New("the stack does not exist")

// open returns the cluster's stack.
func (s *stacks) open(ctx context.Context, c Cluster, create bool) (stack auto.Stack, stop func(), err error) {
	options, stop, err := s.workspace(ctx, c)
	if err != nil {
		return stack, nil, err
	}
	open := auto.SelectStackInlineSource
	if create {
		open = auto.UpsertStackInlineSource
	}
	stack, err = open(ctx, c.stack(), s.project, s.program, options...)
	if err != nil {
		stop()
		if auto.IsSelectStack404Error(err) {
			err = fmt.Errorf("%w: %s", errNoStack, c.stack())
		}
	}
	return stack, stop, err
}

// workspace returns where a cluster's stack is.
func (s *stacks) workspace(ctx context.Context, c Cluster) (options []auto.LocalWorkspaceOption, stop func(), err error) {
	if !s.real {
		box, err := automation.OpenSandbox(ctx, automation.SandboxOptions{Project: s.project, Dir: filepath.Join(s.dir, c.Name)})
		if err != nil {
			return nil, nil, err
		}
		return box.Options(), box.Stop, nil
	}
	path, err := exec.LookPath("pulumi")
	if err != nil {
		return nil, nil, err
	}
	cli, err := automation.NewCommand(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	options = []auto.LocalWorkspaceOption{auto.WorkDir("."), auto.Pulumi(cli)}
	if c.Backend != "" {
		options = append(options, auto.EnvVars(map[string]string{"PULUMI_BACKEND_URL": c.Backend}))
	}
	if c.SecretsProvider != "" {
		options = append(options, auto.SecretsProvider(c.SecretsProvider))
	}
	return options, func() {}, nil
}

// engine runs the engine's operation, and adds what it reports to the result.
func (s *stacks) engine(ctx context.Context, command string, stack auto.Stack, result *Result) error {
	var problems bytes.Buffer
	log := io.Discard
	if s.log != nil {
		log = &prefixed{out: s.log, prefix: result.Cluster + " | "}
	}
	found := observed{refresh: command == "refresh"}
	watched := automation.Watch(found.add)
	outputs, err := s.call(ctx, command, stack, log, io.MultiWriter(log, &problems), watched.Stream)
	watched.End()
	result.Changes, result.Drift, result.Violations = found.changes, found.drift, found.violations
	result.Errors = found.errors
	result.RunningVersion = newer(result.RunningVersion, found.running)
	if outputs != nil {
		result.describe(outputs)
	}
	switch {
	case err == nil:
		result.Errors = nil
	case len(found.errors) == 0 && slices.ContainsFunc(found.violations, Violation.mandatory):
		result.Errors = []string{"violates a mandatory policy"}
	case len(found.errors) == 0:
		result.Errors = []string{automation.Cause(err, problems.String())}
	}
	return err
}

// call calls the Automation API. It returns the outputs of an update.
func (s *stacks) call(
	ctx context.Context, command string, stack auto.Stack, out, errs io.Writer, stream chan<- events.EngineEvent,
) (auto.OutputMap, error) {
	var packs []string
	if s.policyPack != "" {
		packs = []string{s.policyPack}
	}
	switch command {
	case "preview":
		options := []optpreview.Option{
			optpreview.ProgressStreams(out), optpreview.ErrorProgressStreams(errs), optpreview.EventStreams(stream),
			optpreview.PolicyPacks(packs...), optpreview.Color("never"),
		}
		if s.refresh {
			options = append(options, optpreview.Refresh())
		}
		_, err := stack.Preview(ctx, options...)
		return nil, err
	case "refresh":
		_, err := stack.Refresh(ctx, optrefresh.ProgressStreams(out), optrefresh.ErrorProgressStreams(errs),
			optrefresh.EventStreams(stream), optrefresh.Color("never"))
		return nil, err
	case "destroy":
		_, err := stack.Destroy(ctx, optdestroy.ProgressStreams(out), optdestroy.ErrorProgressStreams(errs),
			optdestroy.EventStreams(stream), optdestroy.Color("never"), optdestroy.Remove())
		return nil, err
	}
	options := []optup.Option{
		optup.ProgressStreams(out), optup.ErrorProgressStreams(errs), optup.EventStreams(stream),
		optup.PolicyPacks(packs...), optup.Color("never"),
	}
	if s.refresh {
		options = append(options, optup.Refresh())
	}
	updated, err := stack.Up(ctx, options...)
	return updated.Outputs, err
}

// count returns how many resources of providers a cluster's stack has; none if there is no stack.
func (s *stacks) count(ctx context.Context, c Cluster) (int, error) {
	stack, stop, err := s.open(ctx, c, false)
	if err != nil {
		if errors.Is(err, errNoStack) {
			return 0, nil
		}
		return 0, err
	}
	defer stop()
	exported, err := stack.Export(ctx)
	if err != nil {
		return 0, err
	}
	return customResources(exported.Deployment)
}
