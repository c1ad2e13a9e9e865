// Command rosa-hcp stands up a private ROSA cluster with a hosted control plane, and everything that it needs in an AWS account:
// network, forward proxy, roles, OIDC issuer and keys.
//
// `pulumi up` in this folder runs it in accounts of yours, of AWS and of OpenShift Cluster Manager (`pulumi config set --secret
// rhcs:token`). `pulumi config set --secret adminPassword` makes a user admin who may do anything, `pulumi config rm adminPassword`
// takes it away. `go run ./examples/rosa-hcp up` runs the same program in a sandbox that needs neither.
package main

import (
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
)

// project is the name in Pulumi.yaml.
const project = "openshift-rosa-hcp"

func main() {
	if len(os.Args) > 1 {
		sandbox.Main(project, program, sandboxConfig)
		return
	}
	pulumi.Run(program)
}

// sandboxConfig is what a stack's configuration holds in the sandbox unless -c says otherwise.
var sandboxConfig = map[string]string{
	"aws:region": "us-east-2",
	"zones":      "us-east-2a,us-east-2b",
	"version":    "4.18.5",
	"proxyAmi":   "ami-0123456789abcdef0",
}
