import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

// The cluster with its network, roles, OIDC configuration and keys: docs/languages.md.
const cluster = new openshift.blueprint.ROSAHCP(pulumi.getProject(), {
    version: new pulumi.Config().get("version") ?? "4.20.4",
    zones: ["us-east-2a", "us-east-2b"],
});

export const apiUrl = cluster.apiUrl;
export const consoleUrl = cluster.consoleUrl;
