package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestLogForwarderArgsValidate(t *testing.T) {
	t.Parallel()
	checkValidations(t, map[string]validation{
		"nil": {
			reason: "a forwarder has a cluster, a destination and a source",
			args:   (*LogForwarderArgs)(nil),
			want: []string{
				"rosa.LogForwarderArgs.ClusterID: required", "rosa.LogForwarderArgs: required",
				"rosa.LogForwarderArgs.Applications: is required unless Groups is set",
			},
		},
		"no log group": {
			reason: "a log group has a name and a role that writes to it",
			args: &LogForwarderArgs{
				ClusterID: testCluster, CloudWatch: &LogGroupArgs{}, Applications: []string{"kube-apiserver"},
			},
			want: []string{
				"rosa.LogForwarderArgs.CloudWatch.Name: required", "rosa.LogForwarderArgs.CloudWatch.RoleARN: required",
			},
		},
		"two destinations": {
			reason: "a forwarder has one destination",
			args: &LogForwarderArgs{
				ClusterID:  testCluster,
				S3:         &LogBucketArgs{},
				CloudWatch: &LogGroupArgs{Name: pulumi.String("logs"), RoleARN: pulumi.String("logs")},
				Groups:     []LogSet{{}},
			},
			want: []string{
				"rosa.LogForwarderArgs.S3.Bucket: required",
				"rosa.LogForwarderArgs.CloudWatch.RoleARN: format",
				"rosa.LogForwarderArgs.Groups[0].ID: required",
				"rosa.LogForwarderArgs: exclusive",
			},
		},
	})
}
