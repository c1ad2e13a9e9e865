package iam_test

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// regions have the partition and the principal of EC2.
var regions = map[string]struct{ partition, ec2 string }{
	"us-east-2":     {partition: "aws", ec2: "ec2.amazonaws.com"},
	"eu-west-1":     {partition: "aws", ec2: "ec2.amazonaws.com"},
	"us-gov-west-1": {partition: "aws-us-gov", ec2: "ec2.amazonaws.com"},
	"us-gov-east-1": {partition: "aws-us-gov", ec2: "ec2.amazonaws.com"},
	"cn-north-1":    {partition: "aws-cn", ec2: "ec2.amazonaws.com.cn"},
}

// The roles are those of terraform-redhat/terraform-rhcs-rosa-hcp modules/account-iam-resources.
func TestAccountRolesOfHCP(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		region, ocm string
		environment iam.OCMEnvironment
		ocmGiven    string
	}{
		"production":      {region: "us-east-2", ocm: "710019948333"},
		"staging":         {region: "eu-west-1", ocm: "644306948063", environment: iam.OCMStaging},
		"integration":     {region: "eu-west-1", ocm: "896164604406", environment: iam.OCMIntegration},
		"gov":             {region: "us-gov-west-1", ocm: "448648337690"},
		"gov staging":     {region: "us-gov-west-1", ocm: "448870092490", environment: iam.OCMStaging},
		"gov integration": {region: "us-gov-east-1", ocm: "449053620653", environment: iam.OCMIntegration},
		"china":           {region: "cn-north-1", ocm: "111122223333", ocmGiven: "111122223333"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, accountRoles(iam.AccountRolesArgs{
				Prefix:       "demo",
				Region:       tt.region,
				Environment:  tt.environment,
				OCMAccountID: tt.ocmGiven,
				ExternalID:   "ab",
			}), mocks.Region(tt.region))
			in := regions[tt.region]
			external := map[string]map[string][]string{"StringEquals": {"sts:ExternalId": {"ab"}}}
			for _, want := range []struct {
				key, name, roleType, policy string
				principalType, principal    string
				condition                   map[string]map[string][]string
			}{
				{
					key:           "installer",
					name:          "demo-HCP-ROSA-Installer-Role",
					roleType:      "installer",
					policy:        "ROSAInstallerPolicy",
					principalType: "AWS",
					principal:     "arn:" + in.partition + ":iam::" + tt.ocm + ":role/RH-Managed-OpenShift-Installer",
					condition:     external,
				},
				{
					key:           "support",
					name:          "demo-HCP-ROSA-Support-Role",
					roleType:      "support",
					policy:        "ROSASRESupportPolicy",
					principalType: "AWS",
					principal:     "arn:" + in.partition + ":iam::710019948333:role/RH-Technical-Support-15212158",
					condition:     external,
				},
				{
					key:           "worker",
					name:          "demo-HCP-ROSA-Worker-Role",
					roleType:      "instance_worker",
					policy:        "ROSAWorkerInstancePolicy",
					principalType: "Service",
					principal:     in.ec2,
				},
			} {
				role := mockstest.Find(t, rec, "account-"+want.key+"-role")
				assert.Equal(t, want.name, role.Inputs["name"])
				assertDocument(t, trusting(want.principalType, want.principal, "sts:AssumeRole", want.condition),
					role.Inputs["assumeRolePolicy"])
				assert.Equal(t, taggedWith("red-hat-managed", "true", "rosa_role_prefix", "demo",
					"rosa_role_type", want.roleType, "rosa_managed_policies", "true", "rosa_hcp_policies", "true",
				), role.Inputs["tags"])
				assert.Equal(t, []string{"arn:" + in.partition + ":iam::aws:policy/service-role/" + want.policy},
					attachedTo(rec, want.name))
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), 3)
			assert.Empty(t, rec.OfType("aws:iam/policy:Policy"), "HCP uses AWS managed policies")
		})
	}
}

func TestAccountRolesOfClassic(t *testing.T) {
	t.Parallel()
	for region, ocm := range map[string]string{"us-east-2": "710019948333", "us-gov-west-1": "448648337690"} {
		t.Run(region, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, accountRoles(iam.AccountRolesArgs{
				Product:          iam.Classic,
				Prefix:           "demo",
				Region:           region,
				OpenShiftVersion: "4.18",
				Path:             "/x/",
			}), mocks.Region(region))
			in := regions[region]
			for _, role := range []struct{ key, name, roleType, text, principalType, principal string }{
				{
					key:           "installer",
					name:          "demo-Installer-Role",
					roleType:      "installer",
					text:          "stsInstallerPermissionPolicy",
					principalType: "AWS",
					principal:     "arn:" + in.partition + ":iam::" + ocm + ":role/RH-Managed-OpenShift-Installer",
				},
				{
					key:           "support",
					name:          "demo-Support-Role",
					roleType:      "support",
					text:          "stsSupportPermissionPolicy",
					principalType: "AWS",
					principal:     "arn:" + in.partition + ":iam::710019948333:role/RH-Technical-Support-15212158",
				},
				{
					key:           "worker",
					name:          "demo-Worker-Role",
					roleType:      "instance_worker",
					text:          "stsInstanceWorkerPermissionPolicy",
					principalType: "Service",
					principal:     in.ec2,
				},
				{
					key:           "control-plane",
					name:          "demo-ControlPlane-Role",
					roleType:      "instance_controlplane",
					text:          "stsInstanceControlplanePermissionPolicy",
					principalType: "Service",
					principal:     in.ec2,
				},
			} {
				registered := mockstest.Find(t, rec, "account-"+role.key+"-role")
				assert.Equal(t, role.name, registered.Inputs["name"])
				assertDocument(t, trusting(role.principalType, role.principal, "sts:AssumeRole", nil),
					registered.Inputs["assumeRolePolicy"])
				assert.Equal(t, taggedWith("red-hat-managed", "true", "rosa_role_prefix", "demo",
					"rosa_role_type", role.roleType, "rosa_openshift_version", "4.18"), registered.Inputs["tags"])
				own := mockstest.Find(t, rec, "account-"+role.key+"-policy")
				assert.Equal(t, map[string]any{
					"name": role.name + "-Policy", "path": "/x/", "policy": ocmDocument(role.text),
					"tags": taggedWith("rosa_role_prefix", "demo", "rosa_role_type", role.roleType,
						"rosa_openshift_version", "4.18"),
				}, own.Inputs)
				assert.Equal(t, []string{own.Outputs["arn"].(string)}, attachedTo(rec, role.name))
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), 4)
		})
	}
}

func TestAccountRolesCallOCMOnlyIfNecessary(t *testing.T) {
	t.Parallel()
	calls := func(args iam.AccountRolesArgs) []string {
		var tokens []string
		for _, call := range mockstest.Run(t, accountRoles(args)).Calls() {
			tokens = append(tokens, call.Token)
		}
		return tokens
	}
	assert.Equal(t, []string{"rhcs:index/getHcpPolicies:getHcpPolicies"}, calls(iam.AccountRolesArgs{}))
	assert.Empty(t, calls(iam.AccountRolesArgs{SupportPrincipal: text(supportAgent)}))
	assert.Equal(t, []string{"rhcs:index/getPolicies:getPolicies"}, calls(iam.AccountRolesArgs{
		Product:          iam.Classic,
		OpenShiftVersion: "4.18",
		SupportPrincipal: text(supportAgent),
	}))
}

func TestAccountRolesWithoutAResponse(t *testing.T) {
	t.Parallel()
	run := func(response map[string]any, err error) error {
		return mocks.New(mocks.Answer("rhcs:index/getHcpPolicies:getHcpPolicies",
			func(map[string]any) (map[string]any, error) { return response, err },
		)).Run(accountRoles(iam.AccountRolesArgs{}))
	}
	assert.ErrorContains(t, run(map[string]any{}, nil), "OpenShift Cluster Manager returned a response without "+
		"accountRolePolicies.stsSupportRhSreRole; check the token", "a role must not have an empty trust policy")
	assert.ErrorContains(t, run(nil, errors.New("no token")), "no token")
}

func TestAccountRoleARNsDependOnTheirPolicies(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		roles, err := iam.NewAccountRoles(ctx, "account", nil)
		if err != nil {
			return err
		}
		_, err = iam.NewOIDCConfig(ctx, "oidc", &iam.OIDCConfigArgs{
			Unmanaged: &iam.UnmanagedOIDCArgs{InstallerRoleARN: roles.InstallerRoleARN},
		})
		return err
	})
	dependencies := mockstest.Find(t, rec, "oidc-config").PropertyDependencies["installerRoleArn"]
	assert.Contains(t, dependencies, mockstest.Find(t, rec, "account-installer-attachment").URN)
	assert.Contains(t, dependencies, mockstest.Find(t, rec, "account-installer-role").URN)
}

func TestAccountRolesOutputs(t *testing.T) {
	t.Parallel()
	for _, product := range []iam.Product{iam.HCP, iam.Classic} {
		rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
			roles, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
				Product:          product,
				OpenShiftVersion: "4.18",
			})
			if err != nil {
				return err
			}
			assert.Nil(t, roles.SharedVpcPolicies, "there is no shared VPC")
			ctx.Export("controlPlane", roles.ControlPlaneRoleARN)
			return nil
		})
		if product == iam.HCP {
			assert.Equal(t, map[string]any{"controlPlane": nil}, rec.Outputs(), "HCP has no control-plane role")
			continue
		}
		role := mockstest.Find(t, rec, "account-control-plane-role")
		assert.Equal(t, map[string]any{"controlPlane": role.Outputs["arn"]}, rec.Outputs())
	}
}

// TestRolesOfAClusterAreKept changes what names and places roles in the real engine: OCM rejects it when the roles are gone.
func TestRolesOfAClusterAreKept(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	var accounts iam.AccountRolesArgs
	var operators iam.OperatorRolesArgs
	reset := func() {
		accounts = iam.AccountRolesArgs{Prefix: "demo", Region: "us-east-2", SupportPrincipal: text(supportAgent)}
		operators = iam.OperatorRolesArgs{Prefix: "demo", Region: "us-east-2", OIDCProviderARN: text(providerARN)}
	}
	reset()
	box, err := sandbox.New(sandbox.Options{
		Project: "roles", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error {
			if _, err := iam.NewAccountRoles(ctx, "demo", &accounts); err != nil {
				return err
			}
			_, err := iam.NewOperatorRoles(ctx, "demo", &operators)
			return err
		},
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	for want, change := range map[string]func(){
		"iam.AccountRolesArgs.Path: / cannot become /x/":        func() { accounts.Path = "/x/" },
		"iam.AccountRolesArgs.Prefix: demo cannot become shop":  func() { accounts.Prefix = "shop" },
		"iam.OperatorRolesArgs.Path: / cannot become /x/":       func() { operators.Path = "/x/" },
		"iam.OperatorRolesArgs.Prefix: demo cannot become shop": func() { operators.Prefix = "shop" },
		"iam.AccountRolesArgs.Product: hcp cannot become classic": func() {
			accounts.Product, accounts.OpenShiftVersion = iam.Classic, "4.18"
		},
	} {
		reset()
		change()
		_, err = box.Preview(t.Context())
		require.ErrorContains(t, err, want)
		update, err := box.Up(t.Context())
		require.ErrorContains(t, err, want)
		for _, operation := range []string{"create", "replace", "delete"} {
			assert.Zero(t, update.Changes[operation], "%s: %v", want, update.Changes)
		}
	}
	reset()
	same := mockstest.Must(t, box.Up)
	assert.False(t, same.Changed(), same.Changes)
	accounts.Path, accounts.AllowReplacement, operators.Path, operators.AllowReplacement = "/x/", true, "/x/", true
	moved := mockstest.Must(t, box.Up)
	assert.True(t, moved.Changed(), "no cluster uses the roles")
}
