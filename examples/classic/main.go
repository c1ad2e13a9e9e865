// Command classic deploys a self-managed OpenShift cluster across three availability zones, in the layout that ROSA Classic has
// in an AWS account.
//
// `pulumi up` runs it in your account. `go run ./examples/classic up` runs the same program in a sandbox that needs no account:
// the real Pulumi engine with fakes of AWS and of the cluster.
//
// `go run ./examples/classic install` installs a whole cluster in your account from the file cluster.yaml, `uninstall` removes it, and
// `status` says where it is; with --sandbox they need no account either. `manifests` writes what `install` adds to the manifests of
// openshift-install.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

func main() {
	switch {
	case openshiftinstall.IsCalled(): // In the sandbox of `install`.
		openshiftinstall.Main()
	case install.IsCommand(os.Args):
		commands.Main()
	case len(os.Args) > 1 && os.Args[1] == manifestsCommand:
		if err := writeManifests(context.Background(), os.Args[2:], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			os.Exit(1)
		}
	case len(os.Args) > 1:
		sandbox.Main(project, program, sandboxConfig)
	default:
		pulumi.Run(program)
	}
}

// sandboxConfig is the default configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region":           "us-east-2",
	"installDir":           "examples/classic/install-dir",
	"allowExpiredIgnition": "true",
	"zones":                "us-east-2a,us-east-2b,us-east-2c",
	"ami":                  "ami-0123456789abcdef0",
	"publicZoneId":         "Z0123456789ABCDEFGHIJ",
}
