import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

const config = new pulumi.Config();

// The cluster with its network, roles, OIDC configuration and keys.
const cluster = new openshift.blueprint.ROSAHCP(pulumi.getProject(), {
    version: config.require("version"),
    zones: config.require("zones").split(","),
});

export const apiUrl = cluster.apiUrl;
export const consoleUrl = cluster.consoleUrl;
