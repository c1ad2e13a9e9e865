//go:build !windows

package commands

import (
	"os"
	"syscall"
)

// replaceProcess runs another program in place of this one, with its terminal and its signals.
func replaceProcess(path string, args []string) error {
	return syscall.Exec(path, args, os.Environ())
}
