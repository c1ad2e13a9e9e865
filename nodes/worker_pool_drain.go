package nodes

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/cloudwatch"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/sqs"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
)

// DrainArgs adds a termination lifecycle hook to an Auto Scaling group and sends its events to an SQS queue. The group delays
// the termination of an instance until a consumer of the queue, such as TerminationHandler, has drained the node and completed
// the lifecycle action, or until the timeout.
//
// The queue also receives Spot interruption warnings. No hook delays those: EC2 terminates the instance two minutes later. AWS
// sends the warnings of all Spot Instances of the account in the region; TerminationHandler ignores those of other clusters.
//
// Nothing is drained when the pool itself, or Drain, is removed: drain its nodes first. Changes are applied in place.
type DrainArgs struct {
	// Timeout is how long termination is delayed, in whole seconds between 30s and 2h. Defaults to 15m.
	Timeout time.Duration `check:"30s..2h/1s" default:"15m"`
	// MessageRetention is how long the queue keeps a message, in whole seconds between 1m and 336h. Defaults to twice the
	// [Timeout], after which the instance no longer exists.
	MessageRetention time.Duration `check:"1m..336h/1s"`
}

const (
	minRetention = time.Minute

	// drainHook is the hook's name, with which the consumer completes the lifecycle action. It is unique within its group. The limits of
	// its timeout, and of that of the warm pool's hook, are in the Amazon EC2 Auto Scaling API Reference, PutLifecycleHook.
	drainHook = "drain"

	eventsPrincipal = "events.amazonaws.com"
)

// registerDrain registers the queue, the EventBridge rule that sends events to it, and the lifecycle hook. The hook is created
// last, so that no instance waits for a hook without a queue, and is deleted before the group, so that deleting the pool does
// not block.
func registerDrain(
	ctx *pulumi.Context, name string, args *WorkerPoolArgs, group *autoscaling.Group, parent pulumi.Resource,
) (*sqs.Queue, error) {
	drainTags := tags.Merge(args.Tags, map[string]string{
		"Name":                     args.InfraID + "-" + args.Pool + "-drain",
		tags.Cluster(args.InfraID): tags.Owned,
	})
	queue, err := sqs.NewQueue(ctx, name+"-drain-queue", &sqs.QueueArgs{
		MessageRetentionSeconds: wholeSeconds(args.Drain.MessageRetention),
		SqsManagedSseEnabled:    pulumi.Bool(true),
		Tags:                    drainTags,
	}, pulumi.Parent(parent))
	if err != nil {
		return nil, err
	}
	rule, err := cloudwatch.NewEventRule(ctx, name+"-drain-rule", &cloudwatch.EventRuleArgs{
		Description:  pulumi.String("Terminating instances of OpenShift cluster " + args.InfraID),
		EventPattern: group.Name.ApplyT(drainEvents).(pulumi.StringOutput),
		Tags:         drainTags,
	}, pulumi.Parent(parent))
	if err != nil {
		return nil, err
	}
	access, err := sqs.NewQueuePolicy(ctx, name+"-drain-access", &sqs.QueuePolicyArgs{
		QueueUrl: queue.Url,
		Policy:   pulumi.All(queue.Arn, rule.Arn).ApplyT(drainAccess).(pulumi.StringOutput),
	}, pulumi.Parent(parent))
	if err != nil {
		return nil, err
	}
	target, err := cloudwatch.NewEventTarget(ctx, name+"-drain-target", &cloudwatch.EventTargetArgs{
		Rule: rule.Name,
		Arn:  queue.Arn,
	}, pulumi.Parent(parent))
	if err != nil {
		return nil, err
	}
	hook := lifecycleHook(group, drainHook, "autoscaling:EC2_INSTANCE_TERMINATING", args.Drain.Timeout)
	_, err = autoscaling.NewLifecycleHook(
		ctx, name+"-drain-hook", hook,
		pulumi.Parent(parent), pulumi.DependsOn([]pulumi.Resource{access, target}),
	)
	return queue, err
}

// lifecycleHook returns a hook that delays a transition of each instance of a group for at most timeout.
func lifecycleHook(group *autoscaling.Group, name, transition string, timeout time.Duration) *autoscaling.LifecycleHookArgs {
	return &autoscaling.LifecycleHookArgs{
		Name:                 pulumi.String(name),
		AutoscalingGroupName: group.Name,
		LifecycleTransition:  pulumi.String(transition),
		DefaultResult:        pulumi.String("CONTINUE"),
		HeartbeatTimeout:     wholeSeconds(timeout),
	}
}

// drainEvents returns the event pattern of terminations of a group's instances and of Spot interruption warnings. The latter
// contain only the instance, not its group (Amazon EC2 Auto Scaling User Guide, "Amazon EC2 Auto Scaling event reference"; Amazon EC2 User
// Guide, "Spot Instance interruption notices").
func drainEvents(group string) (string, error) {
	pattern, err := json.Marshal(map[string]any{
		"source":      []string{"aws.autoscaling", "aws.ec2"},
		"detail-type": []string{"EC2 Instance-terminate Lifecycle Action", "EC2 Spot Instance Interruption Warning"},
		"detail": map[string]any{"$or": []any{
			map[string]any{"AutoScalingGroupName": []string{group}},
			map[string]any{"instance-action": []any{map[string]any{"exists": true}}},
		}},
	})
	if err != nil {
		return "", fmt.Errorf("event pattern of group %q: %w", group, err)
	}
	return string(pattern), nil
}

// drainAccess returns the queue policy: only the rule can send messages, and all requests must use TLS.
func drainAccess(arns []any) string {
	queue, rule := arns[0].(string), arns[1].(string)
	return policy.New(
		policy.Statement{
			Sid:       "SendEvents",
			Effect:    policy.Allow,
			Principal: map[string][]string{"Service": {eventsPrincipal}},
			Action:    []string{"sqs:SendMessage"},
			Resource:  []string{queue},
			Condition: map[string]map[string][]string{"ArnEquals": {"aws:SourceArn": {rule}}},
		},
		policy.TLSOnly("sqs", queue),
	).JSON()
}
