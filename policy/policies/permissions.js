"use strict";

const { document, list } = require("./values");

// What machines of OpenShift may do to resources that the cloud controller and the volume plugin create and find at run time
// (openshift/installer release-4.19 upi/aws/cloudformation/03_cluster_security.yaml).
const MACHINE_ACTIONS = new Set(
  [
    "ec2:AttachVolume ec2:AuthorizeSecurityGroupIngress ec2:CreateSecurityGroup ec2:CreateTags ec2:CreateVolume",
    "ec2:DeleteSecurityGroup ec2:DeleteVolume ec2:DetachVolume ec2:ModifyInstanceAttribute ec2:ModifyVolume",
    "ec2:RevokeSecurityGroupIngress",
    "elasticloadbalancing:AddTags elasticloadbalancing:ApplySecurityGroupsToLoadBalancer",
    "elasticloadbalancing:AttachLoadBalancerToSubnets elasticloadbalancing:ConfigureHealthCheck",
    "elasticloadbalancing:CreateListener elasticloadbalancing:CreateLoadBalancer",
    "elasticloadbalancing:CreateLoadBalancerListeners elasticloadbalancing:CreateLoadBalancerPolicy",
    "elasticloadbalancing:CreateTargetGroup elasticloadbalancing:DeleteListener elasticloadbalancing:DeleteLoadBalancer",
    "elasticloadbalancing:DeleteLoadBalancerListeners elasticloadbalancing:DeleteTargetGroup",
    "elasticloadbalancing:DeregisterInstancesFromLoadBalancer elasticloadbalancing:DeregisterTargets",
    "elasticloadbalancing:DetachLoadBalancerFromSubnets elasticloadbalancing:ModifyListener",
    "elasticloadbalancing:ModifyLoadBalancerAttributes elasticloadbalancing:ModifyTargetGroup",
    "elasticloadbalancing:ModifyTargetGroupAttributes elasticloadbalancing:RegisterInstancesWithLoadBalancer",
    "elasticloadbalancing:RegisterTargets elasticloadbalancing:SetLoadBalancerPoliciesForBackendServer",
    "elasticloadbalancing:SetLoadBalancerPoliciesOfListener kms:DescribeKey",
  ].flatMap((line) => line.split(" ")),
);

// Descriptions, which AWS does not limit to resources (Service Authorization Reference: no resource type).
const DESCRIPTIONS = /^(ec2:(Describe|GetInstanceTypesFromInstanceRequirements)|autoscaling:Describe|elasticloadbalancing:Describe)/;

// The wildcards of actions that the installer's policies have.
const ACTION_WILDCARDS = ["ec2:Describe*", "elasticloadbalancing:Describe*"];

// documents returns the identity policies of a resource.
function documents({ type, props }) {
  switch (type) {
    case "aws:iam/rolePolicy:RolePolicy":
    case "aws:iam/userPolicy:UserPolicy":
    case "aws:iam/groupPolicy:GroupPolicy":
      return [props.policy];
    case "aws:iam/policy:Policy":
      // Red Hat publishes the text of ROSA's policies; rosa tags them.
      return props.tags?.rosa_openshift_version ? [] : [props.policy];
    case "aws:iam/role:Role":
      return list(props.inlinePolicies).map((inline) => inline.policy);
  }
  return [];
}

const actions = {
  name: "no-wildcard-actions",
  description: "IAM policies allow named actions, except Describe* of EC2 and Elastic Load Balancing, which OpenShift's machines use.",
  configSchema: { properties: { allowed: { type: "array", items: { type: "string" }, default: [] } } },
  validateResource: (args, report) => {
    const allowed = [...ACTION_WILDCARDS, ...list(args.getConfig().allowed)];
    for (const statement of allows(args)) {
      if (statement.NotAction) {
        report("a policy must not use NotAction with Effect Allow");
      }
      for (const action of list(statement.Action).filter((name) => name.includes("*") && !allowed.includes(name))) {
        report(`a policy must not allow ${action}; name the actions`);
      }
    }
  },
};

const resources = {
  name: "no-wildcard-resources",
  description: "IAM policies name resources or have a condition, except for actions that AWS or OpenShift does not limit to resources.",
  configSchema: { properties: { allowed: { type: "array", items: { type: "string" }, default: [] } } },
  validateResource: (args, report) => {
    const allowed = list(args.getConfig().allowed);
    for (const statement of allows(args)) {
      if (statement.NotResource || (list(statement.Resource).includes("*") && !statement.Condition)) {
        const names = list(statement.Action).filter((name) => !DESCRIPTIONS.test(name) && !MACHINE_ACTIONS.has(name) && !allowed.includes(name));
        if (names.length > 0) {
          report(`a policy must not allow ${names.join(", ")} on all resources; name them or add a condition`);
        }
      }
    }
  },
};

function allows(args) {
  return documents(args)
    .flatMap((text) => list(document(text)?.Statement))
    .filter((statement) => statement.Effect === "Allow");
}

module.exports = [actions, resources];
