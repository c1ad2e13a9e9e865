"use strict";

const { list } = require("./values");

const CLUSTER = "kubernetes.io/cluster/";

// Types whose resources are of a cluster, or shared by clusters, and can be found in an account by their tags only.
const NAMED = [
  "aws:ec2/vpc:Vpc",
  "aws:ec2/subnet:Subnet",
  "aws:ec2/securityGroup:SecurityGroup",
  "aws:ec2/natGateway:NatGateway",
  "aws:ec2/instance:Instance",
  "aws:lb/loadBalancer:LoadBalancer",
  "aws:elb/loadBalancer:LoadBalancer",
  "aws:s3/bucketV2:BucketV2",
  "aws:kms/key:Key",
  "aws:sqs/queue:Queue",
];

// tagsOf returns the tags of a resource, with the provider's default tags.
function tagsOf({ props, provider }) {
  const defaults = provider?.props?.defaultTags;
  return { ...(typeof defaults === "string" ? JSON.parse(defaults) : defaults)?.tags, ...props.tags };
}

const required = {
  name: "required-tags",
  description: "Resources have tags: at least one, and all keys of the setting keys.",
  configSchema: { properties: { keys: { type: "array", items: { type: "string" }, default: [] } } },
  validateResource: (args, report) => {
    if (!NAMED.includes(args.type)) {
      return;
    }
    const found = Object.keys(tagsOf(args));
    const missing = list(args.getConfig().keys).filter((key) => !found.includes(key));
    if (found.length === 0) {
      report("must have tags, such as Name");
    }
    if (missing.length > 0) {
      report(`must have the tags ${missing.join(", ")}`);
    }
  },
};

const cluster = {
  name: "cluster-tag",
  description: "Machines that boot from Ignition have the tag of their cluster, by which the cloud controller finds them.",
  validateResource: (args, report) => {
    if (args.type === "aws:ec2/instance:Instance" && isMachine(args.props) && !hasCluster(tagsOf(args))) {
      report(`must have a tag ${CLUSTER}<infrastructure ID>`);
    }
    if (args.type === "aws:ec2/launchTemplate:LaunchTemplate" && isMachine(args.props)) {
      const instances = list(args.props.tagSpecifications).find((tags) => tags.resourceType === "instance");
      if (!hasCluster(instances?.tags || {})) {
        report(`tagSpecifications of instances must have a tag ${CLUSTER}<infrastructure ID>`);
      }
    }
  },
};

// isMachine reports whether instances boot from Ignition, as machines of OpenShift do.
function isMachine({ userData, userDataBase64 }) {
  const texts = [userData, ...[userData, userDataBase64].map((text) => Buffer.from(text || "", "base64").toString())];
  return texts.some((text) => text?.includes('"ignition"'));
}

function hasCluster(tags) {
  return Object.keys(tags).some((key) => key.startsWith(CLUSTER));
}

module.exports = [required, cluster];
