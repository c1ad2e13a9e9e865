package iam

import (
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// credentialsRequest is a CredentialsRequest for AWS in the payload of a release: an operator, the service accounts that assume its
// role, and the role's permissions.
type credentialsRequest struct {
	operator Operator
	accounts []string
	// capability is the capability without which the cluster does not have the operator, nor its namespace. Empty for operators that
	// every cluster has.
	capability string
	// techPreview reports whether only clusters with the feature set TechPreviewNoUpgrade have the operator.
	techPreview bool
	statements  []policy.Statement
}

// credentialsRequests returns the CredentialsRequests of a release from 4.16 to 4.22, sorted by operator. The sources, on the
// release branches:
//
//	openshift/cloud-credential-operator         manifests/05-iam-ro-credentialsrequest.yaml
//	openshift/cluster-capi-operator             manifests/0000_30_cluster-api_01_credentials-request.yaml
//	openshift/cluster-image-registry-operator   manifests/01-registry-credentials-request.yaml
//	openshift/cluster-ingress-operator          manifests/00-ingress-credentials-request.yaml
//	openshift/cluster-network-operator          manifests/02-cncc-credentials.yaml
//	openshift/cluster-storage-operator          manifests/03_credentials_request_aws.yaml
//	openshift/machine-api-operator              install/0000_30_machine-api-operator_00_credentials-request.yaml
//
// The cloud controller manager has none: it uses the role of the control-plane machines
// (openshift/cluster-cloud-controller-manager-operator manifests).
func credentialsRequests(version string) []credentialsRequest {
	requests := []credentialsRequest{
		cloudCredentialRequest(), imageRegistryRequest(), ingressRequest(), networkConfigRequest(), ebsCSIRequest(),
		machineAPIRequest(version), clusterAPIRequest(version),
	}
	slices.SortFunc(requests, func(a, b credentialsRequest) int { return strings.Compare(string(a.operator), string(b.operator)) })
	return requests
}

func cloudCredentialRequest() credentialsRequest {
	return credentialsRequest{
		operator:   OperatorCloudCredential,
		accounts:   []string{"cloud-credential-operator"},
		statements: []policy.Statement{allow("iam", "GetUser GetUserPolicy ListAccessKeys")},
	}
}

func imageRegistryRequest() credentialsRequest {
	return credentialsRequest{
		operator:   OperatorImageRegistry,
		accounts:   []string{"cluster-image-registry-operator", "registry"},
		capability: "ImageRegistry",
		statements: []policy.Statement{allow("s3", "CreateBucket DeleteBucket PutBucketTagging GetBucketTagging "+
			"PutBucketPublicAccessBlock GetBucketPublicAccessBlock PutEncryptionConfiguration GetEncryptionConfiguration "+
			"PutLifecycleConfiguration GetLifecycleConfiguration GetBucketLocation ListBucket GetObject PutObject DeleteObject "+
			"ListBucketMultipartUploads AbortMultipartUpload ListMultipartUploadParts")},
	}
}

func ingressRequest() credentialsRequest {
	return credentialsRequest{
		operator:   OperatorIngress,
		accounts:   []string{"ingress-operator"},
		capability: "Ingress",
		statements: []policy.Statement{merge(
			allow("elasticloadbalancing", "DescribeLoadBalancers"),
			allow("route53", "ListHostedZones ListTagsForResources ChangeResourceRecordSets"),
			allow("tag", "GetResources"),
			allow("sts", "AssumeRole"),
		)},
	}
}

func networkConfigRequest() credentialsRequest {
	return credentialsRequest{
		operator: OperatorNetworkConfig,
		accounts: []string{"cloud-network-config-controller"},
		statements: []policy.Statement{allow("ec2", "DescribeInstances DescribeInstanceStatus DescribeInstanceTypes "+
			"UnassignPrivateIpAddresses AssignPrivateIpAddresses UnassignIpv6Addresses AssignIpv6Addresses DescribeSubnets "+
			"DescribeNetworkInterfaces")},
	}
}

func ebsCSIRequest() credentialsRequest {
	return credentialsRequest{
		operator:   OperatorEBSCSI,
		accounts:   []string{"aws-ebs-csi-driver-operator", "aws-ebs-csi-driver-controller-sa"},
		capability: "Storage",
		statements: append([]policy.Statement{allow("ec2", "AttachVolume CreateSnapshot CreateTags CreateVolume DeleteSnapshot "+
			"DeleteTags DeleteVolume DescribeInstances DescribeSnapshots DescribeTags DescribeVolumes DescribeVolumesModifications "+
			"DetachVolume ModifyVolume DescribeAvailabilityZones EnableFastSnapshotRestores")}, encryption(" ReEncrypt*")...),
	}
}

func machineAPIRequest(version string) credentialsRequest {
	reEncrypt := since("4.18", version, " ReEncrypt*")
	return credentialsRequest{
		operator:   OperatorMachineAPI,
		accounts:   []string{"machine-api-controllers"},
		capability: "MachineAPI",
		statements: append([]policy.Statement{merge(
			allow("ec2", "CreateTags DescribeAvailabilityZones DescribeDhcpOptions DescribeImages DescribeInstances "+
				"DescribeInstanceTypes DescribeInternetGateways DescribeSecurityGroups DescribeRegions DescribeSubnets DescribeVpcs "+
				"RunInstances TerminateInstances"+since("4.22", version, " AllocateHosts ReleaseHosts")),
			allow("elasticloadbalancing", registerTargets),
			allow("iam", "PassRole CreateServiceLinkedRole"),
		)}, encryption(reEncrypt)...),
	}
}

func clusterAPIRequest(version string) credentialsRequest {
	account := "cluster-capi-operator"
	if release.Feature("4.22").In(version) {
		account = "capi-controllers"
	}
	return credentialsRequest{
		operator:    OperatorClusterAPI,
		accounts:    []string{account},
		techPreview: true,
		statements: append([]policy.Statement{merge(
			allow("ec2", "CreateTags DescribeAvailabilityZones DescribeDhcpOptions DescribeImages DescribeInstances "+
				"DescribeInternetGateways DescribeSecurityGroups DescribeSubnets DescribeVpcs DescribeNetworkInterfaces "+
				"DescribeNetworkInterfaceAttribute ModifyNetworkInterfaceAttribute RunInstances TerminateInstances"+
				since("4.22", version, " AllocateHosts DescribeInstanceTypes ReleaseHosts")),
			allow("elasticloadbalancing", registerTargets),
			allow("iam", "PassRole CreateServiceLinkedRole"),
		)}, encryption("")...),
	}
}

// registerTargets are the actions with which controllers of machines add them to load balancers.
const registerTargets = "DescribeLoadBalancers DescribeTargetGroups DescribeTargetHealth RegisterInstancesWithLoadBalancer " +
	"RegisterTargets DeregisterTargets"

// encryption returns the statements for volumes that a customer's key encrypts.
func encryption(more string) []policy.Statement {
	grants := allow("kms", "RevokeGrant CreateGrant ListGrants")
	grants.Condition = map[string]map[string][]string{"Bool": {"kms:GrantIsForAWSResource": {"true"}}}
	return []policy.Statement{
		allow("kms", "Decrypt Encrypt GenerateDataKey GenerateDataKeyWithoutPlainText DescribeKey"+more),
		grants,
	}
}

// since returns actions that a CredentialsRequest has from a release on.
func since(first release.Feature, version, actions string) string {
	if first.In(version) {
		return actions
	}
	return ""
}

// allow returns a statement that allows actions of a service on every resource.
func allow(service, actions string) policy.Statement {
	statement := policy.Statement{Effect: policy.Allow, Resource: []string{"*"}}
	for action := range strings.FieldsSeq(actions) {
		statement.Action = append(statement.Action, service+":"+action)
	}
	return statement
}

const (
	passRole   = "iam:PassRole"
	assumeRole = "sts:AssumeRole"
)

func allows(statements []policy.Statement, action string) bool {
	return slices.ContainsFunc(statements, func(s policy.Statement) bool { return slices.Contains(s.Action, action) })
}

// machineServices are the service principals of EC2 in all partitions.
var machineServices = []string{"ec2.amazonaws.com", "ec2.amazonaws.com.cn"}

// passingOnly returns the statements with permission to pass these roles to EC2, in place of all roles to all services.
func passingOnly(statements []policy.Statement, roles []string) []policy.Statement {
	return append(without(statements, passRole), policy.Statement{
		Effect: policy.Allow, Action: []string{passRole}, Resource: roles,
		Condition: map[string]map[string][]string{"StringEquals": {"iam:PassedToService": machineServices}},
	})
}

// assumingOnly returns the statements with permission to assume a role in place of all roles; with permission to assume none for "".
func assumingOnly(statements []policy.Statement, role string) []policy.Statement {
	narrowed := without(statements, assumeRole)
	if role == "" {
		return narrowed
	}
	return append(narrowed, policy.Statement{Effect: policy.Allow, Action: []string{assumeRole}, Resource: []string{role}})
}

// without returns the statements without an action.
func without(statements []policy.Statement, action string) []policy.Statement {
	var narrowed []policy.Statement
	for _, statement := range statements {
		statement.Action = slices.DeleteFunc(slices.Clone(statement.Action), func(a string) bool { return a == action })
		narrowed = append(narrowed, statement)
	}
	return narrowed
}

// merge returns one statement with the actions of all.
func merge(statements ...policy.Statement) policy.Statement {
	merged := statements[0]
	for _, statement := range statements[1:] {
		merged.Action = append(merged.Action, statement.Action...)
	}
	return merged
}
