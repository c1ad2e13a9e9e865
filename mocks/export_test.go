package mocks_test

import (
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestExport(t *testing.T) {
	t.Parallel()
	rec := mocks.New(mocks.Project("shop"), mocks.Stack("dev"))
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		_, err := iam.NewRole(ctx, "app", &iam.RoleArgs{
			AssumeRolePolicy: pulumi.String(`{"Version": "2012-10-17", "Statement": []}`),
			Path:             pulumi.String("/teams/"),
			Description:      pulumi.ToSecret(pulumi.String("hush")).(pulumi.StringOutput),
		})
		return err
	}))
	text, err := rec.Export()
	require.NoError(t, err)
	assert.NotContains(t, string(text), "hush")

	var export apitype.UntypedDeployment
	require.NoError(t, json.Unmarshal(text, &export))
	assert.Equal(t, 3, export.Version)
	var deployment apitype.DeploymentV3
	require.NoError(t, json.Unmarshal(export.Deployment, &deployment))
	require.Len(t, deployment.Resources, 1)
	role := deployment.Resources[0]
	assert.Equal(t, "urn:pulumi:dev::shop::aws:iam/role:Role::app", string(role.URN))
	assert.NotEmpty(t, role.ID)
	assert.Equal(t, "/teams/", role.Inputs["path"])
	assert.NotEmpty(t, role.Outputs["arn"], "outputs are those of the fake")
	assert.Equal(t, map[string]any{"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270"},
		role.Inputs["description"], "a secret is marked as in a stack's state")
}
