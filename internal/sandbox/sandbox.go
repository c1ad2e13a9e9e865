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

// Options says what a sandbox runs and against what.
type Options struct {
	// Project is the Pulumi project's name, and with it the namespace of the
	// program's own configuration keys. Required.
	Project string

	// Program is the Pulumi program. Required.
	Program pulumi.RunFunc

	// Dir is the folder of the sandbox: Pulumi's state and what the providers made.
	// It is made when it is missing. Default: .sandbox/<Project> at the module's root,
	// or below the folder that OPENSHIFT_AWS_SANDBOX names.
	Dir string

	// Config is the whole stack configuration, key to value. A key without a
	// namespace is the project's own: "stage" is "<Project>:stage". Lists and maps
	// are given as JSON, as `pulumi config set` takes them. Nil keeps what the last
	// run had.
	Config map[string]string

	// Env is added to the environment of the Pulumi CLI, and with that of the
	// plugins that it starts.
	Env map[string]string

	// RealAWS leaves the aws and rhcs providers to the plugins on PATH (pulumi-resource-aws,
	// pulumi-resource-terraform-provider), for runs against accounts of AWS and OpenShift Cluster
	// Manager or emulators of them. Default: the sandbox's own providers, which need neither.
	RealAWS bool

	// Kubeconfig is the path of a kubeconfig file. With it the Kubernetes objects are
	// applied to the API server that its current context names; without it the
	// sandbox keeps them itself.
	Kubeconfig string

	// Out is where progress is shown. Default: nowhere. A terminal (an *os.File) gets
	// Pulumi's interactive display.
	Out io.Writer
}

// Sandbox is one stack of one program, with everything that was made for it.
type Sandbox struct {
	opts Options
}

// Failure is the error of an operation that Pulumi ran and that failed.
type Failure struct {
	// Operation is "up", "preview", "refresh" or "destroy".
	Operation string
	// Messages are the errors as Pulumi showed them, each once.
	Messages []string
	// Interrupted tells that the run was cancelled. What was made until then is kept.
	Interrupted bool

	// shown tells that the messages stand in the progress already.
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

// New checks the options and returns the sandbox. It touches nothing yet.
func New(opts Options) (*Sandbox, error) {
	if opts.Project == "" || opts.Program == nil {
		return nil, errors.New("sandbox.Options: Project and Program are required")
	}
	dir, err := sandboxDir(opts.Dir, opts.Project)
	if err != nil {
		return nil, err
	}
	opts.Dir = dir
	if opts.Kubeconfig != "" {
		if opts.Kubeconfig, err = filepath.Abs(opts.Kubeconfig); err != nil {
			return nil, fmt.Errorf("sandbox.Options.Kubeconfig: %w", err)
		}
	}
	if opts.Out == nil {
		opts.Out = io.Discard
	}
	return &Sandbox{opts: opts}, nil
}

// Up brings the program's resources up or up to date. The error is a [*Failure]
// when Pulumi ran and did not succeed; the result then tells how far it came.
func (s *Sandbox) Up(ctx context.Context) (*Result, error) {
	return s.operate(ctx, "up", "--yes", "--skip-preview")
}

// Preview tells what Up would do and changes nothing.
func (s *Sandbox) Preview(ctx context.Context) (*Result, error) {
	return s.operate(ctx, "preview")
}

// Refresh reads back what exists and puts it into Pulumi's state.
func (s *Sandbox) Refresh(ctx context.Context) (*Result, error) {
	return s.operate(ctx, "refresh", "--yes", "--skip-preview")
}

// Destroy deletes everything that Up made, and the stack with its configuration.
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

// Outputs returns the stack's outputs as they are in Pulumi's state. Secrets are
// "[secret]" unless showSecrets is set.
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
