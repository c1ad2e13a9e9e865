"use strict";

const { hasWildcard, isPublic, pins, statements } = require("./statements");
const { list } = require("./values");

const WEB_IDENTITY = "sts:AssumeRoleWithWebIdentity";

// isSubject reports whether a subject is a fixed one, or names of service accounts in a fixed namespace.
function isSubject(text) {
  const [, , namespace, ...account] = text.split(":");
  return !hasWildcard(text) || (text.startsWith("system:serviceaccount:") && !hasWildcard(namespace) && account.length > 0 && account[0] !== "");
}

// trustsIssuer reports whether a statement lets the tokens of an OIDC issuer assume the role.
function trustsIssuer(statement) {
  return list(statement.Action).some((name) => name === WEB_IDENTITY || (hasWildcard(name) && /^(\*|sts:)/.test(name))) && federated(statement).length > 0;
}

function federated(statement) {
  return list(statement.Principal?.Federated);
}

const trust = {
  name: "trust-policies",
  description: "Roles name who may assume them; those for service accounts name the service account.",
  validateResource: ({ type, props }, report) => {
    if (type !== "aws:iam/role:Role") {
      return;
    }
    for (const statement of statements(props.assumeRolePolicy, "Allow")) {
      if (isPublic(statement)) {
        report("a trust policy must not allow everyone to assume the role; name the principals");
      }
      if (trustsIssuer(statement) && !pins(statement.Condition, (key) => key.endsWith(":sub"), isSubject)) {
        report(`a trust policy for ${federated(statement).join(", ")} must compare <issuer>:sub with the names of service accounts`);
      }
    }
  },
};

module.exports = [trust];
