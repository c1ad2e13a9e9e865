package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func terminationHandlerRole(args *nodes.TerminationHandlerRoleArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		role, err := nodes.NewTerminationHandlerRole(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("arn", role.RoleARN)
		ctx.Export("name", role.RoleName)
		return nil
	}
}

func TestTerminationHandlerRoleOfTheControlPlane(t *testing.T) {
	t.Parallel()
	program := terminationHandlerRole(&nodes.TerminationHandlerRoleArgs{
		InfraID: infraID, QueueARN: pulumi.String(drainQueueARN), ControlPlaneRoleName: pulumi.String("demo-master"),
	})
	rec := run(t, program)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
	inputs := only(t, rec, "aws:iam/rolePolicy:RolePolicy")
	assert.Equal(t, "demo-master", inputs["role"])
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[
		{"Sid":"ConsumeQueue","Effect":"Allow","Action":["sqs:DeleteMessage","sqs:ReceiveMessage"],
			"Resource":["`+drainQueueARN+`"]},
		{"Sid":"Describe","Effect":"Allow","Action":["ec2:DescribeInstances"],"Resource":["*"]},
		{"Sid":"CompleteLifecycleAction","Effect":"Allow","Action":["autoscaling:CompleteLifecycleAction"],"Resource":["*"],
			"Condition":{"StringEquals":{"aws:ResourceTag/kubernetes.io/cluster/demo-x7k2p":["owned"]}}}]}`,
		inputs["policy"].(string))
	assert.Equal(t, map[string]any{"arn": nil, "name": "demo-master"}, rec.Outputs())
}

func TestTerminationHandlerRoleWithOIDC(t *testing.T) {
	t.Parallel()
	rec := run(t, terminationHandlerRole(&nodes.TerminationHandlerRoleArgs{
		InfraID: infraID, QueueARN: pulumi.String(drainQueueARN), Path: "/openshift/", Namespace: "drain",
		OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/issuer.example.com"),
	}))
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.Contains(t, role.Inputs["assumeRolePolicy"],
		`"issuer.example.com:sub":["system:serviceaccount:drain:termination-handler"]`)
	assert.Equal(t, "The AWS Node Termination Handler of OpenShift cluster demo-x7k2p", role.Inputs["description"])
	assert.Equal(t, "/openshift/", role.Inputs["path"])
	assert.Equal(t, role.Outputs["arn"], rec.Outputs()["arn"])
}
