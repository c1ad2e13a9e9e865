package automation

import (
	"os"
	"os/exec"
	"syscall"
)

// detach starts the child in its own process group, so that it does not receive the console's Ctrl-C directly.
func detach(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// inherit does nothing: on Windows children do not inherit files.
func inherit(*exec.Cmd, *os.File) {}

// interrupt kills the child: Go cannot send Ctrl-C on Windows (os.Process.Signal). Operations in progress remain pending
// in Pulumi's state, and the next run adopts what they created.
func interrupt(process *os.Process) error {
	return process.Kill()
}

// killGroup kills the child.
func killGroup(process *os.Process) error {
	return process.Kill()
}
