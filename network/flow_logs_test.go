package network

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestFlowLogsArgs(t *testing.T) {
	t.Parallel()
	checkVpcArgs(t, map[string]vpcArgsTest{
		"flow logs": {
			reason: "every field of FlowLogsArgs has a default",
			args:   &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{}},
		},
		"flow logs to S3": {
			reason: "a bucket needs no role",
			args: &VpcArgs{
				Zones: zonesABC,
				FlowLogs: &FlowLogsArgs{
					BucketARN: pulumi.String("arn:aws:s3:::logs"),
					Interval:  time.Minute,
					Traffic:   FlowLogRejected,
				},
			},
		},
		"format": {
			reason: "a format is a list of fields",
			args:   &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{Format: "${version} ${srcaddr} ${ecs-task-id}"}},
		},
		"formats": {
			reason: "a field of a record is in braces, and the kinds of traffic are AWS's own",
			args: &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{
				BucketARN: pulumi.String("logs"), Traffic: "all", Format: "$version, $srcaddr",
			}},
			want: []string{
				vpcPath + ".FlowLogs.BucketARN: format", vpcPath + ".FlowLogs.Traffic: one-of",
				vpcPath + ".FlowLogs.Format: format",
			},
		},
		"retention": {
			reason: "CloudWatch accepts some numbers of days only",
			args:   &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{RetentionDays: 31}},
			want: []string{
				vpcPath + ".FlowLogs.RetentionDays: must be one of [1 3 5 7 14 30 60 90 120 150 180 365 " +
					"400 545 731 1096 1827 2192 2557 2922 3288 3653] (got 31)",
			},
		},
		"interval": {
			reason: "AWS has two aggregation intervals",
			args:   &VpcArgs{Zones: zonesABC, FlowLogs: &FlowLogsArgs{Interval: 5 * time.Minute}},
			want:   []string{vpcPath + ".FlowLogs.Interval: must be 1m or 10m (got 5m)"},
		},
		"bucket and log group": {
			reason: "flow logs have one destination",
			args: &VpcArgs{
				Zones: zonesABC,
				FlowLogs: &FlowLogsArgs{
					BucketARN:           pulumi.String("arn:aws:s3:::logs"),
					RetentionDays:       30,
					KMSKeyARN:           pulumi.String("arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"),
					PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:policy/boundary"),
				},
			},
			want: []string{
				vpcPath + ".FlowLogs.RetentionDays: exclusive", vpcPath + ".FlowLogs.KMSKeyARN: exclusive",
				vpcPath + ".FlowLogs.PermissionsBoundary: exclusive",
			},
		},
		"flow log ARNs": {
			reason: "ARNs have the form of their service, and are in the VPC's partition and region",
			args: &VpcArgs{
				Zones: zonesABC,
				FlowLogs: &FlowLogsArgs{
					KMSKeyARN: pulumi.String(
						"arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
					),
					PermissionsBoundary: pulumi.String("arn:aws:iam::123456789012:role/boundary"),
				},
			},
			want: []string{
				vpcPath + ".FlowLogs.PermissionsBoundary: format",
				vpcPath + ".FlowLogs.KMSKeyARN: " +
					"arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab is in " +
					"region us-west-2; must be in us-east-2",
			},
		},
	})
}
