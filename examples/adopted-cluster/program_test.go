package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{Project: project, Program: program, Config: sandboxConfig}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"adopted-cluster": nil}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestAdoptedByWrittenSettings: what `adopt --write` sets describes each of two clusters, which differ from the defaults.
func TestAdoptedByWrittenSettings(t *testing.T) {
	subnets, err := adopt.ReadAWS(strings.NewReader(`{"Subnets": [
		{"SubnetId": "subnet-0c1b2c3d4e5f60718", "AvailabilityZone": "us-east-2b"},
		{"SubnetId": "subnet-0d1b2c3d4e5f60718", "AvailabilityZone": "us-east-2b", "MapPublicIpOnLaunch": true},
		{"SubnetId": "subnet-0e1b2c3d4e5f60718", "AvailabilityZone": "us-east-2b"},
		{"SubnetId": "subnet-0f1b2c3d4e5f60718", "AvailabilityZone": "us-east-2b", "MapPublicIpOnLaunch": true}]}`))
	require.NoError(t, err)
	adopttest.Written(t, example, []map[string]string{{
		"name": "shop", "version": "4.18.5", "channel": "stable-4.18", "accountPrefix": "acme", "operatorPrefix": "shop-a1b2",
		"rolesVersion": "4.17", "creatorArn": "arn:aws:iam::123456789012:user/ann", "properties": `{"rosa_cli_version": "1.2.57"}`,
		"machineCidr": "10.2.0.0/16", "instanceType": "m6i.xlarge", "replicas": "3", "allowImdsV1": "false",
		"privateSubnets": `{"us-east-2b": "subnet-0c1b2c3d4e5f60718"}`, "publicSubnets": `{"us-east-2b": "subnet-0d1b2c3d4e5f60718"}`,
	}, {
		"name": "store", "version": "4.19.1", "accountPrefix": "acme-store", "operatorPrefix": "store-c3d4", "replicas": "4",
		"creatorArn": "arn:aws:iam::123456789012:user/bob", "machineCidr": "10.3.0.0/16",
		"privateSubnets": `{"us-east-2b": "subnet-0e1b2c3d4e5f60718"}`, "publicSubnets": `{"us-east-2b": "subnet-0f1b2c3d4e5f60718"}`,
	}}, subnets...)
}

// TestNames: the roles have the names that the rosa command gives them.
func TestNames(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, map[string]string{"accountPrefix": "ManagedOpenShift", "operatorPrefix": "demo-a1b2"})
	names := map[string]bool{}
	for _, role := range rec.OfType("aws:iam/role:Role") {
		names[role.Outputs["name"].(string)] = true
	}
	assert.True(t, names["ManagedOpenShift-HCP-ROSA-Installer-Role"], names)
	assert.True(t, names["demo-a1b2-kube-system-kms-provider"], names)
	assert.Empty(t, rec.OfType("aws:ec2/vpc:Vpc"), "the network is not in the stack")
}
