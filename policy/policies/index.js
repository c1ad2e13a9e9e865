"use strict";

const { canonical } = require("./values");

const policies = [
  ...require("./encryption"),
  ...require("./metadata"),
  ...require("./ports"),
  ...require("./buckets"),
  ...require("./permissions"),
  ...require("./trust"),
  ...require("./ways"),
  ...require("./sharing"),
  ...require("./tags"),
  ...require("./deletion"),
  ...require("./pools"),
];

// Each policy sees one name of a resource's type, so that none forgets another one.
const named = (resource) => ({ ...resource, type: canonical(resource.type) });

module.exports = policies.map(({ validateResource, validateStack, ...policy }) => ({
  ...policy,
  ...(validateResource && { validateResource: (args, report) => validateResource(named(args), report) }),
  ...(validateStack && { validateStack: (args, report) => validateStack({ ...args, resources: args.resources.map(named) }, report) }),
}));
