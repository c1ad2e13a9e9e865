"use strict";

const { isRosa } = require("./rosa");
const { hasWildcard, pins, statements } = require("./statements");
const { list } = require("./values");

// What machines of OpenShift may do to resources that the cloud controller and the volume plugin create and find at run time
// (openshift/installer release-4.19 upi/aws/cloudformation/03_cluster_security.yaml; SetSecurityGroups from 4.23, PR 10512).
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
    "elasticloadbalancing:SetLoadBalancerPoliciesOfListener elasticloadbalancing:SetSecurityGroups kms:DescribeKey",
  ].flatMap((line) => line.split(" ")),
);

// Descriptions, which AWS does not limit to resources (Service Authorization Reference: no resource type).
const DESCRIPTIONS = /^(ec2:(Describe|GetInstanceTypesFromInstanceRequirements)|autoscaling:Describe|elasticloadbalancing:Describe)/;

// The wildcards of actions that the installer's policies have.
const ACTION_WILDCARDS = ["ec2:Describe*", "elasticloadbalancing:Describe*"];

// ADMINISTRATORS are AWS managed policies that allow all actions, all of IAM, or to pass every role (AWS Managed Policy Reference).
const ADMINISTRATORS = /:policy\/([\w-]+\/)?(AdministratorAccess(-\w+)?|IAMFullAccess|PowerUserAccess|SystemAdministrator)$/;

// Services whose resources are identities and secrets: all resources of one type are as much as all resources.
const IDENTITIES = ["iam", "kms", "secretsmanager", "ssm"];

// documents returns the identity policies of a resource.
function documents({ type, props }) {
  switch (type) {
    case "aws:iam/rolePolicy:RolePolicy":
    case "aws:iam/userPolicy:UserPolicy":
    case "aws:iam/groupPolicy:GroupPolicy":
    case "aws:iam/policy:Policy":
      return [props.policy];
    case "aws:iam/role:Role":
      return list(props.inlinePolicies).map((inline) => inline.policy);
    case "aws:ssoadmin/permissionSetInlinePolicy:PermissionSetInlinePolicy":
      return [props.inlinePolicy];
  }
  return [];
}

// attached returns the ARNs of the managed policies that a resource attaches.
function attached({ type, props }) {
  switch (type) {
    case "aws:iam/rolePolicyAttachment:RolePolicyAttachment":
    case "aws:iam/userPolicyAttachment:UserPolicyAttachment":
    case "aws:iam/groupPolicyAttachment:GroupPolicyAttachment":
    case "aws:iam/policyAttachment:PolicyAttachment":
      return [props.policyArn];
    case "aws:iam/role:Role":
      return list(props.managedPolicyArns);
    case "aws:iam/rolePolicyAttachmentsExclusive:RolePolicyAttachmentsExclusive":
      return list(props.policyArns);
    case "aws:ssoadmin/managedPolicyAttachment:ManagedPolicyAttachment":
      return [props.managedPolicyArn];
  }
  return [];
}

function allows(args) {
  return documents(args).flatMap((text) => statements(text, "Allow"));
}

const actions = {
  name: "no-wildcard-actions",
  description: "IAM policies allow named actions, except Describe* of EC2 and Elastic Load Balancing, which OpenShift's machines use.",
  configSchema: { properties: { allowed: { type: "array", items: { type: "string" }, default: [] } } },
  validateResource: (args, report) => {
    const allowed = [...ACTION_WILDCARDS, ...list(args.getConfig().allowed)];
    for (const arn of attached(args).filter((arn) => ADMINISTRATORS.test(arn || ""))) {
      report(`${arn} must not be attached: it allows all actions, or those with which one gets all`);
    }
    for (const statement of allows(args)) {
      if (statement.NotAction) {
        report("a policy must not use NotAction with Effect Allow");
      }
      for (const action of list(statement.Action).filter((name) => hasWildcard(name) && !allowed.includes(name))) {
        report(`a policy must not allow ${action}; name the actions`);
      }
    }
  },
};

// isEverything reports whether a text names all resources, of an account, or of one type of identities.
function isEverything(text) {
  const [, , service, , , ...rest] = text.split(":");
  if (rest.length === 0) {
    return hasWildcard(text);
  }
  const resource = rest.join(":");
  return /^[*?/:]+$/.test(resource) || hasWildcard(service) || (IDENTITIES.includes(service) && /^[a-z-]*[/:][*?/:]+$/.test(resource));
}

// Keys of conditions that restrict a statement on all resources to some of them, or to one use. aws:RequestedRegion is none: a role can be
// passed in every region. Neither are aws:ResourceAccount, which every resource of the own account meets, and the keys of a caller.
const RESTRICTING_KEYS = [
  /^(aws|ec2|autoscaling|elasticloadbalancing|rds|kms|secretsmanager|iam|ssm):(resource|request)tag\//,
  /^(ec2:createaction|iam:passedtoservice|iam:permissionsboundary|kms:grantisforawsresource|kms:viaservice)$/,
];

function isRestricted(statement) {
  return pins(statement.Condition, (key) => RESTRICTING_KEYS.some((pattern) => pattern.test(key)));
}

const resources = {
  name: "no-wildcard-resources",
  description: "IAM policies name resources or restrict them by a condition, except for actions that AWS or OpenShift does not limit to resources.",
  configSchema: { properties: { allowed: { type: "array", items: { type: "string" }, default: [] } } },
  validateResource: (args, report) => {
    const allowed = list(args.getConfig().allowed);
    const isUnlimited = (name) => DESCRIPTIONS.test(name) || MACHINE_ACTIONS.has(name) || allowed.includes(name);
    for (const statement of allows(args).filter((statement) => statement.NotAction || !isRosa(statement))) {
      if (statement.NotResource || (list(statement.Resource).some(isEverything) && !isRestricted(statement))) {
        const names = list(statement.Action).filter((name) => !isUnlimited(name));
        if (names.length > 0) {
          report(`a policy must not allow ${names.join(", ")} on all resources; name them or add a condition on their tags`);
        }
      }
    }
  },
};

module.exports = [actions, resources];
