"use strict";

const { document, isTrue, list } = require("./values");

const BUCKETS = ["aws:s3/bucketV2:BucketV2", "aws:s3/bucket:Bucket"];
const ACCESS = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock";
const POLICY = "aws:s3/bucketPolicy:BucketPolicy";

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

function isEveryone(principal) {
  return principal === "*" || list(principal?.AWS).includes("*");
}

// requiresTLS reports whether a statement rejects everyone everything without TLS.
function requiresTLS(statement) {
  return (
    statement.Effect === "Deny" &&
    isEveryone(statement.Principal) &&
    list(statement.Action).includes("s3:*") &&
    list(statement.Resource).length > 1 &&
    list(statement.Condition?.Bool?.["aws:SecureTransport"]).includes("false")
  );
}

// isPublic reports whether a statement allows everyone anything.
function isPublic(statement) {
  return statement.Effect === "Allow" && isEveryone(statement.Principal) && !statement.Condition;
}

// isIssuer reports whether a public statement is that of an OIDC issuer's two documents.
function isIssuer(statement) {
  return (
    list(statement.Action).join() === "s3:GetObject" &&
    list(statement.Resource).every((resource) => ISSUER_DOCUMENTS.some((key) => resource.endsWith(key)))
  );
}

function check(bucket, resources, report) {
  const statements = of(bucket, POLICY, resources).flatMap((policy) => list(document(policy.props.policy)?.Statement));
  if (!statements.some(requiresTLS)) {
    report("the bucket must have a policy that denies s3:* on the bucket and its objects where aws:SecureTransport is false", bucket.urn);
  }
  const open = statements.filter(isPublic);
  if (open.some((statement) => !isIssuer(statement))) {
    report("the bucket's policy must not allow everyone anything but the documents of an OIDC issuer", bucket.urn);
  }
  const settings = ["blockPublicAcls", "ignorePublicAcls", ...(open.length === 0 ? ["blockPublicPolicy", "restrictPublicBuckets"] : [])];
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
