// Command infra-nodes adds infra nodes to an existing self-managed OpenShift cluster in each of its zones, and moves the
// router, the registry and monitoring to them. Setting replicasPerZone to 2 adds a second machine in each zone.
//
// `pulumi up` runs it against your cluster. `go run ./examples/infra-nodes up` runs the same program in a sandbox
// that needs neither an account nor a cluster.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-infra-nodes"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region":       "us-east-2",
	"infraId":          "demo-x7k2p",
	"kubeconfig":       "auth/kubeconfig",
	"subnets":          "us-east-2a=subnet-0123456789abcdef0,us-east-2b=subnet-0123456789abcdef1,us-east-2c=subnet-0123456789abcdef2",
	"securityGroupIds": "sg-0123456789abcdef0,sg-0123456789abcdef1",
	"instanceProfile":  "demo-x7k2p-worker-profile",
	"ami":              "ami-0123456789abcdef0",
	"registryBucket":   "demo-x7k2p-image-registry",
}
