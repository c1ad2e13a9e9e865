"use strict";

const { isPublic, statements } = require("./statements");
const { isTrue, list } = require("./values");

// Properties with the resource policy of a type.
const RESOURCE_POLICIES = {
  "aws:kms/key:Key": "policy",
  "aws:kms/keyPolicy:KeyPolicy": "policy",
  "aws:sqs/queue:Queue": "policy",
  "aws:sqs/queuePolicy:QueuePolicy": "policy",
  "aws:sns/topic:Topic": "policy",
  "aws:sns/topicPolicy:TopicPolicy": "policy",
  "aws:secretsmanager/secret:Secret": "policy",
  "aws:secretsmanager/secretPolicy:SecretPolicy": "policy",
  "aws:ecr/repositoryPolicy:RepositoryPolicy": "policy",
  "aws:efs/fileSystemPolicy:FileSystemPolicy": "policy",
};

// Subjects of Kubernetes that everyone is who reaches the API.
const EVERYONE = ["system:unauthenticated", "system:anonymous"];

// Subjects that every user, or every pod of the cluster, is; and the roles with which one changes what others have.
const AUTHENTICATED = /^system:(authenticated(:oauth)?|serviceaccounts)$/;
const POWERFUL = ["cluster-admin", "admin", "edit", "sudoer"];

function isBinding(type) {
  return /^kubernetes:rbac\.authorization\.k8s\.io\/v1:(ClusterRole|Role)Binding$/.test(type);
}

// problem returns how a resource is shared with everyone, undefined if it is not.
function problem({ type, props }) {
  const text = props[RESOURCE_POLICIES[type]];
  if (text && statements(text, "Allow").some(isPublic)) {
    return "the policy must not allow everyone anything; name the principals, or compare aws:SourceAccount or aws:SourceArn";
  }
  if (["aws:rds/instance:Instance", "aws:rds/clusterInstance:ClusterInstance"].includes(type) && isTrue(props.publiclyAccessible)) {
    return "publiclyAccessible must be false";
  }
  if (type === "aws:ec2/amiLaunchPermission:AmiLaunchPermission" && props.group === "all") {
    return "an AMI must not be public";
  }
  if (isBinding(type) && list(props.subjects).some((subject) => EVERYONE.includes(subject.name))) {
    return `${EVERYONE.join(" and ")} must not be bound to a role`;
  }
  if (isBinding(type) && POWERFUL.includes(props.roleRef?.name) && list(props.subjects).some((subject) => AUTHENTICATED.test(subject.name))) {
    return `all users or pods of the cluster must not be bound to ${props.roleRef.name}; name the groups or accounts`;
  }
  return undefined;
}

const sharing = {
  name: "no-public-sharing",
  description: "Keys, queues, topics, secrets, file systems, databases, images and roles inside the cluster are not shared with everyone.",
  validateResource: (args, report) => {
    const found = problem(args);
    if (found) {
      report(found);
    }
  },
};

module.exports = [sharing];
