package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// grace is how long a cancelled operation may take to finish what is in progress: a provider cannot stop in the middle of
// creating a load balancer.
const grace = 10 * time.Minute

// cli runs the Pulumi CLI in a sandbox's folder.
type cli struct {
	path string
	dir  string
	out  io.Writer
	env  []string
	// lock is the locked file of the folder. An operation inherits it: it can outlive a process that is killed.
	lock *os.File
}

// newCLI returns the CLI without the PULUMI_ variables of the user's environment, which are for other stacks.
func newCLI(path, dir string, out io.Writer, env map[string]string) *cli {
	c := &cli{path: path, dir: dir, out: out}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PULUMI_") {
			c.env = append(c.env, variable)
		}
	}
	for key, value := range env {
		c.env = append(c.env, key+"="+value)
	}
	return c
}

// output runs a quick command and returns what it printed.
func (c *cli) output(ctx context.Context, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, c.path, append(args, "--non-interactive")...)
	command.Dir, command.Env, command.Stdout, command.Stderr = c.dir, c.env, &stdout, &stderr
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("pulumi %s: %w\n%s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return stdout.Bytes(), nil
}

// show runs an operation and shows its progress. When the context is done, it cancels the operation gracefully and waits
// for it.
func (c *cli) show(ctx context.Context, args ...string) error {
	command := exec.Command(c.path, args...)
	command.Dir, command.Env = c.dir, c.env
	onTerminal := interactive(c.out)
	if onTerminal {
		command.Stdin, command.Stdout, command.Stderr = os.Stdin, c.out, c.out
	} else {
		out := &serialWriter{out: c.out}
		command.Args = append(command.Args, "--non-interactive")
		command.Stdout, command.Stderr = out, out
		detach(command)
	}
	inherit(command, c.lock)
	return wait(ctx, command, onTerminal)
}

// wait starts the command and waits for it. On a terminal the CLI receives Ctrl-C itself, so only other cancellations of
// the context are passed on.
func wait(ctx context.Context, command *exec.Cmd, onTerminal bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
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
	if !onTerminal || !errors.Is(context.Cause(ctx), errInterrupted) {
		_ = interrupt(command.Process)
	}
	return waitCancelled(ctx, command, ended, onTerminal)
}

// waitCancelled waits for a cancelled command: a second Ctrl-C stops it immediately, and it is killed if it does not stop
// within the grace period.
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

// interactive reports whether out is a terminal that Pulumi can draw on, with a keyboard.
func interactive(out io.Writer) bool {
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && term.IsTerminal(int(os.Stdin.Fd()))
}

// serialWriter is one writer for stdout and stderr.
type serialWriter struct {
	mutex sync.Mutex
	out   io.Writer
}

func (w *serialWriter) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.out.Write(p)
}
