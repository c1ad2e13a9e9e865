// Command disconnected creates a ROSA cluster with zero egress: its VPC has no route to the internet, images come from ECR in the region,
// and AWS's services are reached by endpoints.
//
// `pulumi up` in this folder runs it in your accounts of AWS and of OpenShift Cluster Manager (`pulumi config set --secret
// rhcs:token`). `go run ./examples/disconnected up` runs the same program in a sandbox without accounts.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-disconnected"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c changes it.
var sandboxConfig = map[string]string{
	"aws:region":   "us-east-2",
	"zones":        "us-east-2a,us-east-2b",
	"version":      "4.18.5",
	"imageMirrors": `{"team": {"source": "quay.io/team", "mirrors": ["123456789012.dkr.ecr.us-east-2.amazonaws.com/team"]}}`,
}
