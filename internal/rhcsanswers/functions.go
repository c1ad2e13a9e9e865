package rhcsanswers

import (
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// Function answers a function of RHCS that this library calls, such as rhcs:index/getPolicies:getPolicies, from plain inputs
// with plain outputs. It is false for functions that it does not know.
func Function(token, region string, inputs map[string]any) (outputs map[string]any, known bool) {
	switch token {
	case "rhcs:index/getHcpPolicies:getHcpPolicies", "rhcs:index/getPolicies:getPolicies":
		return ocmPolicies(partition.OfRegion(region)), true
	case "rhcs:index/getRosaOperatorRoles:getRosaOperatorRoles":
		return ocmOperatorRoles(inputs), true
	}
	return nil, false
}

// supportRole is the role of Red Hat's support; the number tells the organisation (openshift/rosa
// tests/e2e/test_rosacli_account_roles.go).
const supportRole = "role/RH-Technical-Support-15212158"

// ocmPolicies answer both getPolicies and getHcpPolicies: documents of the former, ARNs of the latter.
func ocmPolicies(where partition.Partition) map[string]any {
	account, operator := map[string]any{
		"stsSupportRhSreRole": where.ARN("iam", "", "710019948333", supportRole),
	}, map[string]any{}
	for _, id := range []string{
		"stsInstallerPermissionPolicy", "stsInstanceControlplanePermissionPolicy", "stsInstanceWorkerPermissionPolicy",
		"stsSupportPermissionPolicy",
	} {
		account[id] = document(id)
	}
	for _, id := range []string{
		"openshiftAwsVpceOperatorAvoAwsCredsPolicy", "openshiftCloudCredentialOperatorCloudCredentialOperatorIamRoCredsPolicy",
		"openshiftCloudNetworkConfigControllerCloudCredentialsPolicy", "openshiftClusterCsiDriversEbsCloudCredentialsPolicy",
		"openshiftImageRegistryInstallerCloudCredentialsPolicy", "openshiftIngressOperatorCloudCredentialsPolicy",
		"openshiftMachineApiAwsCloudCredentialsPolicy",
	} {
		operator[id] = document(id)
	}
	operator["sharedVpcOpenshiftIngressOperatorCloudCredentialsPolicy"] = `{"Version":"2012-10-17","Statement":[` +
		`{"Effect":"Allow","Action":["sts:AssumeRole"],"Resource":["%{shared_vpc_role_arn}"]}]}`
	return map[string]any{"id": "policies", "accountRolePolicies": account, "operatorRolePolicies": operator}
}

// document stands for the text that OCM gives, which changes by release.
func document(id string) string {
	return `{"Version":"2012-10-17","Statement":[{"Sid":"` + id + `","Effect":"Allow","Action":["ec2:DescribeRegions"],"Resource":["*"]}]}`
}

// ocmOperatorRoles are the operators of a ROSA Classic cluster with the service accounts that take their roles.
func ocmOperatorRoles(inputs map[string]any) map[string]any {
	prefix, _ := inputs["operatorRolePrefix"].(string)
	var roles []any
	for _, operator := range []struct{ namespace, name, accounts string }{
		{"openshift-cloud-credential-operator", "cloud-credential-operator-iam-ro-creds", "cloud-credential-operator"},
		{"openshift-cloud-network-config-controller", "cloud-credentials", "cloud-network-config-controller"},
		{"openshift-cluster-csi-drivers", "ebs-cloud-credentials", "aws-ebs-csi-driver-operator aws-ebs-csi-driver-controller-sa"},
		{"openshift-image-registry", "installer-cloud-credentials", "cluster-image-registry-operator registry"},
		{"openshift-ingress-operator", "cloud-credentials", "ingress-operator"},
		{"openshift-machine-api", "aws-cloud-credentials", "machine-api-controllers"},
		{"openshift-aws-vpce-operator", "aws-vpce-operator", "aws-vpce-operator"},
	} {
		var accounts []any
		for account := range strings.FieldsSeq(operator.accounts) {
			accounts = append(accounts, "system:serviceaccount:"+operator.namespace+":"+account)
		}
		name := prefix + "-" + operator.namespace + "-" + operator.name
		roles = append(roles, map[string]any{
			"operatorNamespace": operator.namespace, "operatorName": operator.name, "roleName": name[:min(64, len(name))],
			"serviceAccounts": accounts,
		})
	}
	return map[string]any{"id": "roles", "operatorRolePrefix": prefix, "operatorIamRoles": roles}
}
