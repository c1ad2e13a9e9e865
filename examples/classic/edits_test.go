package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// TestNoEditOfASettingLosesACluster changes one setting after the other of a cluster that is up.
func TestNoEditOfASettingLosesACluster(t *testing.T) {
	t.Parallel()
	other := t.TempDir()
	require.NoError(t, mocks.InstallDir(other, "demo.example.com", "us-east-2"))
	settings := map[string]string{
		"installDir": dirWithKey(t), "credentialsName": "demo-123456789012", "openshiftVersion": "4.19", "stage": "cluster",
		"furtherZones": "us-east-2d", "operatorCidrs": "203.0.113.0/24",
	}
	example.CheckEdits(t, settings, map[string][]string{
		"stage":            {"bootstrap"},
		"installDir":       {other, dirWithKey(t), "missing"},
		"credentialsName":  {"shop-123456789012"},
		"openshiftVersion": {"4.18", "4.20"},
		"zones": {
			"us-east-2a", "us-east-2a,us-east-2b", "us-east-2c,us-east-2b,us-east-2a", "us-east-2a,us-east-2b,us-east-2d",
		},
		"furtherZones":             {"us-east-2d,us-east-2e", "us-east-2e", "us-east-2a"},
		"machineZones":             {"us-east-2a,us-east-2b,us-east-2d", "us-east-2a"},
		"publish":                  {"Internal", "External"},
		"publicZoneId":             {"Z0ABCDEFGHIJ01234567"},
		"vpcCidr":                  {"10.99.0.0/16", "10.0.0.0/17"},
		"ami":                      {"ami-0fedcba9876543210"},
		"disabledCapabilities":     {"ImageRegistry", "Storage", "ImageRegistry,Storage", "MachineAPI"},
		"pulumiArns":               {"arn:aws:iam::123456789012:role/other"},
		"allowExpiredIgnition":     {"false"},
		"controlPlaneInstanceType": {"m5.2xlarge"},
		"infraInstanceType":        {"r5.2xlarge"},
		"workerInstanceType":       {"m5.2xlarge"},
		"workersPerZone":           {"0", "2"},
		"elasticWorkers":           {"0", "2"},
		"routers":                  {"1", "3"},
		"routerLoadBalancer":       {"Classic", "NLB"},
		"operatorCidrs":            {"198.51.100.0/24"},
		"aws:region":               {"us-west-2"},
	})
}
