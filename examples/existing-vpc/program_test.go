package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/statetest"
)

var example = mockstest.Example{
	Project: project,
	Program: program,
	Config:  mockstest.With(sandboxConfig, map[string]string{"installDir": "../classic/install-dir"}),
	Like:    "../../classic/testdata/cluster.golden",
}

// scenarios are changes of the configuration. Each has a golden file.
var scenarios = map[string]map[string]string{"existing-vpc": nil}

func TestScenarios(t *testing.T) { example.CheckScenarios(t, scenarios) }

func TestStates(t *testing.T) { statetest.Check(t, example, scenarios) }

func TestAdopted(t *testing.T) { adopttest.Check(t, example) }

// TestTheNetworkIsLeftAlone: the network's owner keeps its resources; a cluster adds only tags.
func TestTheNetworkIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, r := range example.Run(t, nil).Resources() {
		for _, kind := range []string{
			"aws:ec2/vpc:", "subnet:Subnet", "route:Route", "routeTable", "natGateway", "vpcEndpoint", "internetGateway",
		} {
			assert.NotContains(t, r.Type, kind, r.Name)
		}
		if r.Type == "aws:ec2/tag:Tag" {
			assert.Contains(t, []any{
				"kubernetes.io/role/elb", "kubernetes.io/role/internal-elb", "kubernetes.io/cluster/demo-x7k2p",
			}, r.Inputs["key"], r.Name)
		}
	}
}

// TestTheOwnersTags: the setting lists tags that the network's owner sets, which are not the cluster's to delete.
func TestTheOwnersTags(t *testing.T) {
	t.Parallel()
	vpc := `{"id": "vpc-0123456789abcdef0", "cidr": "10.20.0.0/16", "privateSubnets": [{
		"id": "subnet-0123456789abcdef0", "zone": "us-east-2a", "cidr": "10.20.0.0/20",
		"tags": {"kubernetes.io/role/internal-elb": "1"}
	}]}`
	tags := example.Run(t, map[string]string{"vpc": vpc, "publish": "Internal"}).OfType("aws:ec2/tag:Tag")
	require.Len(t, tags, 1)
	assert.Equal(t, "kubernetes.io/cluster/demo-x7k2p", tags[0].Inputs["key"])
}

// TestNetworkStack: a stack of the network's owner exports the same description.
func TestNetworkStack(t *testing.T) {
	t.Parallel()
	var vpc map[string]any
	require.NoError(t, json.Unmarshal([]byte(sandboxConfig["vpc"]), &vpc))
	example.CheckStackOutputs(t, "networkStack", map[string]any{"vpc": vpc})
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	example.CheckRejected(t, nil, "Missing required configuration variable 'openshift-existing-vpc:vpc'")
	example.CheckRejected(t, example.Configured(map[string]string{"workersPerZone": "many"}),
		"required configuration variable 'openshift-existing-vpc:workersPerZone'")
	wrong := example.Configured(map[string]string{"vpc": `{"id": "vpc-0123456789abcdef0", "cidr": "10.20.0.0/16"}`})
	example.CheckRejected(t, wrong, "blueprint.SelfManagedArgs.ExistingVpc.PrivateSubnets: is required")
	wrong = example.Configured(nil)
	delete(wrong, "openshift-existing-vpc:ami")
	example.CheckRejected(t, wrong, "setting ami: is required")
}
