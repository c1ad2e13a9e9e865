"use strict";

// list returns a value that may be absent, single or a list as a list.
function list(value) {
  if (value === undefined || value === null) {
    return [];
  }
  return Array.isArray(value) ? value : [value];
}

// isTrue reports whether a boolean is true; the AWS provider has booleans as text in launch templates.
function isTrue(value) {
  return value === true || value === "true";
}

// providerSpec returns the AWS machine of a Machine, a MachineSet or a ControlPlaneMachineSet; undefined for other resources.
function providerSpec(args) {
  switch (args.type) {
    case "kubernetes:machine.openshift.io/v1beta1:Machine":
      return args.props.spec?.providerSpec?.value;
    case "kubernetes:machine.openshift.io/v1beta1:MachineSet":
      return args.props.spec?.template?.spec?.providerSpec?.value;
    case "kubernetes:machine.openshift.io/v1:ControlPlaneMachineSet":
      return args.props.spec?.template?.machines_v1beta1_machine_openshift_io?.spec?.providerSpec?.value;
  }
  return undefined;
}

// Modules in which pulumi-aws v6 has the same resources (sdk/go/aws/alb, applicationloadbalancing, elasticloadbalancing and
// elasticloadbalancingv2).
const MODULES = { alb: "lb", applicationloadbalancing: "lb", elasticloadbalancingv2: "lb", elasticloadbalancing: "elb" };

// canonical returns the name of a type by which the policies know it: that of the first of equal modules, and without Patch, with which
// pulumi-kubernetes changes an object that exists.
function canonical(type) {
  if (type.startsWith("kubernetes:")) {
    return type.replace(/Patch$/, "");
  }
  return type.replace(/^aws:(\w+)\//, (all, module) => `aws:${MODULES[module] || module}/`);
}

// document parses a policy document, which is a text or an object; undefined if there is none.
function document(value) {
  return typeof value === "string" && value !== "" ? JSON.parse(value) : value || undefined;
}

module.exports = { canonical, list, isTrue, providerSpec, document };
