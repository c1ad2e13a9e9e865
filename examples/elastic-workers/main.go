// Command elastic-workers adds autoscaled workers to an existing self-managed OpenShift cluster: an Auto Scaling group of
// several instance types, most of them Spot Instances, the approver of their CSRs, the autoscaler that resizes the group,
// and the handler that drains nodes before EC2 or the group terminates their instances.
//
// `pulumi up` runs it against your cluster. `go run ./examples/elastic-workers up` runs the same program in a
// sandbox that needs neither an account nor a cluster.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-elastic-workers"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region":       "us-east-2",
	"infraId":          "demo-x7k2p",
	"kubeconfig":       "auth/kubeconfig",
	"workerIgnition":   "examples/classic/install-dir/worker.ign",
	"subnets":          "us-east-2a=subnet-0123456789abcdef0,us-east-2b=subnet-0123456789abcdef1,us-east-2c=subnet-0123456789abcdef2",
	"securityGroupIds": "sg-0123456789abcdef0,sg-0123456789abcdef1",
	"instanceProfile":  "demo-x7k2p-worker-profile",
	"controlPlaneRole": "demo-x7k2p-master-role",
	"ami":              "ami-0123456789abcdef0",
}
