// Command sandbox runs a command, such as pulumi, with fakes of AWS, OpenShift and ROSA instead of an account. It needs no code in the
// program, which can be in any language. Of a release, it is the program sandbox; for a Go program:
//
//	go get -tool github.com/openshift-aws/pulumi-openshift-aws/cmd/sandbox
//	go tool sandbox -- pulumi up
//
// The stack is named sandbox: its configuration is in Pulumi.sandbox.yaml.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/commandline"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/topology"
)

const usage = `Runs a command, such as pulumi up, in the folder of a Pulumi project, with fakes of AWS, OpenShift and ROSA.

Usage: sandbox [flags] -- COMMAND [arguments]
       sandbox [flags] account list|delete|set|fail|heal

The command sees the stack sandbox, whose configuration is in Pulumi.sandbox.yaml, and the state and the resources of the sandbox.
As a tool of a Go module, sandbox is "go tool sandbox":

  sandbox -- pulumi up
  sandbox -- pulumi preview --diff -c workers=4
  sandbox -- pulumi stack output apiUrl
  sandbox account delete demo-bucket

"account" changes the accounts of the fakes behind the stack's back: what somebody else deletes or changes, and operations that fail.

Flags:
`

// version is that of the release, set by -ldflags "-X main.version=1.2.3".
var version = "0.0.1-dev"

func main() {
	if openshiftinstall.IsCalled() {
		openshiftinstall.Main() // It exits.
	}
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case launch.RunArgument:
			os.Exit(sandbox.RunProgram(os.Args[2], os.Args[3:], draw))
		case launch.ServeArgument:
			exit(0, sandbox.Serve(context.Background(), os.Args[2], os.Stdin, os.Stdout))
		}
	}
	exit(execute())
}

// exit exits with a code, or with 1 and the error.
func exit(code int, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// draw returns the picture of a stack's export.
func draw(export []byte) ([]byte, error) {
	cluster, err := topology.Read(export)
	if err != nil {
		return nil, err
	}
	return cluster.SVG(), nil
}

// execute runs the command that the arguments name, and returns its exit code.
func execute() (exitCode int, err error) {
	var opts sandbox.Options
	// Flags of packages that are linked in, such as glog's, are not the command's.
	flags := flag.NewFlagSet("sandbox", flag.ExitOnError)
	flags.SetOutput(os.Stdout)
	flags.StringVar(&opts.Dir, "dir", "", "the `FOLDER` of the sandbox (default: .sandbox/<project> at the root of the Go module)")
	flags.StringVar(&opts.Kubeconfig, "kubeconfig", "", "apply the Kubernetes objects to the API server of this `FILE`")
	flags.BoolVar(&opts.RealAWS, "real-aws", false, "use the aws and rhcs plugins on PATH instead of the sandbox's own")
	flags.BoolVar(&opts.UncheckedOthers, "unchecked", false, "accept resource types that the sandbox does not know")
	showVersion := flags.Bool("version", false, "print the version")
	flags.Usage = func() { fmt.Fprint(os.Stdout, usage+commandline.Flags(flags)) }
	_ = flags.Parse(os.Args[1:]) // It exits.
	if *showVersion {
		fmt.Println(version)
		return 0, nil
	}
	switch flags.Arg(0) {
	case "":
		flags.Usage()
		return 2, nil
	case "account":
		return 0, sandbox.Account(context.Background(), opts, os.Stdout, flags.Args()[1:]...)
	}
	return sandbox.Exec(context.Background(), opts, flags.Args()...)
}
