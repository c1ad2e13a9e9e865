// Command pulumi-resource-openshift-aws is the Pulumi plugin with which programs in every Pulumi language use the components of this
// module. The Pulumi CLI downloads and starts it; docs/languages.md has the rest. With -version it prints the version of its release.
package main

import (
	_ "embed"
	"fmt"
	"os"
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
)

//go:generate go run ../../plugin/schemagen schema.json

//go:embed schema.json
var schema []byte

// version is the version of the release, set by -ldflags "-X main.version=1.2.3".
var version = "0.0.1-dev"

func main() {
	if slices.Equal(os.Args[1:], []string{"-version"}) {
		fmt.Println(version)
		return
	}
	if err := plugin.Main(version, schema); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
