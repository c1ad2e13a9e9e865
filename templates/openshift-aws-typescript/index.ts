import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

const config = new pulumi.Config();

// The cluster with its network, roles and keys.
const cluster = new openshift.blueprint.ROSAHCP("${PROJECT}", {
    version: config.require("version"),
    adminPassword: config.requireSecret("adminPassword"),
    zones: config.require("zones").split(","),
    // A part of the cluster has the arguments of its component, for example
    // machinePools: { batch: { instanceType: "m6i.2xlarge", autoscaling: { min: 3, max: 6 } } },
});

export const apiUrl = cluster.apiUrl;
export const consoleUrl = cluster.consoleUrl;
