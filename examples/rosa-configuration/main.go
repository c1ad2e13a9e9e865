// Command rosa-configuration configures what is inside a ROSA cluster and not in OpenShift Cluster Manager: the number of routers and
// of the registry's pods, and an encrypted storage class. It uses a kubeconfig in the secret setting kubeconfig.
//
// `pulumi up` runs it against your cluster. `go run ./examples/rosa-configuration up` runs the same program in a sandbox that needs no
// cluster.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-rosa-configuration"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the stack's configuration in the sandbox; -c changes it.
var sandboxConfig = map[string]string{
	"clusterId":    "2f0abcdefghijklmnopqrstuvwxyz012",
	"kubeconfig":   "examples/classic/install-dir/auth/kubeconfig",
	"volumeKeyArn": "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
}
