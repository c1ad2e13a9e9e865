package iam

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Operator is an operator that assumes a role, as <namespace>/<name> of the Secret with its credentials.
type Operator string

// The operators of self-managed clusters, ROSA HCP and ROSA Classic.
const (
	// OperatorImageRegistry is in all clusters.
	OperatorImageRegistry Operator = "openshift-image-registry/installer-cloud-credentials"
	// OperatorIngress is in all clusters.
	OperatorIngress Operator = "openshift-ingress-operator/cloud-credentials"
	// OperatorEBSCSI is in all clusters.
	OperatorEBSCSI Operator = "openshift-cluster-csi-drivers/ebs-cloud-credentials"
	// OperatorNetworkConfig is in all clusters.
	OperatorNetworkConfig Operator = "openshift-cloud-network-config-controller/cloud-credentials"
	// OperatorKubeControllerManager is in HCP.
	OperatorKubeControllerManager Operator = "kube-system/kube-controller-manager"
	// OperatorCAPA is in HCP: it creates the instances of machine pools.
	OperatorCAPA Operator = "kube-system/capa-controller-manager"
	// OperatorControlPlane is in HCP.
	OperatorControlPlane Operator = "kube-system/control-plane-operator"
	// OperatorKMSProvider is in HCP: it encrypts etcd.
	OperatorKMSProvider Operator = "kube-system/kms-provider"
	// OperatorMachineAPI is in self-managed clusters and Classic.
	OperatorMachineAPI Operator = "openshift-machine-api/aws-cloud-credentials"
	// OperatorCloudCredential is in self-managed clusters and Classic.
	OperatorCloudCredential Operator = "openshift-cloud-credential-operator/cloud-credential-operator-iam-ro-creds"
	// OperatorClusterAPI is in self-managed clusters with the feature set TechPreviewNoUpgrade.
	OperatorClusterAPI Operator = "openshift-cluster-api/capa-manager-bootstrap-credentials"
	// OperatorVPCE is in Classic on GovCloud.
	OperatorVPCE Operator = "openshift-aws-vpce-operator/aws-vpce-operator"
)

func (o Operator) namespace() string {
	namespace, _, _ := strings.Cut(string(o), "/")
	return namespace
}

func (o Operator) name() string {
	_, name, _ := strings.Cut(string(o), "/")
	return name
}

// key is the operator in names of Pulumi resources.
func (o Operator) key() string {
	return strings.ReplaceAll(string(o), "/", "-")
}

// roleName is the name of the operator's role.
func (o Operator) roleName(prefix string) string {
	return truncateName(prefix + "-" + o.key())
}

// classicPolicyName is the name of the operator's policy of Classic. One operator's policy is not named like its role
// (terraform-redhat/terraform-rhcs-rosa-classic modules/operator-policies/main.tf).
func (o Operator) classicPolicyName(accountPrefix string) string {
	if o == OperatorVPCE {
		return truncateName(accountPrefix + "-openshift-aws-vpce-operator-avo-aws-creds")
	}
	return o.roleName(accountPrefix)
}

// hcpOperator is an operator of HCP: the service accounts that assume its role, and its AWS managed policy
// (terraform-redhat/terraform-rhcs-rosa-hcp modules/operator-roles/main.tf).
type hcpOperator struct {
	accounts []string
	policy   string
}

var hcpOperators = map[Operator]hcpOperator{
	OperatorImageRegistry:         {[]string{"cluster-image-registry-operator", "registry"}, "ROSAImageRegistryOperatorPolicy"},
	OperatorIngress:               {[]string{"ingress-operator"}, "ROSAIngressOperatorPolicy"},
	OperatorEBSCSI:                {[]string{"aws-ebs-csi-driver-operator", "aws-ebs-csi-driver-controller-sa"}, "ROSAAmazonEBSCSIDriverOperatorPolicy"},
	OperatorNetworkConfig:         {[]string{"cloud-network-config-controller"}, "ROSACloudNetworkConfigOperatorPolicy"},
	OperatorKubeControllerManager: {[]string{"kube-controller-manager"}, "ROSAKubeControllerPolicy"},
	OperatorCAPA:                  {[]string{"capa-controller-manager"}, "ROSANodePoolManagementPolicy"},
	OperatorControlPlane:          {[]string{"control-plane-operator"}, "ROSAControlPlaneOperatorPolicy"},
	OperatorKMSProvider:           {[]string{"kms-provider"}, "ROSAKMSProviderPolicy"},
}

// subjects returns the subjects (sub) of the service accounts' tokens.
func (o Operator) subjects(accounts []string) []string {
	var subjects []string
	for _, account := range accounts {
		subjects = append(subjects, "system:serviceaccount:"+o.namespace()+":"+account)
	}
	return subjects
}

// classicPolicies are the properties of RHCS's function getPolicies with the operators' policies (terraform-provider-rhcs
// provider/ocm_policies/classic).
var classicPolicies = map[Operator]string{
	OperatorImageRegistry:   "openshiftImageRegistryInstallerCloudCredentialsPolicy",
	OperatorIngress:         "openshiftIngressOperatorCloudCredentialsPolicy",
	OperatorEBSCSI:          "openshiftClusterCsiDriversEbsCloudCredentialsPolicy",
	OperatorNetworkConfig:   "openshiftCloudNetworkConfigControllerCloudCredentialsPolicy",
	OperatorMachineAPI:      "openshiftMachineApiAwsCloudCredentialsPolicy",
	OperatorCloudCredential: "openshiftCloudCredentialOperatorCloudCredentialOperatorIamRoCredsPolicy",
	OperatorVPCE:            "openshiftAwsVpceOperatorAvoAwsCredsPolicy",
}

// operatorsOf returns the operators of a product, sorted.
func operatorsOf(product Product, govCloud bool) []Operator {
	operators := []Operator{OperatorImageRegistry, OperatorIngress, OperatorEBSCSI, OperatorNetworkConfig}
	switch {
	case product == HCP:
		operators = append(operators, OperatorKubeControllerManager, OperatorCAPA, OperatorControlPlane, OperatorKMSProvider)
	case govCloud:
		operators = append(operators, OperatorMachineAPI, OperatorCloudCredential, OperatorVPCE)
	default:
		operators = append(operators, OperatorMachineAPI, OperatorCloudCredential)
	}
	slices.Sort(operators)
	return operators
}

// confirmGovCloud returns the region, or an error if its operators of Classic are not those that govCloud has selected. Which
// resources exist depends on the operators, so they are selected before a region that is an output is known.
func confirmGovCloud(path string, region pulumi.StringOutput, govCloud bool) pulumi.StringOutput {
	return region.ApplyT(func(region string) (string, error) {
		if isGovCloud(region) != govCloud {
			return "", fmt.Errorf("%s.Region: must be set to %s: Classic has other operators on GovCloud", path, region)
		}
		return region, nil
	}).(pulumi.StringOutput)
}
