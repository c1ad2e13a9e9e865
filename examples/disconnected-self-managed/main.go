// Command disconnected-self-managed deploys a self-managed cluster without access to the internet: its VPC has no route out, releases and
// operators come from a registry of yours, which oc-mirror has filled, and so do recommended updates.
//
// `pulumi up` runs it in your account. `go run ./examples/disconnected-self-managed up` runs the same program in a sandbox that needs no
// account; `install`, `status` and `uninstall` install and remove the whole cluster, as those of examples/classic do.
package main

import (
	"github.com/openshift-aws/pulumi-openshift-aws/blueprint/installer"
	"github.com/openshift-aws/pulumi-openshift-aws/commands"
)

// project is the name in Pulumi.yaml.
const project = "openshift-disconnected-self-managed"

func main() {
	commands.Main(project, program, sandboxConfig, installer.Program{Project: project, Run: program}.Commands()...)
}

// sandboxConfig is the stack's configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region":           "us-east-2",
	"zones":                "us-east-2a,us-east-2b,us-east-2c",
	"installDir":           "examples/classic/install-dir",
	"allowExpiredIgnition": "true",
	"ami":                  "ami-0123456789abcdef0",
	"mirror":               "mirror.example.com:5000/ocp",
}
