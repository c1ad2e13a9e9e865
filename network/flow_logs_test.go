package network

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestFlowLogsArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, vpcPath, map[string]checktest.Case{
		"flow logs": {
			Reason: "every field of FlowLogsArgs has a default",
			Args:   &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{}},
		},
		"flow logs to S3": {
			Reason: "a bucket needs no role, and a format is a list of fields",
			Args: &VpcArgs{
				Zones: zonesABC,
				FlowLogs: &FlowLogsArgs{
					BucketARN: pulumi.String("arn:aws:s3:::logs"),
					Interval:  time.Minute,
					Traffic:   FlowLogRejected,
					Format:    "${version} ${srcaddr} ${ecs-task-id}",
				},
			},
		},
		"retention": {
			Reason: "CloudWatch accepts some numbers of days only",
			Args:   &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{RetentionDays: 31}},
			Want: []string{".FlowLogs.RetentionDays: must be one of [1 3 5 7 14 30 60 90 120 150 180 365 " +
				"400 545 731 1096 1827 2192 2557 2922 3288 3653] (got 31)"},
		},
		"interval": {
			Reason: "AWS has two aggregation intervals",
			Args:   &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{Interval: 5 * time.Minute}},
			Want:   []string{".FlowLogs.Interval: must be 1m or 10m (got 5m)"},
		},
		"flow log ARNs": {
			Reason: "ARNs have the form of their service, and are in the VPC's partition and region",
			Args: &VpcArgs{
				Zones: zonesABC,
				FlowLogs: &FlowLogsArgs{
					KMSKeyARN: pulumi.String(
						"arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
					),
				},
			},
			Want: []string{
				".FlowLogs.KMSKeyARN: " +
					"arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab is in " +
					"region us-west-2; must be in us-east-2",
			},
		},
	})
}
