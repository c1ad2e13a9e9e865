package acceptance

import (
	"encoding/xml"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

const handlerNamespace = "acceptance-termination-handler"

// TestTerminationHandler runs the AWS Node Termination Handler with the queue of a pool. When the group terminates an
// instance, it must drain the node and then complete the lifecycle action, for which the group waits.
func TestTerminationHandler(t *testing.T) {
	elasticClusterLock.acquire(t)
	l := newLabStack(t, "termination-handler", drainedPool)
	out := l.up().Outputs
	group, queue := out["group"].(string), out["queue"].(string)
	members := running(t, group)
	require.Len(t, members, 2)
	leaving, staying := members[0], members[1]
	for _, m := range members {
		startNode(t, m, nil)
		createPodOn(t, "acceptance-"+m.ID, m.Name)
	}
	a := startAgent(t, "node-termination-handler", handlerNamespace, "termination-handler",
		func(command []string, env map[string]string) []string {
			env["AWS_ENDPOINT"] = os.Getenv("AWS_ENDPOINT_URL")
			return command
		})

	callAWS(t, "autoscaling", "TerminateInstanceInAutoScalingGroup", "InstanceId", leaving.ID,
		"ShouldDecrementDesiredCapacity", "true")
	require.Len(t, running(t, group), 2, "the group waits for the lifecycle action")
	callAWS(t, "sqs", "SendMessage", "QueueUrl", queue, "MessageBody", terminationMessage(t, group, leaving.ID))
	a.eventually(func() bool { return len(running(t, group)) == 1 }, "the lifecycle action is completed")
	assert.Equal(t, []emulatedInstance{staying}, running(t, group))
	assert.Equal(t, true, spec(t, "node", "", leaving.Name)["unschedulable"], "the node is cordoned")
	assert.Nil(t, kubeObject(t, "pod", "default", "acceptance-"+leaving.ID), "the pod was evicted before")
	assert.NotContains(t, spec(t, "node", "", staying.Name), "unschedulable", "other nodes are not cordoned")
	assert.NotNil(t, kubeObject(t, "pod", "default", "acceptance-"+staying.ID), "pods on other nodes stay")

	// The message of an instance that does not exist is deleted.
	callAWS(t, "sqs", "SendMessage", "QueueUrl", queue, "MessageBody",
		terminationMessage(t, group, "i-00000000000000000"))
	a.eventually(func() bool { return messages(t, queue) == 0 }, "the queue is empty")
	a.stop()
	l.destroy()
}

func drainedPool(ctx *pulumi.Context) error {
	infra, err := newPoolInfra(ctx, "10.81.0.0/16")
	if err != nil {
		return err
	}
	workers, err := nodes.NewWorkerPool(ctx, "pool", &nodes.WorkerPoolArgs{
		InfraID: elasticID, AMI: pulumi.String(emulatedAMI), Min: 0, Max: 2, Desired: new(2),
		Drain:    &nodes.DrainArgs{Timeout: 10 * time.Minute},
		Ignition: pulumi.String(`{"ignition":{"version":"3.2.0"}}`),
		Subnets:  infra.subnets, SecurityGroupIDs: infra.groups, InstanceProfile: infra.profile,
	})
	if err != nil {
		return err
	}
	ctx.Export("group", workers.GroupName)
	ctx.Export("queue", workers.DrainQueueURL)
	_, err = nodes.NewTerminationHandler(ctx, "handler", &nodes.TerminationHandlerArgs{
		InfraID: elasticID, Region: "us-east-2", QueueURL: workers.DrainQueueURL, Namespace: handlerNamespace,
		Timeout: time.Minute,
	})
	return err
}

// createPodOn creates a pod on a node, with the grace period that pods have by default.
func createPodOn(t *testing.T, name, node string) {
	t.Helper()
	kubectl(t, jsonText(t, map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name, "namespace": "default"},
		"spec": map[string]any{
			"nodeName":   node,
			"containers": []any{map[string]any{"name": "work", "image": "registry.example.com/work:v1"}},
		},
	}), "create", "-f", "-")
	t.Cleanup(func() {
		kubectl(t, "", "delete", "pod", name, "--force", "--grace-period=0", "--ignore-not-found")
	})
}

// terminationMessage is the event of a termination (Amazon EC2 Auto Scaling User Guide, "Amazon EC2 Auto Scaling event
// reference").
func terminationMessage(t *testing.T, group, instance string) string {
	t.Helper()
	return jsonText(t, map[string]any{
		"version": "0", "id": "acceptance-" + instance, "detail-type": "EC2 Instance-terminate Lifecycle Action",
		"source": "aws.autoscaling", "account": "123456789012", "region": "us-east-2",
		"time": time.Now().UTC().Format(time.RFC3339),
		"detail": map[string]any{
			"LifecycleActionToken": "87654321-4321-4321-4321-210987654321", "AutoScalingGroupName": group,
			"LifecycleHookName": "drain", "EC2InstanceId": instance,
			"LifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
		},
	})
}

// messages counts the messages of a queue, including those that a consumer has received and not deleted.
func messages(t *testing.T, queue string) int {
	t.Helper()
	var described struct {
		Attributes []struct {
			Name, Value string
		} `xml:"GetQueueAttributesResult>Attribute"`
	}
	response := callAWS(t, "sqs", "GetQueueAttributes", "QueueUrl", queue, "AttributeName.1", "All")
	require.NoError(t, xml.Unmarshal([]byte(response), &described))
	count, known := 0, 0
	for _, attribute := range described.Attributes {
		if slices.Contains([]string{"ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"}, attribute.Name) {
			number, err := strconv.Atoi(attribute.Value)
			require.NoError(t, err)
			count, known = count+number, known+1
		}
	}
	require.Equal(t, 2, known, response)
	return count
}
