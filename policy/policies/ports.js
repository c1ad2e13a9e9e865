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

// isWorld reports whether a CIDR is most of the internet: /0, or one of its halves.
function isWorld(cidr) {
  return Number(cidr.split("/")[1]) <= 1;
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
      const single = rule.protocol === "tcp" && rule.fromPort === rule.toPort && allowed.includes(rule.fromPort);
      for (const cidr of rule.cidrs.filter(isWorld)) {
        if (!single) {
          report(`${rule.protocol} ${rule.fromPort}-${rule.toPort} must not be open to ${cidr}; allowed are TCP ports ${allowed.join(", ")}`);
        }
      }
    }
  },
};

module.exports = [openPorts];
