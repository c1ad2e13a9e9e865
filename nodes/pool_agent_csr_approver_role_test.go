package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func approverRole(args *nodes.CSRApproverRoleArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		role, err := nodes.NewCSRApproverRole(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("arn", role.RoleARN)
		ctx.Export("name", role.RoleName)
		return nil
	}
}

func TestCSRApproverRole(t *testing.T) {
	t.Parallel()
	rec := run(t, approverRole(&nodes.CSRApproverRoleArgs{
		InfraID: infraID, OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/issuer.example.com"),
	}))
	golden.Check(t, "testdata/csr-approver-role.golden", rec.Golden())
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.Contains(t, role.Inputs["assumeRolePolicy"],
		`"issuer.example.com:sub":["system:serviceaccount:worker-pool-approver:approver"]`)
	assert.Equal(t, role.Outputs["arn"], rec.Outputs()["arn"])
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
