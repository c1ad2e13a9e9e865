package sandbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

// passphrase encrypts the secrets in a sandbox's state. It is not secret itself: the secrets are generated, and the sandbox
// must be readable in later runs.
const passphrase = "sandbox"

// open locks the folder for this process, creates Pulumi's project and stack in it and returns the CLI to run there. done
// unlocks the folder.
func (s *Sandbox) open(ctx context.Context) (cli *cli, done func(), err error) {
	if err := os.MkdirAll(s.stateDir(), 0o700); err != nil {
		return nil, nil, err
	}
	path, err := findCLI(ctx, s.opts.Out)
	if err != nil {
		return nil, nil, err
	}
	locked, err := lock(ctx, filepath.Join(s.opts.Dir, "lock"),
		"Waiting for another run in "+s.opts.Dir+" to finish.", s.opts.Out)
	if err != nil {
		return nil, nil, err
	}
	done = func() { _ = locked.Close() }
	cli = newCLI(path, s.opts.Dir, s.opts.Out, s.environment())
	cli.lock = locked.File
	if err := s.prepareStack(ctx, cli); err != nil {
		done()
		return nil, nil, err
	}
	return cli, done, nil
}

func (s *Sandbox) stateDir() string {
	return filepath.Join(s.opts.Dir, "state")
}

// environment returns what is added to the user's environment for the CLI.
func (s *Sandbox) environment() map[string]string {
	env := map[string]string{
		// Without metadata files: the CLI cannot read the state beside one that it had not finished when it was killed.
		"PULUMI_BACKEND_URL":                            "file://" + filepath.ToSlash(s.stateDir()) + "?metadata=skip",
		"PULUMI_HOME":                                   filepath.Join(s.opts.Dir, "home"),
		"PULUMI_CONFIG_PASSPHRASE":                      passphrase,
		"PULUMI_SKIP_UPDATE_CHECK":                      "true",
		"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION":   "true",
		"PULUMI_DEBUG_COMMANDS":                         "true",
		"PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS": "true",
	}
	maps.Copy(env, s.opts.Env)
	return env
}

// prepareStack creates the stack if it does not exist, removes the locks of an interrupted run, and writes the
// configuration.
func (s *Sandbox) prepareStack(ctx context.Context, cli *cli) error {
	project := fmt.Sprintf("name: %s\nruntime: go\ndescription: A sandbox run of this project.\n", s.opts.Project)
	if err := os.WriteFile(filepath.Join(s.opts.Dir, "Pulumi.yaml"), []byte(project), 0o600); err != nil {
		return err
	}
	if _, err := os.Stat(s.stateFile()); errors.Is(err, os.ErrNotExist) {
		if _, err := cli.output(ctx, "stack", "init", stackName); err != nil {
			return err
		}
	}
	// This process has locked the folder, so the owner of a lock in Pulumi's state has exited.
	if err := os.RemoveAll(filepath.Join(s.stateDir(), ".pulumi", "locks")); err != nil {
		return err
	}
	if err := s.copyReferences(); err != nil {
		return err
	}
	return s.writeConfig()
}

// operate runs one operation of the engine over the program.
func (s *Sandbox) operate(ctx context.Context, operation string, flags ...string) (*Result, error) {
	cli, done, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	defer done()

	opened, err := s.openFakes()
	if err != nil {
		return nil, err
	}
	if err := s.discardInterrupted(opened); err != nil {
		return nil, err
	}
	providers, stop, err := opened.serve()
	if err != nil {
		return nil, err
	}
	defer stop()
	language, stopLanguage, err := serve(func(server *grpc.Server) {
		pulumirpc.RegisterLanguageRuntimeServer(server, &languageHost{
			program: s.opts.Program, executable: s.opts.Executable, dir: s.opts.WorkDir,
		})
	})
	if err != nil {
		return nil, err
	}
	defer stopLanguage()

	events := filepath.Join(s.opts.Dir, "events.json")
	if err := os.RemoveAll(events); err != nil {
		return nil, err
	}
	cli.env = append(cli.env, "PULUMI_DEBUG_PROVIDERS="+strings.Join(providers, ","))
	args := append([]string{operation, "--stack", stackName, "--suppress-permalink=true",
		"--client", fmt.Sprintf("127.0.0.1:%d", language), "--exec-kind", "auto.inline", "--event-log", events}, flags...)
	if s.opts.PolicyPack != "" && (operation == "up" || operation == "preview") {
		args = append(args, "--policy-pack", s.opts.PolicyPack)
	}
	runErr := cli.show(ctx, args...)
	result, err := readEvents(events)
	if err != nil {
		return nil, errors.Join(runErr, err)
	}
	if runErr != nil {
		return result, s.failure(ctx, operation, result, runErr)
	}
	return result, nil
}

// failure returns the error of an operation: an interruption, Pulumi's messages, or the error of starting Pulumi.
func (s *Sandbox) failure(ctx context.Context, operation string, result *Result, runErr error) error {
	failure := &Failure{Operation: operation, Messages: result.Errors, Interrupted: ctx.Err() != nil}
	// On a terminal Pulumi reads Ctrl-C as a key, and this process receives no signal.
	failure.Interrupted = failure.Interrupted || slices.Contains(result.Errors, "error: "+operation+" canceled") ||
		slices.Contains(result.Errors, "error: update canceled")
	failure.shown = len(failure.Messages) > 0
	if len(failure.Messages) == 0 && !failure.Interrupted {
		failure.Messages = []string{runErr.Error()}
	}
	return failure
}
