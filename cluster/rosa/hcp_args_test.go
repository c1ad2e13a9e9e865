package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestHCPArgsValidate(t *testing.T) {
	t.Parallel()
	with := testHCP
	checkValidations(t, map[string]validation{
		"smallest": {reason: "every other field has a default", args: with()},
		"outputs": {
			reason: "outputs are not known before the update: neither that the key is of another account",
			args: with(func(a *HCPArgs) {
				a.AccountID = pulumi.String("210987654321").ToStringOutput()
				a.EtcdKeyARN = pulumi.String("arn:aws:kms:us-east-2:123456789012:key/0c8ea1d4-7c1f-4b43-9a0e-5c4f2f0d9b1a").ToStringOutput()
			}),
		},
		"public subnet of another region": {
			reason: "all subnets are in the region of the cluster",
			args: with(func(a *HCPArgs) {
				a.Scope, a.PublicSubnets = network.External, testSubnets("public", "us-east-1a")
			}),
			want: []string{`rosa.HCPArgs.PublicSubnets[0].Zone: must be in region us-east-2 (got "us-east-1a")`},
		},
		"property without a name": {
			reason: "OCM does not have such properties",
			args: with(func(a *HCPArgs) {
				a.CreatorARN, a.Properties = pulumi.String("arn:aws:iam::123456789012:user/ann"), map[string]string{"": "x"}
			}),
			want: []string{"rosa.HCPArgs.Properties[]: required"},
		},
		"explicit region": {
			reason: "the region of the zones can be repeated",
			args:   with(func(a *HCPArgs) { a.Region = "us-east-2" }),
		},
		"gov": {
			reason: "the ARNs of a cluster in GovCloud are those of its partition",
			args: with(func(a *HCPArgs) {
				role := pulumi.String("arn:aws-us-gov:iam::123456789012:role/path/r")
				a.STS.InstallerRoleARN, a.STS.SupportRoleARN, a.STS.WorkerRoleARN = role, role, role
				a.PrivateSubnets = testSubnets("private", "us-gov-west-1a")
				a.VolumeKeyARN = pulumi.String(
					"arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-0123456789abcdef0123456789abcdef",
				)
				a.CreatorARN = pulumi.String("arn:aws-us-gov:sts::123456789012:assumed-role/admin/ann@example.com")
				a.FIPS = true
			}),
		},
		"external in GovCloud": {
			reason: "clusters in GovCloud are private, and use validated cryptography",
			args: with(func(a *HCPArgs) {
				role := pulumi.String("arn:aws-us-gov:iam::123456789012:role/r")
				a.STS.InstallerRoleARN, a.STS.SupportRoleARN, a.STS.WorkerRoleARN = role, role, role
				a.PrivateSubnets, a.PublicSubnets = testSubnets("private", "us-gov-west-1a"), testSubnets("public", "us-gov-west-1a")
				a.Scope = network.External
			}),
			want: []string{
				"rosa.HCPArgs.Scope: must be Internal in us-gov-west-1",
				"rosa.HCPArgs.FIPS: must be true in us-gov-west-1",
			},
		},
		"zero egress of a public cluster": {
			reason: "OCM rejects zero egress without a private cluster, and of candidate releases",
			args: with(func(a *HCPArgs) {
				a.ZeroEgress, a.Scope = true, network.External
				a.PublicSubnets, a.CreatorARN = testSubnets("public", testZones...), pulumi.String("arn:aws:iam::123456789012:user/ann")
				a.Version = &VersionArgs{Channel: "candidate-4.20"}
			}),
			want: []string{
				"rosa.HCPArgs.ZeroEgress: is not supported by candidate channels",
				"rosa.HCPArgs.Scope: must be Internal with ZeroEgress",
			},
		},
		"external": {
			reason: "an external cluster needs one public subnet",
			args: with(func(a *HCPArgs) {
				a.Scope, a.PrivateSubnets = "", a.PrivateSubnets[:1]
				a.PublicSubnets = testSubnets("public", testZones[0])
			}),
		},
		"internal with an external ingress": {
			reason: "the load balancers of an external ingress need public subnets",
			args:   with(func(a *HCPArgs) { a.PublicSubnets = testSubnets("public", testZones...) }),
		},
		"audit log off": {
			reason: "an empty text disables the audit log",
			args:   with(func(a *HCPArgs) { a.AuditLogRoleARN = pulumi.String("") }),
		},
		"key of another region": {
			reason: "volumes are encrypted with keys of their region",
			args:   with(func(a *HCPArgs) { a.VolumeKeyARN = testKey("us-east-1") }),
			want: []string{
				"rosa.HCPArgs.VolumeKeyARN: arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab" +
					" is in region us-east-1; must be in us-east-2",
			},
		},
		"no public subnet": {
			reason: "the load balancers of an external cluster need a public subnet",
			args:   with(func(a *HCPArgs) { a.Scope = network.External }),
			want:   []string{"rosa.HCPArgs.PublicSubnets: is required unless Scope is Internal"},
		},
		"reserved properties": {
			reason: "the provider and other fields set some properties, and properties need the creator",
			args: with(func(a *HCPArgs) {
				a.Properties = map[string]string{
					"rosa_tf_commit": "x", "rosa_tf_version": "x", "rosa_creator_arn": "x", "zero_egress": "true", "a b": "c",
				}
			}),
			want: []string{
				"rosa.HCPArgs.CreatorARN: is required with Properties", "rosa.HCPArgs.Properties[a b]: format",
				"rosa.HCPArgs.Properties[rosa_creator_arn]: must not be set; use CreatorARN",
				"rosa.HCPArgs.Properties[rosa_tf_commit]: must not be set: the provider sets it",
				"rosa.HCPArgs.Properties[rosa_tf_version]: must not be set: the provider sets it",
				"rosa.HCPArgs.Properties[zero_egress]: must not be set; use ZeroEgress",
			},
		},
		"zero egress": {
			reason: "ZeroEgress is a property, which needs the creator",
			args:   with(func(a *HCPArgs) { a.ZeroEgress = true }),
			want:   []string{"rosa.HCPArgs.CreatorARN: is required with ZeroEgress"},
		},
		"principals of an external cluster": {
			reason: "principals create endpoints of an internal API server",
			args: with(func(a *HCPArgs) {
				a.Scope, a.PublicSubnets = network.External, testSubnets("public", testZones[0])
				a.AllowedPrincipals = pulumi.ToStringArray([]string{testAccount})
			}),
			want: []string{"rosa.HCPArgs.AllowedPrincipals: needs"},
		},
		"AutoNode without waiting": {
			reason: "AutoNode is enabled when the cluster is ready",
			args: with(func(a *HCPArgs) {
				a.AutoNode, a.Wait = &AutoNodeArgs{RoleARN: testRole("k")}, &WaitArgs{WaitForCreate: new(false)}
			}),
			want: []string{
				"rosa.HCPArgs.AutoNode: must not be set if Wait.WaitForCreate is false: it is enabled when the cluster is ready",
			},
		},
	})
	reserved := with(func(a *HCPArgs) { a.Tags = pulumi.StringMap{"kubernetes.io/x": pulumi.String("1")} })
	assert.ErrorContains(t, reserved.Validate(), "rosa.HCPArgs.Tags", "OpenShift reserves the tags of kubernetes.io")
}

func TestHCPDefaults(t *testing.T) {
	t.Parallel()
	inputs := mockstest.Find(t, run(t, testHCP()), "main-cluster").Inputs
	assert.Equal(t, "us-east-2", inputs["cloudRegion"], "the region is that of the zones")
	assert.Equal(t, "required", inputs["ec2MetadataHttpTokens"], "IMDSv2 is required")
	assert.Equal(t, true, inputs["private"])
	assert.NotContains(t, inputs, "properties")
	assert.Equal(t, testAccount, inputs["awsBillingAccountId"], "the account of the machines is billed")
}

// The schema of RHCS has the billing account optional for GovCloud only.
func TestHCPBillingAccountInGovCloud(t *testing.T) {
	t.Parallel()
	gov := testHCP(func(a *HCPArgs) {
		role := pulumi.String("arn:aws-us-gov:iam::123456789012:role/r")
		a.STS.InstallerRoleARN, a.STS.SupportRoleARN, a.STS.WorkerRoleARN = role, role, role
		a.PrivateSubnets, a.FIPS = testSubnets("private", "us-gov-west-1a"), true
	})
	assert.NotContains(t, mockstest.Find(t, run(t, gov), "main-cluster").Inputs, "awsBillingAccountId")
	gov.BillingAccountID = pulumi.String("210987654321")
	assert.Equal(t, "210987654321", mockstest.Find(t, run(t, gov), "main-cluster").Inputs["awsBillingAccountId"])
}
