package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// TestBootstrapIgnitionReaders: without a list, only who runs the update and the bootstrap machine read the cluster's private keys.
func TestBootstrapIgnitionReaders(t *testing.T) {
	t.Parallel()
	policyOf := func(change ...change) any {
		rec := recordControlPlane(t, change...)
		return clustertest.One(t, rec, "aws:s3/bucketPolicy:BucketPolicy", "demo-bootstrap").Inputs["policy"]
	}
	assert.Contains(t, policyOf(), `"ArnNotEquals":{"aws:PrincipalArn":["arn:aws:iam::123456789012:user/pulumi",`+
		`"arn:aws:iam::123456789012:role/demo-bootstrap-profile"]}`)
	assert.Contains(t, policyOf(func(a *ControlPlaneArgs) {
		a.BootstrapIgnitionReaderARNs = pulumi.ToStringArray([]string{
			"arn:aws:iam::123456789012:role/demo-bootstrap", "arn:aws:iam::123456789012:user/ci",
		})
	}), `{"Sid":"ReadersOnly","Effect":"Deny","Principal":{"AWS":["*"]},"Action":["s3:GetObject","s3:GetObjectVersion"],`+
		`"Resource":["arn:aws:s3:::openshift-bootstrap-data-demo-x7k2p/*"],"Condition":{"ArnNotEquals":{"aws:PrincipalArn":`+
		`["arn:aws:iam::123456789012:role/demo-bootstrap","arn:aws:iam::123456789012:user/ci"]}}}`)
}

func TestPrincipalARNs(t *testing.T) {
	t.Parallel()
	for caller, want := range map[string][]string{
		// A user, the root user and a federated user are known to policies by what STS returns.
		"arn:aws:iam::123456789012:user/teams/ci":            {"arn:aws:iam::123456789012:user/teams/ci"},
		"arn:aws:iam::123456789012:root":                     {"arn:aws:iam::123456789012:root"},
		"arn:aws:sts::123456789012:federated-user/assumed-x": {"arn:aws:sts::123456789012:federated-user/assumed-x"},
		// A session's ARN lacks the path of its role.
		"arn:aws:sts::123456789012:assumed-role/ci/run-42": {
			"arn:aws:iam::123456789012:role/ci", "arn:aws:iam::123456789012:role/*/ci",
		},
		"arn:aws-us-gov:sts::123456789012:assumed-role/AWSReservedSSO_Admin_0123456789abcdef/me@example.com": {
			"arn:aws-us-gov:iam::123456789012:role/AWSReservedSSO_Admin_0123456789abcdef",
			"arn:aws-us-gov:iam::123456789012:role/*/AWSReservedSSO_Admin_0123456789abcdef",
		},
	} {
		assert.Equal(t, want, principalARNs(caller))
	}
}
