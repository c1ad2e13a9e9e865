package sandbox

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/iwdgo/sigintwindows"
)

// detach keeps the console's Ctrl-C from reaching the child by itself, so that it
// is passed on exactly once: the Pulumi CLI takes a second one for "stop at once".
func detach(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// interrupt asks the child to cancel what it does in good order.
func interrupt(process *os.Process) error {
	return sigintwindows.SendCtrlBreak(process.Pid)
}

// killGroup ends the child.
func killGroup(process *os.Process) error {
	return process.Kill()
}
