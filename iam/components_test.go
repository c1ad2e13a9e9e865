package iam_test

import (
	"slices"
	"testing"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// scenario is a program with one or more components of the package. Programs with golden files are named after them.
type scenario struct {
	reason  string
	region  string
	program func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc
}

var components = map[string]scenario{
	"account-roles-hcp": {
		reason: "HCP needs no argument",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return accountRoles(iam.AccountRolesArgs{Region: region}, opts...)
		},
	},
	"account-roles-hcp-shared-vpc": {
		reason: "every option of HCP",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return accountRoles(iam.AccountRolesArgs{
				Prefix:              "demo-account",
				Region:              region,
				Path:                "/openshift/",
				ExternalID:          "223B9588-36A5-ECA4-BE8D-7C673B77CDC1",
				PermissionsBoundary: text(boundaryARN),
				OpenShiftVersion:    "4.18",
				SupportPrincipal:    text(supportAgent),
				Tags:                pulumi.StringMap{"team": pulumi.String("core")},
				SharedVpc: &iam.SharedVpcArgs{
					Route53RoleARN:     text("arn:aws:iam::210987654321:role/net-shared-route53-role"),
					VpcEndpointRoleARN: text("arn:aws:iam::210987654321:role/a/net-shared-vpce-role"),
				},
			}, opts...)
		},
	},
	"account-roles-classic": {
		reason: "Classic has four roles and six policies of operators",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			args := iam.AccountRolesArgs{Product: iam.Classic, Region: region, OpenShiftVersion: "4.18"}
			return accountRoles(args, opts...)
		},
	},
	"shared-vpc-resources": {
		reason: "every option of HCP, in the account of the VPC",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return sharedVpc(func(a *iam.SharedVpcResourcesArgs) {
				a.Region, a.PermissionsBoundary = region, text(boundaryARN)
				a.PropagationWait, a.Tags = new(time.Duration), pulumi.StringMap{"team": pulumi.String("core")}
			}, opts...)
		},
	},
	"shared-vpc-resources-classic": {
		reason: "Classic has one zone and one role",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return sharedVpc(func(a *iam.SharedVpcResourcesArgs) {
				a.Region, a.Product, a.ControlPlaneRoleARN = region, iam.Classic, nil
			}, opts...)
		},
	},
	"ocm-role": {
		reason: "every option, with the policies of an administrator",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return ocmRole(ocmRoleOptions(region), opts...)
		},
	},
	"operator-roles-hcp": {
		reason: "HCP needs a prefix and an OIDC provider",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return operatorRoles(iam.OperatorRolesArgs{Prefix: "demo", Region: region}, opts...)
		},
	},
	"operator-roles-hcp-shared-vpc": {
		reason: "every option of HCP",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return operatorRoles(iam.OperatorRolesArgs{
				Prefix:              "demo",
				Region:              region,
				Path:                "/openshift/",
				PermissionsBoundary: text(boundaryARN),
				SharedVpcPolicies: &iam.SharedVpcPolicies{
					Route53ARN:     text(policyPrefix + "openshift/net-shared-route53-role-assume-role"),
					VpcEndpointARN: text(policyPrefix + "openshift/net-shared-vpce-role-assume-role"),
				},
				AutoNode:  true,
				AuditLog:  true,
				LogGroups: []string{"/rosa/demo"},
				Tags:      pulumi.StringMap{"team": pulumi.String("core")},
			}, opts...)
		},
	},
	"operator-roles-classic": {
		reason: "Classic's operators use the policies of the account roles",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return operatorRoles(iam.OperatorRolesArgs{Product: iam.Classic, Prefix: "demo", Region: region}, opts...)
		},
	},
	"oidc-managed": {
		reason: "Red Hat hosts the issuer",
		program: func(_ string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return oidc(iam.OIDCConfigArgs{}, opts...)
		},
	},
	"oidc-unmanaged": {
		reason: "the issuer is in the user's account",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			args := unmanaged("team")
			args.Unmanaged.Region = region
			return oidc(args, opts...)
		},
	},
	"short-term-credentials": {
		reason: "a name, a release and a key are enough",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			args := shortTerm(func(a *iam.ShortTermCredentialsArgs) { a.Region = region })
			return shortTermCredentials(args, opts...)
		},
	},
	"short-term-credentials-options": {
		reason: "every option, on GovCloud",
		region: "us-gov-west-1",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return shortTermCredentials(shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.Region, a.OpenShiftVersion, a.TechPreview, a.Path = region, "4.22", true, "/openshift/"
				a.DisabledCapabilities = []string{"ImageRegistry"}
				a.PermissionsBoundary = text("arn:aws-us-gov:iam::123456789012:policy/boundary")
				a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
			}), opts...)
		},
	},
	"short-term-credentials-private": {
		reason: "CloudFront serves the private bucket",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return shortTermCredentials(shortTerm(func(a *iam.ShortTermCredentialsArgs) {
				a.Region, a.PrivateBucket = region, true
			}), opts...)
		},
	},
	"keys": {
		reason: "both keys of an HCP cluster",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return keys(region, true, opts...)
		},
	},
	"instance-profiles-bootstrap": {
		reason: "three profiles, with every option",
		region: "eu-central-1",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			args := installing(region)
			args.Path = "/openshift/demo/"
			args.PermissionsBoundary = text(boundaryARN)
			args.Tags = pulumi.StringMap{"team": pulumi.String("core")}
			return profiles(args, opts...)
		},
	},
	"instance-profiles-cluster-china": {
		reason: "no bootstrap profile after the bootstrap stage",
		region: "cn-north-1",
		program: func(region string, opts ...pulumi.ResourceOption) pulumi.RunFunc {
			args := iam.InstanceProfilesArgs{InfraID: "demo-x7k2p", Region: region, Stage: iam.StageCluster}
			return profiles(args, opts...)
		},
	},
}

func eachComponent(t *testing.T, test func(t *testing.T, name, region string, c scenario)) {
	t.Parallel()
	for name, c := range components {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Log(c.reason)
			region := c.region
			if region == "" {
				region = "us-east-2"
			}
			test(t, name, region, c)
		})
	}
}

func TestGolden(t *testing.T) {
	eachComponent(t, func(t *testing.T, name, region string, c scenario) {
		rec := mockstest.Run(t, c.program(region), mocks.Region(region))
		golden.Check(t, "testdata/"+name+".golden", rec.Golden())
	})
}

func TestPreviewIsTheUpdate(t *testing.T) {
	eachComponent(t, func(t *testing.T, _, region string, c scenario) {
		mockstest.PreviewIsTheUpdate(t, c.program(region), mocks.Region(region))
	})
}

// withProvider runs a program whose components have their own AWS provider.
func withProvider(
	region string, program func(opts ...pulumi.ResourceOption) pulumi.RunFunc,
) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "provider", &aws.ProviderArgs{Region: pulumi.String(region)})
		if err != nil {
			return err
		}
		return program(pulumi.Providers(provider))(ctx)
	}
}

func TestProviderIsInherited(t *testing.T) {
	eachComponent(t, func(t *testing.T, _, region string, c scenario) {
		rec := mockstest.Run(t, withProvider(region, func(opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return c.program(region, opts...)
		}))
		provider := mockstest.Find(t, rec, "provider").URN
		for _, resource := range rec.Resources() {
			if resource.Custom && resource.URN != provider && !isOCM(resource) {
				assert.Equal(t, provider, resource.Provider, resource.Name)
			}
		}
	})
}

func isOCM(resource mocks.Resource) bool {
	return slices.Contains([]string{"rhcs:index/rosaOidcConfig:RosaOidcConfig",
		"rhcs:index/rosaOidcConfigInput:RosaOidcConfigInput"}, resource.Type)
}

func TestRegionDefaultsToTheProviders(t *testing.T) {
	eachComponent(t, func(t *testing.T, _, region string, c scenario) {
		want := mockstest.Inputs(mockstest.Run(t, c.program(region), mocks.Region(region)))
		configured := mockstest.Run(t, c.program(""), mocks.Region(region))
		assert.Equal(t, want, mockstest.Inputs(configured), "the default provider's region")

		explicit := mockstest.Run(t, withProvider(region, func(opts ...pulumi.ResourceOption) pulumi.RunFunc {
			return c.program("", opts...)
		}), mocks.Region("us-west-1"))
		got := mockstest.Inputs(explicit)
		delete(got, mockstest.Find(t, explicit, "provider").URN)
		assert.Equal(t, want, got, "the explicit provider's region, not the default provider's")
	})
}

// Which resources exist is decided before the region of an explicit provider is known.
func TestClassicOnGovCloudWithAnExplicitProvider(t *testing.T) {
	t.Parallel()
	const govRegion = "us-gov-west-1"
	run := func(program func(opts ...pulumi.ResourceOption) pulumi.RunFunc) (*mocks.Recorder, error) {
		rec := mocks.New(mocks.Region("us-east-2"))
		return rec, rec.Run(withProvider(govRegion, program))
	}
	_, err := run(func(opts ...pulumi.ResourceOption) pulumi.RunFunc {
		return accountRoles(iam.AccountRolesArgs{Product: iam.Classic, OpenShiftVersion: "4.18"}, opts...)
	})
	assert.ErrorContains(t, err,
		"iam.AccountRolesArgs.Region: must be set to us-gov-west-1: Classic has other operators on GovCloud")

	rec, err := run(func(opts ...pulumi.ResourceOption) pulumi.RunFunc {
		return func(ctx *pulumi.Context) error {
			accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
				Product:          iam.Classic,
				Region:           govRegion,
				OpenShiftVersion: "4.18",
			}, opts...)
			if err != nil {
				return err
			}
			_, err = iam.NewOperatorRoles(ctx, "operators", &iam.OperatorRolesArgs{
				Product:         iam.Classic,
				Prefix:          "demo",
				OIDCProviderARN: text("arn:aws-us-gov:iam::123456789012:oidc-provider/x"),
				PolicyARNs:      accounts.OperatorPolicyARNs,
			}, opts...)
			return err
		}
	})
	require.NoError(t, err)
	mockstest.Find(t, rec, "operators-openshift-aws-vpce-operator-aws-vpce-operator-role")
}

func TestOCMAccountIsRequiredInTheRegionOfAnExplicitProvider(t *testing.T) {
	t.Parallel()
	err := mocks.New().Run(withProvider("cn-north-1", func(opts ...pulumi.ResourceOption) pulumi.RunFunc {
		return accountRoles(iam.AccountRolesArgs{}, opts...)
	}))
	assert.ErrorContains(t, err,
		"iam.AccountRolesArgs.OCMAccountID: is required in cn-north-1: OCM has no known account in partition aws-cn")
}

// The partition of an argument is checked against the region of the default provider before anything is registered.
func TestArgumentsAreCheckedInTheDefaultRegion(t *testing.T) {
	t.Parallel()
	const want = "PermissionsBoundary: " + boundaryARN + " is in partition aws; cn-north-1 is in partition aws-cn"
	for name, program := range map[string]pulumi.RunFunc{
		"AccountRoles": accountRoles(iam.AccountRolesArgs{
			OCMAccountID: "111122223333", PermissionsBoundary: text(boundaryARN),
		}),
		"OperatorRoles": operatorRoles(iam.OperatorRolesArgs{Prefix: "demo", PermissionsBoundary: text(boundaryARN)}),
		"ShortTermCredentials": shortTermCredentials(shortTerm(func(a *iam.ShortTermCredentialsArgs) {
			a.Region, a.PermissionsBoundary = "", text(boundaryARN)
		})),
		"InstanceProfiles": profiles(iam.InstanceProfilesArgs{
			InfraID: "demo-x7k2p", Stage: iam.StageCluster, PermissionsBoundary: text(boundaryARN),
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New(mocks.Region("cn-north-1"))
			assert.ErrorContains(t, rec.Run(program), want)
			assert.Empty(t, rec.Resources())
		})
	}
}
