package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const serviceAccountIssuer = "arn:aws:iam::123456789012:oidc-provider/issuer.example.com"

func serviceAccountRoleArgs(changes ...func(*iam.ServiceAccountRoleArgs)) *iam.ServiceAccountRoleArgs {
	return checktest.With(&iam.ServiceAccountRoleArgs{
		InfraID: "demo-x7k2p",
		ServiceAccounts: []iam.ServiceAccount{
			{Namespace: "openshift-adp", Name: "velero"}, {Namespace: "backup", Name: "etcd"},
		},
		Policy:          pulumi.String(`{"Version":"2012-10-17","Statement":[]}`),
		OIDCProviderARN: pulumi.String(serviceAccountIssuer),
	}, changes...)
}

func serviceAccountRole(name string, args *iam.ServiceAccountRoleArgs) pulumi.RunFunc {
	return mockstest.Exporting(iam.NewServiceAccountRole, name, args, func(role *iam.ServiceAccountRole) pulumi.Map {
		return pulumi.Map{"arn": role.RoleARN, "name": role.RoleName}
	})
}

func ofTheControlPlane(a *iam.ServiceAccountRoleArgs) {
	a.OIDCProviderARN, a.ControlPlaneRoleName = nil, pulumi.String("demo-master")
}

func TestServiceAccountRole(t *testing.T) {
	t.Parallel()
	program := serviceAccountRole("demo", serviceAccountRoleArgs(func(a *iam.ServiceAccountRoleArgs) {
		a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	}))
	rec := mockstest.Run(t, program)
	golden.Check(t, "testdata/service-account-role.golden", rec.Golden())
	mockstest.PreviewIsTheUpdate(t, program)
	role := rec.OfType("aws:iam/role:Role")[0]
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",
		"Principal":{"Federated":["`+serviceAccountIssuer+`"]},
		"Action":["sts:AssumeRoleWithWebIdentity"],
		"Condition":{"StringEquals":{"issuer.example.com:aud":["sts.amazonaws.com"],
		"issuer.example.com:sub":["system:serviceaccount:openshift-adp:velero","system:serviceaccount:backup:etcd"]}}}]}`,
		role.Inputs["assumeRolePolicy"].(string))
	assert.Equal(t, role.Outputs["arn"], rec.Outputs()["arn"])
}

func TestServiceAccountRoleOfTheControlPlane(t *testing.T) {
	t.Parallel()
	// The control plane's role has a name already, so that of the component has no limit.
	program := serviceAccountRole(strings.Repeat("a", 60), serviceAccountRoleArgs(ofTheControlPlane))
	rec := mockstest.Run(t, program)
	mockstest.PreviewIsTheUpdate(t, program)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
	assert.Equal(t, "demo-master", rec.OfType("aws:iam/rolePolicy:RolePolicy")[0].Inputs["role"])
	assert.Equal(t, map[string]any{"arn": nil, "name": "demo-master"}, rec.Outputs())
	mockstest.Rejected(t, serviceAccountRole(strings.Repeat("a", 60), serviceAccountRoleArgs()),
		"iam.NewServiceAccountRole.name: must have at most 51 characters (has 60)")
}

// TestServiceAccountRoleChangesInPlace: software that assumes the role is configured with its ARN.
func TestServiceAccountRoleChangesInPlace(t *testing.T) {
	t.Parallel()
	before := serviceAccountRole("demo", serviceAccountRoleArgs())
	after := serviceAccountRole("demo", serviceAccountRoleArgs(func(a *iam.ServiceAccountRoleArgs) {
		a.Audience, a.PermissionsBoundary = "openshift", pulumi.String("arn:aws:iam::123456789012:policy/boundary")
	}))
	var changes []string
	for _, change := range mockstest.Run(t, after).Changes(mockstest.Run(t, before)) {
		changes = append(changes, change.String())
	}
	assert.Equal(t, []string{"update Role demo-role: assumeRolePolicy, permissionsBoundary"}, changes)
}

func TestServiceAccountRoleArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "iam.ServiceAccountRoleArgs", map[string]checktest.Case{
		"no provider": {
			Reason: "a role is for accounts of an OIDC provider or for the control plane",
			Args:   serviceAccountRoleArgs(func(a *iam.ServiceAccountRoleArgs) { a.OIDCProviderARN = nil }),
			Want:   []string{": required"},
		},
		"two roles": {
			Reason: "an account has one role",
			Args: serviceAccountRoleArgs(func(a *iam.ServiceAccountRoleArgs) {
				a.ControlPlaneRoleName = pulumi.String("demo-master")
			}),
			Want: []string{": exclusive"},
		},
		"no account": {
			Reason: "a role that trusts no account cannot be used",
			Args:   serviceAccountRoleArgs(func(a *iam.ServiceAccountRoleArgs) { a.ServiceAccounts = nil }),
			Want:   []string{".ServiceAccounts: required"},
		},
		"one account twice": {
			Reason: "an account is in the trust policy once",
			Args: serviceAccountRoleArgs(func(a *iam.ServiceAccountRoleArgs) {
				a.ServiceAccounts = append(a.ServiceAccounts, a.ServiceAccounts[0])
			}),
			Want: []string{".ServiceAccounts[2]: duplicate"},
		},
	})
}
