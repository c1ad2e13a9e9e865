package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestLogForwarderArgsValidate(t *testing.T) {
	t.Parallel()
	checkValidations(t, map[string]validation{
		"two destinations": {
			reason: "a forwarder has one destination",
			args: &LogForwarderArgs{
				ClusterID:  testCluster,
				S3:         &LogBucketArgs{Bucket: pulumi.String("logs")},
				CloudWatch: &LogGroupArgs{Name: pulumi.String("logs"), RoleARN: testRole("logs")},
				Groups:     []LogSet{{ID: "api"}},
			},
			want: []string{"rosa.LogForwarderArgs: exclusive"},
		},
		"names": {
			reason: "S3 and CloudWatch Logs reject such names",
			args: &LogForwarderArgs{
				ClusterID:  testCluster,
				S3:         &LogBucketArgs{Bucket: pulumi.String("a b")},
				CloudWatch: &LogGroupArgs{Name: pulumi.String("a b"), RoleARN: testRole("logs")},
				Groups:     []LogSet{{ID: "api"}},
			},
			want: []string{
				"rosa.LogForwarderArgs.S3.Bucket: format", "rosa.LogForwarderArgs.CloudWatch.Name: format",
				"rosa.LogForwarderArgs: exclusive",
			},
		},
		"nil": {
			reason: "a forwarder has a cluster, a destination and a source",
			args:   (*LogForwarderArgs)(nil),
			want: []string{
				"rosa.LogForwarderArgs.ClusterID: required", "rosa.LogForwarderArgs: required",
				"rosa.LogForwarderArgs.Applications: is required unless Groups is set",
			},
		},
	})
}
