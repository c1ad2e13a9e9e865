package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// documentOf returns the policy document of a role whose policy is the output.
func documentOf(t *testing.T, policy func(*pulumi.Context) pulumi.StringInput) string {
	t.Helper()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		ctx.Export("policy", policy(ctx))
		return nil
	})
	return rec.Outputs()["policy"].(string)
}

func TestTerminationHandlerPolicy(t *testing.T) {
	t.Parallel()
	document := documentOf(t, func(*pulumi.Context) pulumi.StringInput {
		return nodes.TerminationHandlerPolicy(infraID, pulumi.String(drainQueueARN))
	})
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[
		{"Sid":"ConsumeQueue","Effect":"Allow","Action":["sqs:DeleteMessage","sqs:ReceiveMessage"],
			"Resource":["`+drainQueueARN+`"]},
		{"Sid":"Describe","Effect":"Allow","Action":["ec2:DescribeInstances"],"Resource":["*"]},
		{"Sid":"CompleteLifecycleAction","Effect":"Allow","Action":["autoscaling:CompleteLifecycleAction"],"Resource":["*"],
			"Condition":{"StringEquals":{"aws:ResourceTag/kubernetes.io/cluster/demo-x7k2p":["owned"]}}}]}`, document)
	for _, queue := range []pulumi.StringPtrInput{nil, pulumi.String("*")} {
		err := mocks.New().Run(func(ctx *pulumi.Context) error {
			ctx.Export("policy", nodes.TerminationHandlerPolicy(infraID, queue))
			return nil
		})
		assert.ErrorContains(t, err, "nodes.TerminationHandlerPolicy.queueARN", "the permissions are for one queue")
	}
}

func TestAutoscalerCannotResizeOtherClusters(t *testing.T) {
	t.Parallel()
	document := string(nodes.AutoscalerPolicy(infraID))
	assert.Contains(t, document,
		`"Action":["autoscaling:SetDesiredCapacity","autoscaling:TerminateInstanceInAutoScalingGroup"],"Resource":["*"],`+
			`"Condition":{"StringEquals":{"aws:ResourceTag/k8s.io/cluster-autoscaler/demo-x7k2p":["owned"]}}`)
}

func TestCSRApproverPolicy(t *testing.T) {
	t.Parallel()
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[
		{"Sid":"Describe","Effect":"Allow","Action":["autoscaling:DescribeAutoScalingInstances","ec2:DescribeInstances"],"Resource":["*"]}]}`,
		string(nodes.CSRApproverPolicy()))
}

func TestCSRApproverWithItsRole(t *testing.T) {
	t.Parallel()
	rec := run(t, approver(func(a *nodes.CSRApproverArgs) {
		a.RoleARN = pulumi.String("arn:aws:iam::123456789012:role/approver")
	}))
	deployment := object(t, rec, "Deployment")
	assert.NotContains(t, at(deployment, "spec", "template", "spec"), "hostNetwork")
	assert.NotContains(t, at(object(t, rec, "Namespace"), "metadata"), "labels", "the pod is not privileged")
	only := container(t, deployment)
	assert.Contains(t, only["env"], map[string]any{
		"name": "AWS_ROLE_ARN", "value": "arn:aws:iam::123456789012:role/approver",
	})
	var mounts []any
	for _, mount := range only["volumeMounts"].([]any) {
		mounts = append(mounts, mount.(map[string]any)["mountPath"])
	}
	assert.Equal(t, []any{
		"/opt/approver", "/var/run/secrets/openshift/serviceaccount", "/etc/trusted-ca", "/run/agent",
	}, mounts)
}
