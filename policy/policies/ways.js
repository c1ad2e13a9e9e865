"use strict";

const { account, EVERYTHING } = require("./account");
const { allows } = require("./evaluation");
const { list } = require("./values");
const data = require("./ways.json");

const ADMINISTRATOR = "an administrator of the account";

const WITH_ALL = ", with all permissions";

// statementsOf returns the statements of all policies of an actor.
const statementsOf = (actor) => actor.policies.flatMap(({ statements }) => statements);

// allowed reports whether the policies and the boundary of an actor allow a request.
function allowed(actor, request) {
  return allows(statementsOf(actor), request) && (actor.boundary === null || allows(actor.boundary, request));
}

function isAdministrator(actor) {
  const [, partition, , , id] = actor.arn.split(":");
  return ["iam:CreateUser", "iam:AttachUserPolicy"].every((action) =>
    allowed(actor, { action, resource: `arn:${partition}:iam::${id}:user/any`, keys: {} }));
}

// filled returns ARNs with which the patterns of an actor's policies are met, of those that isKind accepts.
function filled(texts, isKind) {
  const arns = texts.filter((text) => typeof text === "string" && isKind(text)).map((text) => text.replace(/[*?]+/g, "new"));
  return [...new Set(arns)];
}

// compared returns the values with which an actor's policies compare a condition key.
function compared(actor, key) {
  const conditions = statementsOf(actor).flatMap(({ Condition }) => Object.values(Condition || {}));
  return conditions.flatMap((keys) => Object.entries(keys).flatMap(([name, values]) => (name.toLowerCase() === key ? list(values) : [])));
}

// inAccount returns an ARN of the data in the account and the partition of a role.
function inAccount(arn, role) {
  const [, partition, , , id] = role.split(":");
  return arn.replace("arn:aws:", `arn:${partition}:`).replace("123456789012", id);
}

// created returns the roles that an actor may create by their names, without a boundary and with those that its policies name.
function created(actor, boundaries) {
  const named = statementsOf(actor).flatMap((statement) => list(statement.Resource));
  const arns = [...filled(named, (text) => text.includes(":role/")), inAccount("arn:aws:iam::123456789012:role/new", actor.arn)];
  const limits = [undefined, ...filled(compared(actor, "iam:permissionsboundary"), () => true)];
  return arns.flatMap((arn) => limits.map((boundaryARN) => {
    const boundary = boundaryARN === undefined ? null : boundaries.get(boundaryARN) || "unknown";
    return { kind: "new role", arn, tags: {}, boundaryARN, role: { name: "a new role", arn, boundary, boundaryARN } };
  }));
}

// keysOf returns the condition keys of the requests of a way, without those that the caller chooses.
function keysOf(way, resource, action, policy) {
  const [, , , , id] = resource.arn.split(":");
  const isOnNew = Boolean(way.service) && action !== "iam:PassRole";
  const keys = {
    "aws:resourceaccount": id,
    "kms:grantisforawsresource": "false",
    "iam:passedtoservice": way.service,
    "iam:policyarn": policy,
    "iam:permissionsboundary": resource.boundaryARN,
    "route53:changeresourcerecordsetsnormalizedrecordnames": resource.record,
    choosesTags: isOnNew || (way.tagged && action !== way.actions[0]),
  };
  for (const [name, value] of Object.entries(resource.tags)) {
    keys[`aws:resourcetag/${name.toLowerCase()}`] = value;
  }
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));
}

// policiesOf returns the policies that a way can attach or detach.
function policiesOf(actor, way) {
  if (way.gain === "undenied") {
    return actor.policies.filter(({ statements }) => statements.some(({ Effect }) => Effect === "Deny")).map(({ arn }) => arn).filter(Boolean);
  }
  if (way.policy?.includes(":aws:policy/")) {
    return [inAccount(way.policy, actor.arn)];
  }
  return way.policy ? [inAccount(way.policy, actor.arn), ...filled(compared(actor, "iam:policyarn"), (arn) => !arn.includes(":aws:policy/"))] : [undefined];
}

// can reports whether an actor can go a way on a resource.
function can(actor, way, resource) {
  const isSelf = resource.kind === "role" && resource.arn === actor.arn;
  if (way.on !== resource.kind || Boolean(way.self) !== isSelf || (way.open && !(resource.isOpenTo ? resource.isOpenTo(actor.arn) : resource.open))) {
    return false;
  }
  return policiesOf(actor, way).some((policy) => way.actions.every((action) => {
    const service = action.split(":")[0];
    const isOnNew = way.service && action !== "iam:PassRole";
    const arn = isOnNew ? inAccount(`arn:aws:${service}:us-east-2:123456789012:new/new`, actor.arn) : resource.arn;
    return allowed(actor, { action, resource: arn, keys: keysOf(way, resource, action, policy) });
  }));
}

// become returns the actor that a way gives; undefined where it gives none, or one whose permissions the stack does not have.
function become(actor, way, resource) {
  const all = [{ statements: [EVERYTHING] }];
  switch (way.gain) {
    case "undenied":
      return { ...actor, name: `${actor.name}, without the policy that denies`, policies: actor.policies.filter(({ statements }) =>
        statements.every(({ Effect }) => Effect !== "Deny")) };
    case "controls":
      return undefined;
    case "acts":
      if (resource.kind === "policy") {
        return written(resource.role, all, resource.role?.boundary);
      }
      return resource.role?.boundary === "unknown" ? undefined : resource.role;
    case "rewrites":
      return written(way.self ? actor : resource.role, all, (way.self ? actor : resource.role)?.boundary);
    default:
      return written(way.self ? actor : resource.role, all, null);
  }
}

function written(role, policies, boundary) {
  return role && boundary !== "unknown" ? { ...role, name: role.name.replace(WITH_ALL, "") + WITH_ALL, policies, boundary } : undefined;
}

// isExplained reports whether a way remains for a role that has the actions of one of OpenShift's, at least half of them and no others:
// they differ between releases.
function isExplained(actor, way) {
  const actions = new Set(statementsOf(actor).flatMap(({ Effect, Action }) => (Effect === "Allow" ? list(Action) : [])));
  const isLike = (known) => actions.size * 2 >= known.length && [...actions].every((action) => known.includes(action));
  return data.explained.some(({ ways, who }) =>
    ways.includes(way.name) && data.actors.some((known) => who.includes(known.name) && isLike(known.actions)));
}

// search returns the paths from a role to what is not the stack's, breadth first: each as the names of its steps.
function search(start, { own, boundaries }) {
  const foreign = data.foreign.map((resource) => ({ tags: {}, ...resource, arn: inAccount(resource.arn, start.arn) }));
  const queue = [{ actor: start, steps: [] }];
  const known = new Set([start.name]);
  const found = new Set();
  for (const { actor, steps } of queue) {
    for (const resource of [...own, ...foreign, ...created(actor, boundaries)]) {
      for (const way of data.ways.filter((way) => can(actor, way, resource))) {
        const next = become(actor, way, resource);
        if (next && isAdministrator(next)) {
          found.add([...steps, `${way.name}, and so become ${ADMINISTRATOR}`].join("; "));
        } else if (next && !known.has(next.name)) {
          known.add(next.name);
          queue.push({ actor: next, steps: [...steps, `${way.name} (${next.name})`] });
        } else if (resource.label && !way.self && !isExplained(actor, way)) {
          found.add([...steps, `${way.name} (${resource.label})`].join("; "));
        }
      }
    }
  }
  return [...found];
}

const within = {
  name: "roles-within-stack",
  enforcementLevel: "advisory",
  description: "No role of the stack becomes an administrator, or reaches what is not the stack's, by a known way.",
  validateStack: (args, report) => {
    const stack = account(args.resources);
    for (const role of stack.roles.filter(({ boundary }) => boundary !== "unknown")) {
      const paths = isAdministrator(role) ? [`is ${ADMINISTRATOR}`] : search(role, stack);
      if (paths.length > 0) {
        const lines = paths.map((path) => `\n- ${path}`).join("");
      report(`the role can reach what is not the stack's; name resources, require tags, or set a permissions boundary:${lines}`, role.urn);
      }
    }
  },
};

module.exports = [within];
