package adopttest

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

// ErrKilled is the error of the command at which a [KilledCLI] is killed.
var ErrKilled = errors.New("the CLI was killed")

// KilledCLI is a CLI that is killed at one of its commands, as the death of a machine does.
type KilledCLI struct {
	*automation.Command
	// At begins the arguments of the command that is killed, and After those of an earlier one. Without State it is killed before it
	// does anything; with State when it has written more bytes than Size to that file of the stack's state.
	At, After string
	State     string
	Size      int64

	passed bool
}

// Run runs the CLI.
func (k *KilledCLI) Run(
	ctx context.Context, dir string, stdin io.Reader, outs, errs []io.Writer, env []string, args ...string,
) (stdout, stderr string, code int, err error) {
	command := strings.Join(args, " ")
	if k.After == "" || strings.HasPrefix(command, k.After) {
		k.passed = true
	}
	if !k.passed || !strings.HasPrefix(command, k.At) {
		return k.Command.Run(ctx, dir, stdin, outs, errs, env, args...)
	}
	if k.State != "" {
		err = k.kill(ctx, dir, env, args)
	}
	return "", "", -1, errors.Join(ErrKilled, err)
}

// kill runs a command and kills it with its children when it has written the state, or lets it finish before.
func (k *KilledCLI) kill(ctx context.Context, dir string, env, args []string) error {
	command := exec.CommandContext(ctx, k.Path, args...)
	command.Dir, command.Env = dir, append(automation.WithoutPulumi(os.Environ()), env...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = command.Wait()
	}()
	for {
		select {
		case <-ended:
			return nil
		case <-time.After(5 * time.Millisecond):
		}
		if found, err := os.Stat(k.State); err == nil && found.Size() > k.Size {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
			<-ended
			return nil
		}
	}
}
