package nodes_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestDrain(t *testing.T) {
	t.Parallel()
	program := pool(func(a *nodes.WorkerPoolArgs) { a.Drain = &nodes.DrainArgs{Timeout: time.Minute} })
	rec := run(t, program)
	group := rec.OfType(groupType)[0].Outputs["name"].(string)
	assert.Equal(t, map[string]any{
		"name":                 "drain",
		"autoscalingGroupName": group,
		"lifecycleTransition":  "autoscaling:EC2_INSTANCE_TERMINATING",
		"defaultResult":        "CONTINUE",
		"heartbeatTimeout":     60.0,
	}, only(t, rec, hookType))
	queue, rule := rec.OfType("aws:sqs/queue:Queue")[0], rec.OfType("aws:cloudwatch/eventRule:EventRule")[0]
	assert.Equal(t, 120.0, queue.Inputs["messageRetentionSeconds"],
		"the instance of an older message no longer exists")
	assert.Equal(t, true, queue.Inputs["sqsManagedSseEnabled"])
	assert.JSONEq(t, `{"source":["aws.autoscaling","aws.ec2"],
		"detail-type":["EC2 Instance-terminate Lifecycle Action","EC2 Spot Instance Interruption Warning"],
		"detail":{"$or":[{"AutoScalingGroupName":["`+group+`"]},{"instance-action":[{"exists":true}]}]}}`,
		rule.Inputs["eventPattern"].(string))
	assert.Equal(t, map[string]any{"rule": rule.Outputs["name"], "arn": queue.Outputs["arn"]},
		only(t, rec, "aws:cloudwatch/eventTarget:EventTarget"))
	access := only(t, rec, "aws:sqs/queuePolicy:QueuePolicy")
	assert.Equal(t, queue.Outputs["url"], access["queueUrl"])
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[
		{"Sid":"SendEvents","Effect":"Allow","Principal":{"Service":["events.amazonaws.com"]},"Action":["sqs:SendMessage"],
			"Resource":["`+queue.Outputs["arn"].(string)+`"],
			"Condition":{"ArnEquals":{"aws:SourceArn":["`+rule.Outputs["arn"].(string)+`"]}}},
		{"Sid":"TLSOnly","Effect":"Deny","Principal":{"AWS":["*"]},"Action":["sqs:*"],
			"Resource":["`+queue.Outputs["arn"].(string)+`"],
			"Condition":{"Bool":{"aws:SecureTransport":["false"]}}}]}`, access["policy"].(string))
	hook := rec.OfType(hookType)[0]
	for _, before := range []string{"demo-drain-access", "demo-drain-target"} {
		assert.Contains(t, hook.Dependencies, mockstest.Find(t, rec, before).URN,
			"no instance waits for a hook without a queue")
	}
}

func TestNoDrain(t *testing.T) {
	t.Parallel()
	rec := run(t, func(ctx *pulumi.Context) error {
		workers, err := nodes.NewWorkerPool(ctx, "demo", poolArgs())
		if err != nil {
			return err
		}
		ctx.Export("queue", workers.DrainQueueURL)
		return nil
	})
	assert.Empty(t, rec.Outputs()["queue"])
	assert.Len(t, mockstest.Inputs(rec), 2)
}
