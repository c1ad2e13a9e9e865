"use strict";

const { document, list } = require("./values");

// Operators that compare with fixed values. Those that end in IfExists, or begin with ForAllValues, are met where the key is absent, and
// negated operators are met by everything else.
const OPERATORS = /^(ForAnyValue:)?(StringEquals|StringEqualsIgnoreCase|StringLike|ArnEquals|ArnLike|Bool)$/;

// statements returns the statements of a policy document with an effect.
function statements(text, effect) {
  return list(document(text)?.Statement).filter((statement) => statement.Effect === effect);
}

function hasWildcard(text) {
  return /[*?]/.test(text);
}

// pins reports whether a condition compares a key that isKey accepts with values that isValue accepts; by default those without wildcards.
function pins(condition, isKey, isValue = (value) => !hasWildcard(value)) {
  return Object.entries(condition || {}).some(
    ([operator, keys]) =>
      OPERATORS.test(operator) &&
      Object.entries(keys).some(([key, values]) => {
        const texts = list(values).map(String);
        return isKey(key.toLowerCase()) && texts.length > 0 && texts.every((text) => text !== "" && isValue(text));
      }),
  );
}

// Keys that say who calls (Amazon S3 User Guide, "Blocking public access to your Amazon S3 storage", The meaning of "public").
const CALLER_KEYS = new Set(
  [
    "aws:PrincipalAccount aws:PrincipalArn aws:PrincipalOrgID aws:SourceAccount aws:SourceArn aws:SourceOwner aws:SourceVpc aws:SourceVpce",
    "aws:SourceOrgID aws:userid kms:CallerAccount s3:DataAccessPointArn",
  ].flatMap((line) => line.toLowerCase().split(" ")),
);

function isEveryone(principal) {
  return principal === "*" || Object.values(principal || {}).some((value) => list(value).includes("*"));
}

// isPublic reports whether a statement allows everyone, or everyone but some, anything.
function isPublic(statement) {
  return (
    statement.Effect === "Allow" &&
    (isEveryone(statement.Principal) || statement.NotPrincipal !== undefined) &&
    !pins(statement.Condition, (key) => CALLER_KEYS.has(key))
  );
}

module.exports = { statements, hasWildcard, pins, isEveryone, isPublic };
