// Package commands gives a Pulumi program commands: `go run . up` runs it in the sandbox (package sandbox), without an account.
//
// The commands of the sandbox are in a program of their own, the tool openshift-aws of the program's Go module, which Go compiles when
// it is first needed. A program that runs in an account contains no fake of AWS.
//
//	go get -tool github.com/openshift-aws/pulumi-openshift-aws/cmd/openshift-aws
package commands

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
)

// Command is a command of a program besides those of its sandbox.
type Command struct {
	// Name is the first argument of the process. Required.
	Name string
	// Description says in a few words what the command does, for the help. Required.
	Description string
	// Run runs the command of os.Args. Required.
	Run func()
}

// Main is the main function of a Pulumi program with commands. Without arguments it is pulumi.Run, for `pulumi up`. Otherwise it runs
// the command of os.Args, one of commands or of the program's sandbox, and exits: with 0, with 1 if the command failed, with 2 if it is
// not valid. defaults are configuration values of the sandbox that -c overrides, now or in an earlier run; a key without a namespace
// belongs to the project. If the project's Pulumi.yaml declares settings, others of its namespace are rejected.
func Main(project string, program pulumi.RunFunc, defaults map[string]string, commands ...Command) {
	if len(os.Args) == 1 {
		pulumi.Run(observed(program, os.Getenv(launch.ErrorVariable)))
		return
	}
	for _, command := range commands {
		if command.Name == os.Args[1] {
			command.Run()
			return
		}
	}
	if err := runInSandbox(project, defaults, commands); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// observed returns the program, which writes its own error to a file if the sandbox has named one.
func observed(program pulumi.RunFunc, file string) pulumi.RunFunc {
	if file == "" {
		return program
	}
	return launch.Observe(program, func(err error) {
		_ = os.WriteFile(file, []byte(err.Error()), 0o600) // The engine reports the error, too.
	})
}

// runInSandbox runs the command of os.Args by the command openshift-aws, in place of this process.
func runInSandbox(project string, defaults map[string]string, commands []Command) error {
	path, err := launch.Sandbox()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	description := launch.Description{
		Project: project, Path: self, Invocation: commandline.Invocation(), Folder: launch.Folder(), Defaults: defaults,
	}
	for _, command := range commands {
		description.Others = append(description.Others, launch.Command{Name: command.Name, Description: command.Description})
	}
	text, err := json.Marshal(description)
	if err != nil {
		return err
	}
	return replaceProcess(path, append([]string{path, launch.RunArgument, string(text)}, os.Args[1:]...))
}
