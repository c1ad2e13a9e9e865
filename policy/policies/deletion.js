"use strict";

const pulumi = require("@pulumi/pulumi");

const { isTrue } = require("./values");

// Types that cannot be restored, or whose deletion takes a cluster down.
const PROTECTED = [
  "aws:ec2/vpc:Vpc",
  "aws:kms/key:Key",
  "aws:lb/loadBalancer:LoadBalancer",
  "aws:elb/loadBalancer:LoadBalancer",
  "aws:route53/zone:Zone",
  "rhcs:index/clusterRosaHcp:ClusterRosaHcp",
  "rhcs:index/clusterRosaClassic:ClusterRosaClassic",
];

// BOOTSTRAP is the prefix of the bootstrap bucket, which is deleted after the installation with its content.
const BOOTSTRAP = "openshift-bootstrap-data-";

function isProduction(stack, pattern) {
  return new RegExp(pattern || "(^|[^a-z])prod").test(stack);
}

const deletion = {
  name: "production-deletion-protection",
  description: "In stacks of production, clusters, networks, keys, zones and load balancers are protected, and buckets keep their content.",
  configSchema: { properties: { stacks: { type: "string", default: "(^|[^a-z])prod" } } },
  validateResource: (args, report) => {
    if (!isProduction(pulumi.getStack(), args.getConfig().stacks)) {
      return;
    }
    const { type, props, opts } = args;
    if (PROTECTED.includes(type) && !opts.protect && !isTrue(props.enableDeletionProtection)) {
      report("must be protected in production: pass pulumi.Protect(true) to its component");
    }
    if (type === "aws:s3/bucketV2:BucketV2" && isTrue(props.forceDestroy) && !props.bucket?.startsWith(BOOTSTRAP)) {
      report("forceDestroy must be false in production");
    }
  },
};

module.exports = [deletion];
