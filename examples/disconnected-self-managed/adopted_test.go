package main

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/adopttest"
)

// TestAdopted: what the program creates can be adopted by it.
func TestAdopted(t *testing.T) { adopttest.Check(t, example) }
