package install

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

// Stack is the Pulumi stack of a cluster's program. [StackArgs.Stack] returns one.
type Stack interface {
	// Config returns a value of the stack's configuration; empty if it is not set or if the stack does not exist.
	Config(ctx context.Context, key string) (string, error)
	// SetConfig sets values of the stack's configuration. It creates the stack if it does not exist.
	SetConfig(ctx context.Context, values map[string]string) error
	// Resources returns the URNs of the resources; none if the stack does not exist.
	Resources(ctx context.Context) ([]string, error)
	// IDs returns the IDs of the resources by their URNs.
	IDs(ctx context.Context) (map[string]string, error)
	Interruptions
	// Protected returns the URNs of the resources that Pulumi rejects to delete.
	Protected(ctx context.Context) ([]string, error)
	// Preview fails if an update that replaces the resources of some URNs would be rejected, and writes Pulumi's output to out.
	Preview(ctx context.Context, out io.Writer, replace ...string) error
	// Up updates the stack, replaces the resources of some URNs, and writes Pulumi's output to out.
	Up(ctx context.Context, out io.Writer, replace ...string) error
	// Destroy deletes all resources, and writes Pulumi's output to out.
	Destroy(ctx context.Context, out io.Writer) error
	// Remove deletes the stack, which has no resources.
	Remove(ctx context.Context) error
}

// Interruptions are the creations of a stack that were interrupted, so that Pulumi does not know whether their resources exist.
type Interruptions interface {
	// Interrupted returns the URNs of the resources.
	Interrupted(ctx context.Context) ([]string, error)
	// ClearInterrupted removes all of them from the state. It fails while another operation changes the stack.
	ClearInterrupted(ctx context.Context) error
}

// StackArgs are the arguments of a Stack.
type StackArgs struct {
	// Name is the stack's name. Required.
	Name string
	// Project is the name of the Pulumi project. Required.
	Project string
	// Program is the Pulumi program, which runs in this process. Defaults to the program of Dir's Pulumi.yaml, in any language.
	Program pulumi.RunFunc
	// Dir is the directory of Pulumi.yaml and of the stack's configuration, Pulumi.<Name>.yaml, so that `pulumi up` in it updates the
	// same stack. Defaults to the working directory.
	Dir string
	// Backend is the URL of the backend of Pulumi's state. Defaults to that of `pulumi login`.
	Backend string
	// SecretsProvider encrypts secrets in the state, such as awskms://alias/pulumi?region=us-east-2. Defaults to the backend's.
	SecretsProvider string
	// Env is added to the environment of the Pulumi CLI. Defaults to nothing.
	Env map[string]string
	// Workspace are the options of another workspace for the stack, such as those of sandbox.Workspace. Dir, Backend, SecretsProvider
	// and Env have no effect with it. Defaults to none.
	Workspace []auto.LocalWorkspaceOption
}

// Stack returns the stack of a program, by Pulumi's Automation API. It requires a Pulumi CLI on PATH, unless Workspace has one. The
// stack is created when it is first changed.
func (a StackArgs) Stack() Stack {
	return &automationStack{args: a}
}

type automationStack struct {
	args StackArgs
}

// errNoStack is the error of a stack that does not exist.
var errNoStack = errors.New("the stack does not exist")

func (s *automationStack) options(ctx context.Context) ([]auto.LocalWorkspaceOption, error) {
	if s.args.Workspace != nil {
		return s.args.Workspace, nil
	}
	path, err := exec.LookPath("pulumi")
	if err != nil {
		return nil, fmt.Errorf("the Pulumi CLI is required (https://www.pulumi.com/docs/install/): %w", err)
	}
	cli, err := automation.NewCommand(ctx, path)
	if err != nil {
		return nil, err
	}
	env := map[string]string{}
	maps.Copy(env, s.args.Env)
	if s.args.Backend != "" {
		env["PULUMI_BACKEND_URL"] = s.args.Backend
	}
	options := []auto.LocalWorkspaceOption{auto.Pulumi(cli), auto.EnvVars(env), auto.WorkDir(cmp.Or(s.args.Dir, "."))}
	if s.args.SecretsProvider != "" {
		options = append(options, auto.SecretsProvider(s.args.SecretsProvider))
	}
	return options, nil
}

func (s *automationStack) create(ctx context.Context) (auto.Stack, error) {
	options, err := s.options(ctx)
	if err != nil {
		return auto.Stack{}, err
	}
	if s.args.Program == nil {
		return auto.UpsertStackLocalSource(ctx, s.args.Name, cmp.Or(s.args.Dir, "."), options...)
	}
	return auto.UpsertStackInlineSource(ctx, s.args.Name, s.args.Project, s.args.Program, options...)
}

func (s *automationStack) existing(ctx context.Context) (auto.Stack, error) {
	options, err := s.options(ctx)
	if err != nil {
		return auto.Stack{}, err
	}
	var stack auto.Stack
	if s.args.Program == nil {
		stack, err = auto.SelectStackLocalSource(ctx, s.args.Name, cmp.Or(s.args.Dir, "."), options...)
	} else {
		stack, err = auto.SelectStackInlineSource(ctx, s.args.Name, s.args.Project, s.args.Program, options...)
	}
	if auto.IsSelectStack404Error(err) {
		return stack, errNoStack
	}
	return stack, err
}

func (s *automationStack) Config(ctx context.Context, key string) (string, error) {
	stack, err := s.existing(ctx)
	if errors.Is(err, errNoStack) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	values, err := stack.GetAllConfig(ctx)
	if err != nil {
		return "", err
	}
	return values[s.args.Project+":"+key].Value, nil
}

func (s *automationStack) SetConfig(ctx context.Context, values map[string]string) error {
	stack, err := s.create(ctx)
	if err != nil {
		return err
	}
	config := auto.ConfigMap{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		config[key] = auto.ConfigValue{Value: values[key]}
	}
	return stack.SetAllConfig(ctx, config)
}

// deployment returns the stack's state; it is empty if the stack does not exist.
func (s *automationStack) deployment(ctx context.Context) (state.Deployment, error) {
	var found state.Deployment
	stack, err := s.existing(ctx)
	if errors.Is(err, errNoStack) {
		return found, nil
	}
	if err != nil {
		return found, err
	}
	export, err := stack.Export(ctx)
	if err != nil || len(export.Deployment) == 0 {
		return found, err
	}
	return found, json.Unmarshal(export.Deployment, &found)
}

func (s *automationStack) Resources(ctx context.Context) ([]string, error) {
	found, err := s.deployment(ctx)
	var urns []string
	for _, resource := range found.Resources {
		// Pulumi does not count default providers either. Their names are default and default_VERSION.
		if !strings.Contains(resource.URN, "pulumi:providers:") || !strings.Contains(resource.URN, "::default") {
			urns = append(urns, resource.URN)
		}
	}
	return urns, err
}

func (s *automationStack) IDs(ctx context.Context) (map[string]string, error) {
	found, err := s.deployment(ctx)
	ids := map[string]string{}
	for _, resource := range found.Resources {
		if !resource.Delete {
			ids[resource.URN] = resource.ID
		}
	}
	return ids, err
}

func (s *automationStack) Interrupted(ctx context.Context) ([]string, error) {
	found, err := s.deployment(ctx)
	return found.Interrupted(), err
}

// ClearInterrupted imports the state as it is: Pulumi leaves out its pending operations (pulumi/pulumi v3.250.0
// pkg/cmd/pulumi/stack/io.go).
func (s *automationStack) ClearInterrupted(ctx context.Context) error {
	stack, err := s.existing(ctx)
	if err != nil {
		return err
	}
	export, err := stack.Export(ctx)
	if err != nil {
		return err
	}
	return stack.Import(ctx, export)
}

func (s *automationStack) Protected(ctx context.Context) ([]string, error) {
	found, err := s.deployment(ctx)
	return found.Protected(), err
}

func (s *automationStack) Preview(ctx context.Context, out io.Writer, replace ...string) error {
	stack, err := s.create(ctx)
	if err != nil {
		return err
	}
	var output bytes.Buffer
	out = io.MultiWriter(out, &output)
	_, err = stack.Preview(ctx, optpreview.ProgressStreams(out), optpreview.ErrorProgressStreams(out), optpreview.Color("never"),
		optpreview.Replace(replace))
	return diagnostics(err, output.String())
}

func (s *automationStack) Up(ctx context.Context, out io.Writer, replace ...string) error {
	stack, err := s.create(ctx)
	if err != nil {
		return err
	}
	var output bytes.Buffer
	out = io.MultiWriter(out, &output)
	_, err = stack.Up(ctx, optup.ProgressStreams(out), optup.ErrorProgressStreams(out), optup.Color("never"), optup.Replace(replace))
	return diagnostics(err, output.String())
}

// diagnostics returns the part of Pulumi's output that says why an operation failed, instead of an error with all of the output.
func diagnostics(err error, output string) error {
	if err == nil {
		return nil
	}
	_, found, ok := strings.Cut(output, "Diagnostics:\n")
	if !ok {
		return err
	}
	for _, next := range []string{"\nOutputs:\n", "\nResources:\n", "\nDuration:"} {
		found, _, _ = strings.Cut(found, next)
	}
	return errors.New(strings.TrimSpace(found))
}

func (s *automationStack) Destroy(ctx context.Context, out io.Writer) error {
	stack, err := s.existing(ctx)
	if errors.Is(err, errNoStack) {
		return nil
	}
	if err != nil {
		return err
	}
	var output bytes.Buffer
	out = io.MultiWriter(out, &output)
	_, err = stack.Destroy(ctx, optdestroy.ProgressStreams(out), optdestroy.ErrorProgressStreams(out), optdestroy.Color("never"))
	return diagnostics(err, output.String())
}

func (s *automationStack) Remove(ctx context.Context) error {
	stack, err := s.existing(ctx)
	if errors.Is(err, errNoStack) {
		return nil
	}
	if err != nil {
		return err
	}
	return stack.Workspace().RemoveStack(ctx, s.args.Name)
}
