package iam

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
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
	// OperatorKarpenter is in HCP with AutoNode: it launches and terminates instances as pods need them.
	OperatorKarpenter Operator = "kube-system/karpenter"
	// OperatorAuditLog is in HCP with an audit log in CloudWatch, which it writes.
	OperatorAuditLog Operator = "openshift-config-managed/cloudwatch-audit-exporter"
	// OperatorLogForwarder is not in the cluster: it is Red Hat's service that sends logs of hosted control planes to CloudWatch.
	OperatorLogForwarder Operator = "log-forwarder"
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
// (terraform-redhat/terraform-rhcs-rosa-hcp modules/operator-roles/main.tf); without one, document is its policy.
type hcpOperator struct {
	accounts []string
	policy   string
	document func() policy.Document
}

var hcpOperators = map[Operator]hcpOperator{
	OperatorImageRegistry:         {accounts: []string{"cluster-image-registry-operator", "registry"}, policy: "ROSAImageRegistryOperatorPolicy"},
	OperatorIngress:               {accounts: []string{"ingress-operator"}, policy: "ROSAIngressOperatorPolicy"},
	OperatorEBSCSI:                {accounts: []string{"aws-ebs-csi-driver-operator", "aws-ebs-csi-driver-controller-sa"}, policy: "ROSAAmazonEBSCSIDriverOperatorPolicy"},
	OperatorNetworkConfig:         {accounts: []string{"cloud-network-config-controller"}, policy: "ROSACloudNetworkConfigOperatorPolicy"},
	OperatorKubeControllerManager: {accounts: []string{"kube-controller-manager"}, policy: "ROSAKubeControllerPolicy"},
	OperatorCAPA:                  {accounts: []string{"capa-controller-manager"}, policy: "ROSANodePoolManagementPolicy"},
	OperatorControlPlane:          {accounts: []string{"control-plane-operator"}, policy: "ROSAControlPlaneOperatorPolicy"},
	OperatorKMSProvider:           {accounts: []string{"kms-provider"}, policy: "ROSAKMSProviderPolicy"},
	OperatorKarpenter:             {accounts: []string{"karpenter"}, document: karpenterPolicy},
	OperatorAuditLog:              {accounts: []string{"cloudwatch-audit-exporter"}, document: auditLogPolicy},
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
func confirmGovCloud(move check.Move, path check.Path, region pulumi.StringOutput, govCloud bool) pulumi.StringOutput {
	return check.Apply(move, region, func(region string) (string, error) {
		if isGovCloud(region) != govCloud {
			return "", check.Problemf(path+".Region", "must be set to %s: Classic has other operators on GovCloud", region)
		}
		return region, nil
	}).(pulumi.StringOutput)
}

// karpenterPolicy returns the permissions of Karpenter (openshift/managed-cluster-config 01b490b
// resources/sts/hypershift/openshift_hcp_karpenter_controller_credentials_policy.json). Its service account is that of openshift/hypershift
// 0148725 cmd/infra/aws/iam.go.
func karpenterPolicy() policy.Document {
	const ec2 = "arn:aws:ec2:*:*:"
	launched := []string{ec2 + "fleet/*", ec2 + "instance/*", ec2 + "volume/*", ec2 + "network-interface/*", ec2 + "launch-template/*",
		ec2 + "spot-instances-request/*"}
	profiles := []string{"arn:aws:iam::*:instance-profile/rosa-service-managed-*"}
	equal := func(key string, values ...string) map[string]map[string][]string {
		return map[string]map[string][]string{"StringEquals": {key: values}}
	}
	requested, managed := equal("aws:RequestTag/red-hat-managed", "true"), equal("aws:ResourceTag/red-hat-managed", "true")
	viaEC2 := map[string][]string{"kms:ViaService": {"ec2.*.amazonaws.com"}}
	allow := func(resources []string, condition map[string]map[string][]string, actions ...string) policy.Statement {
		return policy.Statement{Effect: policy.Allow, Action: actions, Resource: resources, Condition: condition}
	}
	return policy.New(
		allow([]string{"*"}, nil, "ec2:DescribeAvailabilityZones", "ec2:DescribeCapacityReservations", "ec2:DescribeImages",
			"ec2:DescribeInstances", "ec2:DescribeInstanceTypeOfferings", "ec2:DescribeInstanceTypes", "ec2:DescribeLaunchTemplates",
			"ec2:DescribeSecurityGroups", "ec2:DescribeSnapshots", "ec2:DescribeSpotPriceHistory", "ec2:DescribeSubnets", "ec2:DescribeVpcs",
			"pricing:GetProducts", "iam:GetInstanceProfile", "iam:ListInstanceProfiles"),
		allow([]string{"arn:aws:kms:*:*:key/*"},
			map[string]map[string][]string{"StringEquals": {"aws:ResourceTag/red-hat": {"true"}}, "StringLike": viaEC2},
			"kms:DescribeKey", "kms:Decrypt", "kms:ReEncryptFrom", "kms:ReEncryptTo", "kms:GenerateDataKeyWithoutPlaintext"),
		allow([]string{"arn:aws:kms:*:*:key/*"},
			map[string]map[string][]string{"Bool": {"kms:GrantIsForAWSResource": {"true"}}, "StringLike": viaEC2}, "kms:CreateGrant"),
		allow([]string{ec2 + "security-group/*", ec2 + "subnet/*", ec2 + "capacity-reservation/*"}, nil, "ec2:RunInstances", "ec2:CreateFleet"),
		allow([]string{"arn:aws:ec2:*::image/*"}, equal("ec2:Owner", "531415883065", "251351625822", "210686502322"),
			"ec2:RunInstances", "ec2:CreateFleet"),
		allow(launched, requested, "ec2:RunInstances", "ec2:CreateFleet", "ec2:CreateLaunchTemplate"),
		allow([]string{ec2 + "launch-template/*"}, managed, "ec2:RunInstances", "ec2:CreateFleet"),
		allow(launched, map[string]map[string][]string{"StringEquals": {
			"ec2:CreateAction":               {"RunInstances", "CreateFleet", "CreateLaunchTemplate"},
			"aws:RequestTag/red-hat-managed": {"true"},
		}}, "ec2:CreateTags"),
		allow([]string{ec2 + "instance/*"}, managed, "ec2:CreateTags"),
		allow([]string{ec2 + "instance/*", ec2 + "launch-template/*"}, managed, "ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"),
		allow([]string{"arn:aws:iam::*:role/*-ROSA-Worker-Role"}, equal("iam:PassedToService", "ec2.amazonaws.com"), "iam:PassRole"),
		allow(profiles, nil, "iam:AddRoleToInstanceProfile", "iam:RemoveRoleFromInstanceProfile", "iam:DeleteInstanceProfile"),
		allow(profiles, requested, "iam:CreateInstanceProfile", "iam:TagInstanceProfile"),
	)
}

// auditLogPolicy returns the permissions to write the audit log (https://access.redhat.com/solutions/7002219). Its service account is that of
// openshift/hypershift-logging-operator, MintServiceAccountNamespace and MintServiceAccountName.
func auditLogPolicy() policy.Document {
	return policy.New(policy.Statement{
		Effect: policy.Allow, Resource: []string{"arn:aws:logs:*:*:*"},
		Action: []string{
			"logs:CreateLogGroup", "logs:CreateLogStream", "logs:DescribeLogGroups", "logs:DescribeLogStreams", "logs:PutLogEvents",
			"logs:PutRetentionPolicy",
		},
	})
}

// logDistributionRole is the role of Red Hat's service that sends logs of hosted control planes (openshift/openshift-docs,
// observability/logging/rosa-forwarding-control-plane-logs.adoc). It is in the partition aws only: GovCloud does not offer log forwarding.
const logDistributionRole = "arn:aws:iam::859037107838:role/ROSA-CentralLogDistributionRole-241c1a86"

// logForwarderTrust returns the trust policy of the role for log groups.
func logForwarderTrust() policy.Document {
	return policy.New(policy.Statement{
		Effect: policy.Allow, Principal: map[string][]string{"AWS": {logDistributionRole}}, Action: []string{"sts:AssumeRole"},
	})
}

// logForwarderPolicy returns the permissions to write to log groups of a region (same page).
func logForwarderPolicy(region string, groups []string) policy.Document {
	var arns []string
	for _, group := range groups {
		arns = append(arns, partition.OfRegion(region).ARN("logs", region, "*", "log-group:"+group+":*"))
	}
	return policy.New(
		policy.Statement{Effect: policy.Allow, Action: []string{"logs:CreateLogStream", "logs:PutLogEvents"}, Resource: arns},
		policy.Statement{Effect: policy.Allow, Action: []string{"logs:DescribeLogGroups", "logs:DescribeLogStreams"}, Resource: []string{"*"}},
	)
}

// LogBucketPolicy returns the policy of a bucket that allows Red Hat's service to write logs of hosted control planes to it, for
// LogBucketArgs of package cluster/rosa (openshift/openshift-docs,
// observability/logging/rosa-forwarding-control-plane-logs.adoc). The bucket may be encrypted with S3's own keys only (SSE-S3).
func LogBucketPolicy(bucket string) string {
	return policy.New(policy.Statement{
		Sid: "AllowCentralLogDistributionWrite", Effect: policy.Allow, Principal: map[string][]string{"AWS": {logDistributionRole}},
		Action: []string{"s3:PutObject"}, Resource: []string{"arn:aws:s3:::" + bucket + "/*"},
		Condition: map[string]map[string][]string{"StringEquals": {"s3:x-amz-acl": {"bucket-owner-full-control"}}},
	}).JSON()
}
