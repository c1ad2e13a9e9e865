// Package orphans ends processes that real providers leave running in tests.
package orphans

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// socketsVariable names the folder of the sockets of Terraform providers (hashicorp/go-plugin server.go, EnvUnixSocketDir).
const socketsVariable = "PLUGIN_UNIX_SOCKET_DIR"

// Collect ends the Terraform providers that the tests leave running, until the function that it returns is called: the engine kills
// Pulumi's plugin, which does not end its provider then (pulumi/pulumi-terraform-bridge#3349), one for each command. Their sockets are in
// a folder of the run.
func Collect() (end func(), err error) {
	sockets, err := os.MkdirTemp("", "sockets")
	if err != nil {
		return nil, err
	}
	if err := os.Setenv(socketsVariable, sockets); err != nil {
		return nil, err
	}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(30 * time.Second):
				kill(sockets)
			}
		}
	}()
	return func() {
		close(done)
		kill(sockets)
		_ = os.RemoveAll(sockets)
	}, nil
}

// kill kills the processes that have the folder of the sockets in their environment and whose parent is gone.
func kill(sockets string) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		environment, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(environment, []byte(socketsVariable+"="+sockets+"\x00")) {
			continue
		}
		folder := filepath.Dir(path)
		command, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
		program, _, _ := strings.Cut(string(command), "\x00")
		pid, err := strconv.Atoi(filepath.Base(folder))
		if err != nil || !isOrphan(folder) || !isTerraformProvider(program) {
			continue
		}
		if process, err := os.FindProcess(pid); err == nil {
			_ = process.Kill()
		}
	}
}

func isTerraformProvider(program string) bool {
	return strings.HasPrefix(filepath.Base(program), "terraform-provider-")
}

// isOrphan reports whether the plugin that started a process has ended: a process is then the child of another one.
func isOrphan(folder string) bool {
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return false
	}
	// The name of the program, in brackets, can contain spaces.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	parent, _ := os.ReadFile(filepath.Join("/proc", fields[1], "cmdline"))
	program, _, _ := strings.Cut(string(parent), "\x00")
	return !strings.HasPrefix(filepath.Base(program), "pulumi-resource-")
}
