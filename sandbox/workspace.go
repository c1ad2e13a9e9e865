package sandbox

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
)

// passphrase encrypts the secrets in a sandbox's state. It is not secret itself: the secrets are generated, and the sandbox
// must be readable in later runs.
const passphrase = "sandbox"

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
	if opts.Project == "" || opts.Program != nil {
		return nil, nil, errors.New("sandbox.Workspace: Project is required, and Program has no effect")
	}
	s, err := open(opts)
	if err != nil {
		return nil, nil, err
	}
	served, err := s.serve(ctx)
	if err != nil {
		return nil, nil, err
	}
	return served.options(), served.stop, nil
}

// served is a sandbox whose folder is locked by this process and whose fakes are served to the CLI.
type served struct {
	box  *Sandbox
	cli  *automation.Command
	env  map[string]string
	stop func()
}

// held are the locks of folders whose fakes are served. A caller that does not keep stop has no other reference to the lock, and a lock that
// the garbage collector finds panics.
var held sync.Map

// serve locks the folder, prepares it, and serves the fakes.
func (s *Sandbox) serve(ctx context.Context) (*served, error) {
	if err := os.MkdirAll(s.stateDir(), 0o700); err != nil {
		return nil, err
	}
	found, err := findCLI(ctx, s.opts.Out)
	if err != nil {
		return nil, err
	}
	locked, err := lock(ctx, filepath.Join(s.opts.Dir, "lock"), "Waiting for another run in "+s.opts.Dir+" to finish.", s.opts.Out)
	if err != nil {
		return nil, err
	}
	providers, stopFakes, err := s.attach()
	if err != nil {
		_ = locked.Close()
		return nil, err
	}
	cli := *found
	cli.Isolated, cli.Lock = true, locked.File
	env := s.environment()
	env["PULUMI_DEBUG_PROVIDERS"] = providers
	held.Store(locked, nil)
	return &served{box: s, cli: &cli, env: env, stop: func() {
		stopFakes()
		_ = s.finish()
		_, _ = startedControlPlane(s.opts.Dir) // The bootstrap machine may be gone after the next operation.
		_ = restrict(s.opts.Dir)
		_ = locked.Close()
		held.Delete(locked)
	}}, nil
}

// restrict lets only this user read the files of the folder: Pulumi creates some for everyone.
func restrict(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			err = errors.Join(err, os.Chmod(filepath.Join(dir, entry.Name()), 0o600))
		}
	}
	return err
}

// attach prepares the folder and serves the fakes. It returns the value of PULUMI_DEBUG_PROVIDERS.
func (s *Sandbox) attach() (providers string, stop func(), err error) {
	// This process has locked the folder, so the owner of a lock in Pulumi's state has exited.
	if err := os.RemoveAll(filepath.Join(s.stateDir(), ".pulumi", "locks")); err != nil {
		return "", nil, err
	}
	if err := errors.Join(s.undo(), s.copyReferences()); err != nil {
		return "", nil, err
	}
	opened, err := s.openFakes()
	if err != nil {
		return "", nil, err
	}
	if err := s.discardInterrupted(opened); err != nil {
		return "", nil, err
	}
	attached, stop, err := opened.serve()
	return strings.Join(attached, ","), stop, err
}

func (s *Sandbox) stateDir() string {
	return filepath.Join(s.opts.Dir, "state")
}

// environment returns what is added to the environment of the CLI.
func (s *Sandbox) environment() map[string]string {
	env := map[string]string{
		// The CLI cannot read the state beside a metadata file that it had not finished when it was killed.
		"PULUMI_BACKEND_URL":                            "file://" + filepath.ToSlash(s.stateDir()) + "?metadata=skip",
		"PULUMI_HOME":                                   filepath.Join(s.opts.Dir, "home"),
		"PULUMI_CONFIG_PASSPHRASE":                      passphrase,
		"PULUMI_SKIP_UPDATE_CHECK":                      "true",
		"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION":   "true",
		"PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS": "true",
	}
	if !s.opts.RealAWS {
		env[stage.WithoutBootstrapVariable] = cmp.Or(os.Getenv(stage.WithoutBootstrapVariable), "true")
	}
	maps.Copy(env, s.opts.Env)
	if value, set := env[stage.WithoutBootstrapVariable]; set { // A program in Go runs in this process.
		_ = os.Setenv(stage.WithoutBootstrapVariable, value)
	}
	return env
}

// options returns the options of the sandbox's stacks.
func (v *served) options() []auto.LocalWorkspaceOption {
	return automation.WorkspaceOptions(v.cli, v.box.opts.Project, v.box.opts.Dir, v.env, v.box.defaults)
}
