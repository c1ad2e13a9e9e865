// Command private deploys a self-managed OpenShift cluster that nothing outside its VPC can reach, and that reaches the internet only
// by a forward proxy: an internal API and internal routers, endpoints for AWS's services, no NAT, and a jump host that
// administrators reach by Session Manager.
//
// `pulumi up` runs it in your account. `go run ./examples/private up` runs the same program in a sandbox that needs no account.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-private"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region":           "us-east-2",
	"zones":                "us-east-2a,us-east-2b,us-east-2c",
	"hostAmi":              "ami-0fedcba9876543210",
	"installDir":           "examples/classic/install-dir",
	"allowExpiredIgnition": "true",
	"ami":                  "ami-0123456789abcdef0",
}
