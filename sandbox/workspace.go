package sandbox

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
)

// Workspace serves the fakes of a sandbox until stop is called, and returns the options with which the Automation API runs stacks
// in it: by the sandbox's CLI, with its state and its fakes. The program, its name and its configuration are those that the caller
// passes to the Automation API; of opts, it uses Project, Dir, Env, RealAWS, Kubeconfig and Out.
//
//	options, stop, err := sandbox.Workspace(ctx, sandbox.Options{Project: "fleet", Dir: ".sandbox/fleet/ohio"})
//	...
//	defer stop()
//	stack, err := auto.UpsertStackInlineSource(ctx, "ohio", "fleet", program, options...)
//
// Stacks of one folder share an account. Stacks that run at the same time need a folder each.
func Workspace(ctx context.Context, opts Options) (options []auto.LocalWorkspaceOption, stop func(), err error) {
	if opts.Project == "" || opts.Program != nil || opts.Executable != "" {
		return nil, nil, errors.New("sandbox.Workspace: Project is required, and neither Program nor Executable has an effect")
	}
	s, err := open(opts)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(s.stateDir(), 0o700); err != nil {
		return nil, nil, err
	}
	command, err := s.command(ctx)
	if err != nil {
		return nil, nil, err
	}
	locked, err := lock(ctx, filepath.Join(s.opts.Dir, "lock"), "Waiting for another run in "+s.opts.Dir+" to finish.", s.opts.Out)
	if err != nil {
		return nil, nil, err
	}
	env, stopFakes, err := s.attach()
	if err != nil {
		_ = locked.Close()
		return nil, nil, err
	}
	stop = func() {
		stopFakes()
		_ = locked.Close()
	}
	return []auto.LocalWorkspaceOption{auto.Pulumi(command), auto.WorkDir(s.opts.Dir), auto.EnvVars(env)}, stop, nil
}

// command returns the CLI under the name that the Automation API requires.
func (s *Sandbox) command(ctx context.Context) (auto.PulumiCommand, error) {
	path, err := findCLI(ctx, s.opts.Out)
	if err != nil {
		return nil, err
	}
	root := filepath.Join(s.opts.Dir, "cli")
	link := filepath.Join(root, "bin", "pulumi"+executableSuffix())
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(link); err != nil {
		return nil, err
	}
	if os.Symlink(path, link) != nil {
		if err := os.Link(path, link); err != nil {
			return nil, err
		}
	}
	return auto.NewPulumiCommand(&auto.PulumiCommandOptions{Root: root})
}

// attach serves the fakes and returns the environment of the CLI that uses them.
func (s *Sandbox) attach() (env map[string]string, stop func(), err error) {
	// This process has locked the folder, so the owner of a lock in Pulumi's state has exited.
	if err := os.RemoveAll(filepath.Join(s.stateDir(), ".pulumi", "locks")); err != nil {
		return nil, nil, err
	}
	opened, err := s.openFakes()
	if err != nil {
		return nil, nil, err
	}
	providers, stop, err := opened.serve()
	if err != nil {
		return nil, nil, err
	}
	env = s.environment()
	env["PULUMI_DEBUG_PROVIDERS"] = strings.Join(providers, ",")
	return env, stop, nil
}
