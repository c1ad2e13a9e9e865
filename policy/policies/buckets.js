"use strict";

const { hasWildcard, isEveryone, isPublic } = require("./statements");
const { document, isTrue, list } = require("./values");

const BUCKETS = ["aws:s3/bucketV2:BucketV2", "aws:s3/bucket:Bucket"];
const ACCESS = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock";
const POLICY = "aws:s3/bucketPolicy:BucketPolicy";
const ACLS = ["aws:s3/bucketAclV2:BucketAclV2", "aws:s3/bucketAcl:BucketAcl"];

// The documents of an OIDC issuer, which AWS reads without credentials.
const ISSUER_DOCUMENTS = ["/.well-known/openid-configuration", "/keys.json"];

// of returns the resources of a type that belong to a bucket.
function of(bucket, type, resources) {
  return resources.filter(
    (resource) =>
      resource.type === type &&
      (list(resource.propertyDependencies?.bucket).some((dependency) => dependency.urn === bucket.urn) ||
        resource.props.bucket === (bucket.props.bucket || bucket.props.id)),
  );
}

// requiresTLS reports whether a statement rejects everyone everything without TLS. With a further condition it rejects less.
function requiresTLS(statement, bucket) {
  const operators = Object.entries(statement.Condition || {}).flatMap(([operator, keys]) => Object.keys(keys).map((key) => `${operator} ${key}`));
  return (
    statement.Effect === "Deny" &&
    isEveryone(statement.Principal) &&
    list(statement.Action).includes("s3:*") &&
    list(statement.Resource).some((arn) => isOf(arn, bucket) && list(statement.Resource).includes(`${arn}/*`)) &&
    operators.join() === "Bool aws:SecureTransport" &&
    list(statement.Condition.Bool["aws:SecureTransport"]).map(String).includes("false")
  );
}

// isOf reports whether an ARN is that of a bucket, whose name is unknown where AWS chooses it.
function isOf(arn, { props }) {
  const name = props.bucket || props.id;
  return name === undefined ? !arn.endsWith("/*") : arn.endsWith(`:::${name}`);
}

// isIssuer reports whether a public statement is that of an OIDC issuer's two documents.
function isIssuer(statement) {
  return (
    statement.Principal !== undefined &&
    list(statement.Action).join() === "s3:GetObject" &&
    list(statement.Resource).length > 0 &&
    list(statement.Resource).every((resource) => !hasWildcard(resource) && ISSUER_DOCUMENTS.some((key) => resource.endsWith(key)))
  );
}

// publicAccessLists returns the canned access lists of a bucket that allow everyone, or every AWS account, something.
function publicAccessLists(bucket, resources) {
  const lists = [bucket.props.acl, ...ACLS.flatMap((type) => of(bucket, type, resources)).map((resource) => resource.props.acl)];
  return lists.filter((acl) => /^(public-|authenticated-read)/.test(acl || ""));
}

function check(bucket, resources, report) {
  const statements = of(bucket, POLICY, resources).flatMap((policy) => list(document(policy.props.policy)?.Statement));
  if (!statements.some((statement) => requiresTLS(statement, bucket))) {
    report("the bucket must have a policy that denies s3:* on the bucket and its objects where aws:SecureTransport is false", bucket.urn);
  }
  const open = statements.filter(isPublic);
  const isForIssuer = open.length > 0 && open.every(isIssuer);
  if (open.length > 0 && !isForIssuer) {
    report("the bucket's policy must not allow everyone anything but the documents of an OIDC issuer", bucket.urn);
  }
  for (const acl of publicAccessLists(bucket, resources)) {
    report(`the bucket must not have the access list ${acl}`, bucket.urn);
  }
  const settings = ["blockPublicAcls", "ignorePublicAcls", ...(isForIssuer ? [] : ["blockPublicPolicy", "restrictPublicBuckets"])];
  const blocks = of(bucket, ACCESS, resources);
  for (const setting of settings) {
    if (!blocks.some((block) => isTrue(block.props[setting]))) {
      report(`the bucket must have a BucketPublicAccessBlock with ${setting}`, bucket.urn);
    }
  }
}

const privateBuckets = {
  name: "private-tls-buckets",
  description: "Buckets are private and only reached over TLS. The documents of an OIDC issuer may be public.",
  validateStack: (args, report) => {
    for (const bucket of args.resources.filter((resource) => BUCKETS.includes(resource.type))) {
      check(bucket, args.resources, report);
    }
  },
};

module.exports = [privateBuckets];
