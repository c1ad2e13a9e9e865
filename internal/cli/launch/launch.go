// Package launch connects a program that has commands (package commands) with the command openshift-aws, which runs some of them: a
// program that runs in an account contains no fake of one.
package launch

import (
	"runtime/debug"
	"strings"
)

// The first arguments of the command openshift-aws when a program starts it. The second is a Description or a Sandbox as JSON.
const (
	// RunArgument runs a command line of the program, which follows.
	RunArgument = "run-program"
	// ServeArgument serves the fakes until standard input ends.
	ServeArgument = "serve"
)

// Description describes a program to the command openshift-aws.
type Description struct {
	// Project is the name in Pulumi.yaml.
	Project string
	// Path is the executable, which is the Pulumi program if it has no arguments.
	Path string
	// Invocation is the command line that a person types to run it.
	Invocation string
	// Folder is the folder of its main package in its module, for Pulumi.yaml; "" for the root.
	Folder string
	// Defaults are configuration values of the sandbox.
	Defaults map[string]string
	// Others are the commands that the program runs itself.
	Others []Command
}

// Command is a command for the help.
type Command struct{ Name, Description string }

// Folder returns the folder of this process' main package in its module, with slashes; "" if it is the root, or not known.
func Folder() string {
	info, _ := debug.ReadBuildInfo()
	return folder(info)
}

func folder(info *debug.BuildInfo) string {
	if info == nil || info.Main.Path == "" {
		return ""
	}
	folder, _ := strings.CutPrefix(info.Path, info.Main.Path+"/")
	if folder == info.Path {
		return ""
	}
	return folder
}
