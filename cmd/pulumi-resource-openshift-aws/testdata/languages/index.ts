// A ROSA cluster with a setting, a secret, and outputs that the first preview does not know.
import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

const settings = new pulumi.Config();
const cluster = new openshift.blueprint.ROSAHCP("shop", {
    version: settings.require("release"),
    zones: ["us-east-2a", "us-east-2b", "us-east-2c"],
});
new openshift.rosa.IdentityProvider("github", {
    clusterId: cluster.clusterId,
    name: "github",
    github: { clientId: "shop", clientSecret: settings.requireSecret("clientSecret"), organizations: ["shop"] },
});
new openshift.rosa.MachinePool("batch", {
    clusterId: cluster.clusterId,
    name: "batch",
    instanceType: "m5.xlarge",
    replicas: 2,
    labels: { release: cluster.hcp.currentVersion }, // In Go it is no Input.
    hcp: { subnetId: cluster.privateSubnetIds["us-east-2a"] },
});
export const cidr = cluster.vpc.apply(vpc => vpc!.cidr);
