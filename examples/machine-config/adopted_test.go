package main

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/adopttest"
)

// TestAdopted: what the program creates can be adopted by it. An upgrade follows the adoption: a preview cannot know whether it pauses the
// pools.
func TestAdopted(t *testing.T) {
	adopted := example
	adopted.Config = map[string]string{"kubeconfig": example.Config["kubeconfig"]}
	adopttest.Check(t, adopted)
}
