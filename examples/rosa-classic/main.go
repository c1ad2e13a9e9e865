// Command rosa-classic creates a ROSA Classic cluster in three availability zones, and everything that it needs in an AWS account:
// network, roles and OIDC configuration.
//
// `pulumi up` in this folder runs it in your accounts of AWS and of OpenShift Cluster Manager (`pulumi config set --secret
// rhcs:token`). `pulumi config set --secret adminPassword` creates the cluster administrator admin, `pulumi config rm adminPassword`
// removes it. `go run ./examples/rosa-classic up` runs the same program in a sandbox without accounts.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-rosa-classic"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c changes it.
var sandboxConfig = map[string]string{
	"aws:region": "us-east-2",
	"zones":      "us-east-2a,us-east-2b,us-east-2c",
	"version":    "4.18.5",
}
