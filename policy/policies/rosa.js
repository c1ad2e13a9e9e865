"use strict";

const crypto = require("node:crypto");

const { list } = require("./values");

// ROSA_STATEMENTS are digests of what statements of ROSA's policies allow on all resources (openshift/managed-cluster-config a0bed76
// resources/sts/{4.10 to 5.0,hypershift} sts_*.json and openshift_*.json, each with its history, without the policies of an OCM role that
// is an administrator): the first 32 digits of the SHA-256 sum of the sorted actions, a line each.
const ROSA_STATEMENTS = new Set(require("./rosa.json"));

function isRosa(statement) {
  const actions = [...new Set(list(statement.Action))].sort().join("\n");
  return ROSA_STATEMENTS.has(crypto.createHash("sha256").update(actions).digest("hex").slice(0, 32));
}

module.exports = { isRosa };
