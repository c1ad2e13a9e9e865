package iam_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
)

type validated interface{ Validate() error }

type argsTest struct {
	name, reason string
	args         validated
	want         string
}

func checkArgs(t *testing.T, tests []argsTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := tt.args.Validate()
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, tt.want, tt.reason)
		})
	}
}

func TestAccountRolesArgs(t *testing.T) {
	t.Parallel()
	hcp := func(change func(*iam.AccountRolesArgs)) *iam.AccountRolesArgs {
		args := &iam.AccountRolesArgs{Region: "us-east-2"}
		change(args)
		return args
	}
	classic := func(change func(*iam.AccountRolesArgs)) *iam.AccountRolesArgs {
		args := &iam.AccountRolesArgs{Product: iam.RosaClassic, Region: "us-east-2", OpenShiftVersion: "4.18"}
		change(args)
		return args
	}
	p := func(n int) string { return strings.Repeat("p", n) }
	shared := func(route53, endpoint pulumi.StringInput) func(*iam.AccountRolesArgs) {
		return func(a *iam.AccountRolesArgs) {
			a.SharedVpc = &iam.SharedVpcArgs{Route53RoleARN: route53, VpcEndpointRoleARN: endpoint}
		}
	}
	const at = "iam.AccountRolesArgs."
	checkArgs(t, []argsTest{
		{name: "least", reason: "a region says enough", args: hcp(func(*iam.AccountRolesArgs) {})},
		{name: "classic", reason: "and a version for Classic", args: classic(func(*iam.AccountRolesArgs) {})},
		{
			name:   "nil",
			reason: "nil is empty",
			args:   (*iam.AccountRolesArgs)(nil),
			want:   at + "Region: is required",
		},
		{
			name:   "longest HCP prefix",
			reason: "40 characters",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(40) }),
		},
		{
			name:   "longest Classic prefix",
			reason: "62 characters",
			args:   classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(62) }),
		},
		{
			name:   "odd prefix",
			reason: "all that IAM takes",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = "a_b+c=d,e.f@g-h" }),
		},
		{
			name:   "longest external id",
			reason: "1224 characters",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.ExternalID = p(1224) }),
		},
		{
			name:   "china",
			reason: "with an account to trust",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Region, a.OCMAccountID = "cn-north-1", "111122223333" }),
		},
		{
			name:   "unknown principal",
			reason: "an output is looked at later",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.SupportPrincipal = text("x").ToStringOutput() }),
		},
		{
			name:   "product",
			reason: "there are two",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Product = "dedicated" }),
			want:   at + `Product: "dedicated" is no product; write hcp or classic`,
		},
		{
			name:   "long HCP prefix",
			reason: "the name's end would be cut, by which policies know the role",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(41) }),
			want: at + `Prefix: "` + p(
				41,
			) + `" has 41 characters; at most 40 are possible, because HCP knows the roles by the uncut ends of their names`,
		},
		{
			name:   "long Classic prefix",
			reason: "all four names would be the same",
			args:   classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(63) }),
			want: at + `Prefix: "` + p(
				63,
			) + `" has 63 characters; at most 62 are possible, so that the roles' names differ after the cut at 64 characters`,
		},
		{
			name:   "prefix",
			reason: "IAM refuses it",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Prefix = "my roles" }),
			want:   at + `Prefix: "my roles" must hold only letters, digits and any of _+=,.@-`,
		},
		{
			name:   "zone for region",
			reason: "a common slip",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Region = "us-east-2a" }),
			want:   at + `Region: "us-east-2a" is no region; write one such as us-east-2`,
		},
		{
			name:   "open path",
			reason: "IAM wants both slashes",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Path = "/openshift" }),
			want:   at + `Path: "/openshift" must begin and end with a slash and hold only letters and digits between slashes, such as /openshift/`,
		},
		{
			name:   "hyphen in path",
			reason: "IAM takes it, OCM does not",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Path = "/open-shift/" }),
			want:   at + `Path: "/open-shift/" must begin and end with a slash and hold only letters and digits between slashes, such as /openshift/`,
		},
		{
			name:   "long path",
			reason: "IAM's limit",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Path = "/" + p(511) + "/" }),
			want:   at + "Path: has 513 characters; IAM takes at most 512",
		},
		{
			name:   "boundary",
			reason: "a role is no policy",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.PermissionsBoundary = pulumi.String(someRole + "x") }),
			want:   at + `PermissionsBoundary: "arn:aws:iam::123456789012:role/x" is no policy's ARN in the partition of us-east-2; write one such as arn:aws:iam::123456789012:policy/boundary`,
		},
		{
			name:   "short external id",
			reason: "STS wants two",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.ExternalID = "a" }),
			want:   at + `ExternalID: "a" must be 2 to 1224 letters, digits and any of =,.@:/-`,
		},
		{
			name:   "external id",
			reason: "no blanks",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.ExternalID = "a b" }),
			want:   at + `ExternalID: "a b" must be 2 to 1224 letters, digits and any of =,.@:/-`,
		},
		{
			name:   "no version",
			reason: "Classic's policies have one",
			args:   classic(func(a *iam.AccountRolesArgs) { a.OpenShiftVersion = "" }),
			want:   at + "OpenShiftVersion: is required for classic; write a minor version such as 4.18",
		},
		{
			name:   "patch version",
			reason: "policies are for minor versions",
			args:   classic(func(a *iam.AccountRolesArgs) { a.OpenShiftVersion = "4.18.5" }),
			want:   at + `OpenShiftVersion: "4.18.5" is no minor version; write one such as 4.18`,
		},
		{
			name:   "environment",
			reason: "there are three",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Environment = "prod" }),
			want:   at + `Environment: "prod" is no environment; write production, staging or integration`,
		},
		{
			name:   "account",
			reason: "with hyphens, as the console shows it",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.OCMAccountID = "7100-1994-8333" }),
			want:   at + `OCMAccountID: "7100-1994-8333" is no AWS account; write 12 digits`,
		},
		{
			name:   "china without account",
			reason: "nobody knows whom to trust",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Region = "cn-north-1" }),
			want:   at + "OCMAccountID: is required: no account of Red Hat's is known in the partition of cn-north-1",
		},
		{
			name:   "support principal",
			reason: "a user's name",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.SupportPrincipal = text("sre") }),
			want:   at + `SupportPrincipal: "sre" is no role's ARN, such as arn:aws:iam::123456789012:role/name`,
		},
		{
			name:   "half a shared VPC",
			reason: "RHCS drops such a block silently",
			args:   hcp(shared(text(someRole+"r53"), nil)),
			want:   at + "SharedVpc.VpcEndpointRoleARN: is required",
		},
		{
			name:   "other half",
			reason: "the same",
			args:   hcp(shared(nil, text(someRole+"vpce"))),
			want:   at + "SharedVpc.Route53RoleARN: is required",
		},
		{
			name:   "classic shared VPC",
			reason: "Classic makes no endpoint",
			args:   classic(shared(text(someRole+"r53"), text(someRole+"vpce"))),
			want:   at + "SharedVpc.VpcEndpointRoleARN: is for hcp only; classic makes no endpoint in a shared VPC",
		},
		{
			name:   "shared VPC name",
			reason: "a name is no ARN",
			args:   hcp(shared(text("r53"), text(someRole+"vpce"))),
			want:   at + `SharedVpc.Route53RoleARN: "r53" is no role's ARN, such as arn:aws:iam::123456789012:role/name`,
		},
		{
			name:   "long wait",
			reason: "nobody waits an hour for IAM",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.PropagationWait = time.Hour }),
			want:   at + "PropagationWait: 1h0m0s is too long; IAM takes seconds, and at most 5m0s are allowed",
		},
		{
			name:   "tags",
			reason: "OpenShift's namespace",
			args:   hcp(func(a *iam.AccountRolesArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": text("1")} }),
			want:   at + `Tags: key "openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
		{
			name:   "all at once",
			reason: "in the order of the fields",
			args:   classic(func(a *iam.AccountRolesArgs) { a.Region, a.OpenShiftVersion = "", "" }),
			want:   at + "Region: is required\n" + at + "OpenShiftVersion: is required for classic; write a minor version such as 4.18",
		},
	})
}

func TestOperatorRolesArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.OperatorRolesArgs)) *iam.OperatorRolesArgs {
		args := &iam.OperatorRolesArgs{Prefix: "demo", Region: "us-east-2", OIDCProviderARN: text(providerARN)}
		change(args)
		return args
	}
	policies := func(change func(map[iam.Operator]pulumi.StringOutput)) map[iam.Operator]pulumi.StringOutput {
		all := map[iam.Operator]pulumi.StringOutput{}
		for _, operator := range []iam.Operator{
			iam.OperatorImageRegistry, iam.OperatorIngress, iam.OperatorEBSCSI, iam.OperatorNetworkConfig, iam.OperatorMachineAPI, iam.OperatorCloudCredential,
		} {
			all[operator] = text("arn:aws:iam::123456789012:policy/x").ToStringOutput()
		}
		change(all)
		return all
	}
	classic := func(region string, change func(map[iam.Operator]pulumi.StringOutput)) *iam.OperatorRolesArgs {
		return with(func(a *iam.OperatorRolesArgs) {
			a.Product, a.Region, a.PolicyARNs = iam.RosaClassic, region, policies(change)
		})
	}
	same := func(map[iam.Operator]pulumi.StringOutput) {}
	const at = "iam.OperatorRolesArgs."
	p := strings.Repeat("p", 33)
	checkArgs(t, []argsTest{
		{name: "least", reason: "what a cluster has to tell", args: with(func(*iam.OperatorRolesArgs) {})},
		{
			name:   "longest prefix",
			reason: "32 characters",
			args:   with(func(a *iam.OperatorRolesArgs) { a.Prefix = p[:32] }),
		},
		{name: "classic", reason: "six policies", args: classic("us-east-2", same)},
		{
			name:   "nil",
			reason: "nil is empty",
			args:   (*iam.OperatorRolesArgs)(nil),
			want:   at + "Prefix: is required\n" + at + "Region: is required\n" + at + "OIDCProviderARN: is required",
		},
		{
			name:   "long prefix",
			reason: "OCM refuses it",
			args:   with(func(a *iam.OperatorRolesArgs) { a.Prefix = p }),
			want:   at + `Prefix: "` + p + `" has 33 characters; at most 32 are possible, which is OCM's limit`,
		},
		{
			name:   "prefix",
			reason: "IAM refuses it",
			args:   with(func(a *iam.OperatorRolesArgs) { a.Prefix = "a/b" }),
			want:   at + `Prefix: "a/b" must hold only letters, digits and any of _+=,.@-`,
		},
		{
			name:   "product",
			reason: "there are two",
			args:   with(func(a *iam.OperatorRolesArgs) { a.Product = "HCP" }),
			want:   at + `Product: "HCP" is no product; write hcp or classic`,
		},
		{
			name:   "path",
			reason: "as the installer role's",
			args:   with(func(a *iam.OperatorRolesArgs) { a.Path = "openshift/" }),
			want:   at + `Path: "openshift/" must begin and end with a slash and hold only letters and digits between slashes, such as /openshift/`,
		},
		{
			name:   "issuer",
			reason: "the address is no ARN",
			args: with(
				func(a *iam.OperatorRolesArgs) { a.OIDCProviderARN = text("oidc.op1.openshiftapps.com/2a3b") },
			),
			want: at + `OIDCProviderARN: "oidc.op1.openshiftapps.com/2a3b" is no OIDC provider's ARN, such as arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b`,
		},
		{
			name:   "HCP policies",
			reason: "HCP has AWS's",
			args: with(func(a *iam.OperatorRolesArgs) {
				a.PolicyARNs = map[iam.Operator]pulumi.StringOutput{iam.OperatorIngress: text("x").ToStringOutput()}
			}),
			want: at + "PolicyARNs[openshift-ingress-operator/cloud-credentials]: is for classic only; hcp has AWS's own policies",
		},
		{
			name:   "missing policy",
			reason: "one of six",
			args: classic(
				"us-east-2",
				func(all map[iam.Operator]pulumi.StringOutput) { delete(all, iam.OperatorMachineAPI) },
			),
			want: at + "PolicyARNs[openshift-machine-api/aws-cloud-credentials]: is required",
		},
		{
			name:   "gov policy",
			reason: "GovCloud has seven",
			args:   classic("us-gov-west-1", same),
			want:   at + "PolicyARNs[openshift-aws-vpce-operator/aws-vpce-operator]: is required",
		},
		{
			name:   "strange policy",
			reason: "an HCP operator in Classic",
			args: classic("us-east-2", func(all map[iam.Operator]pulumi.StringOutput) {
				all[iam.OperatorKMSProvider] = text("x").ToStringOutput()
			}),
			want: at + "PolicyARNs[kube-system/kms-provider]: is no operator of a classic cluster in us-east-2",
		},
		{
			name:   "half a shared VPC",
			reason: "both or none",
			args: with(func(a *iam.OperatorRolesArgs) {
				a.Route53AssumeRolePolicyARN = text("arn:aws:iam::123456789012:policy/x")
			}),
			want: at + "VpcEndpointAssumeRolePolicyARN: is required",
		},
		{
			name:   "shared role",
			reason: "a role is no policy",
			args: with(func(a *iam.OperatorRolesArgs) {
				a.Route53AssumeRolePolicyARN, a.VpcEndpointAssumeRolePolicyARN = text(
					someRole+"x",
				), text(
					"arn:aws:iam::123456789012:policy/x",
				)
			}),
			want: at + `Route53AssumeRolePolicyARN: "arn:aws:iam::123456789012:role/x" is no policy's ARN, such as arn:aws:iam::123456789012:policy/name`,
		},
		{
			name:   "classic shared VPC",
			reason: "it is in the ingress operator's policy",
			args: with(func(a *iam.OperatorRolesArgs) {
				a.Product, a.PolicyARNs, a.Route53AssumeRolePolicyARN = iam.RosaClassic, policies(
					same,
				), text(
					"arn:aws:iam::123456789012:policy/x",
				)
			}),
			want: at + "Route53AssumeRolePolicyARN: and VpcEndpointAssumeRolePolicyARN are for hcp only; classic has them in the ingress operator's policy",
		},
		{
			name:   "long wait",
			reason: "nobody waits an hour for IAM",
			args:   with(func(a *iam.OperatorRolesArgs) { a.PropagationWait = time.Hour }),
			want:   at + "PropagationWait: 1h0m0s is too long; IAM takes seconds, and at most 5m0s are allowed",
		},
	})
}

func TestOIDCArgs(t *testing.T) {
	t.Parallel()
	hosted := func(change func(*iam.UnmanagedOIDCArgs)) *iam.OIDCConfigArgs {
		args := &iam.UnmanagedOIDCArgs{Region: "us-east-2", InstallerRoleARN: text(installerARN)}
		change(args)
		return &iam.OIDCConfigArgs{Unmanaged: args}
	}
	const at = "iam.OIDCConfigArgs.Unmanaged."
	const prefixForm = " must be three or more lower-case letters, digits and hyphens, begin with a letter and not end in a hyphen"
	provider := func(url, thumbprint string) *iam.OIDCProviderArgs {
		return &iam.OIDCProviderArgs{EndpointURL: text(url), Thumbprint: text(thumbprint)}
	}
	digest := strings.Repeat("a1", 20)
	checkArgs(t, []argsTest{
		{name: "managed", reason: "nothing to tell", args: (*iam.OIDCConfigArgs)(nil)},
		{name: "unmanaged", reason: "region and role", args: hosted(func(*iam.UnmanagedOIDCArgs) {})},
		{
			name:   "longest prefix",
			reason: "15 characters",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "abcdefgh-123456" }),
		},
		{
			name:   "at once",
			reason: "for tests",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = -1 }),
		},
		{
			name:   "empty",
			reason: "what only the user knows",
			args:   &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{}},
			want:   at + "Region: is required\n" + at + "InstallerRoleARN: is required",
		},
		{
			name:   "long prefix",
			reason: "the rosa command's limit",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "abcdefgh-1234567" }),
			want:   at + `Prefix: "abcdefgh-1234567" has 16 characters; OCM takes at most 15`,
		},
		{
			name:   "capital prefix",
			reason: "buckets have none",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "Team" }),
			want:   at + `Prefix: "Team"` + prefixForm,
		},
		{
			name:   "digit first",
			reason: "the provider wants a letter",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "1team" }),
			want:   at + `Prefix: "1team"` + prefixForm,
		},
		{
			name:   "hyphen last",
			reason: "the provider's form",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "team-" }),
			want:   at + `Prefix: "team-"` + prefixForm,
		},
		{
			name:   "short prefix",
			reason: "the provider's form",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "ab" }),
			want:   at + `Prefix: "ab"` + prefixForm,
		},
		{
			name:   "role",
			reason: "a name is no ARN",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.InstallerRoleARN = text("installer") }),
			want:   at + `InstallerRoleARN: "installer" is no role's ARN, such as arn:aws:iam::123456789012:role/name`,
		},
		{
			name:   "recovery",
			reason: "Secrets Manager's limits",
			args:   hosted(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = 3 }),
			want:   at + "RecoveryWindowDays: 3 is not possible; write 7 to 30, or -1 for none",
		},
		{name: "provider", reason: "address and digest", args: provider("oidc.example.com/2a3b", digest)},
		{
			name:   "provider nil",
			reason: "nil is empty",
			args:   (*iam.OIDCProviderArgs)(nil),
			want:   "iam.OIDCProviderArgs.EndpointURL: is required\niam.OIDCProviderArgs.Thumbprint: is required",
		},
		{
			name:   "http",
			reason: "IAM takes https alone",
			args:   provider("http://oidc.example.com", digest),
			want:   `iam.OIDCProviderArgs.EndpointURL: "http://oidc.example.com" must be an address of https alone, without a port or a query, such as oidc.op1.openshiftapps.com/2a3b`,
		},
		{
			name:   "port",
			reason: "IAM takes none",
			args:   provider("oidc.example.com:8443", digest),
			want:   `iam.OIDCProviderArgs.EndpointURL: "oidc.example.com:8443" must be an address of https alone, without a port or a query, such as oidc.op1.openshiftapps.com/2a3b`,
		},
		{
			name:   "sha-256",
			reason: "IAM wants SHA-1",
			args:   provider("oidc.example.com", strings.Repeat("a1", 32)),
			want: `iam.OIDCProviderArgs.Thumbprint: "` + strings.Repeat(
				"a1",
				32,
			) + `" is no SHA-1 digest; write 40 hexadecimal digits`,
		},
	})
}

func TestKeyArgs(t *testing.T) {
	t.Parallel()
	etcd := func(change func(*iam.EtcdKeyArgs)) *iam.EtcdKeyArgs {
		args := &iam.EtcdKeyArgs{
			InstallerRoleARN:             text(someRole + "a"),
			KubeControllerManagerRoleARN: text(someRole + "b"),
			KMSProviderRoleARN:           text(someRole + "c"),
		}
		change(args)
		return args
	}
	volume := func(change func(*iam.VolumeKeyArgs)) *iam.VolumeKeyArgs {
		args := &iam.VolumeKeyArgs{
			InstallerRoleARN: text(someRole + "a"), SupportRoleARN: text(someRole + "b"),
			KubeControllerManagerRoleARN: text(someRole + "c"), CAPARoleARN: text(someRole + "d"),
		}
		change(args)
		return args
	}
	classic := func(change func(*iam.VolumeKeyArgs)) *iam.VolumeKeyArgs {
		return volume(func(a *iam.VolumeKeyArgs) {
			a.Product, a.KubeControllerManagerRoleARN, a.CAPARoleARN = iam.RosaClassic, nil, nil
			a.WorkerRoleARN, a.ControlPlaneRoleARN, a.EBSCSIRoleARN = text(
				someRole+"w",
			), text(
				someRole+"c",
			), text(
				someRole+"e",
			)
			change(a)
		})
	}
	const e, v = "iam.EtcdKeyArgs.", "iam.VolumeKeyArgs."
	checkArgs(t, []argsTest{
		{name: "etcd", reason: "three roles", args: etcd(func(*iam.EtcdKeyArgs) {})},
		{name: "volume", reason: "four roles", args: volume(func(*iam.VolumeKeyArgs) {})},
		{
			name:   "longest alias",
			reason: "250 characters",
			args:   etcd(func(a *iam.EtcdKeyArgs) { a.Alias = strings.Repeat("a", 250) }),
		},
		{
			name:   "etcd nil",
			reason: "nil is empty",
			args:   (*iam.EtcdKeyArgs)(nil),
			want:   e + "InstallerRoleARN: is required\n" + e + "KubeControllerManagerRoleARN: is required\n" + e + "KMSProviderRoleARN: is required",
		},
		{
			name:   "volume nil",
			reason: "nil is empty",
			args:   (*iam.VolumeKeyArgs)(nil),
			want:   v + "InstallerRoleARN: is required\n" + v + "SupportRoleARN: is required\n" + v + "KubeControllerManagerRoleARN: is required\n" + v + "CAPARoleARN: is required",
		},
		{
			name:   "user",
			reason: "KMS would take it, the cluster could not",
			args:   etcd(func(a *iam.EtcdKeyArgs) { a.KMSProviderRoleARN = text("arn:aws:iam::123456789012:user/x") }),
			want:   e + `KMSProviderRoleARN: "arn:aws:iam::123456789012:user/x" is no role's ARN, such as arn:aws:iam::123456789012:role/name`,
		},
		{
			name:   "no driver",
			reason: "the roles of the wrong product",
			args: volume(func(a *iam.VolumeKeyArgs) {
				a.EBSCSIRoleARN = map[iam.Operator]pulumi.StringOutput{}[iam.OperatorEBSCSI]
			}),
			want: v + "EBSCSIRoleARN: is required",
		},
		{name: "classic volume", reason: "five roles", args: classic(func(*iam.VolumeKeyArgs) {})},
		{
			name:   "classic volume's roles",
			reason: "machines have roles, and the driver is needed",
			args: classic(func(a *iam.VolumeKeyArgs) {
				a.WorkerRoleARN, a.ControlPlaneRoleARN, a.EBSCSIRoleARN = nil, nil, nil
			}),
			want: v + "WorkerRoleARN: is required\n" + v + "ControlPlaneRoleARN: is required\n" + v + "EBSCSIRoleARN: is required",
		},
		{
			name:   "classic volume's operators",
			reason: "HCP's own",
			args:   classic(func(a *iam.VolumeKeyArgs) { a.CAPARoleARN = text(someRole + "d") }),
			want:   v + "CAPARoleARN: is for hcp only; the key is for classic",
		},
		{
			name:   "hcp volume's machines",
			reason: "they need no key",
			args:   volume(func(a *iam.VolumeKeyArgs) { a.WorkerRoleARN = text(someRole + "w") }),
			want:   v + "WorkerRoleARN: is for classic only; the key is for hcp",
		},
		{
			name:   "volume's product",
			reason: "there are two",
			args:   volume(func(a *iam.VolumeKeyArgs) { a.Product = "osd" }),
			want: v + `Product: "osd" is no product; write hcp or classic` + "\n" +
				v + "KubeControllerManagerRoleARN: is for hcp only; the key is for osd\n" + v + "CAPARoleARN: is for hcp only; the key is for osd",
		},
		{
			name:   "alias",
			reason: "blanks",
			args:   etcd(func(a *iam.EtcdKeyArgs) { a.Alias = "my key" }),
			want:   e + `Alias: "my key" must be 1 to 250 letters, digits, slashes, underscores and hyphens`,
		},
		{
			name:   "aws alias",
			reason: "AWS's own",
			args:   volume(func(a *iam.VolumeKeyArgs) { a.Alias = "aws/ebs" }),
			want:   v + `Alias: "aws/ebs" begins with aws/, which AWS keeps for itself`,
		},
		{
			name:   "soon",
			reason: "KMS waits a week",
			args:   etcd(func(a *iam.EtcdKeyArgs) { a.DeletionWindowDays = 6 }),
			want:   e + "DeletionWindowDays: 6 is not possible; write 7 to 30",
		},
		{
			name:   "late",
			reason: "and at most 30 days",
			args:   volume(func(a *iam.VolumeKeyArgs) { a.DeletionWindowDays = 31 }),
			want:   v + "DeletionWindowDays: 31 is not possible; write 7 to 30",
		},
		{
			name:   "tags",
			reason: "a tag without a value",
			args:   etcd(func(a *iam.EtcdKeyArgs) { a.Tags = pulumi.StringMap{"team": nil} }),
			want:   e + `Tags: key "team" has no value`,
		},
	})
}

func TestWrongArgumentsRegisterNothing(t *testing.T) {
	t.Parallel()
	for name, program := range map[string]func(*pulumi.Context) error{
		"account":  func(ctx *pulumi.Context) error { _, err := iam.NewAccountRoles(ctx, "x", nil); return err },
		"operator": func(ctx *pulumi.Context) error { _, err := iam.NewOperatorRoles(ctx, "x", nil); return err },
		"oidc": func(ctx *pulumi.Context) error {
			_, err := iam.NewOIDCConfig(ctx, "x", &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{}})
			return err
		},
		"provider": func(ctx *pulumi.Context) error { _, err := iam.NewOIDCProvider(ctx, "x", nil); return err },
		"etcd":     func(ctx *pulumi.Context) error { _, err := iam.NewEtcdKey(ctx, "x", nil); return err },
		"volume":   func(ctx *pulumi.Context) error { _, err := iam.NewVolumeKey(ctx, "x", nil); return err },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assertRefusedBeforeRegistering(t, program)
		})
	}
}
