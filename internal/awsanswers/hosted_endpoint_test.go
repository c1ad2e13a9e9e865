package awsanswers

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHostedEndpoint(t *testing.T) {
	t.Parallel()
	const token = "aws:ec2/getVpcEndpoint:getVpcEndpoint"
	find := func(cluster string) fields {
		found, known := Function(
			token,
			"cn-north-1",
			fields{"vpcId": "vpc-1", "tags": fields{"api.openshift.com/id": cluster}},
		)
		assert.True(t, known)
		return found
	}
	one := find("a")
	assert.Regexp(t, `^vpce-0[0-9a-f]{16}$`, one["id"])
	assert.Equal(t, "vpc-1", one["vpcId"])
	entry := one["dnsEntries"].([]any)[0].(fields)
	assert.Regexp(
		t,
		`^vpce-0[0-9a-f]{16}-[0-9a-f]{8}\.vpce-svc-0[0-9a-f]{16}\.cn-north-1\.vpce\.amazonaws\.com\.cn$`,
		entry["dnsName"],
	)
	assert.Equal(t, one, find("a"), "the same endpoint again")
	assert.NotEqual(t, one["id"], find("b")["id"], "each cluster has its own")
	named, _ := Function(token, "us-east-2", fields{"id": "vpce-0123456789abcdef0"})
	assert.Equal(t, "vpce-0123456789abcdef0", named["id"])
}
