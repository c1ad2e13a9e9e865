package nodes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// byFilters selects the subnets and the security groups by the tags that openshift-install sets.
func byFilters(a *nodes.MachineSetArgs) {
	a.Subnets = []network.Subnet{{Zone: "us-east-2a"}}
	a.SubnetFilters = []nodes.Filter{{Name: "tag:Name", Values: []string{"demo-x7k2p-*private*"}}}
	a.SecurityGroupIDs = nil
	a.SecurityGroupFilters = []nodes.Filter{{Name: "tag:Name", Values: []string{"demo-x7k2p-node", "demo-x7k2p-lb"}}}
}

// TestFilters asserts that filters replace IDs in the form of openshift/api machine/v1beta1/types_awsprovider.go.
func TestFilters(t *testing.T) {
	t.Parallel()
	set := object(t, run(t, infra(byFilters)), "MachineSet")
	filtered := func(values ...any) map[string]any {
		return map[string]any{"filters": []any{map[string]any{"name": "tag:Name", "values": values}}}
	}
	assert.Equal(t, filtered("demo-x7k2p-*private*"), at(set, below(provider, "subnet")...))
	assert.Equal(t, []any{filtered("demo-x7k2p-node", "demo-x7k2p-lb")}, at(set, below(provider, "securityGroups")...))
}

// TestLabelsOfTheSet asserts that `oc get machineset -l` finds the sets of a role.
func TestLabelsOfTheSet(t *testing.T) {
	t.Parallel()
	set := object(t, run(t, infra(byFilters)), "MachineSet")
	assert.Equal(t, map[string]any{
		"machine.openshift.io/cluster-api-cluster":      infraID,
		"machine.openshift.io/cluster-api-machine-role": "infra",
		"machine.openshift.io/cluster-api-machine-type": "infra",
	}, at(set, "metadata", "labels"))
}
