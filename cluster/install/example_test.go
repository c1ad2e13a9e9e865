package install_test

import (
	"context"
	"log"
	"os"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
)

// Prepare creates the install directory from which the cluster's program is run.
func ExamplePrepare() {
	pullSecret, err := os.ReadFile("pull-secret.txt")
	if err != nil {
		log.Fatal(err)
	}
	dir, err := install.Prepare(context.Background(), &install.Config{
		Dir:        "demo",
		Name:       "demo",
		BaseDomain: "example.com",
		Region:     "us-east-2",
		Zones:      []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		Release:    "4.19",
		PullSecret: install.Secret(pullSecret),
		More: map[string]any{
			"platform": map[string]any{"aws": map[string]any{"userTags": map[string]any{"team": "platform"}}},
		},
	}, os.Stderr)
	if err != nil {
		log.Fatal(err)
	}
	log.Println("the infrastructure ID is", dir.InfraID)
}
