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
	f.Fuzz(func(t *testing.T, text, region string) {
		var p check.Problems
		passes := p.ARNIn("Path", text, region)
		assert.Equal(t, passes, p.Err() == nil)
		if arn, ok := check.ParseARN(text); ok {
			parts := []string{"arn", arn.Partition, arn.Service, arn.Region, arn.Account, arn.Resource}
			assert.Equal(t, text, strings.Join(parts, ":"))
		} else {
			assert.True(t, passes, "the form is another rule")
		}
	})
}
