package iam

import (
	"slices"
	"strings"
)

// Operator is one of the operators of a ROSA cluster that act with a role of their own, written <namespace>/<name>.
type Operator string

// The operators that there are. The comments tell the products that have them.
const (
	// OperatorImageRegistry is in both products.
	OperatorImageRegistry Operator = "openshift-image-registry/installer-cloud-credentials"
	// OperatorIngress is in both products.
	OperatorIngress Operator = "openshift-ingress-operator/cloud-credentials"
	// OperatorEBSCSI is in both products.
	OperatorEBSCSI Operator = "openshift-cluster-csi-drivers/ebs-cloud-credentials"
	// OperatorNetworkConfig is in both products.
	OperatorNetworkConfig Operator = "openshift-cloud-network-config-controller/cloud-credentials"
	// OperatorKubeControllerManager is in HCP.
	OperatorKubeControllerManager Operator = "kube-system/kube-controller-manager"
	// OperatorCAPA is in HCP: it makes the machines of node pools.
	OperatorCAPA Operator = "kube-system/capa-controller-manager"
	// OperatorControlPlane is in HCP.
	OperatorControlPlane Operator = "kube-system/control-plane-operator"
	// OperatorKMSProvider is in HCP: it encrypts etcd.
	OperatorKMSProvider Operator = "kube-system/kms-provider"
	// OperatorMachineAPI is in Classic.
	OperatorMachineAPI Operator = "openshift-machine-api/aws-cloud-credentials"
	// OperatorCloudCredential is in Classic.
	OperatorCloudCredential Operator = "openshift-cloud-credential-operator/cloud-credential-operator-iam-ro-creds"
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

// key names the operator in Pulumi's names of resources.
func (o Operator) key() string {
	return strings.ReplaceAll(string(o), "/", "-")
}

// physicalName is the role's name, and with an account's prefix that of a Classic policy. The latter has an end of its own
// for one operator (terraform-redhat/terraform-rhcs-rosa-classic modules/operator-policies/main.tf).
func (o Operator) physicalName(prefix string) string {
	return cutName(prefix + "-" + o.key())
}

func (o Operator) classicPolicyName(accountPrefix string) string {
	if o == OperatorVPCE {
		return cutName(accountPrefix + "-openshift-aws-vpce-operator-avo-aws-creds")
	}
	return o.physicalName(accountPrefix)
}

// hcpOperator is what is known of an HCP operator: the service accounts that take its role, and AWS's policy
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

// subjects are the service accounts as tokens name them.
func (o Operator) subjects(accounts []string) []string {
	var subjects []string
	for _, account := range accounts {
		subjects = append(subjects, "system:serviceaccount:"+o.namespace()+":"+account)
	}
	return subjects
}

// classicPolicies are the properties by which OCM's answer holds the operators' policies (terraform-provider-rhcs
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

// operatorsOf returns the operators of a product in a partition, sorted.
func operatorsOf(product RosaProduct, partitionID string) []Operator {
	operators := []Operator{OperatorImageRegistry, OperatorIngress, OperatorEBSCSI, OperatorNetworkConfig}
	if product == RosaHCP {
		operators = append(operators, OperatorKubeControllerManager, OperatorCAPA, OperatorControlPlane, OperatorKMSProvider)
	} else {
		operators = append(operators, OperatorMachineAPI, OperatorCloudCredential)
		if partitionID == "aws-us-gov" {
			operators = append(operators, OperatorVPCE)
		}
	}
	slices.Sort(operators)
	return operators
}
