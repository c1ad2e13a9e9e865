package automation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
)

// SandboxOptions describe a sandbox to the command openshift-aws, which serves it. The fields have the meaning of sandbox.Options.
type SandboxOptions struct {
	Project, Dir, Kubeconfig string
	RealAWS                  bool
	// Unchecked accepts resources of types that the fakes do not know.
	Unchecked bool
	// Installer also serves a fake of openshift-install, of OpenShift's Release.
	Installer bool
	Release   string
}

// Sandbox is a sandbox that another process serves until Stop is called.
type Sandbox struct {
	// Dir is its folder.
	Dir string
	// CLI and Version are the path and the release of its Pulumi CLI, and Env is the environment of the CLI.
	CLI, Version string
	Env          map[string]string
	// OpenShiftInstall is the path of the fake of openshift-install, and Kubeconfig that of a kubeconfig of the cluster that it installs.
	OpenShiftInstall, Kubeconfig string
	// Problem is why there is no sandbox.
	Problem string

	project string
	version semver.Version
	// lifeline is the standard input of the process, which the operations of the CLI inherit: the process ends after the last of them.
	lifeline *os.File
	process  *exec.Cmd
}

// OpenSandbox starts the command openshift-aws.
func OpenSandbox(ctx context.Context, opts SandboxOptions) (*Sandbox, error) {
	path, err := launch.Sandbox()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(opts)
	if err != nil {
		return nil, err
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }()
	process := exec.Command(path, launch.ServeArgument, string(text))
	process.Stdin, process.Stderr = reader, os.Stderr
	detach(process)
	s := &Sandbox{project: opts.Project, lifeline: writer, process: process}
	if err := s.start(ctx); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// start starts the process and reads its answer, which can take long: another process may use the folder.
func (s *Sandbox) start(ctx context.Context) error {
	answer, err := s.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = s.process.Process.Kill() })()
	if err := json.NewDecoder(answer).Decode(s); err != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("the sandbox: %w", err))
	}
	if s.Problem != "" {
		return errors.New(s.Problem)
	}
	s.version, err = semver.Parse(s.Version)
	return err
}

// Stop ends the process, and waits for it. No operation of the CLI must be running.
func (s *Sandbox) Stop() {
	_, _ = s.lifeline.WriteString("stop\n")
	_ = s.lifeline.Close()
	if s.process.Process != nil {
		_ = s.process.Wait()
	}
}

// Options returns the options with which the Automation API runs stacks in the sandbox.
func (s *Sandbox) Options() []auto.LocalWorkspaceOption {
	cli := &Command{Path: s.CLI, Isolated: true, Lock: s.lifeline, version: s.version}
	return WorkspaceOptions(cli, s.project, s.Dir, s.Env, nil)
}

// ProjectOptions returns the options with which the Automation API runs stacks of the project in a folder, in any language.
func (s *Sandbox) ProjectOptions(dir string) []auto.LocalWorkspaceOption {
	cli := &Command{Path: s.CLI, Isolated: true, Lock: s.lifeline, version: s.version}
	return []auto.LocalWorkspaceOption{auto.Pulumi(cli), auto.WorkDir(dir), auto.EnvVars(s.Env)}
}

// WorkspaceOptions returns the options of stacks of a project in a folder, with an environment and default values of their configuration.
func WorkspaceOptions(cli *Command, project, dir string, env, defaults map[string]string) []auto.LocalWorkspaceOption {
	file := workspace.Project{
		Name:    tokens.PackageName(project),
		Runtime: workspace.NewProjectRuntimeInfo("go", nil),
		Config:  map[string]workspace.ProjectConfigType{},
	}
	for key, value := range defaults {
		file.Config[key] = workspace.ProjectConfigType{Value: value}
	}
	return []auto.LocalWorkspaceOption{auto.Pulumi(cli), auto.WorkDir(dir), auto.EnvVars(env), auto.Project(file)}
}
