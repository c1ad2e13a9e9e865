"use strict";

const assert = require("node:assert");
const { test } = require("node:test");
const pulumi = require("@pulumi/pulumi");

const policies = require("../policies");
const cases = require("./cases");

// violations runs a policy over resources, with the settings of the policy and the name of the stack, and returns its messages.
function violations(policy, { resources, config = {}, stack = "dev" }) {
  const found = [];
  const report = (message) => found.push(message);
  const complete = resources.map((resource) => ({ urn: resource.name, props: {}, opts: {}, ...resource, getConfig: () => config }));
  pulumi.runtime.setMocks({ newResource: (args) => ({ id: args.name, state: {} }), call: () => ({}) }, "project", stack);
  if (policy.validateStack) {
    policy.validateStack({ resources: complete, getConfig: () => config }, report);
  } else {
    complete.forEach((resource) => policy.validateResource(resource, report));
  }
  return found;
}

// The other names of the types that a case has.
const OTHER_NAMES = [
  [/^aws:lb\//, "aws:alb/"],
  [/^aws:lb\//, "aws:applicationloadbalancing/"],
  [/^aws:lb\//, "aws:elasticloadbalancingv2/"],
  [/^aws:elb\//, "aws:elasticloadbalancing/"],
  [/^kubernetes:.*/, "$&Patch"],
];

for (const policy of policies) {
  test(policy.name, async (t) => {
    const { violating = {}, passing = {} } = cases[policy.name] || {};
    assert.ok(Object.keys(violating).length > 0 && Object.keys(passing).length > 0, "has violating and passing resources");
    for (const [reason, input] of Object.entries(violating)) {
      await t.test(`rejects ${reason}`, () => {
        const found = violations(policy, input);
        assert.deepStrictEqual(found.length, input.count || 1);
        assert.ok(found.join("\n").includes(input.says || ""), found.join("\n"));
      });
      for (const [type, other] of OTHER_NAMES.filter(([type]) => input.resources.some((resource) => type.test(resource.type)))) {
        const resources = input.resources.map((resource) => ({ ...resource, type: resource.type.replace(type, other) }));
        await t.test(`rejects ${reason} as ${other}`, () =>
          assert.deepStrictEqual(violations(policy, { ...input, resources }), violations(policy, input)));
      }
    }
    for (const [reason, input] of Object.entries(passing)) {
      await t.test(`accepts ${reason}`, () => assert.deepStrictEqual(violations(policy, input), []));
    }
  });
}

test("every case is of a policy", () => {
  assert.deepStrictEqual(Object.keys(cases).sort(), policies.map((policy) => policy.name).sort());
});
