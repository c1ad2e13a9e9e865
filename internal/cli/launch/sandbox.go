package launch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// sandboxCommand is the command openshift-aws, which a module names as a tool.
const sandboxCommand = "github.com/openshift-aws/pulumi-openshift-aws/cmd/openshift-aws"

// Sandbox returns the path of the command openshift-aws, which Go compiles if it has changed.
var Sandbox = sync.OnceValues(func() (string, error) { return tool(sandboxCommand) })

// tool returns the path of a tool of the module that the working directory belongs to.
func tool(name string) (string, error) {
	command := exec.Command("go", "tool", "-n", name)
	command.Env = append(os.Environ(), SameBuild()...)
	explained := time.AfterFunc(5*time.Second, func() {
		fmt.Fprintln(os.Stderr, "Go compiles the sandbox. This is needed once.")
	})
	defer explained.Stop()
	path, err := command.Output()
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		return "", fmt.Errorf("the sandbox is a tool of the program's Go module: run this command in a folder of the module, which has the "+
			"tool after `go get -tool %s` (go tool: %s)", name, strings.TrimSpace(string(failed.Stderr)))
	case err != nil:
		return "", fmt.Errorf("the sandbox is a tool of the program's Go module, which Go compiles: install Go from https://go.dev/dl/, and "+
			"run this command in a folder of the module: %w", err)
	}
	return strings.TrimSpace(string(path)), nil
}

// SameBuild is an environment in which Go compiles as it has compiled this program, so that it compiles no package that both have again.
func SameBuild() []string {
	flags := []string{os.Getenv("GOFLAGS"), "-mod=readonly"}
	var environment []string
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		info = &debug.BuildInfo{}
	}
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "-trimpath" && setting.Value == "true":
			flags = append(flags, "-trimpath")
		case setting.Key == "CGO_ENABLED":
			environment = append(environment, "CGO_ENABLED="+setting.Value)
		}
	}
	return append(environment, "GOFLAGS="+strings.Join(flags, " "))
}
