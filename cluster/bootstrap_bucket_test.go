package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// TestBootstrapIgnitionReaders: without a list, nobody is denied, because the component does not know who runs Pulumi.
func TestBootstrapIgnitionReaders(t *testing.T) {
	t.Parallel()
	policyOf := func(change ...change) any {
		rec := recordControlPlane(t, change...)
		return clustertest.One(t, rec, "aws:s3/bucketPolicy:BucketPolicy", "demo-bootstrap").Inputs["policy"]
	}
	assert.NotContains(t, policyOf(), "s3:GetObject")
	assert.Contains(t, policyOf(func(a *ControlPlaneArgs) {
		a.BootstrapIgnitionReaderARNs = pulumi.ToStringArray([]string{
			"arn:aws:iam::123456789012:role/demo-bootstrap", "arn:aws:iam::123456789012:user/ci",
		})
	}), `{"Sid":"ReadersOnly","Effect":"Deny","Principal":{"AWS":["*"]},"Action":["s3:GetObject","s3:GetObjectVersion"],`+
		`"Resource":["arn:aws:s3:::openshift-bootstrap-data-demo-x7k2p/*"],"Condition":{"ArnNotEquals":{"aws:PrincipalArn":`+
		`["arn:aws:iam::123456789012:role/demo-bootstrap","arn:aws:iam::123456789012:user/ci"]}}}`)
}
