// Command classic stands up a self-managed OpenShift cluster in the shape that ROSA Classic has in an AWS account,
// across three availability zones.
//
// `pulumi up` runs it in an account of yours. `go run ./examples/classic up` runs the same program in a sandbox
// that needs no account: the real Pulumi engine with stand-ins for AWS and for the cluster.
package main

import (
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
)

func main() {
	if len(os.Args) > 1 {
		sandbox.Main("openshift-classic", program, sandboxConfig)
		return
	}
	pulumi.Run(program)
}

// sandboxConfig is what a stack's configuration holds in the sandbox unless -c says otherwise.
var sandboxConfig = map[string]string{
	"aws:region":           "us-east-2",
	"installDir":           "examples/classic/install-dir",
	"allowExpiredIgnition": "true",
	"zones":                "us-east-2a,us-east-2b,us-east-2c",
	"ami":                  "ami-0123456789abcdef0",
	"publicZoneId":         "Z0123456789ABCDEFGHIJ",
}
