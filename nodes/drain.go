package nodes

import (
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/sqs"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// DrainArgs hold machines that an Auto Scaling group is about to end. EC2 Auto Scaling sends a message to a queue, and
// waits until whoever reads it, such as the AWS Node Termination Handler in its queue mode, has drained the node and
// completed the lifecycle action, or until the time is over.
type DrainArgs struct {
	// Timeout is how long a machine is held, in whole seconds, 30 seconds to 2 hours: 15 minutes by default. Changed in place.
	Timeout time.Duration
	// MessageRetention is how long a message waits for a reader, in whole seconds, 1 minute to 14 days: twice the Timeout
	// by default, after which there is nothing left to drain. Changed in place.
	MessageRetention time.Duration
	// Metadata is a text that each message carries. Changed in place.
	Metadata string
}

const (
	defaultDrainTimeout = 15 * time.Minute
	minDrainTimeout     = 30 * time.Second
	maxDrainTimeout     = 2 * time.Hour
	minRetention        = time.Minute
	maxRetention        = 14 * 24 * time.Hour

	metadataLimit = 1023

	// drainHook is the hook's name, by which a reader of the queue completes the action. Each group has names of its own.
	drainHook = "drain"

	// autoScalingPrincipal is the same in all partitions (Amazon EC2 Auto Scaling User Guide, "Configure a notification
	// target for Amazon EC2 Auto Scaling lifecycle notifications").
	autoScalingPrincipal = "autoscaling.amazonaws.com"
)

func (d *DrainArgs) withDefaults() *DrainArgs {
	if d == nil {
		return nil
	}
	drain := *d
	if drain.Timeout == 0 {
		drain.Timeout = defaultDrainTimeout
	}
	if drain.MessageRetention == 0 {
		drain.MessageRetention = max(2*drain.Timeout, minRetention)
	}
	return &drain
}

func (d *DrainArgs) check(p *check.Problems, path string) {
	if d == nil {
		return
	}
	checkBetween(p, path+".Timeout", d.Timeout, minDrainTimeout, maxDrainTimeout)
	checkBetween(p, path+".MessageRetention", d.MessageRetention, minRetention, maxRetention)
	if len(d.Metadata) > metadataLimit {
		p.Addf(path+".Metadata", "has %d characters; AWS takes %d", len(d.Metadata), metadataLimit)
	}
}

func checkBetween(p *check.Problems, path string, d, least, most time.Duration) {
	if d < least || d > most || d%time.Second != 0 {
		p.Addf(path, "%s is not between %s and %s, in whole seconds", duration(d), duration(least), duration(most))
	}
}

// registerDrain registers the queue, the role that EC2 Auto Scaling writes to it by, and the hook. The hook goes before
// its group, so that the end of a pool waits for nobody.
func registerDrain(ctx *pulumi.Context, name string, args *WorkerPoolArgs, group *autoscaling.Group, parent pulumi.Resource) (*sqs.Queue, error) {
	own := tags.Merge(args.Tags, map[string]string{
		"Name":                     args.InfraID + "-" + args.Pool + "-drain",
		tags.Cluster(args.InfraID): tags.Owned,
	})
	queue, err := sqs.NewQueue(ctx, name+"-drain-queue", &sqs.QueueArgs{
		MessageRetentionSeconds: pulumi.Int(int(args.Drain.MessageRetention.Seconds())),
		SqsManagedSseEnabled:    pulumi.Bool(true),
		Tags:                    own,
	}, pulumi.Parent(parent))
	if err != nil {
		return nil, err
	}
	role, err := drainRole(ctx, name, queue, own, parent)
	if err != nil {
		return nil, err
	}
	hook := &autoscaling.LifecycleHookArgs{
		Name:                  pulumi.String(drainHook),
		AutoscalingGroupName:  group.Name,
		LifecycleTransition:   pulumi.String("autoscaling:EC2_INSTANCE_TERMINATING"),
		DefaultResult:         pulumi.String("CONTINUE"),
		HeartbeatTimeout:      pulumi.Int(int(args.Drain.Timeout.Seconds())),
		NotificationTargetArn: queue.Arn,
		RoleArn:               role,
	}
	if args.Drain.Metadata != "" {
		hook.NotificationMetadata = pulumi.String(args.Drain.Metadata)
	}
	_, err = autoscaling.NewLifecycleHook(ctx, name+"-drain-hook", hook, pulumi.Parent(parent))
	return queue, err
}

// drainRole returns the role's ARN, which waits for its policy: EC2 Auto Scaling sends a test message when a hook is made.
func drainRole(ctx *pulumi.Context, name string, queue *sqs.Queue, own pulumi.StringMap, parent pulumi.Resource) (pulumi.StringOutput, error) {
	role, err := iam.NewRole(ctx, name+"-drain-role", &iam.RoleArgs{
		Description:      pulumi.String("EC2 Auto Scaling tells of machines that are about to end"),
		AssumeRolePolicy: pulumi.String(policy.AssumeRole(autoScalingPrincipal).JSON()),
		Tags:             own,
	}, pulumi.Parent(parent))
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	rolePolicy, err := iam.NewRolePolicy(ctx, name+"-drain-policy", &iam.RolePolicyArgs{
		Role: role.Name,
		Policy: queue.Arn.ApplyT(func(arn string) string {
			return policy.New(policy.Statement{
				Effect:   policy.Allow,
				Action:   []string{"sqs:GetQueueUrl", "sqs:SendMessage"},
				Resource: []string{arn},
			}).JSON()
		}).(pulumi.StringOutput),
	}, pulumi.Parent(parent))
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return pulumi.OutputWithDependencies(ctx.Context(), role.Arn, rolePolicy).(pulumi.StringOutput), nil
}
