"use strict";

const { list } = require("./values");

const HTTP = 80;
const HTTPS = 443;
const API = 6443;

// ingress returns the rules of a resource that allow traffic in, each with its CIDRs and ports.
function ingress({ type, props }) {
  switch (type) {
    case "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule":
      return [{ ...props, protocol: props.ipProtocol, cidrs: [...list(props.cidrIpv4), ...list(props.cidrIpv6)] }];
    case "aws:ec2/securityGroupRule:SecurityGroupRule":
      return props.type === "ingress" ? [inline(props)] : [];
    case "aws:ec2/securityGroup:SecurityGroup":
    case "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup":
      return list(props.ingress).map(inline);
  }
  return [];
}

function inline(rule) {
  return { ...rule, cidrs: [...list(rule.cidrBlocks), ...list(rule.ipv6CidrBlocks)] };
}

// isWorld reports whether a CIDR is a large part of the internet: more than a /8 of IPv4 or a /16 of IPv6, as in the arguments of
// cluster.ControlPlane. No single organization has as many addresses.
function isWorld(cidr) {
  return Number(cidr.split("/")[1]) < (cidr.includes(":") ? 16 : 8);
}

const openPorts = {
  name: "world-open-ports",
  description: "Only ports 80 and 443, and 6443 of a public API, are open to the world.",
  configSchema: {
    properties: {
      publicAPI: { type: "boolean", default: true },
      ports: { type: "array", items: { type: "number" }, default: [] },
    },
  },
  validateResource: (args, report) => {
    const { publicAPI = true, ports = [] } = args.getConfig();
    const allowed = [HTTP, HTTPS, ...(publicAPI ? [API] : []), ...ports];
    for (const rule of ingress(args)) {
      const isTCP = ["tcp", "6"].includes(String(rule.protocol).toLowerCase());
      const single = isTCP && rule.fromPort === rule.toPort && allowed.includes(rule.fromPort);
      for (const cidr of rule.cidrs.filter(isWorld)) {
        if (!single) {
          report(`${rule.protocol} ${rule.fromPort}-${rule.toPort} must not be open to ${cidr}; allowed are TCP ports ${allowed.join(", ")}`);
        }
      }
    }
    for (const cidr of prefixes(args).filter(isWorld)) {
      report(`a prefix list must not contain ${cidr}: the ports of rules that refer to it would be open to the world`);
    }
  },
};

// prefixes returns the CIDRs of a prefix list.
function prefixes({ type, props }) {
  switch (type) {
    case "aws:ec2/managedPrefixList:ManagedPrefixList":
      return list(props.entries).map((entry) => entry.cidr);
    case "aws:ec2/managedPrefixListEntry:ManagedPrefixListEntry":
      return [props.cidr];
  }
  return [];
}

// openListeners needs no security groups: a load balancer without one, such as an older NLB, is open to the world.
const openListeners = {
  name: "world-open-listeners",
  description: "Public load balancers listen on ports 80 and 443, and 6443 of a public API.",
  configSchema: openPorts.configSchema,
  validateStack: (args, report) => {
    const { publicAPI = true, ports = [] } = args.getConfig();
    const allowed = [HTTP, HTTPS, ...(publicAPI ? [API] : []), ...ports];
    const isInternal = (resource) => resource.props.internal === true;
    const isPublic = args.resources.filter((resource) => /^aws:lb\/loadBalancer:/.test(resource.type) && !isInternal(resource));
    const urns = new Set(isPublic.map((resource) => resource.urn));
    for (const listener of args.resources.filter((resource) => /^aws:lb\/listener:/.test(resource.type))) {
      const owners = list(listener.propertyDependencies?.loadBalancerArn);
      if (owners.some((owner) => urns.has(owner.urn)) && !allowed.includes(listener.props.port)) {
        report(`a public load balancer must not listen on port ${listener.props.port}; allowed are ${allowed.join(", ")}`, listener.urn);
      }
    }
    for (const balancer of args.resources.filter((resource) => resource.type === "aws:elb/loadBalancer:LoadBalancer" && !isInternal(resource))) {
      for (const { lbPort } of list(balancer.props.listeners).filter((listener) => !allowed.includes(listener.lbPort))) {
        report(`a public load balancer must not listen on port ${lbPort}; allowed are ${allowed.join(", ")}`, balancer.urn);
      }
    }
  },
};

module.exports = [openPorts, openListeners];
