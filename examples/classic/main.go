// Command classic deploys a self-managed OpenShift cluster across three availability zones, in the layout that ROSA Classic has
// in an AWS account. It registers the components itself; blueprint.NewSelfManaged registers the same in one call.
//
// `pulumi up` runs it in your account. `go run ./examples/classic up` runs the same program in a sandbox that needs no account:
// the real Pulumi engine with fakes of AWS and of the cluster.
//
// `go run ./examples/classic install` installs a whole cluster in your account from the file cluster.yaml, `uninstall` removes it, and
// `status` says where it is; with --sandbox they need no account either. `manifests` writes what `install` adds to the manifests of
// openshift-install.
package main

import (
	"github.com/openshift-aws/pulumi-openshift-aws/blueprint/installer"
	"github.com/openshift-aws/pulumi-openshift-aws/commands"
)

// project is the name in Pulumi.yaml, at the root of the repository.
const project = "openshift-classic"

func main() {
	others := installer.Program{
		Project: project, Run: program,
		SandboxSettings: map[string]string{"publicZoneId": sandboxConfig["publicZoneId"]},
	}.Commands()
	commands.Main(project, program, sandboxConfig, others...)
}

// sandboxConfig is the default configuration in the sandbox; -c overrides it.
var sandboxConfig = map[string]string{
	"aws:region":           "us-east-2",
	"installDir":           "examples/classic/install-dir",
	"allowExpiredIgnition": "true",
	"zones":                "us-east-2a,us-east-2b,us-east-2c",
	"ami":                  "ami-0123456789abcdef0",
	"publicZoneId":         "Z0123456789ABCDEFGHIJ",
}
