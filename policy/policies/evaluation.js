"use strict";

const { list } = require("./values");

const patterns = new Map();

// matches reports whether a text has a pattern with the wildcards * and ?.
function matches(pattern, text) {
  if (!patterns.has(pattern)) {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".");
    patterns.set(pattern, new RegExp(`^${escaped}$`));
  }
  return patterns.get(pattern).test(text);
}

// matchesResource compares an ARN with that of a policy. What is not the stack's can be in each region.
function matchesResource(pattern, arn) {
  const region = pattern.split(":")[3];
  const parts = arn.split(":");
  if (region && parts[3]) {
    parts[3] = region;
  }
  return matches(pattern, parts.join(":"));
}

// CHOSEN are keys whose values the caller chooses, or meets in what it usually does. Conditions on them restrict and deny nothing here.
const CHOSEN = /^aws:(requesttag\/.*|tagkeys|requestedregion|source\w+|securetransport|currenttime|multifactor\w+|principal.*|userid|username)$/;

const COMPARISONS = {
  StringEquals: (pattern, value) => pattern === value,
  StringEqualsIgnoreCase: (pattern, value) => pattern.toLowerCase() === value.toLowerCase(),
  StringLike: matches,
  ArnEquals: matches,
  ArnLike: matches,
  Bool: (pattern, value) => pattern.toLowerCase() === value.toLowerCase(),
};

// isMet reports whether the values that a request has for a key meet a condition (IAM User Guide, "Conditions with multiple context keys
// or values"). A key that a request does not have meets negated operators, and those that end in IfExists.
function isMet(operator, values, found) {
  const [, set, plain, ifExists] = /^(?:(\w+):)?(\w+?)(IfExists)?$/.exec(operator) || [];
  if (plain === "Null") {
    return values.includes(String(found.length === 0));
  }
  const negated = /Not/.test(plain);
  const compare = COMPARISONS[plain.replace("Not", "")];
  if (!compare) {
    return false;
  }
  const one = (value) => values.some((pattern) => compare(pattern, value)) !== negated;
  if (found.length === 0) {
    return set !== "ForAnyValue" && (negated || ifExists !== undefined || set === "ForAllValues");
  }
  return set === "ForAllValues" || (negated && !set) ? found.every(one) : found.some(one);
}

function meetsConditions(statement, keys) {
  return Object.entries(statement.Condition || {}).every(([operator, compared]) =>
    Object.entries(compared).every(([key, values]) => {
      const name = key.toLowerCase().replace(/^\w+:resourcetag\//, "aws:resourcetag/");
      const isChosen = CHOSEN.test(name) || (keys.choosesTags && name.startsWith("aws:resourcetag/"));
      return isChosen ? statement.Effect === "Allow" : isMet(operator, list(values).map(String), list(keys[name]));
    }),
  );
}

// applies reports whether a statement applies to a request.
function applies(statement, { action, resource, keys }) {
  const isAction = (pattern) => matches(pattern.toLowerCase(), action.toLowerCase());
  const isResource = (pattern) => matchesResource(pattern, resource);
  return (
    (statement.NotAction ? !list(statement.NotAction).some(isAction) : list(statement.Action).some(isAction)) &&
    (statement.NotResource ? !list(statement.NotResource).some(isResource) : list(statement.Resource).some(isResource)) &&
    meetsConditions(statement, keys)
  );
}

// allows reports whether statements allow a request: nothing denies it, and one allows it.
function allows(statements, request) {
  const found = statements.filter((statement) => applies(statement, request));
  return found.length > 0 && found.every((statement) => statement.Effect === "Allow");
}

module.exports = { allows };
