//go:build !windows

package sandbox

import (
	"os"
	"os/exec"
	"syscall"
)

// detach keeps the terminal's Ctrl-C from reaching the child by itself, so that it
// is passed on exactly once: the Pulumi CLI takes a second one for "stop at once".
func detach(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// interrupt asks the child to cancel what it does in good order.
func interrupt(process *os.Process) error {
	return process.Signal(os.Interrupt)
}

// killGroup ends a detached child with everything that it started.
func killGroup(process *os.Process) error {
	return syscall.Kill(-process.Pid, syscall.SIGKILL)
}
