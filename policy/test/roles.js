"use strict";

const data = require("../policies/ways.json");

const IAM = "arn:aws:iam::123456789012:";
const EC2 = "arn:aws:ec2:us-east-2:123456789012:";
const TRUST = { Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "ec2.amazonaws.com" } }] };

const statement = (Action, Resource = "*", more = {}) => ({ Effect: "Allow", Action, Resource, ...more });

// role returns a role with an inline policy.
const role = (name, Statement, props = {}) => ({
  type: "aws:iam/role:Role",
  name,
  props: { name, arn: `${IAM}role/${name}`, assumeRolePolicy: TRUST, inlinePolicies: [{ policy: JSON.stringify({ Statement }) }], ...props },
});
const policy = (name, Statement) => ({
  type: "aws:iam/policy:Policy", name, props: { name, arn: `${IAM}policy/${name}`, policy: JSON.stringify({ Statement }) },
});
const attachment = (role, policyArn, more = {}) => ({
  type: "aws:iam/rolePolicyAttachment:RolePolicyAttachment", name: "attachment", props: { role, policyArn }, ...more,
});
const profile = (role) => ({ type: "aws:iam/instanceProfile:InstanceProfile", name: "profile", props: { name: "profile", role } });
const user = (type, props) => ({ type, name: "user", props });

const of = (...resources) => ({ resources });

// UNUSED is an action that no role of OpenShift has, so that no way of the role is explained.
const UNUSED = statement("sns:Publish", "arn:aws:sns:us-east-2:123456789012:a");

// becomes has a role that becomes a second one of the stack, which writes its own policy.
const becomes = (says, statements, trust = TRUST, ...resources) => ({
  ...of(
    role("a", [...statements, UNUSED]),
    role("b", [statement("iam:PutRolePolicy", `${IAM}role/b`)], { assumeRolePolicy: trust }),
    ...resources,
  ),
  count: 2,
  says: `${says} (b); write the policy of its own role`,
});

// way has a role that is allowed exactly the actions of a way.
function way({ name, gain, actions }) {
  const more = gain === "undenied" ? ["iam:CreateUser", "iam:AttachUserPolicy"] : [];
  const denies = policy("deny", [{ Effect: "Deny", Action: "iam:CreateUser", Resource: "*" }]);
  const resources = gain === "undenied" ? [denies, attachment("a", denies.props.arn)] : [];
  const isAdministrator = name === "create a user that is an administrator";
  const allowed = role("a", [statement([...actions, ...more, UNUSED.Action])]);
  return { ...of(allowed, ...resources), says: isAdministrator ? "- is an administrator" : `- ${name}` };
}

const actionsOf = (actor) => data.actors.find(({ name }) => name === actor).actions;
const boundary = policy("boundary", [statement(["iam:*", "s3:GetObject"], ["arn:aws:s3:::a/*", `${IAM}role/none`])]);

module.exports = {
  violating: {
    ...Object.fromEntries(data.ways.map((one) => [`the way: ${one.name}`, way(one)])),
    "an administrator": { ...of(role("a", [statement("*")])), says: "is an administrator" },
    "an administrator by AWS's policy": {
      ...of(role("a", []), attachment("a", "arn:aws:iam::aws:policy/AdministratorAccess")), says: "is an administrator",
    },
    "a policy that is attached by a reference": of(
      { ...role("a", []), urn: "a" },
      { ...policy("p", [statement("iam:CreateAccessKey")]), urn: "p" },
      attachment("x", "y", { propertyDependencies: { role: [{ urn: "a" }], policyArn: [{ urn: "p" }] } }),
    ),
    "a policy as a resource": of(
      role("a", []),
      { type: "aws:iam/rolePolicy:RolePolicy", name: "p", props: { role: "a", policy: { Statement: [statement("iam:CreateAccessKey")] } } },
    ),
    "a role in another partition": of(
      role("a", [statement("iam:CreateAccessKey", "arn:aws-us-gov:iam::210987654321:user/*")], { arn: "arn:aws-us-gov:iam::210987654321:role/a" }),
    ),
    "a prefix of roles that it creates": of(role("a", [statement(["iam:CreateRole", "iam:PutRolePolicy"], `${IAM}role/demo-*`)])),
    "one action of an operator": of(role("a", [statement("s3:GetObject")])),
    "what a missing tag does not restrict": of(
      role("a", [statement("ec2:DeleteVolume", "*", { Condition: { StringEqualsIfExists: { "aws:ResourceTag/a": "b" } } }), UNUSED]),
    ),
    "a role that it passes to an instance": becomes("launch an instance with a role", [
      statement("iam:PassRole", `${IAM}role/b`), statement("ec2:RunInstances", "*", { Condition: { StringEquals: { "aws:RequestTag/a": "b" } } }),
    ]),
    "a role that names it": becomes("assume a role", [statement("sts:AssumeRole", `${IAM}role/b`)], {
      Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { AWS: `${IAM}role/a` } }],
    }),
    "a role of an instance": becomes(
      "run a command on an instance", [statement("ssm:SendCommand", `${EC2}instance/i-1`)], TRUST,
      profile("b"), user("aws:ec2/instance:Instance", { arn: `${EC2}instance/i-1`, iamInstanceProfile: "profile" }),
    ),
    "a role of instances with a tag": becomes(
      "open a session on an instance", [statement("ssm:StartSession", "*", { Condition: { StringEquals: { "ssm:resourceTag/a": "b" } } })], TRUST,
      profile("b"), user("aws:ec2/instance:Instance", { arn: `${EC2}instance/i-1`, iamInstanceProfile: "profile", tags: { a: "b" } }),
    ),
    "a role of a launch template": becomes(
      "add a version to a launch template",
      [statement(["ec2:CreateLaunchTemplateVersion", "ec2:ModifyLaunchTemplate"], `${EC2}launch-template/lt-1`)], TRUST,
      profile("b"), user("aws:ec2/launchTemplate:LaunchTemplate", { arn: `${EC2}launch-template/lt-1`, iamInstanceProfile: { name: "profile" } }),
    ),
    "a role of a function": becomes(
      "replace the code of a function", [statement("lambda:UpdateFunctionCode", "arn:aws:lambda:us-east-2:123456789012:function:b")], TRUST,
      user("aws:lambda/function:Function", { arn: "arn:aws:lambda:us-east-2:123456789012:function:b", role: `${IAM}role/b` }),
    ),
    "a new version of its own policy": {
      ...of(role("a", [statement("iam:CreatePolicyVersion", `${IAM}policy/p`)]), policy("p", [UNUSED]), attachment("a", `${IAM}policy/p`)),
      says: "write a new version of a policy, and so become an administrator",
    },
  },
  passing: {
    "a role without policies": of(role("a", [])),
    "what is named": of(role("a", [statement(["s3:GetObject", "s3:PutObject"], "arn:aws:s3:::demo/*")])),
    "what has a tag": of(role("a", [statement("ec2:TerminateInstances", "*", { Condition: { StringEquals: { "ec2:ResourceTag/a": "b" } } }), UNUSED])),
    "what is denied": of(role("a", [statement("ec2:DeleteVolume"), { Effect: "Deny", Action: "ec2:Delete*", Resource: "*" }, UNUSED])),
    "roles for a service that the role cannot use": of(role("a", [
      statement(["iam:PassRole", "ec2:RunInstances"], "*", { Condition: { StringEquals: { "iam:PassedToService": "lambda.amazonaws.com" } } }), UNUSED,
    ])),
    "a boundary of the stack": of(role("a", [statement("*")], { permissionsBoundary: boundary.props.arn }), boundary),
    "a boundary that the stack does not have": of(role("a", [statement("*")], { permissionsBoundary: `${IAM}policy/other` })),
    "a control-plane machine of OpenShift": of(role("a", [statement(actionsOf("machine master"))])),
    "an operator of another release": of(role("a", [statement(actionsOf("operator image registry").slice(1))])),
    "an operator of ROSA": of(role("a", [statement(["route53:ListResourceRecordSets", "route53:ChangeResourceRecordSets"])])),
  },
};
