"use strict";

const { providerSpec } = require("./values");

const INSTANCES = [
  "aws:ec2/instance:Instance",
  "aws:ec2/launchTemplate:LaunchTemplate",
  "aws:ec2/launchConfiguration:LaunchConfiguration",
  "aws:ec2/spotInstanceRequest:SpotInstanceRequest",
];

// MAX_HOPS is the hop limit with which the service answers processes of the machine, and not pods in networks of their own.
const MAX_HOPS = 1;

// tokens returns what a resource says about IMDSv2: required, optional, or undefined where it says nothing; null for resources
// without instances.
function tokens({ type, props }) {
  const machine = providerSpec({ type, props });
  if (machine) {
    return machine.metadataServiceOptions?.authentication?.toLowerCase();
  }
  if (INSTANCES.includes(type)) {
    return props.metadataOptions?.httpEndpoint === "disabled" ? null : props.metadataOptions?.httpTokens;
  }
  switch (type) {
    case "rhcs:index/clusterRosaHcp:ClusterRosaHcp":
    case "rhcs:index/clusterRosaClassic:ClusterRosaClassic":
      return props.ec2MetadataHttpTokens;
    case "rhcs:index/hcpMachinePool:HcpMachinePool":
      return props.awsNodePool?.ec2MetadataHttpTokens;
  }
  return null;
}

const imdsv2 = {
  name: "imdsv2-required",
  description: "The instance metadata service requires a token (IMDSv2), and does not answer pods.",
  validateResource: (args, report) => {
    const found = tokens(args);
    if (found !== null && found !== "required") {
      report(`the instance metadata service must require a token (has ${found || "AWS's default, which does not"})`);
    }
    const hops = INSTANCES.includes(args.type) ? args.props.metadataOptions?.httpPutResponseHopLimit : undefined;
    if (found !== null && hops > MAX_HOPS) {
      report(`httpPutResponseHopLimit must be ${MAX_HOPS} (got ${hops}): pods could use the role of the machine`);
    }
  },
};

module.exports = [imdsv2];
