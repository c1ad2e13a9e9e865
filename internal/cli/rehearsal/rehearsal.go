// Package rehearsal runs the unit test and the whole life of a project's cluster in a sandbox that is deleted afterwards.
package rehearsal

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
)

// sandboxDescription is the file of a self-managed cluster in the sandbox, as `openshift-aws new` writes it. It needs no pull secret.
const sandboxDescription = "cluster.sandbox.yaml"

// settings is the configuration of the stack in the sandbox. An installation changes it.
const settings = "Pulumi.sandbox.yaml"

// Rehearsal is a rehearsal of a project.
type Rehearsal struct {
	// Command is the path of the command openshift-aws. Required.
	Command string
	// Dir is the folder of Pulumi.yaml. Required.
	Dir string
	// Description is the file that describes a self-managed cluster, if Dir has no cluster.sandbox.yaml. Defaults to cluster.yaml.
	Description string
	// WithoutTest leaves out the unit test, and WithFailures adds operations that fail.
	WithoutTest, WithFailures bool
	// Report is called with each step that has ended. Required.
	Report func(Step)
	// Log receives the output of the steps. Required.
	Log io.Writer

	// sandbox is the folder of the sandbox.
	sandbox string
}

// Step is a part of a rehearsal.
type Step struct {
	// Name says what it is.
	Name string
	// Command is the command line that it runs, for people.
	Command string
	Took    time.Duration
	// Skipped is why it was left out; "" if it was not.
	Skipped string
	// Err is why it failed.
	Err error
}

// description returns the path of the file of a self-managed cluster; "" if the project has none.
func (r *Rehearsal) description() string {
	for _, path := range []string{sandboxDescription, cmp.Or(r.Description, "cluster.yaml")} {
		at := path
		if !filepath.IsAbs(path) {
			at = filepath.Join(r.Dir, path)
		}
		if _, err := os.Stat(at); err == nil {
			return path
		}
	}
	return ""
}

// Run runs the rehearsal, and returns the export of the stack of the whole cluster. It ends with the first step that fails.
func (r *Rehearsal) Run(ctx context.Context) (export []byte, err error) {
	restore, err := preserve(filepath.Join(r.Dir, settings))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, restore()) }()
	if err := r.inSandbox(func() error {
		if !r.WithoutTest {
			if err := r.unitTest(ctx); err != nil {
				return err
			}
		}
		export, err = r.lifecycle(ctx)
		return err
	}); err != nil || !r.WithFailures {
		return export, err
	}
	for _, each := range r.failures() {
		if err := r.inSandbox(func() error { return r.fail(ctx, each) }); err != nil {
			return export, err
		}
		if err := restore(); err != nil { // An installation that does not end leaves its settings.
			return export, err
		}
	}
	return export, nil
}

// Create creates the cluster only, without steps that are reported, and returns the export of its stack.
func (r *Rehearsal) Create(ctx context.Context) (export []byte, err error) {
	restore, err := preserve(filepath.Join(r.Dir, settings))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, restore()) }()
	err = r.inSandbox(func() error {
		if _, err := r.call(ctx, r.create()...); err != nil {
			return err
		}
		export, err = r.export(ctx)
		return err
	})
	return export, err
}

// inSandbox calls run with a new sandbox, and deletes it.
func (r *Rehearsal) inSandbox(run func() error) (err error) {
	if r.sandbox, err = os.MkdirTemp("", "rehearsal"); err != nil {
		return err
	}
	return errors.Join(run(), os.RemoveAll(r.sandbox))
}

// lifecycle creates the cluster, and deletes it.
func (r *Rehearsal) lifecycle(ctx context.Context) (export []byte, err error) {
	steps := []struct {
		name    string
		command []string
	}{
		{"preview", r.pulumi("preview")},
		{"create the cluster", r.create()},
		{"nothing changes afterwards", r.pulumi("preview", "--expect-no-changes")},
		{"delete the cluster", r.pulumi("destroy", "--yes", "--skip-preview")},
	}
	if description := r.description(); description != "" { // The installation previews each stage itself.
		steps[1].name = "install the cluster, stages bootstrap and cluster"
		steps[3].command = []string{"uninstall", "--yes", "--sandbox", "--dir", r.sandbox, "--config", description}
		steps = steps[1:]
	}
	for i, each := range steps {
		if i == len(steps)-1 {
			if export, err = r.export(ctx); err != nil {
				return nil, err
			}
		}
		if err := r.step(ctx, each.name, each.command); err != nil {
			return nil, err
		}
	}
	return export, nil
}

// create returns the command that creates the cluster.
func (r *Rehearsal) create() []string {
	if description := r.description(); description != "" {
		return []string{"install", "--sandbox", "--dir", r.sandbox, "--config", description}
	}
	return r.pulumi("up", "--yes", "--skip-preview")
}

// pulumi returns a command of the Pulumi CLI in the sandbox.
func (r *Rehearsal) pulumi(arguments ...string) []string {
	return append([]string{"sandbox", "--dir", r.sandbox, "--", "pulumi"}, append(arguments, "--non-interactive")...)
}

func (r *Rehearsal) export(ctx context.Context) ([]byte, error) {
	return r.call(ctx, r.pulumi("stack", "export")...)
}

// step runs a command of openshift-aws, and reports it.
func (r *Rehearsal) step(ctx context.Context, name string, arguments []string) error {
	begun := time.Now()
	_, err := r.call(ctx, arguments...)
	r.Report(Step{Name: name, Command: r.shown(arguments), Took: time.Since(begun), Err: err})
	return err
}

// call runs a command of openshift-aws in the folder of the project, and returns its output.
func (r *Rehearsal) call(ctx context.Context, arguments ...string) ([]byte, error) {
	return run(ctx, r.Dir, r.Log, r.Command, arguments...)
}

// interruptGrace is how long a command may take to stop after an interrupt.
const interruptGrace = time.Minute

// run runs a program, and returns its output. The error has the end of what it printed.
func run(ctx context.Context, dir string, log io.Writer, program string, arguments ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, program, arguments...)
	var output, both bytes.Buffer
	command.Dir = dir
	command.Stdout, command.Stderr = io.MultiWriter(&output, &both, log), io.MultiWriter(&both, log)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	err := command.Run()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		const shown = 4000
		text := both.Bytes()
		return nil, fmt.Errorf("%w:\n%s", err, text[max(0, len(text)-shown):])
	}
	return output.Bytes(), nil
}

// unitTest runs the unit test of the project in its language.
func (r *Rehearsal) unitTest(ctx context.Context) error {
	project, err := workspace.LoadProject(filepath.Join(r.Dir, "Pulumi.yaml"))
	if err != nil {
		return err
	}
	const name = "unit test"
	command := testCommand(r.Dir, project.Runtime.Name())
	if command == nil {
		r.Report(Step{Name: name, Skipped: "the project has none; the preview in the sandbox checks the program"})
		return nil
	}
	begun := time.Now()
	_, err = run(ctx, r.Dir, r.Log, command[0], command[1:]...)
	r.Report(Step{Name: name, Command: line(command), Took: time.Since(begun), Err: err})
	return err
}

// preserve returns a function that restores a file, which may not exist.
func preserve(path string) (restore func() error, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return func() error {
			if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			return nil
		}, nil
	}
	return func() error { return os.WriteFile(path, text, 0o600) }, err
}
