package network

import (
	"slices"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/cloudwatch"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// FlowLogTraffic is the traffic that a flow log records.
type FlowLogTraffic string

const (
	// FlowLogAll records all traffic.
	FlowLogAll FlowLogTraffic = "ALL"
	// FlowLogAccepted records the traffic that security groups and network ACLs allow.
	FlowLogAccepted FlowLogTraffic = "ACCEPT"
	// FlowLogRejected records the traffic that security groups or network ACLs deny.
	FlowLogRejected FlowLogTraffic = "REJECT"
)

// FlowLogsArgs are the flow logs of a Vpc, in an S3 bucket or in a CloudWatch log group that the Vpc registers. AWS cannot update a
// flow log: unless a field says otherwise, a change replaces it, and traffic in between is not recorded.
type FlowLogsArgs struct {
	// BucketARN is the ARN of the bucket for the logs, with or without a prefix, such as arn:aws:s3:::logs/vpc/. AWS adds a statement to
	// the bucket's policy itself if the caller has the permission. Defaults to none: the logs go to a log group.
	BucketARN pulumi.StringInput `check:"format=bucket-arn"`
	// RetentionDays is the retention of the log group in days: a number that CloudWatch accepts, such as 30, 90 or 365. Must not be set
	// together with BucketARN. Defaults to 90. A change is applied in place.
	RetentionDays int `check:"not=BucketARN"`
	// KMSKeyARN is the ARN of the key that encrypts the log group; its key policy must allow CloudWatch Logs. Must not be set together
	// with BucketARN. Defaults to AWS's own key. A change is applied in place.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-arn,not=BucketARN"`
	// PermissionsBoundary is the ARN of the permissions boundary of the role that writes to the log group. Must not be set together with
	// BucketARN. Defaults to none. A change is applied in place.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn,not=BucketARN"`
	// Traffic is the traffic to record. Defaults to FlowLogAll.
	Traffic FlowLogTraffic `check:"ALL|ACCEPT|REJECT" default:"ALL"`
	// Interval is the aggregation interval of a record: 1 or 10 minutes. Defaults to 10 minutes.
	Interval time.Duration `default:"10m"`
	// Format lists the fields of a record, such as "${version} ${srcaddr}". Defaults to AWS's format.
	Format string `check:"format=flow-log-fields"`
}

const defaultRetentionDays = 90

// retentionDays are the values that CloudWatch accepts (Amazon CloudWatch Logs API reference, PutRetentionPolicy).
var retentionDays = []int{
	1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
}

func (a *FlowLogsArgs) check(p *check.Problems, path check.Path, region string) {
	if a == nil {
		return
	}
	p.ARNIn(path+".BucketARN", a.BucketARN, region)
	p.ARNIn(path+".KMSKeyARN", a.KMSKeyARN, region)
	p.ARNIn(path+".PermissionsBoundary", a.PermissionsBoundary, region)
	if a.RetentionDays != 0 && !slices.Contains(retentionDays, a.RetentionDays) {
		p.Addf(path+".RetentionDays", "must be one of %v (got %d)", retentionDays, a.RetentionDays)
	}
	if a.Interval != time.Minute && a.Interval != 10*time.Minute {
		p.Addf(path+".Interval", "must be 1m or 10m (got %s)", check.Short(a.Interval))
	}
}

// checkName returns the problems of the component's name, which is in that of the role of flow logs.
func (a *VpcArgs) checkName(name string) error {
	if a == nil || a.FlowLogs == nil || a.FlowLogs.BucketARN != nil {
		return nil
	}
	return names.CheckRole("network.NewVpc", name, flowLogRole)
}

// flowLogRole ends the name of the role of flow logs.
const flowLogRole = "-flow-log-role"

func (b *vpcBuilder) registerFlowLogs() (err error) {
	logs := b.Args.FlowLogs
	if logs == nil {
		return nil
	}
	args := &ec2.FlowLogArgs{
		VpcId:                  b.vpc.ID(),
		LogDestinationType:     pulumi.String("s3"),
		LogDestination:         logs.BucketARN,
		TrafficType:            pulumi.String(string(logs.Traffic)),
		MaxAggregationInterval: pulumi.Int(int(logs.Interval.Seconds())),
		Tags:                   b.tags("flow-log", b.Args.KindTags.FlowLogs, nil),
	}
	if logs.Format != "" {
		args.LogFormat = pulumi.String(logs.Format)
	}
	if logs.BucketARN == nil {
		group, roleARN, err := b.registerLogGroup(logs)
		if err != nil {
			return err
		}
		args.LogDestinationType = pulumi.String("cloud-watch-logs")
		args.LogDestination = group.Arn
		args.IamRoleArn = roleARN
	}
	// AWS rejects a second flow log of the same traffic to the same destination.
	_, err = ec2.NewFlowLog(b.Ctx, b.Name+"-flow-log", args, b.Parent, pulumi.DeleteBeforeReplace(true))
	return err
}

// registerLogGroup registers the log group, and a role that can write to it only. The role's ARN waits for its policy.
func (b *vpcBuilder) registerLogGroup(logs *FlowLogsArgs) (_ *cloudwatch.LogGroup, roleARN pulumi.StringOutput, _ error) {
	group, err := cloudwatch.NewLogGroup(b.Ctx, b.Name+"-flow-log-group", &cloudwatch.LogGroupArgs{
		RetentionInDays: pulumi.Int(logs.RetentionDays),
		KmsKeyId:        component.OptionalString(logs.KMSKeyARN),
		Tags:            b.tags("flow-log-group", b.Args.KindTags.FlowLogs, nil),
	}, b.Parent)
	if err != nil {
		return nil, roleARN, err
	}
	role, err := iam.NewRole(b.Ctx, b.Name+flowLogRole, &iam.RoleArgs{
		Description:         pulumi.String("Writes the flow log of VPC " + b.nameTag("vpc")),
		AssumeRolePolicy:    b.vpc.OwnerId.ApplyT(b.flowLogTrust).(pulumi.StringOutput),
		PermissionsBoundary: component.OptionalString(logs.PermissionsBoundary),
		Tags:                b.tags("flow-log-role", b.Args.KindTags.FlowLogs, nil),
	}, b.Parent)
	if err != nil {
		return nil, roleARN, err
	}
	// The actions come from the VPC user guide, "IAM role for publishing flow logs to CloudWatch Logs", without CreateLogGroup.
	rolePolicy, err := iam.NewRolePolicy(b.Ctx, b.Name+"-flow-log-policy", &iam.RolePolicyArgs{
		Role: role.Name,
		Policy: group.Arn.ApplyT(func(arn string) string {
			return policy.New(policy.Statement{
				Effect:   policy.Allow,
				Action:   []string{"logs:CreateLogStream", "logs:DescribeLogGroups", "logs:DescribeLogStreams", "logs:PutLogEvents"},
				Resource: []string{arn, arn + ":*"},
			}).JSON()
		}).(pulumi.StringOutput),
	}, b.Parent)
	if err != nil {
		return nil, roleARN, err
	}
	return group, component.After(b.Ctx.Context(), role.Arn, rolePolicy), nil
}

// flowLogTrust allows the flow logs of this account and region to assume the role, but not those of other accounts
// (VPC user guide, "IAM role for publishing flow logs to CloudWatch Logs").
func (b *vpcBuilder) flowLogTrust(account string) string {
	trust := policy.AssumeRole("vpc-flow-logs.amazonaws.com")
	trust.Statement[0].Condition = map[string]map[string][]string{
		"StringEquals": {"aws:SourceAccount": {account}},
		"ArnLike":      {"aws:SourceArn": {partition.OfRegion(b.Args.region()).ARN("ec2", b.Args.region(), account, "vpc-flow-log/*")}},
	}
	return trust.JSON()
}
