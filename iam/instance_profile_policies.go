package iam

import (
	"slices"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// The actions come from openshift/installer upi/aws/cloudformation/03_cluster_security.yaml and
// pkg/infrastructure/aws/clusterapi/iam.go. They apply to all resources: the cloud controller and the volume plugin create and find
// theirs at run time. Other operators have their own credentials and do not use these roles.

var controlPlaneEC2Actions = []string{
	"ec2:AttachVolume", "ec2:AuthorizeSecurityGroupIngress", "ec2:CreateSecurityGroup", "ec2:CreateTags",
	"ec2:CreateVolume", "ec2:DeleteSecurityGroup", "ec2:DeleteVolume", "ec2:Describe*", "ec2:DetachVolume",
	"ec2:ModifyInstanceAttribute", "ec2:ModifyVolume", "ec2:RevokeSecurityGroupIngress",
}

var controlPlaneLoadBalancingActions = []string{
	"elasticloadbalancing:AddTags", "elasticloadbalancing:AttachLoadBalancerToSubnets",
	"elasticloadbalancing:ApplySecurityGroupsToLoadBalancer", "elasticloadbalancing:CreateListener",
	"elasticloadbalancing:CreateLoadBalancer", "elasticloadbalancing:CreateLoadBalancerPolicy",
	"elasticloadbalancing:CreateLoadBalancerListeners", "elasticloadbalancing:CreateTargetGroup",
	"elasticloadbalancing:ConfigureHealthCheck", "elasticloadbalancing:DeleteListener",
	"elasticloadbalancing:DeleteLoadBalancer", "elasticloadbalancing:DeleteLoadBalancerListeners",
	"elasticloadbalancing:DeleteTargetGroup", "elasticloadbalancing:DeregisterInstancesFromLoadBalancer",
	"elasticloadbalancing:DeregisterTargets", "elasticloadbalancing:Describe*",
	"elasticloadbalancing:DetachLoadBalancerFromSubnets", "elasticloadbalancing:ModifyListener",
	"elasticloadbalancing:ModifyLoadBalancerAttributes", "elasticloadbalancing:ModifyTargetGroup",
	"elasticloadbalancing:ModifyTargetGroupAttributes", "elasticloadbalancing:RegisterInstancesWithLoadBalancer",
	"elasticloadbalancing:RegisterTargets", "elasticloadbalancing:SetLoadBalancerPoliciesForBackendServer",
	"elasticloadbalancing:SetLoadBalancerPoliciesOfListener",
}

func allowAll(actions ...string) policy.Statement {
	return policy.Statement{Effect: policy.Allow, Action: actions, Resource: []string{"*"}}
}

// setSecurityGroups lets the cloud controller manager change the groups of the load balancers of Services, as it does from 4.23
// (openshift/cloud-provider-aws release-4.23 pkg/providers/v1/aws_loadbalancer.go; PR openshift/installer#10512). In earlier releases it
// would only let every process on a control-plane machine change the groups of all load balancers of the account.
const setSecurityGroups = "elasticloadbalancing:SetSecurityGroups"

// masterPolicy returns the permissions of control-plane machines of a release, which may be unknown.
func masterPolicy(version string) policy.Document {
	actions := slices.Concat(controlPlaneEC2Actions, controlPlaneLoadBalancingActions, []string{"kms:DescribeKey"})
	if version != "" && release.LoadBalancerGroups.In(version) {
		actions = append(actions, setSecurityGroups)
	}
	return policy.New(allowAll(actions...))
}

func workerPolicy() policy.Document {
	return policy.New(allowAll("ec2:DescribeInstances", "ec2:DescribeRegions"))
}

// bootstrapPolicy allows the bootstrap machine to read the objects of the cluster's own bootstrap bucket only; the installer's
// template allows every object that the account can read.
func bootstrapPolicy(p partition.Partition, infraID string) policy.Document {
	return policy.New(
		allowAll("ec2:Describe*", "ec2:AttachVolume", "ec2:DetachVolume"),
		policy.Statement{
			Effect:   policy.Allow,
			Action:   []string{"s3:GetObject"},
			Resource: []string{p.ARN("s3", "", "", names.BootstrapBucket(infraID)+"/*")},
		},
	)
}
