// Command machine-config configures the nodes of a cluster that is up, given a kubeconfig of its administrator: a pool for
// infra nodes with a kubelet configuration and files of its own, a pool that is held back, and an upgrade.
//
// `pulumi up` runs it against a cluster of yours. `go run ./examples/machine-config up` runs the same program in a sandbox
// that needs no cluster: the real Pulumi engine with a stand-in for the cluster.
package main

import (
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
)

func main() {
	if len(os.Args) > 1 {
		sandbox.Main("openshift-machine-config", program, sandboxConfig)
		return
	}
	pulumi.Run(program)
}

// sandboxConfig is what a stack's configuration holds in the sandbox unless -c says otherwise.
var sandboxConfig = map[string]string{
	"kubeconfig": "examples/classic/install-dir/auth/kubeconfig",
	"version":    "4.18.12",
}
