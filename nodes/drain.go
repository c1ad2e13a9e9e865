package nodes

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/cloudwatch"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/sqs"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// DrainArgs hold machines that an Auto Scaling group is about to end, and tell of them in a queue. The group waits until
// whoever reads the queue, such as TerminationHandler, has drained the node and completed the lifecycle action, or until
// the time is over.
//
// The queue also tells of spot machines that EC2 is about to take. Nothing holds those: they end two minutes later. AWS
// tells of all spot machines of the account in the region; TerminationHandler passes over those of others.
//
// Nothing is drained when the pool itself, or Drain, is removed: drain its nodes before.
type DrainArgs struct {
	// Timeout is how long a machine is held, in whole seconds, 30 seconds to 2 hours: 15 minutes by default. A change is made
	// in place.
	Timeout time.Duration
	// MessageRetention is how long a message waits for a reader, in whole seconds, 1 minute to 14 days: twice the Timeout by
	// default, after which there is nothing left to drain. A change is made in place.
	MessageRetention time.Duration
}

const (
	defaultDrainTimeout = 15 * time.Minute
	minRetention        = time.Minute
	maxRetention        = 14 * 24 * time.Hour

	// AWS takes 30 seconds to 2 hours for a lifecycle action (Amazon EC2 Auto Scaling API Reference, PutLifecycleHook).
	minHeartbeat = 30 * time.Second
	maxHeartbeat = 2 * time.Hour

	// drainHook is the hook's name, by which a reader of the queue completes the action. Each group has names of its own.
	drainHook = "drain"

	eventsPrincipal = "events.amazonaws.com"
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
	checkBetween(p, path+".Timeout", d.Timeout, minHeartbeat, maxHeartbeat)
	checkBetween(p, path+".MessageRetention", d.MessageRetention, minRetention, maxRetention)
}

func checkBetween(p *check.Problems, path string, d, least, most time.Duration) {
	if d < least || d > most || d%time.Second != 0 {
		p.Addf(path, "%s is not between %s and %s, in whole seconds", duration(d), duration(least), duration(most))
	}
}

// registerDrain registers the queue, the rule by which EventBridge writes to it, and the hook: last, so that no machine is
// held while nobody would be told, and gone before its group, so that the end of a pool waits for nobody.
func registerDrain(ctx *pulumi.Context, name string, args *WorkerPoolArgs, group *autoscaling.Group, parent pulumi.Resource) (*sqs.Queue, error) {
	own := tags.Merge(args.Tags, map[string]string{
		"Name":                     args.InfraID + "-" + args.Pool + "-drain",
		tags.Cluster(args.InfraID): tags.Owned,
	})
	queue, err := sqs.NewQueue(ctx, name+"-drain-queue", &sqs.QueueArgs{
		MessageRetentionSeconds: wholeSeconds(args.Drain.MessageRetention),
		SqsManagedSseEnabled:    pulumi.Bool(true),
		Tags:                    own,
	}, pulumi.Parent(parent))
	if err != nil {
		return nil, err
	}
	rule, err := cloudwatch.NewEventRule(ctx, name+"-drain-rule", &cloudwatch.EventRuleArgs{
		Description:  pulumi.String("Machines of OpenShift cluster " + args.InfraID + " that are about to end"),
		EventPattern: group.Name.ApplyT(drainEvents).(pulumi.StringOutput),
		Tags:         own,
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
	hook := holding(group, drainHook, "autoscaling:EC2_INSTANCE_TERMINATING", args.Drain.Timeout)
	_, err = autoscaling.NewLifecycleHook(ctx, name+"-drain-hook", hook, pulumi.Parent(parent), pulumi.DependsOn([]pulumi.Resource{access, target}))
	return queue, err
}

// holding is a hook that holds each machine of a group at a transition, for some time at most.
func holding(group *autoscaling.Group, name, transition string, most time.Duration) *autoscaling.LifecycleHookArgs {
	return &autoscaling.LifecycleHookArgs{
		Name:                 pulumi.String(name),
		AutoscalingGroupName: group.Name,
		LifecycleTransition:  pulumi.String(transition),
		DefaultResult:        pulumi.String("CONTINUE"),
		HeartbeatTimeout:     wholeSeconds(most),
	}
}

// drainEvents are the ends of a group's machines and the interruptions of spot machines. The latter name the machine
// alone, not its group (Amazon EC2 Auto Scaling User Guide, "Amazon EC2 Auto Scaling event reference"; Amazon EC2 User
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
		return "", fmt.Errorf("the events of group %q: %w", group, err)
	}
	return string(pattern), nil
}

// drainAccess lets one rule write to the queue, and nobody read or write without encryption on the way.
func drainAccess(arns []any) string {
	queue, rule := arns[0].(string), arns[1].(string)
	return policy.New(
		policy.Statement{
			Sid:       "Events",
			Effect:    policy.Allow,
			Principal: map[string][]string{"Service": {eventsPrincipal}},
			Action:    []string{"sqs:SendMessage"},
			Resource:  []string{queue},
			Condition: map[string]map[string][]string{"ArnEquals": {"aws:SourceArn": {rule}}},
		},
		policy.Statement{
			Sid:       "EncryptedOnTheWay",
			Effect:    policy.Deny,
			Principal: map[string][]string{"AWS": {"*"}},
			Action:    []string{"sqs:*"},
			Resource:  []string{queue},
			Condition: map[string]map[string][]string{"Bool": {"aws:SecureTransport": {"false"}}},
		},
	).JSON()
}
