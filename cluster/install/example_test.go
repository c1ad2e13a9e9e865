package install_test

import (
	"context"
	"log"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
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

// A program with the command line install, status and uninstall beside `pulumi up`.
func ExampleCommands_Main() {
	program := func(*pulumi.Context) error { return nil } // The cluster's program.
	if !install.IsCommand(os.Args) {
		pulumi.Run(program)
		return
	}
	commands := install.Commands{Open: func(_ context.Context, o install.Options) (*install.Installation, func(), error) {
		file, err := install.LoadFile(o.File)
		if err != nil {
			return nil, nil, err
		}
		return &install.Installation{
			Config: &file.Config,
			Stack: install.StackArgs{
				Name:    file.Stack,
				Project: "openshift-classic",
				Program: program,
			}.Stack(),
			StackConfig: func(dir *cluster.InstallDir, ami string) (map[string]string, error) {
				return map[string]string{"installDir": dir.Path, "ami": ami}, nil
			},
		}, func() {}, nil
	}}
	commands.Main()
}
