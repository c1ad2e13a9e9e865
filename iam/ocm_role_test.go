package iam_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func ocmRole(args iam.OCMRoleArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return mockstest.Exporting(iam.NewOCMRole, "ocm", &args, func(role *iam.OCMRole) pulumi.Map {
		return pulumi.Map{"arn": role.RoleARN, "name": role.RoleName}
	}, opts...)
}

// ocmRoleOptions sets every option.
func ocmRoleOptions(region string) iam.OCMRoleArgs {
	return iam.OCMRoleArgs{
		Prefix: "demo", Profile: iam.OCMRoleAdmin, Region: region, Path: "/openshift/", PermissionsBoundary: text(boundaryARN),
		PropagationWait: new(time.Duration), Tags: pulumi.StringMap{"team": pulumi.String("core"), "rosa_role_type": pulumi.String("mine")},
	}
}

func TestOCMRoleArgsValidate(t *testing.T) {
	t.Parallel()
	all := ocmRoleOptions("us-east-2")
	checktest.Cases(t, "iam.OCMRoleArgs", map[string]checktest.Case{
		"nil":            {Reason: "every argument has a default", Args: (*iam.OCMRoleArgs)(nil)},
		"all":            {Reason: "options are valid together", Args: &all},
		"longest prefix": {Reason: "the rosa command accepts 32 characters", Args: &iam.OCMRoleArgs{Prefix: strings.Repeat("p", 32)}},
		"boundary of another partition": {
			Reason: "a policy of another partition cannot be found",
			Args: &iam.OCMRoleArgs{
				Region: "us-gov-west-1", PermissionsBoundary: text("arn:aws:iam::123456789012:policy/boundary"),
			},
			Want: []string{
				".PermissionsBoundary: arn:aws:iam::123456789012:policy/boundary is in partition aws; us-gov-west-1 is in " +
					"partition aws-us-gov",
			},
		},
	})
}

// TestOCMRoleProfiles: the policies and tags of each profile are those of rosa create ocm-role (openshift/rosa d80ba25
// internal/ocmrole/core.go).
func TestOCMRoleProfiles(t *testing.T) {
	t.Parallel()
	const role = "ManagedOpenShift-OCM-Role-12345678"
	base := map[string]any{
		"red-hat-managed": "true", "rosa_role_prefix": "ManagedOpenShift", "rosa_role_type": "OCM", "rosa_environment": "production",
		"openshift-aws": "project/stack",
	}
	with := func(tag string) map[string]any {
		all := maps.Clone(base)
		if tag != "" {
			all[tag] = "true"
		}
		return all
	}
	for profile, want := range map[iam.OCMRoleProfile]struct {
		// policies are the tags of policies by name; tag is that of the role.
		policies map[string]string
		tag      string
	}{
		iam.OCMRoleStandard: {policies: map[string]string{role + "-Policy": ""}},
		iam.OCMRoleAdmin: {
			policies: map[string]string{role + "-Policy": "", role + "-Admin-Policy": "rosa_admin_role"}, tag: "rosa_admin_role",
		},
		iam.OCMRoleNoConsole: {
			policies: map[string]string{role + "-NoConsole-Policy": "rosa_no_console_role"}, tag: "rosa_no_console_role",
		},
	} {
		rec := mockstest.Run(t, ocmRole(iam.OCMRoleArgs{Profile: profile}), mocks.Region("us-east-2"))
		inputs := mockstest.Find(t, rec, "ocm-role").Inputs
		assert.Equal(t, role, inputs["name"])
		assert.Equal(t, with(want.tag), inputs["tags"], profile)
		assert.JSONEq(t, `{"Version": "2012-10-17", "Statement": [{
			"Effect": "Allow", "Action": ["sts:AssumeRole"],
			"Principal": {"AWS": ["arn:aws:iam::710019948333:role/RH-Managed-OpenShift-Installer"]},
			"Condition": {"StringEquals": {"sts:ExternalId": "2Q9aZ7organization"}}
		}]}`, inputs["assumeRolePolicy"].(string), "OCM presents the organization's ID")
		got, arns := map[string]any{}, []string{}
		for _, policy := range rec.OfType("aws:iam/policy:Policy") {
			got[policy.Inputs["name"].(string)] = policy.Inputs["tags"]
			arns = append(arns, policy.Outputs["arn"].(string))
		}
		tagged := map[string]any{}
		for name, tag := range want.policies {
			tagged[name] = with(tag)
		}
		assert.Equal(t, tagged, got, profile)
		assert.ElementsMatch(t, arns, attachedTo(rec, role), "policies are attached")
		assert.Equal(t, map[string]any{"arn": "arn:aws:iam::123456789012:role/" + role, "name": role}, rec.Outputs())
	}
}

func answerOCM(function string, change func(map[string]any)) mocks.Option {
	return mocks.Answer("rhcs:index/"+function+":"+function, func(map[string]any) (map[string]any, error) {
		answer := map[string]any{
			"organizationId": "org", "organizationExternalId": "1", "ocmApi": "https://api.openshift.com", "ocmAwsAccountId": "644306948063",
			"ocmRolePolicies": map[string]any{"stsOcmTrustPolicy": `{"Statement":[]}`, "stsOcmPermissionPolicy": `{"Statement":[]}`},
		}
		change(answer)
		return answer, nil
	})
}

// TestOCMRoleEnvironments: the environment is that of the provider's URL, the account that of OCM there, and the partition that of the
// region.
func TestOCMRoleEnvironments(t *testing.T) {
	t.Parallel()
	for url, environment := range map[string]iam.OCMEnvironment{
		"https://api.openshift.com": iam.OCMProduction, "https://api.stage.openshift.com": iam.OCMStaging,
		"https://api.integration.openshift.com": iam.OCMIntegration, "https://api.int.openshiftusgov.com": iam.OCMIntegration,
	} {
		rec := mockstest.Run(t, ocmRole(iam.OCMRoleArgs{}), mocks.Region("us-gov-west-1"),
			answerOCM("getInfo", func(answer map[string]any) { answer["ocmApi"] = url }))
		inputs := mockstest.Find(t, rec, "ocm-role").Inputs
		assert.Equal(t, string(environment), inputs["tags"].(map[string]any)["rosa_environment"], url)
		assert.Contains(t, inputs["assumeRolePolicy"], `["arn:aws-us-gov:iam::644306948063:role/RH-Managed-OpenShift-Installer"]`)
	}
}

func TestOCMRoleWithoutAResponse(t *testing.T) {
	t.Parallel()
	trust := func(answer map[string]any) map[string]any { return answer["ocmRolePolicies"].(map[string]any) }
	for want, option := range map[string]mocks.Option{
		"without organizationExternalId": answerOCM("getInfo", func(answer map[string]any) { delete(answer, "organizationExternalId") }),
		"without ocmRolePolicies.stsOcmPermissionPolicy": answerOCM("getHcpPolicies", func(answer map[string]any) {
			delete(trust(answer), "stsOcmPermissionPolicy")
		}),
		"has a placeholder that this version does not know": answerOCM("getHcpPolicies", func(answer map[string]any) {
			trust(answer)["stsOcmTrustPolicy"] = `{"Statement":["%{other}"]}`
		}),
	} {
		err := mocks.New(mocks.Region("us-east-2"), option).Run(ocmRole(iam.OCMRoleArgs{}))
		require.ErrorContains(t, err, want)
	}
}

// TestOCMRoleARN: the role is linked after its policies are attached.
func TestOCMRoleARN(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		role, err := iam.NewOCMRole(ctx, "ocm", &iam.OCMRoleArgs{Profile: iam.OCMRoleAdmin})
		if err != nil {
			return err
		}
		_, err = iam.NewOIDCConfig(ctx, "oidc", &iam.OIDCConfigArgs{
			Unmanaged: &iam.UnmanagedOIDCArgs{InstallerRoleARN: role.RoleARN},
		})
		return err
	}, mocks.Region("us-east-2"))
	dependencies := mockstest.Find(t, rec, "oidc-config").PropertyDependencies["installerRoleArn"]
	for _, name := range []string{"ocm-role", "ocm-standard-attachment", "ocm-admin-attachment"} {
		assert.True(t, slices.Contains(dependencies, mockstest.Find(t, rec, name).URN), name)
	}
}
