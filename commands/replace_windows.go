package commands

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// replaceProcess runs another program, which receives Ctrl-C itself, and exits with its code.
func replaceProcess(path string, args []string) error {
	signal.Ignore(os.Interrupt)
	command := exec.Command(path, args[1:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := command.Run()
	if exit := new(exec.ExitError); err == nil || errors.As(err, &exit) {
		os.Exit(command.ProcessState.ExitCode())
	}
	return err
}
