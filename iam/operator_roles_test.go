package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// wantHCP are the operators of openshift/rosa and terraform-redhat/terraform-rhcs-rosa-hcp: namespace, name, service
// accounts, policy, and the longest prefix with which the role's name is not truncated.
var wantHCP = []struct {
	namespace, name, accounts, policy string
	uncut                             int
}{
	{
		namespace: "openshift-image-registry",
		name:      "installer-cloud-credentials",
		accounts:  "cluster-image-registry-operator registry",
		policy:    "ROSAImageRegistryOperatorPolicy",
		uncut:     11,
	},
	{
		namespace: "openshift-ingress-operator",
		name:      "cloud-credentials",
		accounts:  "ingress-operator",
		policy:    "ROSAIngressOperatorPolicy",
		uncut:     19,
	},
	{
		namespace: "openshift-cluster-csi-drivers",
		name:      "ebs-cloud-credentials",
		accounts:  "aws-ebs-csi-driver-operator aws-ebs-csi-driver-controller-sa",
		policy:    "ROSAAmazonEBSCSIDriverOperatorPolicy",
		uncut:     12,
	},
	{
		namespace: "openshift-cloud-network-config-controller",
		name:      "cloud-credentials",
		accounts:  "cloud-network-config-controller",
		policy:    "ROSACloudNetworkConfigOperatorPolicy",
		uncut:     4,
	},
	{
		namespace: "kube-system",
		name:      "kube-controller-manager",
		accounts:  "kube-controller-manager",
		policy:    "ROSAKubeControllerPolicy",
		uncut:     28,
	},
	{
		namespace: "kube-system",
		name:      "capa-controller-manager",
		accounts:  "capa-controller-manager",
		policy:    "ROSANodePoolManagementPolicy",
		uncut:     28,
	},
	{
		namespace: "kube-system",
		name:      "control-plane-operator",
		accounts:  "control-plane-operator",
		policy:    "ROSAControlPlaneOperatorPolicy",
		uncut:     29,
	},
	{
		namespace: "kube-system",
		name:      "kms-provider",
		accounts:  "kms-provider",
		policy:    "ROSAKMSProviderPolicy",
		uncut:     39,
	},
}

// wantClassic are the operators of terraform-redhat/terraform-rhcs-rosa-classic. The last is on GovCloud only.
var wantClassic = []struct{ namespace, name, accounts string }{
	{
		namespace: "openshift-cloud-network-config-controller",
		name:      "cloud-credentials",
		accounts:  "cloud-network-config-controller",
	},
	{namespace: "openshift-machine-api", name: "aws-cloud-credentials", accounts: "machine-api-controllers"},
	{
		namespace: "openshift-cloud-credential-operator",
		name:      "cloud-credential-operator-iam-ro-creds",
		accounts:  "cloud-credential-operator",
	},
	{
		namespace: "openshift-image-registry",
		name:      "installer-cloud-credentials",
		accounts:  "cluster-image-registry-operator registry",
	},
	{namespace: "openshift-ingress-operator", name: "cloud-credentials", accounts: "ingress-operator"},
	{
		namespace: "openshift-cluster-csi-drivers",
		name:      "ebs-cloud-credentials",
		accounts:  "aws-ebs-csi-driver-operator aws-ebs-csi-driver-controller-sa",
	},
	{namespace: "openshift-aws-vpce-operator", name: "aws-vpce-operator", accounts: "aws-vpce-operator"},
}

// operatorTrust is the trust policy of an operator's role.
func operatorTrust(provider, namespace, accounts string) policy.Document {
	var subjects []string
	for account := range strings.FieldsSeq(accounts) {
		subjects = append(subjects, "system:serviceaccount:"+namespace+":"+account)
	}
	return trusting("Federated", provider, "sts:AssumeRoleWithWebIdentity", map[string]map[string][]string{
		"StringEquals": {"oidc.op1.openshiftapps.com/2a3b:sub": subjects},
	})
}

func TestOperatorRolesOfHCP(t *testing.T) {
	t.Parallel()
	for region, partition := range map[string]string{
		"us-east-2": "aws", "us-gov-west-1": "aws-us-gov", "cn-north-1": "aws-cn",
	} {
		t.Run(region, func(t *testing.T) {
			t.Parallel()
			provider := "arn:" + partition + ":iam::123456789012:oidc-provider/oidc.op1.openshiftapps.com/2a3b"
			args := iam.OperatorRolesArgs{Prefix: "demo", Region: region, OIDCProviderARN: text(provider)}
			rec := mockstest.Run(t, operatorRoles(args), mocks.Region(region))
			for _, want := range wantHCP {
				key := "operators-" + want.namespace + "-" + want.name
				role := mockstest.Find(t, rec, key+"-role")
				name := "demo-" + want.namespace + "-" + want.name
				assert.Equal(t, name[:min(64, len(name))], role.Inputs["name"])
				assertDocument(t, operatorTrust(provider, want.namespace, want.accounts), role.Inputs["assumeRolePolicy"])
				assert.Equal(t, taggedWith("rosa_managed_policies", "true", "rosa_hcp_policies", "true",
					"red-hat-managed", "true", "operator_namespace", want.namespace, "operator_name", want.name,
				), role.Inputs["tags"])
				assert.Equal(t, []string{"arn:" + partition + ":iam::aws:policy/service-role/" + want.policy},
					attachedTo(rec, role.Inputs["name"]))
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), len(wantHCP))
			assert.Empty(t, rec.Calls(), "HCP's operators are known without OCM")
			assert.Equal(t, map[string]any{"prefix": "demo"}, rec.Outputs())
		})
	}
}

func TestOperatorRolesOfClassic(t *testing.T) {
	t.Parallel()
	for region, count := range map[string]int{"us-east-2": 6, "us-gov-west-1": 7} {
		t.Run(region, func(t *testing.T) {
			t.Parallel()
			args := iam.OperatorRolesArgs{Product: iam.Classic, Prefix: "demo", Region: region}
			rec := mockstest.Run(t, operatorRoles(args), mocks.Region(region))
			for _, want := range wantClassic[:count] {
				key := want.namespace + "-" + want.name
				role := mockstest.Find(t, rec, "operators-"+key+"-role")
				assertDocument(t, operatorTrust(providerARN, want.namespace, want.accounts), role.Inputs["assumeRolePolicy"])
				assert.Equal(t, taggedWith("red-hat-managed", "true", "operator_namespace", want.namespace,
					"operator_name", want.name), role.Inputs["tags"])
				assert.Equal(t, []string{mockstest.Find(t, rec, "account-"+key+"-policy").Outputs["arn"].(string)},
					attachedTo(rec, role.Inputs["name"]))
			}
			assert.Len(t, rec.OfType("aws:iam/role:Role"), 4+count, "including four account roles")
		})
	}
}

func TestOperatorRoleNamesAtTheirLimits(t *testing.T) {
	t.Parallel()
	p := func(n int) string { return strings.Repeat("p", n) }
	name := func(prefix, namespace, operator string) string {
		rec := mockstest.Run(t, operatorRoles(iam.OperatorRolesArgs{Prefix: prefix, Region: "us-east-2"}))
		return mockstest.Find(t, rec, "operators-"+namespace+"-"+operator+"-role").Inputs["name"].(string)
	}
	for _, want := range wantHCP {
		suffix := "-" + want.namespace + "-" + want.name
		longest := min(want.uncut, 32)
		assert.Equal(t, p(longest)+suffix, name(p(longest), want.namespace, want.name))
		if want.uncut < 32 {
			got := name(p(want.uncut+1), want.namespace, want.name)
			assert.Equal(t, p(want.uncut+1)+suffix[:len(suffix)-1], got, "OCM computes the name without a hash")
			assert.Len(t, got, 64)
		}
	}
	// The examples are those of terraform-provider-rhcs subsystem/classic/rosa_operator_roles_data_source_test.go.
	assert.Equal(t, "terraform-operator-openshift-cloud-network-config-controller-clo",
		name("terraform-operator", "openshift-cloud-network-config-controller", "cloud-credentials"))
	assert.Equal(t, "terraform-operator-openshift-cluster-csi-drivers-ebs-cloud-crede",
		name("terraform-operator", "openshift-cluster-csi-drivers", "ebs-cloud-credentials"))
}

func TestOperatorRoleNamesAreUnique(t *testing.T) {
	t.Parallel()
	for _, product := range []iam.Product{iam.HCP, iam.Classic} {
		rec := mockstest.Run(t, operatorRoles(iam.OperatorRolesArgs{
			Product:         product,
			Prefix:          strings.Repeat("p", 32),
			OIDCProviderARN: text("arn:aws-us-gov:iam::123456789012:oidc-provider/x"),
		}), mocks.Region("us-gov-west-1"))
		seen := map[any]string{}
		for _, role := range rec.OfType("aws:iam/role:Role") {
			assert.Empty(t, seen[role.Inputs["name"]], "%v is the name of two roles", role.Inputs["name"])
			seen[role.Inputs["name"]] = role.Name
		}
	}
}

func TestOperatorRolesInASharedVPC(t *testing.T) {
	t.Parallel()
	run := func(shared *iam.SharedVpcArgs) *mocks.Recorder {
		return mockstest.Run(t, func(ctx *pulumi.Context) error {
			accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{SharedVpc: shared})
			if err != nil {
				return err
			}
			_, err = iam.NewOperatorRoles(ctx, "operators", &iam.OperatorRolesArgs{
				Prefix:            "demo",
				Path:              accounts.Path,
				OIDCProviderARN:   text(providerARN),
				SharedVpcPolicies: accounts.SharedVpcPolicies,
			})
			return err
		})
	}
	rec := run(&iam.SharedVpcArgs{
		Route53RoleARN:     text("arn:aws:iam::210987654321:role/r53"),
		VpcEndpointRoleARN: text("arn:aws:iam::210987654321:role/vpce"),
	})
	const managed = "arn:aws:iam::aws:policy/service-role/"
	const route53, endpoint = policyPrefix + "r53-assume-role", policyPrefix + "vpce-assume-role"
	for role, want := range map[string][]string{
		"ManagedOpenShift-HCP-ROSA-Installer-Role":          {managed + "ROSAInstallerPolicy", route53, endpoint},
		"demo-openshift-ingress-operator-cloud-credentials": {managed + "ROSAIngressOperatorPolicy", route53},
		"demo-kube-system-control-plane-operator":           {managed + "ROSAControlPlaneOperatorPolicy", route53, endpoint},
		"demo-kube-system-kms-provider":                     {managed + "ROSAKMSProviderPolicy"},
	} {
		assert.ElementsMatch(t, want, attachedTo(rec, role), role)
	}
	for _, shared := range rec.OfType("aws:iam/policy:Policy") {
		assert.Subset(t, shared.Inputs["tags"], map[string]any{"red-hat-managed": "true", "hcp-shared-vpc": "true"},
			"the rosa command knows them by their tags")
	}
	assert.Len(t, run(nil).OfType("aws:iam/rolePolicyAttachment:RolePolicyAttachment"), 3+8,
		"without a shared VPC every role has one policy")
}

// Policy names are unique in an account, and these are named after roles of another one.
func TestSecondAccountRolesForASharedVPC(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("r", 64)
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		first, err := iam.NewAccountRoles(ctx, "first", &iam.AccountRolesArgs{Prefix: "first", SharedVpc: &iam.SharedVpcArgs{
			Route53RoleARN:     text("arn:aws:iam::210987654321:role/" + long),
			VpcEndpointRoleARN: text("arn:aws:iam::210987654321:role/vpce"),
		}})
		if err != nil {
			return err
		}
		second, err := iam.NewAccountRoles(ctx, "second", &iam.AccountRolesArgs{
			Prefix: "second", SharedVpcPolicies: first.SharedVpcPolicies,
		})
		if err != nil {
			return err
		}
		ctx.Export("first", first.SharedVpcPolicies.Route53ARN)
		ctx.Export("second", second.SharedVpcPolicies.Route53ARN)
		return nil
	})
	assert.Equal(t, rec.Outputs()["first"], rec.Outputs()["second"])
	assert.Len(t, rec.OfType("aws:iam/policy:Policy"), 2, "the second account roles register no policies")
	route53 := mockstest.Find(t, rec, "first-route53-assume-role").Inputs["name"]
	assert.Equal(t, long, route53, "IAM allows 64 characters")
	installer := attachedTo(rec, "second-HCP-ROSA-Installer-Role")
	assert.ElementsMatch(t, attachedTo(rec, "first-HCP-ROSA-Installer-Role"), installer)
	assert.Contains(t, installer, policyPrefix+"vpce-assume-role")
}

func TestOperatorRolesWithoutServiceAccounts(t *testing.T) {
	t.Parallel()
	rec := mocks.New(mocks.Answer("rhcs:index/getRosaOperatorRoles:getRosaOperatorRoles",
		func(map[string]any) (map[string]any, error) {
			return map[string]any{"operatorIamRoles": []any{
				map[string]any{"operatorNamespace": "openshift-machine-api", "serviceAccounts": []any{}},
			}}, nil
		},
	))
	assert.ErrorContains(t, rec.Run(operatorRoles(iam.OperatorRolesArgs{Product: iam.Classic, Prefix: "demo"})),
		"OpenShift Cluster Manager returned a response without the service accounts of openshift-",
		"a role must not trust nobody or everybody")
}
