// Command rosa-classic deploys a ROSA Classic cluster across three availability zones, with the network, roles and OIDC issuer that
// it needs in an AWS account.
//
// `pulumi up` in this directory runs it in your accounts of AWS and OpenShift Cluster Manager (`pulumi config set --secret
// rhcs:token`). `pulumi config set --secret adminPassword` creates the cluster administrator admin, `pulumi config rm
// adminPassword` deletes it. `go run ./examples/rosa-classic up` runs the same program in a sandbox that needs no account.
package main

import (
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
)

// project is the name in Pulumi.yaml.
const project = "openshift-rosa-classic"

func main() {
	if len(os.Args) > 1 {
		sandbox.Main(project, program, sandboxConfig)
		return
	}
	pulumi.Run(program)
}

// sandboxConfig is the default configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region": "us-east-2",
	"zones":      "us-east-2a,us-east-2b,us-east-2c",
	"version":    "4.18.5",
}
