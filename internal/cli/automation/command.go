// Package automation runs the Pulumi CLI for programs that use Pulumi's Automation API.
package automation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/blang/semver"
)

// languageHostFlag names the language host of a program that is not started by the CLI.
const languageHostFlag = "--client="

// grace is how long an interrupted operation may take to finish what is in progress: a provider cannot stop in the middle of
// creating a load balancer.
const grace = 10 * time.Minute

// Command is a Pulumi CLI (auto.PulumiCommand). The Automation API's own (pulumi/sdk v3.250.0, go/auto/cmd.go) kills the CLI ten
// seconds after an interruption, and Pulumi then does not know what the providers were creating. This one waits until the engine
// has finished it.
type Command struct {
	// Path is the absolute path of the CLI.
	Path string
	// Isolated keeps the PULUMI_ variables of this process, which are for other stacks, from the CLI.
	Isolated bool
	// Lock is a locked file that operations inherit: they can outlive a process that is killed. Defaults to none.
	Lock *os.File
	// LanguageHost is the address of the language host that runs the program, in place of the Automation API's own. Defaults to that one.
	LanguageHost string
	// Terminal connects operations to the terminal of this process, for Pulumi's interactive display.
	Terminal bool
	// OperationsOnly leaves out what the Automation API asks the CLI besides an operation, for callers that read the engine's
	// events: `stack select` before, `stack output`, twice, and `stack history` after it. A destroy removes the stack, too.
	OperationsOnly bool

	version semver.Version
}

// NewCommand returns the CLI at a path.
func NewCommand(ctx context.Context, path string) (*Command, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, path, "version")
	command.Env = append(os.Environ(), "PULUMI_SKIP_UPDATE_CHECK=true")
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s version: %w", path, err)
	}
	version, err := semver.ParseTolerant(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("%s is not a Pulumi CLI: %w", path, err)
	}
	return &Command{Path: path, version: version}, nil
}

// PassLock passes Lock to another command than the CLI.
func (c *Command) PassLock(command *exec.Cmd) { inherit(command, c.Lock) }

// Version returns the CLI's version.
func (c *Command) Version() semver.Version { return c.version }

// Run runs the CLI and returns its output and its exit code. When the context is done, it interrupts the CLI, and waits for it.
func (c *Command) Run(
	ctx context.Context, dir string, stdin io.Reader, outs, errs []io.Writer, env []string, args ...string,
) (stdout, stderr string, code int, err error) {
	if answer, known := c.answer(args); known {
		return answer, "", 0, nil
	}
	if err := ctx.Err(); err != nil {
		return "", "", -1, err
	}
	args = slices.Clone(args)
	if c.OperationsOnly && args[0] == "destroy" {
		args = append(args, "--remove")
	}
	for i, argument := range args {
		if c.LanguageHost != "" && strings.HasPrefix(argument, languageHostFlag) {
			args[i] = languageHostFlag + c.LanguageHost
		}
	}
	command := exec.Command(c.Path, args...)
	command.Dir, command.Env = dir, c.environment(env)
	onTerminal := c.Terminal && isOperation(args)
	var out, problems bytes.Buffer
	if onTerminal {
		command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	} else {
		command.Args = slices.Insert(command.Args, 1, "--non-interactive")
		writing := &sync.Mutex{} // Both streams may have the same writer.
		command.Stdin = stdin
		command.Stdout = &serialWriter{writing, io.MultiWriter(append(outs, &out)...)}
		command.Stderr = &serialWriter{writing, io.MultiWriter(append(errs, &problems)...)}
		detach(command)
	}
	if isOperation(args) {
		inherit(command, c.Lock)
	}
	err = wait(ctx, command, onTerminal)
	code = -1
	if command.ProcessState != nil {
		code = command.ProcessState.ExitCode()
	}
	return out.String(), problems.String(), code, err
}

// answer returns the output of a command that need not run.
func (c *Command) answer(args []string) (output string, known bool) {
	if !c.OperationsOnly || len(args) < 2 || args[0] != "stack" {
		return "", false
	}
	switch args[1] {
	case "select", "rm":
		return "", true
	case "output":
		return "{}", true
	case "history":
		return "[]", true
	}
	return "", false
}

func isOperation(args []string) bool {
	return len(args) > 0 && slices.Contains([]string{"up", "preview", "refresh", "destroy"}, args[0])
}

func (c *Command) environment(more []string) []string {
	env := os.Environ()
	if c.Isolated {
		env = WithoutPulumi(env)
	}
	return append(env, append(more, "PULUMI_AUTOMATION_API=true")...)
}

// WithoutPulumi returns an environment without Pulumi's variables.
func WithoutPulumi(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(variable string) bool { return strings.HasPrefix(variable, "PULUMI_") })
}

// wait starts the command and waits for it. On a terminal the CLI receives Ctrl-C itself, so only other cancellations of the context
// are passed on.
func wait(ctx context.Context, command *exec.Cmd, onTerminal bool) error {
	if err := command.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	if !onTerminal || !errors.Is(context.Cause(ctx), ErrInterrupted) {
		_ = interrupt(command.Process)
	}
	return waitCancelled(ctx, command, ended, onTerminal)
}

// ErrInterrupted is the cause of a context that is cancelled by Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// waitCancelled waits for a cancelled command: a second Ctrl-C stops it immediately, and it is killed if it does not stop within the
// grace period.
func waitCancelled(ctx context.Context, command *exec.Cmd, ended <-chan error, onTerminal bool) error {
	again := make(chan os.Signal, 1)
	if !onTerminal {
		signal.Notify(again, os.Interrupt)
		defer signal.Stop(again)
	}
	timeout := time.NewTimer(grace)
	defer timeout.Stop()
	for {
		select {
		case err := <-ended:
			return errors.Join(ctx.Err(), err)
		case <-again:
			_ = interrupt(command.Process)
			timeout.Reset(10 * time.Second)
		case <-timeout.C:
			if onTerminal {
				_ = command.Process.Kill()
			} else {
				_ = killGroup(command.Process)
			}
		}
	}
}

// serialWriter is one of several writers that write one at a time.
type serialWriter struct {
	writing *sync.Mutex
	out     io.Writer
}

func (w *serialWriter) Write(p []byte) (int, error) {
	w.writing.Lock()
	defer w.writing.Unlock()
	return w.out.Write(p)
}
