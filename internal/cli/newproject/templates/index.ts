import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

const config = new pulumi.Config();

// The cluster with its network, roles and keys.
const cluster = new openshift.blueprint.<<.Blueprint>>("<<.Name>>", {
<<- if .SelfManaged>>
    installDir: config.require("installDir"),
    stage: config.require("stage") as openshift.cluster.Stage,
    ami: config.require("ami"),
    scope: config.require("publish") as openshift.network.Scope,
<<- if not .Private>>
    publicZoneId: config.require("publicZoneId"),
<<- end>>
<<- else>>
    version: config.require("version"),
    adminPassword: config.requireSecret("adminPassword"),
<<- if .Private>>
    scope: "Internal",
<<- end>>
<<- end>>
    zones: config.require("zones").split(","),
<<- if eq .Network "existing">>
    // The subnets of the VPC that exists: replace the IDs and the ranges.
    existingVpc: {
        vpcId: "vpc-0123456789abcdef0",
        cidr: "10.0.0.0/16",
        privateSubnets: [
<<- range .PrivateSubnets>>
            { zone: "<<.Zone>>", id: "<<.ID>>", cidr: "<<.CIDR>>" },
<<- end>>
        ],
<<- if not .Private>>
        publicSubnets: [
<<- range .PublicSubnets>>
            { zone: "<<.Zone>>", id: "<<.ID>>", cidr: "<<.CIDR>>" },
<<- end>>
        ],
<<- end>>
    },
<<- else if .SelfManaged>>
    vpc: { cidr: config.require("vpcCidr") },
<<- end>>
    // A part of the cluster has the arguments of its component, for example
    // jumpHost: {},
});

export const apiUrl = cluster.apiUrl;
export const consoleUrl = cluster.consoleUrl;
