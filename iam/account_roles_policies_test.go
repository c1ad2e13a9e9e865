package iam_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestClassicOperatorPolicies(t *testing.T) {
	t.Parallel()
	// With 28 characters, five names are truncated to 64.
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
		rec := mockstest.Run(t, accountRoles(iam.AccountRolesArgs{
			Product:          iam.Classic,
			Prefix:           prefix,
			Region:           region,
			OpenShiftVersion: "4.18",
		}))
		found := 0
		for operator, expected := range want {
			registered, ok := rec.Find("account-" + strings.ReplaceAll(operator, "/", "-") + "-policy")
			if !ok {
				assert.Equal(t, "openshift-aws-vpce-operator/aws-vpce-operator", operator, "only GovCloud has it")
				continue
			}
			found++
			namespace, name, _ := strings.Cut(operator, "/")
			assert.Equal(t, map[string]any{
				"name": expected[0], "path": "/", "policy": ocmDocument(expected[1]),
				"tags": taggedWith("rosa_openshift_version", "4.18", "rosa_role_prefix", prefix,
					"operator_namespace", namespace, "operator_name", name),
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
		Product:          iam.Classic,
		OpenShiftVersion: "4.18",
		SharedVpc:        &iam.SharedVpcArgs{Route53RoleARN: text(shared)},
	}))
	policy := mockstest.Find(t, rec, "account-openshift-ingress-operator-cloud-credentials-policy")
	assert.JSONEq(t, `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["sts:AssumeRole"],`+
		`"Resource":["`+shared+`"]}]}`, policy.Inputs["policy"].(string))
}

// The longest suffix decides from which prefix on names are truncated to 64 characters.
func TestAccountRoleNamesAtTheirLimits(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		product iam.Product
		prefix  int
		// want are the suffixes of the installer, support, worker and control-plane roles.
		want []string
	}{
		"hcp 40": {
			reason:  "the installer's name has 64 characters",
			product: iam.HCP,
			prefix:  40,
			want:    []string{"-HCP-ROSA-Installer-Role", "-HCP-ROSA-Support-Role", "-HCP-ROSA-Worker-Role"},
		},
		"classic 46": {
			reason:  "the control plane's name has 64 characters",
			product: iam.Classic,
			prefix:  46,
			want:    []string{"-Installer-Role", "-Support-Role", "-Worker-Role", "-ControlPlane-Role"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prefix := strings.Repeat("p", tt.prefix)
			rec := mockstest.Run(t, accountRoles(iam.AccountRolesArgs{
				Product:          tt.product,
				Prefix:           prefix,
				Region:           "us-east-2",
				OpenShiftVersion: "4.18",
			}))
			for i, suffix := range tt.want {
				key := []string{"installer", "support", "worker", "control-plane"}[i]
				role := mockstest.Find(t, rec, "account-"+key+"-role").Inputs["name"].(string)
				assert.Equal(t, prefix+suffix, role, tt.reason)
				assert.LessOrEqual(t, len(role), 64)
			}
		})
	}
}

// ocmDocument is the policy that package mocks returns for a property of OCM's response.
func ocmDocument(property string) string {
	return `{"Version":"2012-10-17","Statement":[{"Sid":"` + property +
		`","Effect":"Allow","Action":["ec2:DescribeRegions"],"Resource":["*"]}]}`
}
