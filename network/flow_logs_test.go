package network_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
)

func TestVpcFlowLogs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	log := mockstest.Find(t, rec, "main-flow-log")
	group := mockstest.Find(t, rec, "main-flow-log-group")
	assert.Equal(t, group.Outputs["arn"], log.Inputs["logDestination"])
	assert.Equal(t, 90.0, group.Inputs["retentionInDays"])
	assert.Contains(
		t,
		namesOf(rec, log.Dependencies),
		"main-flow-log-policy",
		"without the policy, the first records would be lost",
	)
	policy := mockstest.Find(t, rec, "main-flow-log-policy").Inputs["policy"].(string)
	assert.Contains(t, policy, group.Outputs["arn"])
	assert.NotContains(t, policy, `"Resource":["*"]`)
	trust := mockstest.Find(t, rec, "main-flow-log-role").Inputs["assumeRolePolicy"].(string)
	assert.Contains(t, trust, `"aws:SourceAccount":["123456789012"]`, "flow logs of other accounts are not trusted")
	assert.Contains(t, trust, `"aws:SourceArn":["arn:aws:ec2:us-east-2:123456789012:vpc-flow-log/*"]`)
	assert.Equal(
		t,
		"arn:aws:iam::123456789012:policy/boundary",
		mockstest.Find(t, rec, "main-flow-log-role").Inputs["permissionsBoundary"],
	)

	rec = mockstest.Run(t, vpc(zeroEgress()))
	log = mockstest.Find(t, rec, "main-flow-log")
	assert.Equal(t, map[string]any{
		"vpcId": mockstest.Find(
			t,
			rec,
			"main-vpc",
		).ID, "logDestinationType": "s3", "logDestination": "arn:aws:s3:::logs/vpc/",
		"trafficType": "REJECT", "maxAggregationInterval": 600.0, "logFormat": "${srcaddr}",
		"tags": map[string]any{"Name": "main-flow-log"},
	}, log.Inputs)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
}
