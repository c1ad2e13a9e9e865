package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func autoscalerRole(args *nodes.AutoscalerRoleArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		role, err := nodes.NewAutoscalerRole(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("arn", role.RoleARN)
		ctx.Export("name", role.RoleName)
		return nil
	}
}

func TestAutoscalerRoleWithOIDC(t *testing.T) {
	t.Parallel()
	program := autoscalerRole(&nodes.AutoscalerRoleArgs{
		InfraID: infraID, OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/issuer.example.com"),
	})
	rec := run(t, program)
	golden.Check(t, "testdata/autoscaler-role.golden", rec.Golden())
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.JSONEq(
		t,
		`{"Version":"2012-10-17","Statement":[{"Effect":"Allow",
		"Principal":{"Federated":["arn:aws:iam::123456789012:oidc-provider/issuer.example.com"]},
		"Action":["sts:AssumeRoleWithWebIdentity"],
		"Condition":{"StringEquals":{"issuer.example.com:aud":["sts.amazonaws.com"],
		"issuer.example.com:sub":["system:serviceaccount:cluster-autoscaler-asg:cluster-autoscaler"]}}}]}`,
		role.Inputs["assumeRolePolicy"].(string),
	)
	assert.Equal(t, role.Outputs["arn"], rec.Outputs()["arn"])
}

func TestAutoscalerRoleOfTheControlPlane(t *testing.T) {
	t.Parallel()
	rec := run(t, autoscalerRole(
		&nodes.AutoscalerRoleArgs{InfraID: infraID, ControlPlaneRoleName: pulumi.String("demo-master")},
	),
	)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
	assert.Equal(t, "demo-master", only(t, rec, "aws:iam/rolePolicy:RolePolicy")["role"])
	assert.Equal(t, map[string]any{"arn": nil, "name": "demo-master"}, rec.Outputs())
}

func TestAutoscalerCannotResizeOtherClusters(t *testing.T) {
	t.Parallel()
	rec := run(t, autoscalerRole(
		&nodes.AutoscalerRoleArgs{InfraID: infraID, ControlPlaneRoleName: pulumi.String("demo-master")},
	),
	)
	document := only(t, rec, "aws:iam/rolePolicy:RolePolicy")["policy"].(string)
	assert.Contains(
		t,
		document,
		`"Action":["autoscaling:SetDesiredCapacity","autoscaling:TerminateInstanceInAutoScalingGroup"],"Resource":["*"],`+
			`"Condition":{"StringEquals":{"aws:ResourceTag/k8s.io/cluster-autoscaler/demo-x7k2p":["owned"]}}`,
	)
}
