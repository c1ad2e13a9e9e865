"use strict";

const { isRosa } = require("./rosa");
const { document, list } = require("./values");

const ROLE = "aws:iam/role:Role";
const POLICY = "aws:iam/policy:Policy";

const EVERYTHING = { Effect: "Allow", Action: "*", Resource: "*" };

// USERS are types whose code has a role, the kind by which the ways know them, and the property that names the role or its profile.
const USERS = [
  ["aws:ec2/instance:Instance", "instance", "iamInstanceProfile"],
  ["aws:ec2/launchTemplate:LaunchTemplate", "launch template", "iamInstanceProfile"],
  ["aws:lambda/function:Function", "function", "role"],
  ["aws:cloudformation/stack:Stack", "stack", "iamRoleArn"],
  ["aws:codebuild/project:Project", "build project", "serviceRole"],
];

// refers reports whether a property of a resource is, or has in a list, a reference to another resource.
function refers(resource, property, target) {
  const names = [target.props.arn, target.props.name, target.props.id].filter(Boolean);
  const value = resource.props[property];
  const values = list(value).flatMap((one) => (typeof one === "string" ? [one] : [one?.arn, one?.name]));
  return (
    list(resource.propertyDependencies?.[property]).some((dependency) => dependency.urn === target.urn) ||
    values.some((one) => names.includes(one))
  );
}

// searched returns the statements of a document that are searched: those of ROSA's policies are Red Hat's.
function searched(text) {
  return list(document(text)?.Statement).filter((statement) => statement.Effect === "Deny" || !isRosa(statement));
}

// attaches returns the property of a resource that attaches policies to a role; undefined if it attaches none.
function attaches(resource, role) {
  switch (resource.type) {
    case ROLE:
      return resource.urn === role.urn ? "managedPolicyArns" : undefined;
    case "aws:iam/rolePolicyAttachment:RolePolicyAttachment":
      return refers(resource, "role", role) ? "policyArn" : undefined;
    case "aws:iam/policyAttachment:PolicyAttachment":
      return refers(resource, "roles", role) ? "policyArn" : undefined;
    case "aws:iam/rolePolicyAttachmentsExclusive:RolePolicyAttachmentsExclusive":
      return refers(resource, "roleName", role) ? "policyArns" : undefined;
  }
  return undefined;
}

// trusts reports whether the trust policy of a role names the account, or another role.
function trusts(role, arn) {
  const account = arn.split(":")[4];
  return list(document(role.props.assumeRolePolicy)?.Statement).some((statement) =>
    list(statement.Principal?.AWS || statement.Principal).some((name) =>
      ["*", arn, account].includes(name) || (typeof name === "string" && name.endsWith(`:${account}:root`))),
  );
}

// roleOf returns the role with its policies and its boundary. The boundary is null without one, and unknown if the stack does not have it.
function roleOf(role, resources) {
  const managed = resources.filter(({ type }) => type === POLICY);
  const policies = list(role.props.inlinePolicies).map((inline) => ({ statements: searched(inline.policy) }));
  for (const resource of resources) {
    if (resource.type === "aws:iam/rolePolicy:RolePolicy" && refers(resource, "role", role)) {
      policies.push({ statements: searched(resource.props.policy) });
    }
    const property = attaches(resource, role);
    if (property) {
      if (list(resource.props[property]).some((arn) => /:aws:policy\/(AdministratorAccess|IAMFullAccess)$/.test(arn))) {
        policies.push({ statements: [EVERYTHING] });
      }
      for (const policy of managed.filter((policy) => refers(resource, property, policy))) {
        policies.push({ arn: policy.props.arn, statements: searched(policy.props.policy) });
      }
    }
  }
  const boundaryARN = role.props.permissionsBoundary;
  const boundary = managed.find((policy) => refers(role, "permissionsBoundary", policy));
  return {
    name: role.name,
    urn: role.urn,
    arn: role.props.arn,
    tags: role.props.tags || {},
    policies,
    boundaryARN,
    boundary: boundary ? list(document(boundary.props.policy)?.Statement) : boundaryARN ? "unknown" : null,
    isOpenTo: (arn) => trusts(role, arn),
  };
}

// account returns what a stack has of an account: its roles, and its resources by which one becomes them.
function account(resources) {
  const found = resources.filter(({ type, props }) => type === ROLE && props.arn);
  const roles = found.map((role) => roleOf(role, resources));
  const own = roles.map((role) => ({ ...role, kind: "role", role }));
  for (const role of roles) {
    own.push(...role.policies.filter(({ arn }) => arn).map(({ arn }) => ({ kind: "policy", arn, tags: {}, role })));
  }
  const profiles = resources.filter(({ type }) => type === "aws:iam/instanceProfile:InstanceProfile");
  for (const [type, kind, property] of USERS) {
    for (const user of resources.filter((resource) => resource.type === type && resource.props.arn)) {
      const holders = found.filter((role) =>
        [role, ...profiles.filter((profile) => refers(profile, "role", role))].some((target) => refers(user, property, target)));
      own.push(...holders.map((role) => ({
        kind, arn: user.props.arn, tags: user.props.tags || {}, role: roles.find(({ urn }) => urn === role.urn),
      })));
    }
  }
  const boundaries = new Map(
    resources.filter(({ type, props }) => type === POLICY && props.arn).map(({ props }) => [props.arn, list(document(props.policy)?.Statement)]),
  );
  return { roles, own, boundaries };
}

module.exports = { account, EVERYTHING };
