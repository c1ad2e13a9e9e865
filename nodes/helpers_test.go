package nodes_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

var update = flag.Bool("update", false, "write the golden files anew")

const infraID = "demo-x7k2p"

// longInfraID has 27 characters, the most that the installer makes.
const longInfraID = "production-frankfurt1-x7k2p"

func subnets(zones ...string) []network.Subnet {
	var list []network.Subnet
	for _, zone := range zones {
		list = append(list, network.Subnet{ID: pulumi.String("subnet-" + zone).ToStringOutput(), Zone: zone, CIDR: "10.0.0.0/20"})
	}
	return list
}

func pointer(n int) *int { return new(n) }

func run(t *testing.T, program pulumi.RunFunc) *mocks.Recorder {
	t.Helper()
	rec := mocks.New()
	require.NoError(t, rec.Run(program))
	return rec
}

func golden(t *testing.T, rec *mocks.Recorder, name string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.WriteFile(file, rec.Golden(), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "go test -update writes it")
	diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(rec.Golden()), "\n"))
	assert.Empty(t, diff, "go test -update writes %s anew, if the change is meant", file)
}

func urns(rec *mocks.Recorder) []string {
	var all []string
	for _, resource := range rec.Resources() {
		all = append(all, resource.URN)
	}
	return all
}

// samePreview checks that a preview registers what the update does.
func samePreview(t *testing.T, program pulumi.RunFunc) {
	t.Helper()
	rec := run(t, program)
	updated := urns(rec)
	require.NoError(t, rec.Preview(program))
	assert.Equal(t, updated, urns(rec))
}

// inputs are those of every custom resource, by URN.
func inputs(rec *mocks.Recorder) map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, resource := range rec.Resources() {
		if resource.Custom {
			all[resource.URN] = resource.Inputs
		}
	}
	return all
}
