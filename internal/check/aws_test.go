package check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// FuzzParseARN splits any text: the parts of an ARN joined are the ARN.
func FuzzParseARN(f *testing.F) {
	f.Add("arn:aws:iam::123456789012:role/a", "us-east-2")
	f.Add("arn:aws-cn:s3:::bucket", "cn-north-1")
	f.Add("arn:aws:sqs:us-east-2:123456789012:a:b", "us-gov-west-1")
	f.Add("arn:::::", "")
	f.Add("arn:aws:s3::", "us-east-2")
	f.Add("arn:aws::a:b:c", "us-east-2")
	f.Add("arn:aws:s3:::", "us-east-2")
	f.Add("urn:aws:s3:::a", "us-east-2")
	f.Add("arn:aws:s3:::a b", "us-east-2")
	f.Add("arn:aws:s3:::a", "")
	f.Fuzz(func(t *testing.T, text, region string) {
		var p check.Problems
		passes := p.ARNIn("Path", text, region)
		assert.Equal(t, passes, p.Err() == nil)
		if arn, ok := check.ParseARN(text); ok {
			parts := []string{"arn", arn.Partition, arn.Service, arn.Region, arn.Account, arn.Resource}
			assert.Equal(t, text, strings.Join(parts, ":"))
		} else {
			assert.True(t, passes, "the format is another rule")
		}
	})
}

// TestARNInOfOtherForms: ARNIn accepts what is not an ARN, which is another rule.
func TestARNInOfOtherForms(t *testing.T) {
	t.Parallel()
	for text, accepted := range map[string]bool{
		"arn:aws:s3:us-east-1:1:a":   false,
		"arn:aws:s3:us-east-2:1:a":   true,
		"arn:aws::us-east-1:1:a":     true,
		"arn::s3:us-east-1:1:a":      true,
		"arn:aws:s3:us-east-1:1:":    true,
		"urn:aws:s3:us-east-1:1:a":   true,
		"arn:aws:s3:us-east-1:1:a b": true,
		"arn:aws:s3:us-east-1:1":     true,
	} {
		var p check.Problems
		assert.Equal(t, accepted, p.ARNIn("Path", text, "us-east-2"), text)
		assert.Equal(t, accepted, p.Err() == nil, text)
	}
}
