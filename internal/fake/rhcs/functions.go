package rhcs

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// functions returns the function that computes the result of what this library calls, such as rhcs:index/getPolicies:getPolicies. ok is
// false for an unknown function.
func functions(store *fake.Store[fake.Record]) func(string, resource.PropertyMap, map[string]any) (result map[string]any, ok bool) {
	return func(token string, config resource.PropertyMap, args map[string]any) (result map[string]any, ok bool) {
		var read fake.Record
		store.View(func(records fake.Records) {
			switch token {
			case "rhcs:index/getHcpMachinePool:getHcpMachinePool":
				if read, ok = findPool(records, args); !ok {
					result, ok = initialMachinePool(records, args), true
				}
			case "rhcs:index/getClusterRosaHcp:getClusterRosaHcp", "rhcs:index/getClusterRosaClassic:getClusterRosaClassic":
				read, ok = findCluster(records, fmt.Sprint(args["id"]))
			default:
				result, ok = Function(token, config, args)
			}
		})
		if read.ID != "" {
			result = readAgain(store, read).Outputs
		}
		return result, ok
	}
}

// readAgain returns a resource after it was read once more. A store that cannot be written fails with the next update.
func readAgain(store *fake.Store[fake.Record], read fake.Record) fake.Record {
	after, changed := progress(read)
	if !changed {
		return read
	}
	_ = store.Update(func(records fake.Records) error {
		if now, ok := records[read.Key()]; ok {
			after, _ = progress(now)
			records[read.Key()] = after
		}
		return nil
	})
	return after
}

// findPool returns a machine pool of a hosted cluster that is a resource.
func findPool(records fake.Records, args map[string]any) (fake.Record, bool) {
	for _, record := range records {
		if isPool(record.Token) && record.Text("name") == args["name"] && record.Outputs["cluster"] == args["cluster"] {
			return record, true
		}
	}
	return fake.Record{}, false
}

// initialMachinePool returns an initial pool of a hosted cluster. Of a pool that does not exist it returns nothing, as the provider (v1.7.7
// provider/machinepool/hcp/machine_pool_datasource.go, Read).
func initialMachinePool(records fake.Records, args map[string]any) map[string]any {
	record, _ := findCluster(records, fmt.Sprint(args["cluster"]))
	cluster := clusterOf(record)
	for _, pool := range cluster.InitialPools() {
		if pool.Name == args["name"] {
			return map[string]any{
				"id": pool.Name, "name": pool.Name, "cluster": cluster.ID, "subnetId": pool.Subnet,
				"currentVersion": cluster.Release, "awsNodePool": map[string]any{
					"instanceType": pool.InstanceType, "ec2MetadataHttpTokens": cmp.Or(record.Text("ec2MetadataHttpTokens"), "optional"),
				},
			}
		}
	}
	return map[string]any{}
}

// findCluster returns the cluster with an ID.
func findCluster(records fake.Records, id string) (fake.Record, bool) {
	for _, record := range records {
		if record.ID == id && isCluster(record.Token) {
			return record, true
		}
	}
	return fake.Record{}, false
}

// Function computes the result of a function that depends on no resource. ROSA's own accounts are the same in all regions of a partition.
func Function(token string, config resource.PropertyMap, args map[string]any) (result map[string]any, ok bool) {
	region := cmp.Or(property.Text(config, "region"), "us-east-1")
	switch token {
	case "rhcs:index/getHcpPolicies:getHcpPolicies", "rhcs:index/getPolicies:getPolicies":
		return ocmPolicies(partition.OfRegion(region)), true
	case "rhcs:index/getRosaOperatorRoles:getRosaOperatorRoles":
		return ocmOperatorRoles(args), true
	case "rhcs:index/getInfo:getInfo":
		return ocmInfo(), true
	}
	return nil, false
}

// supportRole is the role of Red Hat's support; the number is that of the organization (openshift/rosa
// tests/e2e/test_rosacli_account_roles.go).
const supportRole = "role/RH-Technical-Support-15212158"

// ocmPolicies returns the result of both getPolicies and getHcpPolicies: documents of the former, ARNs of the latter.
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
	return map[string]any{
		"id": "policies", "accountRolePolicies": account, "operatorRolePolicies": operator, "ocmRolePolicies": map[string]any{
			"stsOcmTrustPolicy": trustOfOCM, "stsOcmPermissionPolicy": document("stsOcmPermissionPolicy"),
			"stsOcmAdminPermissionPolicy":     document("stsOcmAdminPermissionPolicy"),
			"stsOcmNoConsolePermissionPolicy": document("stsOcmNoConsolePermissionPolicy"),
		},
	}
}

// trustOfOCM is the trust policy of the OCM role (openshift/managed-cluster-config a0bed76 resources/sts/4.22/sts_ocm_trust_policy.json).
const trustOfOCM = `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",` +
	`"Principal":{"AWS":["arn:aws:iam::%{aws_account_id}:role/RH-Managed-OpenShift-Installer"]},"Action":["sts:AssumeRole"],` +
	`"Condition":{"StringEquals":{"sts:ExternalId":"%{ocm_organization_id}"}}}]}`

// ocmInfo returns the result of getInfo for an organization (terraform-provider-rhcs v1.7.7 provider/info).
func ocmInfo() map[string]any {
	return map[string]any{
		"id": "info", "accountId": "1a2b3c", "accountName": "Demo User", "accountUsername": "demo", "accountEmail": "demo@example.com",
		"organizationId": "2Q9aZ7organization", "organizationExternalId": "12345678", "organizationName": "Demo",
		"ocmApi": "https://api.openshift.com", "ocmAwsAccountId": "710019948333",
	}
}

// document returns a policy in the place of the one that OCM returns, which changes by release.
func document(id string) string {
	return `{"Version":"2012-10-17","Statement":[{"Sid":"` + id + `","Effect":"Allow","Action":["ec2:DescribeRegions"],"Resource":["*"]}]}`
}

// ocmOperatorRoles returns the operators of a ROSA Classic cluster with the service accounts that assume their roles.
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
