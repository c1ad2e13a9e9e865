package sandbox

import (
	"os"
	"os/exec"
	"syscall"
)

// detach keeps the console's Ctrl-C from reaching the child by itself: what becomes of the child is up to interrupt.
func detach(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// interrupt ends the child at once: Go cannot send Ctrl-C on Windows (os.Process.Signal). What the
// Pulumi CLI had begun stays noted as pending in its state, and the next run takes over what was made of it.
func interrupt(process *os.Process) error {
	return process.Kill()
}

// killGroup ends the child.
func killGroup(process *os.Process) error {
	return process.Kill()
}
