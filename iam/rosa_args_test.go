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
		{"least", "a region says enough", hcp(func(*iam.AccountRolesArgs) {}), ""},
		{"classic", "and a version for Classic", classic(func(*iam.AccountRolesArgs) {}), ""},
		{"nil", "nil is empty", (*iam.AccountRolesArgs)(nil), at + "Region: is required"},
		{"longest HCP prefix", "40 characters", hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(40) }), ""},
		{"longest Classic prefix", "62 characters", classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(62) }), ""},
		{"odd prefix", "all that IAM takes", hcp(func(a *iam.AccountRolesArgs) { a.Prefix = "a_b+c=d,e.f@g-h" }), ""},
		{"longest external id", "1224 characters", hcp(func(a *iam.AccountRolesArgs) { a.ExternalID = p(1224) }), ""},
		{"china", "with an account to trust", hcp(func(a *iam.AccountRolesArgs) { a.Region, a.OCMAccountID = "cn-north-1", "111122223333" }), ""},
		{"unknown principal", "an output is looked at later", hcp(func(a *iam.AccountRolesArgs) { a.SupportPrincipal = text("x").ToStringOutput() }), ""},
		{"product", "there are two", hcp(func(a *iam.AccountRolesArgs) { a.Product = "dedicated" }), at + `Product: "dedicated" is no product; write hcp or classic`},
		{"long HCP prefix", "the name's end would be cut, by which policies know the role", hcp(func(a *iam.AccountRolesArgs) { a.Prefix = p(41) }),
			at + `Prefix: "` + p(41) + `" has 41 characters; at most 40 are possible, because HCP knows the roles by the uncut ends of their names`},
		{"long Classic prefix", "all four names would be the same", classic(func(a *iam.AccountRolesArgs) { a.Prefix = p(63) }),
			at + `Prefix: "` + p(63) + `" has 63 characters; at most 62 are possible, so that the roles' names differ after the cut at 64 characters`},
		{"prefix", "IAM refuses it", hcp(func(a *iam.AccountRolesArgs) { a.Prefix = "my roles" }), at + `Prefix: "my roles" must hold only letters, digits and any of _+=,.@-`},
		{"zone for region", "a common slip", hcp(func(a *iam.AccountRolesArgs) { a.Region = "us-east-2a" }), at + `Region: "us-east-2a" is no region; write one such as us-east-2`},
		{"open path", "IAM wants both slashes", hcp(func(a *iam.AccountRolesArgs) { a.Path = "/openshift" }),
			at + `Path: "/openshift" must begin and end with a slash and hold only letters and digits between slashes, such as /openshift/`},
		{"hyphen in path", "IAM takes it, OCM does not", hcp(func(a *iam.AccountRolesArgs) { a.Path = "/open-shift/" }),
			at + `Path: "/open-shift/" must begin and end with a slash and hold only letters and digits between slashes, such as /openshift/`},
		{"long path", "IAM's limit", hcp(func(a *iam.AccountRolesArgs) { a.Path = "/" + p(511) + "/" }), at + "Path: has 513 characters; IAM takes at most 512"},
		{"boundary", "a role is no policy", hcp(func(a *iam.AccountRolesArgs) { a.PermissionsBoundary = pulumi.String(someRole + "x") }),
			at + `PermissionsBoundary: "arn:aws:iam::123456789012:role/x" is no policy's ARN in the partition of us-east-2; write one such as arn:aws:iam::123456789012:policy/boundary`},
		{"short external id", "STS wants two", hcp(func(a *iam.AccountRolesArgs) { a.ExternalID = "a" }), at + `ExternalID: "a" must be 2 to 1224 letters, digits and any of =,.@:/-`},
		{"external id", "no blanks", hcp(func(a *iam.AccountRolesArgs) { a.ExternalID = "a b" }), at + `ExternalID: "a b" must be 2 to 1224 letters, digits and any of =,.@:/-`},
		{"no version", "Classic's policies have one", classic(func(a *iam.AccountRolesArgs) { a.OpenShiftVersion = "" }), at + "OpenShiftVersion: is required for classic; write a minor version such as 4.18"},
		{"patch version", "policies are for minor versions", classic(func(a *iam.AccountRolesArgs) { a.OpenShiftVersion = "4.18.5" }), at + `OpenShiftVersion: "4.18.5" is no minor version; write one such as 4.18`},
		{"environment", "there are three", hcp(func(a *iam.AccountRolesArgs) { a.Environment = "prod" }), at + `Environment: "prod" is no environment; write production, staging or integration`},
		{"account", "with hyphens, as the console shows it", hcp(func(a *iam.AccountRolesArgs) { a.OCMAccountID = "7100-1994-8333" }), at + `OCMAccountID: "7100-1994-8333" is no AWS account; write 12 digits`},
		{"china without account", "nobody knows whom to trust", hcp(func(a *iam.AccountRolesArgs) { a.Region = "cn-north-1" }), at + "OCMAccountID: is required: no account of Red Hat's is known in the partition of cn-north-1"},
		{"support principal", "a user's name", hcp(func(a *iam.AccountRolesArgs) { a.SupportPrincipal = text("sre") }), at + `SupportPrincipal: "sre" is no role's ARN, such as arn:aws:iam::123456789012:role/name`},
		{"half a shared VPC", "RHCS drops such a block silently", hcp(shared(text(someRole+"r53"), nil)), at + "SharedVpc.VpcEndpointRoleARN: is required"},
		{"other half", "the same", hcp(shared(nil, text(someRole+"vpce"))), at + "SharedVpc.Route53RoleARN: is required"},
		{"classic shared VPC", "Classic makes no endpoint", classic(shared(text(someRole+"r53"), text(someRole+"vpce"))), at + "SharedVpc.VpcEndpointRoleARN: is for hcp only; classic makes no endpoint in a shared VPC"},
		{"shared VPC name", "a name is no ARN", hcp(shared(text("r53"), text(someRole+"vpce"))), at + `SharedVpc.Route53RoleARN: "r53" is no role's ARN, such as arn:aws:iam::123456789012:role/name`},
		{"long wait", "nobody waits an hour for IAM", hcp(func(a *iam.AccountRolesArgs) { a.PropagationWait = time.Hour }), at + "PropagationWait: 1h0m0s is too long; IAM takes seconds, and at most 5m0s are allowed"},
		{"rhcs", "all of the provider is checked", hcp(func(a *iam.AccountRolesArgs) { a.RHCS.Version = "latest" }), at + `RHCS.Version: "latest" is no release; write three numbers without a v, such as 1.7.7`},
		{"tags", "OpenShift's namespace", hcp(func(a *iam.AccountRolesArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": text("1")} }), at + `Tags: key "openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`},
		{"all at once", "in the order of the fields", classic(func(a *iam.AccountRolesArgs) { a.Region, a.OpenShiftVersion = "", "" }),
			at + "Region: is required\n" + at + "OpenShiftVersion: is required for classic; write a minor version such as 4.18"},
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
		{"least", "what a cluster has to tell", with(func(*iam.OperatorRolesArgs) {}), ""},
		{"longest prefix", "32 characters", with(func(a *iam.OperatorRolesArgs) { a.Prefix = p[:32] }), ""},
		{"classic", "six policies", classic("us-east-2", same), ""},
		{"nil", "nil is empty", (*iam.OperatorRolesArgs)(nil), at + "Prefix: is required\n" + at + "Region: is required\n" + at + "OIDCProviderARN: is required"},
		{"long prefix", "OCM refuses it", with(func(a *iam.OperatorRolesArgs) { a.Prefix = p }), at + `Prefix: "` + p + `" has 33 characters; at most 32 are possible, which is OCM's limit`},
		{"prefix", "IAM refuses it", with(func(a *iam.OperatorRolesArgs) { a.Prefix = "a/b" }), at + `Prefix: "a/b" must hold only letters, digits and any of _+=,.@-`},
		{"product", "there are two", with(func(a *iam.OperatorRolesArgs) { a.Product = "HCP" }), at + `Product: "HCP" is no product; write hcp or classic`},
		{"path", "as the installer role's", with(func(a *iam.OperatorRolesArgs) { a.Path = "openshift/" }),
			at + `Path: "openshift/" must begin and end with a slash and hold only letters and digits between slashes, such as /openshift/`},
		{"issuer", "the address is no ARN", with(func(a *iam.OperatorRolesArgs) { a.OIDCProviderARN = text("oidc.op1.openshiftapps.com/2a3b") }),
			at + `OIDCProviderARN: "oidc.op1.openshiftapps.com/2a3b" is no OIDC provider's ARN, such as arn:aws:iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b`},
		{"HCP policies", "HCP has AWS's", with(func(a *iam.OperatorRolesArgs) {
			a.PolicyARNs = map[iam.Operator]pulumi.StringOutput{iam.OperatorIngress: text("x").ToStringOutput()}
		}), at + "PolicyARNs[openshift-ingress-operator/cloud-credentials]: is for classic only; hcp has AWS's own policies"},
		{"missing policy", "one of six", classic("us-east-2", func(all map[iam.Operator]pulumi.StringOutput) { delete(all, iam.OperatorMachineAPI) }),
			at + "PolicyARNs[openshift-machine-api/aws-cloud-credentials]: is required"},
		{"gov policy", "GovCloud has seven", classic("us-gov-west-1", same), at + "PolicyARNs[openshift-aws-vpce-operator/aws-vpce-operator]: is required"},
		{"strange policy", "an HCP operator in Classic", classic("us-east-2", func(all map[iam.Operator]pulumi.StringOutput) {
			all[iam.OperatorKMSProvider] = text("x").ToStringOutput()
		}), at + "PolicyARNs[kube-system/kms-provider]: is no operator of a classic cluster in us-east-2"},
		{"half a shared VPC", "both or none", with(func(a *iam.OperatorRolesArgs) {
			a.Route53AssumeRolePolicyARN = text("arn:aws:iam::123456789012:policy/x")
		}),
			at + "VpcEndpointAssumeRolePolicyARN: is required"},
		{"shared role", "a role is no policy", with(func(a *iam.OperatorRolesArgs) {
			a.Route53AssumeRolePolicyARN, a.VpcEndpointAssumeRolePolicyARN = text(someRole+"x"), text("arn:aws:iam::123456789012:policy/x")
		}), at + `Route53AssumeRolePolicyARN: "arn:aws:iam::123456789012:role/x" is no policy's ARN, such as arn:aws:iam::123456789012:policy/name`},
		{"classic shared VPC", "it is in the ingress operator's policy", with(func(a *iam.OperatorRolesArgs) {
			a.Product, a.PolicyARNs, a.Route53AssumeRolePolicyARN = iam.RosaClassic, policies(same), text("arn:aws:iam::123456789012:policy/x")
		}), at + "Route53AssumeRolePolicyARN: and VpcEndpointAssumeRolePolicyARN are for hcp only; classic has them in the ingress operator's policy"},
		{"long wait", "nobody waits an hour for IAM", with(func(a *iam.OperatorRolesArgs) { a.PropagationWait = time.Hour }), at + "PropagationWait: 1h0m0s is too long; IAM takes seconds, and at most 5m0s are allowed"},
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
		{"managed", "nothing to tell", (*iam.OIDCConfigArgs)(nil), ""},
		{"unmanaged", "region and role", hosted(func(*iam.UnmanagedOIDCArgs) {}), ""},
		{"longest prefix", "15 characters", hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "abcdefgh-123456" }), ""},
		{"at once", "for tests", hosted(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = -1 }), ""},
		{"empty", "what only the user knows", &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{}}, at + "Region: is required\n" + at + "InstallerRoleARN: is required"},
		{"long prefix", "the rosa command's limit", hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "abcdefgh-1234567" }), at + `Prefix: "abcdefgh-1234567" has 16 characters; OCM takes at most 15`},
		{"capital prefix", "buckets have none", hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "Team" }), at + `Prefix: "Team"` + prefixForm},
		{"digit first", "the provider wants a letter", hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "1team" }), at + `Prefix: "1team"` + prefixForm},
		{"hyphen last", "the provider's form", hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "team-" }), at + `Prefix: "team-"` + prefixForm},
		{"short prefix", "the provider's form", hosted(func(a *iam.UnmanagedOIDCArgs) { a.Prefix = "ab" }), at + `Prefix: "ab"` + prefixForm},
		{"role", "a name is no ARN", hosted(func(a *iam.UnmanagedOIDCArgs) { a.InstallerRoleARN = text("installer") }), at + `InstallerRoleARN: "installer" is no role's ARN, such as arn:aws:iam::123456789012:role/name`},
		{"recovery", "Secrets Manager's limits", hosted(func(a *iam.UnmanagedOIDCArgs) { a.RecoveryWindowDays = 3 }), at + "RecoveryWindowDays: 3 is not possible; write 7 to 30, or -1 for none"},
		{"rhcs", "all of the provider is checked", &iam.OIDCConfigArgs{RHCS: iam.RHCSProvider{Path: "/opt/rhcs"}}, `iam.OIDCConfigArgs.RHCS.Path: "/opt/rhcs" must be absolute or begin with a dot, and end in terraform-provider-rhcs`},
		{"provider", "address and digest", provider("oidc.example.com/2a3b", digest), ""},
		{"provider nil", "nil is empty", (*iam.OIDCProviderArgs)(nil), "iam.OIDCProviderArgs.EndpointURL: is required\niam.OIDCProviderArgs.Thumbprint: is required"},
		{"http", "IAM takes https alone", provider("http://oidc.example.com", digest), `iam.OIDCProviderArgs.EndpointURL: "http://oidc.example.com" must be an address of https alone, without a port or a query, such as oidc.op1.openshiftapps.com/2a3b`},
		{"port", "IAM takes none", provider("oidc.example.com:8443", digest), `iam.OIDCProviderArgs.EndpointURL: "oidc.example.com:8443" must be an address of https alone, without a port or a query, such as oidc.op1.openshiftapps.com/2a3b`},
		{"sha-256", "IAM wants SHA-1", provider("oidc.example.com", strings.Repeat("a1", 32)), `iam.OIDCProviderArgs.Thumbprint: "` + strings.Repeat("a1", 32) + `" is no SHA-1 digest; write 40 hexadecimal digits`},
	})
}

func TestKeyArgs(t *testing.T) {
	t.Parallel()
	etcd := func(change func(*iam.EtcdKeyArgs)) *iam.EtcdKeyArgs {
		args := &iam.EtcdKeyArgs{InstallerRoleARN: text(someRole + "a"), KubeControllerManagerRoleARN: text(someRole + "b"), KMSProviderRoleARN: text(someRole + "c")}
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
			a.WorkerRoleARN, a.ControlPlaneRoleARN, a.EBSCSIRoleARN = text(someRole+"w"), text(someRole+"c"), text(someRole+"e")
			change(a)
		})
	}
	const e, v = "iam.EtcdKeyArgs.", "iam.VolumeKeyArgs."
	checkArgs(t, []argsTest{
		{"etcd", "three roles", etcd(func(*iam.EtcdKeyArgs) {}), ""},
		{"volume", "four roles", volume(func(*iam.VolumeKeyArgs) {}), ""},
		{"longest alias", "250 characters", etcd(func(a *iam.EtcdKeyArgs) { a.Alias = strings.Repeat("a", 250) }), ""},
		{"etcd nil", "nil is empty", (*iam.EtcdKeyArgs)(nil), e + "InstallerRoleARN: is required\n" + e + "KubeControllerManagerRoleARN: is required\n" + e + "KMSProviderRoleARN: is required"},
		{"volume nil", "nil is empty", (*iam.VolumeKeyArgs)(nil),
			v + "InstallerRoleARN: is required\n" + v + "SupportRoleARN: is required\n" + v + "KubeControllerManagerRoleARN: is required\n" + v + "CAPARoleARN: is required"},
		{"user", "KMS would take it, the cluster could not", etcd(func(a *iam.EtcdKeyArgs) { a.KMSProviderRoleARN = text("arn:aws:iam::123456789012:user/x") }),
			e + `KMSProviderRoleARN: "arn:aws:iam::123456789012:user/x" is no role's ARN, such as arn:aws:iam::123456789012:role/name`},
		{"no driver", "the roles of the wrong product", volume(func(a *iam.VolumeKeyArgs) {
			a.EBSCSIRoleARN = map[iam.Operator]pulumi.StringOutput{}[iam.OperatorEBSCSI]
		}), v + "EBSCSIRoleARN: is required"},
		{"classic volume", "five roles", classic(func(*iam.VolumeKeyArgs) {}), ""},
		{"classic volume's roles", "machines have roles, and the driver is needed", classic(func(a *iam.VolumeKeyArgs) {
			a.WorkerRoleARN, a.ControlPlaneRoleARN, a.EBSCSIRoleARN = nil, nil, nil
		}), v + "WorkerRoleARN: is required\n" + v + "ControlPlaneRoleARN: is required\n" + v + "EBSCSIRoleARN: is required"},
		{"classic volume's operators", "HCP's own", classic(func(a *iam.VolumeKeyArgs) { a.CAPARoleARN = text(someRole + "d") }), v + "CAPARoleARN: is for hcp only; the key is for classic"},
		{"hcp volume's machines", "they need no key", volume(func(a *iam.VolumeKeyArgs) { a.WorkerRoleARN = text(someRole + "w") }), v + "WorkerRoleARN: is for classic only; the key is for hcp"},
		{"volume's product", "there are two", volume(func(a *iam.VolumeKeyArgs) { a.Product = "osd" }), v + `Product: "osd" is no product; write hcp or classic` + "\n" +
			v + "KubeControllerManagerRoleARN: is for hcp only; the key is for osd\n" + v + "CAPARoleARN: is for hcp only; the key is for osd"},
		{"alias", "blanks", etcd(func(a *iam.EtcdKeyArgs) { a.Alias = "my key" }), e + `Alias: "my key" must be 1 to 250 letters, digits, slashes, underscores and hyphens`},
		{"aws alias", "AWS's own", volume(func(a *iam.VolumeKeyArgs) { a.Alias = "aws/ebs" }), v + `Alias: "aws/ebs" begins with aws/, which AWS keeps for itself`},
		{"soon", "KMS waits a week", etcd(func(a *iam.EtcdKeyArgs) { a.DeletionWindowDays = 6 }), e + "DeletionWindowDays: 6 is not possible; write 7 to 30"},
		{"late", "and at most 30 days", volume(func(a *iam.VolumeKeyArgs) { a.DeletionWindowDays = 31 }), v + "DeletionWindowDays: 31 is not possible; write 7 to 30"},
		{"tags", "a tag without a value", etcd(func(a *iam.EtcdKeyArgs) { a.Tags = pulumi.StringMap{"team": nil} }), e + `Tags: key "team" has no value`},
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
