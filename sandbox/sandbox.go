package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// stackName is the one stack of a sandbox.
const stackName = "sandbox"

// Options configure a sandbox.
type Options struct {
	// Project is the name of the Pulumi project and the namespace of the program's configuration keys. Required.
	Project string

	// Program is the Pulumi program. Required unless Executable is set.
	Program pulumi.RunFunc

	// Executable is the path of a compiled Pulumi program, which runs as a process in the working directory WorkDir, as
	// `pulumi up` runs it. Must not be set together with Program.
	Executable string

	// WorkDir is the working directory of Executable. Defaults to the working directory of this process.
	WorkDir string

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

	// RealAWS uses the plugins on PATH (pulumi-resource-aws, pulumi-resource-terraform-provider) for aws and rhcs, for
	// accounts of AWS and OpenShift Cluster Manager or emulators of them. Defaults to the sandbox's fakes, which need
	// neither.
	RealAWS bool

	// Kubeconfig is the path of a kubeconfig file: Kubernetes objects are applied to the API server of its current context.
	// Defaults to a fake cluster.
	Kubeconfig string

	// PolicyPack is the folder of a policy pack that Up and Preview apply. Defaults to none.
	PolicyPack string

	// Out is where progress is shown; on a terminal (an *os.File) with Pulumi's interactive display. Defaults to no output.
	Out io.Writer
}

// Sandbox is one stack of one program, with all of its resources.
type Sandbox struct {
	opts Options
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
func New(opts Options) (*Sandbox, error) {
	if opts.Project == "" || (opts.Program == nil) == (opts.Executable == "") {
		return nil, errors.New("sandbox.Options: Project is required, and either Program or Executable")
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
	return s.operate(ctx, "up", "--yes", "--skip-preview")
}

// Preview returns what Up would do, and changes nothing.
func (s *Sandbox) Preview(ctx context.Context) (*Result, error) {
	return s.operate(ctx, "preview")
}

// Refresh reads what exists into Pulumi's state.
func (s *Sandbox) Refresh(ctx context.Context) (*Result, error) {
	return s.operate(ctx, "refresh", "--yes", "--skip-preview")
}

// Destroy deletes all resources, and the stack with its configuration.
func (s *Sandbox) Destroy(ctx context.Context) (*Result, error) {
	result, err := s.operate(ctx, "destroy", "--yes", "--skip-preview", "--remove")
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

// Outputs returns the stack's outputs from Pulumi's state. Secrets are "[secret]" unless showSecrets is set.
func (s *Sandbox) Outputs(ctx context.Context, showSecrets bool) (map[string]any, error) {
	cli, done, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	args := []string{"stack", "output", "--json", "--stack", stackName}
	if showSecrets {
		args = append(args, "--show-secrets")
	}
	text, err := cli.output(ctx, args...)
	if err != nil {
		return nil, err
	}
	outputs := map[string]any{}
	if err := json.Unmarshal(text, &outputs); err != nil {
		return nil, fmt.Errorf("the outputs of the stack: %w", err)
	}
	return outputs, nil
}
