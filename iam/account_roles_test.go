package iam_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func accountRoles(args iam.AccountRolesArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		roles, err := iam.NewAccountRoles(ctx, "account", &args)
		if err != nil {
			return err
		}
		ctx.Export("installer", roles.InstallerRoleARN)
		ctx.Export("support", roles.SupportRoleARN)
		ctx.Export("worker", roles.WorkerRoleARN)
		return nil
	}
}

func TestAccountRolesGolden(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   iam.AccountRolesArgs
	}{
		"hcp": {reason: "the least that one has to give", args: iam.AccountRolesArgs{Region: "us-east-2"}},
		"hcp-shared-vpc": {
			reason: "every option of HCP",
			args: iam.AccountRolesArgs{
				Prefix: "demo-account", Region: "us-east-2", Path: "/openshift/", ExternalID: "223B9588-36A5-ECA4-BE8D-7C673B77CDC1",
				PermissionsBoundary: pulumi.String(
					"arn:aws:iam::123456789012:policy/boundary",
				), OpenShiftVersion: "4.18",
				SupportPrincipal: text(supportAgent), Tags: pulumi.StringMap{"team": pulumi.String("core")},
				SharedVpc: &iam.SharedVpcArgs{
					Route53RoleARN:     text("arn:aws:iam::210987654321:role/net-shared-route53-role"),
					VpcEndpointRoleARN: text("arn:aws:iam::210987654321:role/a/net-shared-vpce-role"),
				},
			},
		},
		"classic": {
			reason: "four roles and six operators' policies",
			args: iam.AccountRolesArgs{
				Product: iam.RosaClassic, Region: "us-east-2", OpenShiftVersion: "4.18",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Log(tt.reason)
			golden.Check(t, "testdata/account-roles-"+name+".golden", mockstest.Run(t, accountRoles(tt.args)).Golden())
		})
	}
}

// The table is section 1 of Red Hat's modules account-iam-resources (terraform-redhat/terraform-rhcs-rosa-hcp).
func TestAccountRolesOfHCP(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		region, partition, ec2, ocm string
		environment                 iam.OCMEnvironment
		ocmGiven                    string
	}{
		"production": {
			region:    "us-east-2",
			partition: "aws",
			ec2:       "ec2.amazonaws.com",
			ocm:       "710019948333",
		},
		"staging": {
			region:      "eu-west-1",
			partition:   "aws",
			ec2:         "ec2.amazonaws.com",
			ocm:         "644306948063",
			environment: iam.OCMStaging,
		},
		"integration": {
			region:      "eu-west-1",
			partition:   "aws",
			ec2:         "ec2.amazonaws.com",
			ocm:         "896164604406",
			environment: iam.OCMIntegration,
		},
		"gov": {
			region:    "us-gov-west-1",
			partition: "aws-us-gov",
			ec2:       "ec2.amazonaws.com",
			ocm:       "448648337690",
		},
		"gov staging": {
			region:      "us-gov-west-1",
			partition:   "aws-us-gov",
			ec2:         "ec2.amazonaws.com",
			ocm:         "448870092490",
			environment: iam.OCMStaging,
		},
		"gov integration": {
			region:      "us-gov-east-1",
			partition:   "aws-us-gov",
			ec2:         "ec2.amazonaws.com",
			ocm:         "449053620653",
			environment: iam.OCMIntegration,
		},
		"china": {
			region:    "cn-north-1",
			partition: "aws-cn",
			ec2:       "ec2.amazonaws.com.cn",
			ocm:       "111122223333",
			ocmGiven:  "111122223333",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, accountRoles(iam.AccountRolesArgs{
				Prefix: "demo", Region: tt.region, Environment: tt.environment, OCMAccountID: tt.ocmGiven, ExternalID: "ab",
			}), mocks.Region(tt.region))
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
					principal:     "arn:" + tt.partition + ":iam::" + tt.ocm + ":role/RH-Managed-OpenShift-Installer",
					condition:     external,
				},
				{
					key:           "support",
					name:          "demo-HCP-ROSA-Support-Role",
					roleType:      "support",
					policy:        "ROSASRESupportPolicy",
					principalType: "AWS",
					principal:     "arn:" + tt.partition + ":iam::710019948333:role/RH-Technical-Support-15212158",
					condition:     external,
				},
				{
					key:           "worker",
					name:          "demo-HCP-ROSA-Worker-Role",
					roleType:      "instance_worker",
					policy:        "ROSAWorkerInstancePolicy",
					principalType: "Service",
					principal:     tt.ec2,
				},
			} {
				role := mockstest.Find(t, rec, "account-"+want.key+"-role")
				assert.Equal(t, want.name, role.Inputs["name"])
				assertDocument(
					t,
					trusting(want.principalType, want.principal, "sts:AssumeRole", want.condition),
					role.Inputs["assumeRolePolicy"],
				)
				assert.Equal(
					t,
					taggedWith("red-hat-managed", "true", "rosa_role_prefix", "demo", "rosa_role_type", want.roleType,
						"rosa_managed_policies", "true", "rosa_hcp_policies", "true"),
					role.Inputs["tags"],
				)
				assert.Equal(
					t,
					[]string{"arn:" + tt.partition + ":iam::aws:policy/service-role/" + want.policy},
					attachedTo(rec, want.name),
				)
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), 3)
			assert.Empty(t, rec.OfType("aws:iam/policy:Policy"), "HCP's policies are AWS's")
		})
	}
}

func TestAccountRolesOfClassic(t *testing.T) {
	t.Parallel()
	for region, want := range map[string]struct{ partition, ec2, ocm string }{
		"us-east-2":     {partition: "aws", ec2: "ec2.amazonaws.com", ocm: "710019948333"},
		"us-gov-west-1": {partition: "aws-us-gov", ec2: "ec2.amazonaws.com", ocm: "448648337690"},
	} {
		t.Run(region, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, accountRoles(iam.AccountRolesArgs{
				Product: iam.RosaClassic, Prefix: "demo", Region: region, OpenShiftVersion: "4.18", Path: "/x/",
			}), mocks.Region(region))
			for _, role := range []struct{ key, name, roleType, text, principalType, principal string }{
				{
					key:           "installer",
					name:          "demo-Installer-Role",
					roleType:      "installer",
					text:          "stsInstallerPermissionPolicy",
					principalType: "AWS",
					principal:     "arn:" + want.partition + ":iam::" + want.ocm + ":role/RH-Managed-OpenShift-Installer",
				},
				{
					key:           "support",
					name:          "demo-Support-Role",
					roleType:      "support",
					text:          "stsSupportPermissionPolicy",
					principalType: "AWS",
					principal:     "arn:" + want.partition + ":iam::710019948333:role/RH-Technical-Support-15212158",
				},
				{
					key:           "worker",
					name:          "demo-Worker-Role",
					roleType:      "instance_worker",
					text:          "stsInstanceWorkerPermissionPolicy",
					principalType: "Service",
					principal:     want.ec2,
				},
				{
					key:           "control-plane",
					name:          "demo-ControlPlane-Role",
					roleType:      "instance_controlplane",
					text:          "stsInstanceControlplanePermissionPolicy",
					principalType: "Service",
					principal:     want.ec2,
				},
			} {
				registered := mockstest.Find(t, rec, "account-"+role.key+"-role")
				assert.Equal(t, role.name, registered.Inputs["name"])
				assertDocument(
					t,
					trusting(role.principalType, role.principal, "sts:AssumeRole", nil),
					registered.Inputs["assumeRolePolicy"],
				)
				assert.Equal(
					t,
					taggedWith("red-hat-managed", "true", "rosa_role_prefix", "demo", "rosa_role_type", role.roleType,
						"rosa_openshift_version", "4.18"),
					registered.Inputs["tags"],
				)
				own := mockstest.Find(t, rec, "account-"+role.key+"-policy")
				assert.Equal(t, map[string]any{
					"name": role.name + "-Policy", "path": "/x/", "policy": ocmDocument(role.text),
					"tags": taggedWith(
						"rosa_role_prefix",
						"demo",
						"rosa_role_type",
						role.roleType,
						"rosa_openshift_version",
						"4.18",
					),
				}, own.Inputs)
				assert.Equal(t, []string{own.Outputs["arn"].(string)}, attachedTo(rec, role.name))
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), 4)
		})
	}
}

// ocmDocument is what the mocks give for a policy of OCM's.
func ocmDocument(property string) string {
	return `{"Version":"2012-10-17","Statement":[{"Sid":"` + property + `","Effect":"Allow","Action":["ec2:DescribeRegions"],"Resource":["*"]}]}`
}

func TestClassicOperatorPolicies(t *testing.T) {
	t.Parallel()
	// 28 characters: long enough for five names to be cut at 64.
	const prefix = "ManagedOpenShift-production1"
	want := map[string][3]string{
		"openshift-cloud-network-config-controller/cloud-credentials": {
			"ManagedOpenShift-production1-openshift-cloud-network-config-cont",
			"openshiftCloudNetworkConfigControllerCloudCredentialsPolicy",
		},
		"openshift-machine-api/aws-cloud-credentials": {
			"ManagedOpenShift-production1-openshift-machine-api-aws-cloud-cre",
			"openshiftMachineApiAwsCloudCredentialsPolicy",
		},
		"openshift-cloud-credential-operator/cloud-credential-operator-iam-ro-creds": {
			"ManagedOpenShift-production1-openshift-cloud-credential-operator",
			"openshiftCloudCredentialOperatorCloudCredentialOperatorIamRoCredsPolicy",
		},
		"openshift-image-registry/installer-cloud-credentials": {
			"ManagedOpenShift-production1-openshift-image-registry-installer-",
			"openshiftImageRegistryInstallerCloudCredentialsPolicy",
		},
		"openshift-ingress-operator/cloud-credentials": {
			"ManagedOpenShift-production1-openshift-ingress-operator-cloud-cr",
			"openshiftIngressOperatorCloudCredentialsPolicy",
		},
		"openshift-cluster-csi-drivers/ebs-cloud-credentials": {
			"ManagedOpenShift-production1-openshift-cluster-csi-drivers-ebs-c",
			"openshiftClusterCsiDriversEbsCloudCredentialsPolicy",
		},
		"openshift-aws-vpce-operator/aws-vpce-operator": {
			"ManagedOpenShift-production1-openshift-aws-vpce-operator-avo-aws",
			"openshiftAwsVpceOperatorAvoAwsCredsPolicy",
		},
	}
	for region, count := range map[string]int{"us-east-2": 6, "us-gov-west-1": 7} {
		rec := mockstest.Run(
			t,
			accountRoles(
				iam.AccountRolesArgs{
					Product:          iam.RosaClassic,
					Prefix:           prefix,
					Region:           region,
					OpenShiftVersion: "4.18",
				},
			),
		)
		found := 0
		for operator, expected := range want {
			registered, ok := rec.Find("account-" + strings.ReplaceAll(operator, "/", "-") + "-policy")
			if !ok {
				assert.Equal(
					t,
					"openshift-aws-vpce-operator/aws-vpce-operator",
					operator,
					"only GovCloud has this one",
				)
				continue
			}
			found++
			namespace, name, _ := strings.Cut(operator, "/")
			assert.Equal(t, map[string]any{
				"name": expected[0], "path": "/", "policy": ocmDocument(expected[1]),
				"tags": taggedWith(
					"rosa_openshift_version",
					"4.18",
					"rosa_role_prefix",
					prefix,
					"operator_namespace",
					namespace,
					"operator_name",
					name,
				),
			}, registered.Inputs)
			assert.LessOrEqual(t, len(expected[0]), 64)
		}
		assert.Equal(t, count, found, region)
	}
}

func TestClassicSharedVPCIsInTheIngressPolicy(t *testing.T) {
	t.Parallel()
	const shared = "arn:aws:iam::210987654321:role/net-shared-vpc-role"
	rec := mockstest.Run(t, accountRoles(iam.AccountRolesArgs{
		Product: iam.RosaClassic, Region: "us-east-2", OpenShiftVersion: "4.18", SharedVpc: &iam.SharedVpcArgs{Route53RoleARN: text(shared)},
	}))
	policy := mockstest.Find(t, rec, "account-openshift-ingress-operator-cloud-credentials-policy")
	assert.JSONEq(
		t,
		`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["sts:AssumeRole"],"Resource":["`+shared+`"]}]}`,
		policy.Inputs["policy"].(string),
	)
}

// The suffixes decide how long a prefix can be before the cut at 64 bites.
func TestAccountRoleNamesAtTheirLimits(t *testing.T) {
	t.Parallel()
	p := func(n int) string { return strings.Repeat("p", n) }
	tests := map[string]struct {
		reason  string
		product iam.RosaProduct
		prefix  string
		want    map[string]string
	}{
		"hcp 40": {
			reason:  "the installer's name is full",
			product: iam.RosaHCP,
			prefix:  p(40),
			want: map[string]string{
				"installer": p(
					40,
				) + "-HCP-ROSA-Installer-Role", "support": p(40) + "-HCP-ROSA-Support-Role", "worker": p(40) + "-HCP-ROSA-Worker-Role"},
		},
		"classic 46": {
			reason:  "the control plane's name is full",
			product: iam.RosaClassic,
			prefix:  p(46),
			want: map[string]string{
				"installer": p(
					46,
				) + "-Installer-Role", "support": p(46) + "-Support-Role", "worker": p(46) + "-Worker-Role", "control-plane": p(46) + "-ControlPlane-Role"},
		},
		"classic 47": {
			reason:  "the control plane's name is cut first",
			product: iam.RosaClassic,
			prefix:  p(47),
			want: map[string]string{
				"installer": p(
					47,
				) + "-Installer-Role", "support": p(47) + "-Support-Role", "worker": p(47) + "-Worker-Role", "control-plane": p(47) + "-ControlPlane-Rol"},
		},
		"classic 50": {
			reason:  "then the installer's",
			product: iam.RosaClassic,
			prefix:  p(50),
			want: map[string]string{
				"installer": p(
					50,
				) + "-Installer-Rol", "support": p(50) + "-Support-Role", "worker": p(50) + "-Worker-Role", "control-plane": p(50) + "-ControlPlane-"},
		},
		"classic 53": {
			reason:  "then all are",
			product: iam.RosaClassic,
			prefix:  p(53),
			want: map[string]string{
				"installer": p(
					53,
				) + "-Installer-", "support": p(53) + "-Support-Ro", "worker": p(53) + "-Worker-Rol", "control-plane": p(53) + "-ControlPla"},
		},
		"classic 62": {
			reason:  "one letter still tells them apart",
			product: iam.RosaClassic,
			prefix:  p(62),
			want: map[string]string{
				"installer": p(
					62,
				) + "-I", "support": p(62) + "-S", "worker": p(62) + "-W", "control-plane": p(62) + "-C"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(
				t,
				accountRoles(
					iam.AccountRolesArgs{
						Product:          tt.product,
						Prefix:           tt.prefix,
						Region:           "us-east-2",
						OpenShiftVersion: "4.18",
					},
				),
			)
			got := map[string]string{}
			for key := range tt.want {
				role := mockstest.Find(t, rec, "account-"+key+"-role").Inputs["name"].(string)
				assert.LessOrEqual(t, len(role), 64)
				got[key] = role
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestAccountRolesAskOCMOnlyForWhatIsNotGiven(t *testing.T) {
	t.Parallel()
	ask := func(args iam.AccountRolesArgs) []string {
		args.Region = "us-east-2"
		rec := mockstest.Run(t, accountRoles(args))
		var tokens []string
		for _, call := range rec.Calls() {
			tokens = append(tokens, call.Token)
		}
		return tokens
	}
	assert.Equal(t, []string{"rhcs:index/getHcpPolicies:getHcpPolicies"}, ask(iam.AccountRolesArgs{}))
	assert.Empty(t, ask(iam.AccountRolesArgs{SupportPrincipal: text(supportAgent)}))
	assert.Equal(
		t,
		[]string{"rhcs:index/getPolicies:getPolicies"},
		ask(
			iam.AccountRolesArgs{
				Product:          iam.RosaClassic,
				OpenShiftVersion: "4.18",
				SupportPrincipal: text(supportAgent),
			},
		),
	)
}

func TestAccountRolesWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	const token = "rhcs:index/getHcpPolicies:getHcpPolicies"
	empty := mocks.New(
		mocks.Answer(token, func(map[string]any) (map[string]any, error) { return map[string]any{}, nil }),
	)
	assert.ErrorContains(
		t,
		empty.Run(accountRoles(iam.AccountRolesArgs{Region: "us-east-2"})),
		"OpenShift Cluster Manager answered without accountRolePolicies.stsSupportRhSreRole; check the token",
		"no role without its trust",
	)
	refusing := mocks.New(
		mocks.Answer(token, func(map[string]any) (map[string]any, error) { return nil, errors.New("no token") }),
	)
	assert.ErrorContains(t, refusing.Run(accountRoles(iam.AccountRolesArgs{Region: "us-east-2"})), "no token")
}

func TestAccountRoleARNsWaitForTheirPolicies(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		roles, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{Region: "us-east-2"})
		if err != nil {
			return err
		}
		_, err = iam.NewOIDCConfig(ctx, "oidc", &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{
			Region: "us-east-2", InstallerRoleARN: roles.InstallerRoleARN,
		}})
		return err
	}))
	waits := mockstest.Find(t, rec, "oidc-config").PropertyDependencies["installerRoleArn"]
	assert.Contains(t, waits, mockstest.Find(t, rec, "account-installer-attachment").URN)
	assert.Contains(t, waits, mockstest.Find(t, rec, "account-installer-role").URN)
}

func TestAccountRolesPreviewAndRunRegisterTheSame(t *testing.T) {
	t.Parallel()
	for _, product := range []iam.RosaProduct{iam.RosaHCP, iam.RosaClassic} {
		program := accountRoles(iam.AccountRolesArgs{Product: product, Region: "us-east-2", OpenShiftVersion: "4.18"})
		preview := mocks.New()
		require.NoError(t, preview.Preview(program))
		assert.Equal(t, names(mockstest.Run(t, program)), names(preview))
	}
}
