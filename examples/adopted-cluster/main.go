// Command adopted-cluster describes a ROSA cluster with a hosted control plane that the rosa command created, in the VPC of `rosa create
// network`, so that `openshift-aws adopt` can take it into a stack.
//
// `go run ./examples/adopted-cluster up` creates such a cluster in a sandbox without accounts.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-adopted-cluster"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c changes it.
var sandboxConfig = map[string]string{
	"aws:region":     "us-east-2",
	"name":           "demo",
	"version":        "4.18.5",
	"privateSubnets": `{"us-east-2a": "subnet-0a1b2c3d4e5f60718"}`,
	"publicSubnets":  `{"us-east-2a": "subnet-0b1b2c3d4e5f60718"}`,
}
