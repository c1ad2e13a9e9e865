package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/pulumicli"
)

// Exec runs a command, such as pulumi up, in the working directory and in the environment of a sandbox: the CLI uses the fakes of the
// providers, the sandbox's state, and the stack sandbox with the configuration in Pulumi.sandbox.yaml. The command has the terminal of
// this process, receives its signals, and its exit code is returned. The project is that of the working directory, in any language;
// of opts, Exec uses Dir, References, Env, RealAWS and Kubeconfig.
func Exec(ctx context.Context, opts Options, command ...string) (exitCode int, err error) {
	if len(command) == 0 {
		return 0, errors.New("a command is required, such as pulumi up")
	}
	if _, err := exec.LookPath(command[0]); err != nil && command[0] != "pulumi" {
		return 0, fmt.Errorf("%w; what follows -- is a whole command, such as pulumi up", err)
	}
	path, err := workspace.DetectProjectPath()
	if err != nil {
		return 0, err
	}
	project, err := workspace.LoadProject(path)
	if err != nil {
		return 0, err
	}
	opts.Project, opts.Out = project.Name.String(), os.Stderr
	s, err := open(opts)
	if err != nil {
		return 0, err
	}
	if err := s.missingLanguage(project.Runtime.Name(), command); err != nil {
		return 0, err
	}
	served, err := s.serve(ctx)
	if err != nil {
		return 0, err
	}
	defer served.stop()
	if !opts.RealAWS {
		if err := s.installPlugins(); err != nil {
			return 0, err
		}
	}
	// Other providers than those of the fakes are Pulumi's own.
	delete(served.env, "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION")
	env := served.environ()
	if err := s.initStack(ctx, served.cli.Path, env); err != nil {
		return 0, err
	}
	program := command[0]
	if program == "pulumi" {
		program = served.cli.Path
		if err := served.withoutCheckpoints(); err != nil {
			return 0, err
		}
		env = served.environ()
	}
	return execute(served.cli, env, program, command[1:])
}

// programCommands are the commands of pulumi that run the project's program.
var programCommands = []string{"up", "update", "preview", "pre", "watch"}

// missingLanguage returns an error if the command needs a language plugin and no Pulumi is installed, which has one: the CLI that is built
// from tools/ has none.
func (s *Sandbox) missingLanguage(runtime string, command []string) error {
	flags := func(argument string) bool { return strings.HasPrefix(argument, "-") }
	args := slices.DeleteFunc(slices.Clone(command), flags)
	if len(args) < 2 || args[0] != "pulumi" || !slices.Contains(programCommands, args[1]) ||
		!workspace.IsPluginBundled(apitype.LanguagePlugin, runtime) {
		return nil
	}
	plugin := "pulumi-language-" + runtime
	for _, program := range []string{"pulumi", plugin} {
		if _, err := exec.LookPath(program); err == nil {
			return nil
		}
	}
	installed, err := fs.Glob(os.DirFS(filepath.Join(s.opts.Dir, "home", "plugins")), "language-"+runtime+"-v*")
	if err != nil || len(installed) > 0 {
		return err
	}
	return fmt.Errorf("pulumi %s runs this program by the language plugin %s, which is not on PATH, and no Pulumi is installed, which has "+
		"it; install Pulumi %s or newer from https://www.pulumi.com/docs/install/ (without it, stack, config, refresh and destroy work, and "+
		"so does \"go run . %[1]s\" of a Go program with commands)", args[1], plugin, pulumicli.Oldest)
}

// fakePlugins are the releases of the providers in whose place the engine uses the fakes: at least as new as any that a program
// requires.
var fakePlugins = []string{
	"aws-v6.9999.0", "kubernetes-v4.9999.0", "terraform-provider-v0.9999.0", "terraform-provider-v1.9999.0",
	"openshift-aws-rhcs-v0.9999.0", "openshift-aws-rhcs-v1.9999.0",
}

// installPlugins adds the fakes to the plugins in the folder, so that the CLI does not download the providers that a program requires.
// The engine never starts these files: it attaches to the fakes.
func (s *Sandbox) installPlugins() error {
	for _, plugin := range fakePlugins {
		name, _, _ := strings.Cut(plugin, "-v")
		folder := filepath.Join(s.opts.Dir, "home", "plugins", "resource-"+plugin)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, "pulumi-resource-"+name+executableSuffix()), nil, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// environ returns the environment of a command. If the CLI was not found on PATH, it is added to it.
func (v *served) environ() []string {
	env := append(automation.WithoutPulumi(os.Environ()), "PULUMI_STACK="+stackName)
	for key, value := range v.env {
		env = append(env, key+"="+value)
	}
	if found, err := exec.LookPath("pulumi"); err != nil || found != v.cli.Path {
		env = append(env, "PATH="+filepath.Dir(v.cli.Path)+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	return env
}

// initStack creates the stack if it does not exist.
func (s *Sandbox) initStack(ctx context.Context, cli string, env []string) error {
	if _, err := os.Stat(s.stateFile()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	command := exec.CommandContext(ctx, cli, "stack", "init", stackName, "--no-select", "--non-interactive")
	command.Env = env
	if text, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("pulumi stack init: %w\n%s", err, text)
	}
	return nil
}

// execute runs the command and returns its exit code. On a terminal it receives Ctrl-C itself; SIGTERM is passed on.
func execute(cli *automation.Command, env []string, program string, args []string) (int, error) {
	command := exec.Command(program, args...)
	cli.PassLock(command)
	command.Env, command.Stdin, command.Stdout, command.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := command.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case received := <-signals:
			if received != os.Interrupt {
				_ = command.Process.Signal(received)
			}
		case err := <-ended:
			if exit := new(exec.ExitError); errors.As(err, &exit) {
				return exit.ExitCode(), nil
			}
			return 0, err
		}
	}
}
