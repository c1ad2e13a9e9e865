package main

import "testing"

// TestNoEditOfASettingLosesACluster changes one setting after the other of a cluster that is up.
func TestNoEditOfASettingLosesACluster(t *testing.T) {
	t.Parallel()
	example.CheckEdits(t, map[string]string{"adminPassword": "Correct-Horse-12"}, map[string][]string{
		"zones":      {"us-east-2a", "us-east-2b,us-east-2a", "us-east-2b,us-east-2c", "us-east-2a,us-east-2b,us-east-2c"},
		"version":    {"4.18.4", "4.18.6", "4.19.1", "5.0.0", "other"},
		"channel":    {"stable-4.18", "stable-4.19", "other"},
		"vpcCidr":    {"10.99.0.0/16", "10.0.0.0/17"},
		"poolMin":    {"0", "1", "3", "6", "300"},
		"poolMax":    {"1", "3", "9", "300"},
		"aws:region": {"us-west-2"},
	})
}
