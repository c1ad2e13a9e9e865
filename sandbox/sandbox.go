package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/events"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optrefresh"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// stackName is the one stack of a sandbox.
const stackName = "sandbox"

// Options configure a sandbox.
type Options struct {
	// Project is the name of the Pulumi project and the namespace of the program's configuration keys. Required.
	Project string

	// Program is the Pulumi program, which runs in this process. Required.
	Program pulumi.RunFunc

	// Dir is the folder of the sandbox, with Pulumi's state and the providers' resources. It is created if it does not
	// exist. Defaults to .sandbox/<Project> at the root of the Go module of the working directory, or to <Project> in the
	// folder of OPENSHIFT_AWS_SANDBOX.
	Dir string

	// References are the folders of other sandboxes, whose stacks the program can read by a pulumi.StackReference to
	// organization/<project>/sandbox. Defaults to the folders beside the default of Dir, and to none if Dir is set.
	References []string

	// Config is the whole stack configuration. A key without a namespace belongs to the project: "stage" is
	// "<Project>:stage". Lists and maps are JSON, as for `pulumi config set`. Defaults to the configuration of the last
	// run.
	Config map[string]string

	// Env is added to the environment of the Pulumi CLI and of the plugins that it starts.
	Env map[string]string

	// RealAWS uses the plugins on PATH (pulumi-resource-aws, pulumi-resource-openshift-aws-rhcs or -terraform-provider) for aws and rhcs, for
	// accounts of AWS and OpenShift Cluster Manager or emulators of them. Defaults to the sandbox's fakes, which need
	// neither.
	RealAWS bool

	// Kubeconfig is the path of a kubeconfig file: Kubernetes objects are applied to the API server of its current context.
	// Defaults to a fake cluster.
	Kubeconfig string

	// UncheckedOthers accepts resources of types of aws and rhcs that the fakes do not know, such as a transit gateway's attachment: each
	// has an ID, and its inputs as outputs. Defaults to rejecting them.
	UncheckedOthers bool

	// Faults are operations of the fakes that fail or take long. Defaults to none.
	Faults []Fault

	// PolicyPack is the folder of a policy pack that Up and Preview apply. Defaults to none.
	PolicyPack string

	// Out is where progress is shown; on a terminal (an *os.File) with Pulumi's interactive display. Defaults to no output.
	Out io.Writer
}

// Sandbox is one stack of one program, with all of its resources.
type Sandbox struct {
	opts Options
	// executable is the path of the program if it runs in another process, in place of Options.Program.
	executable string

	// defaults are configuration values that Config and settings override.
	defaults map[string]string
	// settings are added to the configuration of the last run.
	settings map[string]string
	// kept is the configuration of the last run, in the format of its file; nil if there was none.
	kept []byte
	// diff shows all properties of what changes, as pulumi up --diff does.
	diff bool
	// withoutOutputs does not show the stack's outputs after each operation.
	withoutOutputs bool
}

// Failure is the error of an operation that Pulumi ran and that failed.
type Failure struct {
	// Operation is "up", "preview", "refresh" or "destroy".
	Operation string
	// Messages are the errors as Pulumi showed them, each once.
	Messages []string
	// Interrupted reports whether the run was cancelled. Completed changes are kept.
	Interrupted bool

	// shown reports whether the progress already contains the messages.
	shown bool
}

// Error joins the messages below the operation's name.
func (f *Failure) Error() string {
	if f.Interrupted {
		return f.Operation + " was interrupted"
	}
	if len(f.Messages) == 0 {
		return f.Operation + " failed"
	}
	return f.Operation + " failed:\n" + strings.Join(f.Messages, "\n")
}

// New checks the options and returns the sandbox. It does not create anything yet.
//
// Without RealAWS and Kubeconfig, Pulumi's state is written at the end of each operation, also of one that fails or is interrupted. One
// that is killed is undone by the next one. Stacks of [Workspace] can be continued.
func New(opts Options) (*Sandbox, error) {
	if opts.Project == "" || opts.Program == nil {
		return nil, errors.New("sandbox.Options: Project and Program are required")
	}
	return open(opts)
}

// open returns the sandbox with defaults applied.
func open(opts Options) (*Sandbox, error) {
	isDefault := opts.Dir == ""
	dir, err := sandboxDir(opts.Dir, opts.Project)
	if err != nil {
		return nil, err
	}
	opts.Dir = dir
	if opts.References == nil && isDefault {
		if opts.References, err = otherFolders(dir); err != nil {
			return nil, err
		}
	}
	for _, path := range []*string{&opts.Kubeconfig, &opts.PolicyPack} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return nil, fmt.Errorf("sandbox.Options: %w", err)
		}
	}
	if opts.Out == nil {
		opts.Out = io.Discard
	}
	return &Sandbox{opts: opts}, nil
}

// Up creates or updates the program's resources. The error is a [*Failure] if Pulumi ran and failed; the result then
// contains what was done.
func (s *Sandbox) Up(ctx context.Context) (*Result, error) {
	return s.operate(ctx, "up", func(ctx context.Context, stack auto.Stack, out, errs io.Writer, events chan<- events.EngineEvent) error {
		options := []optup.Option{
			optup.ProgressStreams(out), optup.ErrorProgressStreams(errs), optup.EventStreams(events), optup.PolicyPacks(s.policyPacks()...),
		}
		if s.diff {
			options = append(options, optup.Diff())
		}
		if s.withoutOutputs {
			options = append(options, optup.SuppressOutputs())
		}
		_, err := stack.Up(ctx, options...)
		return err
	})
}

// Preview returns what Up would do, and changes nothing.
func (s *Sandbox) Preview(ctx context.Context) (*Result, error) {
	return s.operate(ctx, previewOperation, func(ctx context.Context, stack auto.Stack, out, errs io.Writer, events chan<- events.EngineEvent) error {
		options := []optpreview.Option{
			optpreview.ProgressStreams(out), optpreview.ErrorProgressStreams(errs), optpreview.EventStreams(events),
			optpreview.PolicyPacks(s.policyPacks()...),
		}
		if s.diff {
			options = append(options, optpreview.Diff())
		}
		if s.withoutOutputs {
			options = append(options, optpreview.SuppressOutputs())
		}
		_, err := stack.Preview(ctx, options...)
		return err
	})
}

// Refresh reads what exists into Pulumi's state.
func (s *Sandbox) Refresh(ctx context.Context) (*Result, error) {
	return s.operate(ctx, "refresh", func(ctx context.Context, stack auto.Stack, out, errs io.Writer, events chan<- events.EngineEvent) error {
		options := []optrefresh.Option{
			optrefresh.ProgressStreams(out), optrefresh.ErrorProgressStreams(errs), optrefresh.EventStreams(events),
		}
		if s.withoutOutputs {
			options = append(options, optrefresh.SuppressOutputs())
		}
		_, err := stack.Refresh(ctx, options...)
		return err
	})
}

// Destroy deletes all resources, and the stack with its configuration.
func (s *Sandbox) Destroy(ctx context.Context) (*Result, error) {
	destroy := func(ctx context.Context, stack auto.Stack, out, errs io.Writer, events chan<- events.EngineEvent) error {
		options := []optdestroy.Option{
			optdestroy.ProgressStreams(out), optdestroy.ErrorProgressStreams(errs), optdestroy.EventStreams(events), optdestroy.Remove(),
		}
		if s.withoutOutputs {
			options = append(options, optdestroy.SuppressOutputs())
		}
		_, err := stack.Destroy(ctx, options...)
		return err
	}
	result, err := s.operate(ctx, "destroy", destroy)
	if err != nil || s.opts.RealAWS {
		return result, err
	}
	opened, err := s.openFakes()
	if err != nil {
		return result, err
	}
	result.LeftBehind = opened.remaining()
	return result, nil
}

func (s *Sandbox) policyPacks() []string {
	if s.opts.PolicyPack == "" {
		return nil
	}
	return []string{s.opts.PolicyPack}
}
