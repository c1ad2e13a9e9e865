// Command machine-config configures the nodes of a running cluster with its administrator's kubeconfig: a pool of infra nodes
// with custom kubelet configuration and files, a paused pool, and an upgrade.
//
// `pulumi up` runs it against your cluster. `go run ./examples/machine-config up` runs the same program in a sandbox that needs no
// cluster: the real Pulumi engine with a fake of the cluster.
package main

import "github.com/openshift-aws/pulumi-openshift-aws/commands"

// project is the name in Pulumi.yaml.
const project = "openshift-machine-config"

func main() {
	commands.Main(project, program, sandboxConfig)
}

// sandboxConfig is the default configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"kubeconfig": "examples/classic/install-dir/auth/kubeconfig",
	"version":    "4.18.12",
}
