package main

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestProgram: the program's arguments are valid with the settings of Pulumi.yaml. Add what must hold for this cluster.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	if err := mocks.InstallDir(dir, "${PROJECT}.example.com", "us-east-2"); err != nil {
		t.Fatal(err)
	}
	recorded := mocks.New(mocks.ProjectFile("Pulumi.yaml"), mocks.Config(map[string]string{
		"installDir":   dir,
		"ami":          "ami-0123456789abcdef0",
		"publicZoneId": "Z0123456789ABCDEFGHIJ",
	}))
	if err := recorded.Run(program); err != nil {
		t.Fatal(err)
	}
	if len(recorded.OfType("aws:ec2/vpc:Vpc")) != 1 {
		t.Error("the cluster has a VPC of its own")
	}
}
