"use strict";

const { providerSpec } = require("./values");

// tokens returns what a resource says about IMDSv2: required, optional, or undefined where it says nothing; null for resources
// without instances.
function tokens({ type, props }) {
  const machine = providerSpec({ type, props });
  if (machine) {
    return machine.metadataServiceOptions?.authentication?.toLowerCase();
  }
  switch (type) {
    case "aws:ec2/instance:Instance":
    case "aws:ec2/launchTemplate:LaunchTemplate":
      return props.metadataOptions?.httpEndpoint === "disabled" ? null : props.metadataOptions?.httpTokens;
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
  description: "The instance metadata service requires a token (IMDSv2).",
  validateResource: (args, report) => {
    const found = tokens(args);
    if (found !== null && found !== "required") {
      report(`the instance metadata service must require a token (has ${found || "AWS's default, which does not"})`);
    }
  },
};

module.exports = [imdsv2];
