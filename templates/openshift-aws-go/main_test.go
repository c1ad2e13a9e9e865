package main

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestProgram: the program's arguments are valid with the settings of Pulumi.yaml. Add what must hold for this cluster.
func TestProgram(t *testing.T) {
	recorded := mocks.New(mocks.ProjectFile("Pulumi.yaml"), mocks.Config(map[string]string{
		"adminPassword": "only-in-the-Test-1",
	}))
	if err := recorded.Run(program); err != nil {
		t.Fatal(err)
	}
	if len(recorded.OfType("aws:ec2/vpc:Vpc")) != 1 {
		t.Error("the cluster has a VPC of its own")
	}
}
