//go:build !windows

package automation

import (
	"os"
	"os/exec"
	"syscall"
)

// detach starts the child in its own process group, so that it does not receive the terminal's Ctrl-C directly and gets it
// exactly once: for the Pulumi CLI a second one means "stop immediately".
func detach(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// inherit passes a file to the child, which keeps it open, and locked, until it exits.
func inherit(command *exec.Cmd, file *os.File) {
	if file != nil {
		command.ExtraFiles = []*os.File{file}
	}
}

// interrupt asks the child to cancel gracefully.
func interrupt(process *os.Process) error {
	return process.Signal(os.Interrupt)
}

// killGroup kills a detached child with all processes that it started.
func killGroup(process *os.Process) error {
	return syscall.Kill(-process.Pid, syscall.SIGKILL)
}
