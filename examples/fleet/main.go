// Command fleet has many ROSA clusters, in several regions: the clusters of fleet.yaml, each as a stack of one program.
//
// `go run ./examples/fleet rehearse` creates them in sandboxes that need no account; `render` and `matrix` leave them to Argo CD or to a
// CI system.
package main

import (
	_ "embed"

	"github.com/openshift-aws/pulumi-openshift-aws/fleet"
)

var (
	//go:embed Pulumi.yaml
	projectFile []byte
	//go:embed fleet.yaml
	list []byte
)

var options = fleet.Options{
	Project: projectFile, List: list,
	Blueprints: map[string]fleet.Blueprint{"rosa-hcp": hostedControlPlane, "rosa-classic": classic},
}

func main() { fleet.Main(options) }
