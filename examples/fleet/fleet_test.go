package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fleet.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	list, err := loadFleet(written(t, `
defaults: {region: us-east-2, zones: [us-east-2a], version: 4.18.5, workers: 3, billingAccountId: "123456789012"}
clusters:
- {name: one, vpcCidr: 10.1.0.0/16}
- {name: two, vpcCidr: 10.2.0.0/16, region: eu-west-1, zones: [eu-west-1a], workers: 6, workerType: m6i.xlarge}
`))
	require.NoError(t, err)
	assert.Equal(t, 4, list.Parallel)
	assert.Equal(t, map[string]string{
		"aws:region": "us-east-2", "name": "one", "zones": "us-east-2a", "vpcCidr": "10.1.0.0/16", "version": "4.18.5",
		"workerType": "m5.xlarge", "workers": "3", "billingAccountId": "123456789012",
	}, list.Clusters[0].config())
	assert.Equal(t, map[string]string{
		"aws:region": "eu-west-1", "name": "two", "zones": "eu-west-1a", "vpcCidr": "10.2.0.0/16", "version": "4.18.5",
		"workerType": "m6i.xlarge", "workers": "6", "billingAccountId": "123456789012",
	}, list.Clusters[1].config())
}

func TestInvalidFleetsAreRejected(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want, reason string }{
		"no cluster": {text: "parallel: 2", want: "clusters: is required", reason: "a fleet has clusters"},
		"a name twice": {
			text:   "clusters: [{name: a, vpcCidr: 10.1.0.0/16}, {name: a, vpcCidr: 10.2.0.0/16}]",
			want:   "clusters[1].name: a is listed twice",
			reason: "the name is the stack's",
		},
		"no name": {
			text: "clusters: [{region: us-east-2}]", want: "clusters[0].name: is required", reason: "the name is the stack's",
		},
		"overlapping networks": {
			text:   "clusters: [{name: a, vpcCidr: 10.1.0.0/16}, {name: b, vpcCidr: 10.1.128.0/17}]",
			want:   "clusters[1].vpcCidr: 10.1.128.0/17 overlaps 10.1.0.0/16 of a",
			reason: "networks can be connected later",
		},
		"the default network twice": {
			text: "clusters: [{name: a}, {name: b}]", want: "clusters[1].vpcCidr: 10.0.0.0/16 overlaps 10.0.0.0/16 of a",
			reason: "the default is the same for all",
		},
		"an unknown field": {text: "clusters: [{name: a, zone: x}]", want: `unknown field "zone"`, reason: "a typing error"},
		"no parallel stack": {
			text:   "parallel: -1\nclusters: [{name: a}]",
			want:   "parallel: must be at least 1 (got -1)",
			reason: "nothing would run",
		},
	} {
		_, err := loadFleet(written(t, test.text))
		assert.ErrorContains(t, err, test.want, "%s: %s", name, test.reason)
	}
}

func TestOnly(t *testing.T) {
	t.Parallel()
	list, err := loadFleet("")
	require.NoError(t, err)
	chosen, err := list.only([]string{"tokyo", "ohio"})
	require.NoError(t, err)
	assert.Equal(t, []member{list.Clusters[2], list.Clusters[0]}, chosen.Clusters)
	_, err = list.only([]string{"paris"})
	assert.EqualError(t, err, "--only: there is no cluster paris")
}
