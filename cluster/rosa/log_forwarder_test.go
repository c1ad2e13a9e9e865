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
		"cluster alone": {
			reason: "a forwarder has a destination and a source",
			args:   &LogForwarderArgs{ClusterID: testCluster},
			want: []string{
				"rosa.LogForwarderArgs: required",
				"rosa.LogForwarderArgs.Applications: is required unless Groups is set",
			},
		},
	})
}
