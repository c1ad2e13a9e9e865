package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

func TestBootstrapIsReachedOnlyAsAsked(t *testing.T) {
	t.Parallel()
	const ruleType = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	closed := recordControlPlane(t, internalOnly)
	assert.Empty(t, closed.OfType(ruleType))
	machine := clustertest.One(t, closed, instanceType, "demo-bootstrap")
	assert.Equal(t, false, machine.Inputs["associatePublicIpAddress"])
	assert.Equal(t, "subnet-1aaaaaaaaaaaaaaaa", machine.Inputs["subnetId"])

	open := recordControlPlane(t, internalOnly,
		func(a *ControlPlaneArgs) { a.BootstrapSSHAllowedCIDRs = []string{"203.0.113.0/24"} })
	rule := clustertest.One(t, open, ruleType, "demo-bootstrap-ssh-from-203.0.113.0-24")
	assert.Equal(t, map[string]any{
		"cidrIpv4": "203.0.113.0/24", "description": "SSH from 203.0.113.0/24", "fromPort": float64(22),
		"toPort": float64(22), "ipProtocol": "tcp",
		"securityGroupId": clustertest.One(t, open, "aws:ec2/securityGroup:SecurityGroup",
			"demo-bootstrap").ID, "tags": map[string]any{"team": "core", "openshift-aws": "project/stack"},
	}, rule.Inputs)
}
