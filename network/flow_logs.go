package network

import (
	"slices"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/cloudwatch"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// FlowLogTraffic says which connections a flow log records.
type FlowLogTraffic string

const (
	// FlowLogAll records all connections.
	FlowLogAll FlowLogTraffic = "ALL"
	// FlowLogAccepted records connections that security groups and network ACLs let through.
	FlowLogAccepted FlowLogTraffic = "ACCEPT"
	// FlowLogRejected records connections that they refused.
	FlowLogRejected FlowLogTraffic = "REJECT"
)

// FlowLogsArgs say how a Vpc's connections are recorded: into a bucket, or into a CloudWatch log group of their own.
// AWS cannot change a flow log: a change of anything but the log group replaces it, and what happens meanwhile is not recorded.
type FlowLogsArgs struct {
	// BucketARN is the bucket that takes the records, with a prefix if you like: arn:aws:s3:::logs/vpc/. AWS writes the bucket's
	// policy itself if the caller may. Default: records go into a log group that the Vpc makes.
	BucketARN pulumi.StringInput
	// RetentionDays is how long the log group keeps records, in days; one of the numbers that CloudWatch takes, such as 30, 90
	// or 365. Default 90. A change is made in place. Not with BucketARN.
	RetentionDays int
	// KMSKeyARN is the key that the log group is encrypted with; its policy must admit CloudWatch Logs. Default: AWS's own key.
	// A change is made in place. Not with BucketARN.
	KMSKeyARN pulumi.StringInput
	// PermissionsBoundary is the ARN of the boundary of the role that writes into the log group. Not with BucketARN.
	PermissionsBoundary pulumi.StringInput
	// Traffic says which connections are recorded. Default FlowLogAll.
	Traffic FlowLogTraffic
	// Interval is how long packets are gathered into one record: 1 or 10 minutes. Default 10 minutes.
	Interval time.Duration
	// Format lists the fields of a record, such as "${version} ${srcaddr}". Default: AWS's.
	Format string
}

const (
	defaultRetentionDays = 90
	defaultInterval      = 10 * time.Minute
)

// retentionDays are the numbers that CloudWatch takes (Amazon CloudWatch Logs API reference, PutRetentionPolicy).
var retentionDays = []int{
	1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
}

func (a *FlowLogsArgs) check(p *check.Problems, path string) {
	if a == nil {
		return
	}
	if a.RetentionDays != 0 && !slices.Contains(retentionDays, a.RetentionDays) {
		p.Addf(path+".RetentionDays", "%d is no number that CloudWatch takes; use one of %v", a.RetentionDays, retentionDays)
	}
	if a.Interval != 0 && a.Interval != time.Minute && a.Interval != defaultInterval {
		p.Addf(path+".Interval", "%s is no interval; use %s or %s", a.Interval, time.Minute, defaultInterval)
	}
	if !slices.Contains([]FlowLogTraffic{"", FlowLogAll, FlowLogAccepted, FlowLogRejected}, a.Traffic) {
		p.Addf(path+".Traffic", "%q is no kind of traffic; use %s, %s or %s", a.Traffic, FlowLogAll, FlowLogAccepted, FlowLogRejected)
	}
	if a.BucketARN == nil {
		return
	}
	for _, logGroups := range []struct {
		field string
		set   bool
	}{
		{"RetentionDays", a.RetentionDays != 0},
		{"KMSKeyARN", a.KMSKeyARN != nil},
		{"PermissionsBoundary", a.PermissionsBoundary != nil},
	} {
		if logGroups.set {
			p.Addf(path+"."+logGroups.field, "has no meaning with BucketARN; remove one of them")
		}
	}
}

// withDefaults returns a copy of arguments that are not nil.
func (a *FlowLogsArgs) withDefaults() *FlowLogsArgs {
	if a == nil {
		return nil
	}
	full := *a
	if full.BucketARN == nil && full.RetentionDays == 0 {
		full.RetentionDays = defaultRetentionDays
	}
	if full.Traffic == "" {
		full.Traffic = FlowLogAll
	}
	if full.Interval == 0 {
		full.Interval = defaultInterval
	}
	return &full
}

func (b *vpcBuilder) registerFlowLogs() (err error) {
	logs := b.args.FlowLogs
	if logs == nil {
		return nil
	}
	args := &ec2.FlowLogArgs{
		VpcId:                  b.vpc.ID(),
		LogDestinationType:     pulumi.String("s3"),
		LogDestination:         logs.BucketARN,
		TrafficType:            pulumi.String(string(logs.Traffic)),
		MaxAggregationInterval: pulumi.Int(int(logs.Interval.Seconds())),
		Tags:                   b.tags("flow-log", b.args.KindTags.FlowLogs, nil),
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
	// AWS takes no second log of the same connections to the same place.
	_, err = ec2.NewFlowLog(b.ctx, b.name+"-flow-log", args, b.parent, pulumi.DeleteBeforeReplace(true))
	return err
}

// registerLogGroup makes the log group and the role that may write into it and nowhere else. The role's ARN waits for its policy.
func (b *vpcBuilder) registerLogGroup(logs *FlowLogsArgs) (*cloudwatch.LogGroup, pulumi.StringOutput, error) {
	none := pulumi.StringOutput{}
	group, err := cloudwatch.NewLogGroup(b.ctx, b.name+"-flow-log-group", &cloudwatch.LogGroupArgs{
		RetentionInDays: pulumi.Int(logs.RetentionDays),
		KmsKeyId:        optional(logs.KMSKeyARN),
		Tags:            b.tags("flow-log-group", b.args.KindTags.FlowLogs, nil),
	}, b.parent)
	if err != nil {
		return nil, none, err
	}
	role, err := iam.NewRole(b.ctx, b.name+"-flow-log-role", &iam.RoleArgs{
		Description:         pulumi.String("Writes the flow log of VPC " + b.nameTag("vpc")),
		AssumeRolePolicy:    b.vpc.OwnerId.ApplyT(b.flowLogTrust).(pulumi.StringOutput),
		PermissionsBoundary: optional(logs.PermissionsBoundary),
		Tags:                b.tags("flow-log-role", b.args.KindTags.FlowLogs, nil),
	}, b.parent)
	if err != nil {
		return nil, none, err
	}
	// The actions are those of the VPC user guide, "IAM role for publishing flow logs to CloudWatch Logs", without CreateLogGroup.
	rolePolicy, err := iam.NewRolePolicy(b.ctx, b.name+"-flow-log-policy", &iam.RolePolicyArgs{
		Role: role.Name,
		Policy: group.Arn.ApplyT(func(arn string) string {
			return policy.New(policy.Statement{
				Effect:   policy.Allow,
				Action:   []string{"logs:CreateLogStream", "logs:DescribeLogGroups", "logs:DescribeLogStreams", "logs:PutLogEvents"},
				Resource: []string{arn, arn + ":*"},
			}).JSON()
		}).(pulumi.StringOutput),
	}, b.parent)
	if err != nil {
		return nil, none, err
	}
	return group, pulumi.OutputWithDependencies(b.ctx.Context(), role.Arn, rolePolicy).(pulumi.StringOutput), nil
}

// flowLogTrust lets the flow logs of this account and region take the role, and nobody else's by way of the same service
// (VPC user guide, "IAM role for publishing flow logs to CloudWatch Logs").
func (b *vpcBuilder) flowLogTrust(account string) string {
	trust := policy.AssumeRole("vpc-flow-logs.amazonaws.com")
	trust.Statement[0].Condition = map[string]map[string][]string{
		"StringEquals": {"aws:SourceAccount": {account}},
		"ArnLike":      {"aws:SourceArn": {partition.OfRegion(b.region()).ARN("ec2", b.region(), account, "vpc-flow-log/*")}},
	}
	return trust.JSON()
}
