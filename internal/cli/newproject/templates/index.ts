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
    // The roles of the operators. With credentialsMode Mint in cluster.yaml they have none.
    credentials: { name: config.require("credentialsName") },
    openshiftVersion: "<<.Minor>>",
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
<<- if eq .Network "shared">>
    // What the owner of the VPC has (docs/rosa-shared-vpc.md): replace the roles, the hosted zones and the domain.
<<- if and .Hosted .Private>>
    omit: ["PrivateLinkAccess"], // The owner's security group decides who reaches the API.
<<- end>>
    accountRoles: {
        sharedVpc: {
            route53RoleArn: "<<.SharedRole "route53">>",
<<- if .Hosted>>
            vpcEndpointRoleArn: "<<.SharedRole "vpce">>",
<<- end>>
        },
    },
<<- if .Hosted>>
    hcp: {
        baseDnsDomain: "a1b2.p3.openshiftapps.com",
        sharedVpc: {
            ingressZoneId: "Z0123456789ABCDEFGHIJ",
            internalZoneId: "Z0123456789ABCDEFGHIK",
            route53RoleArn: "<<.SharedRole "route53">>",
            vpcEndpointRoleArn: "<<.SharedRole "vpce">>",
        },
    },
<<- else>>
    classic: {
        baseDnsDomain: "a1b2.p1.openshiftapps.com",
        privateHostedZone: { id: "Z0123456789ABCDEFGHIJ", roleArn: "<<.SharedRole "route53">>" },
    },
<<- end>>
<<- end>>
<<- if ne .Network "new">>
    // The subnets of the VPC that exists: replace the IDs and the ranges.
    existingVpc: {
        vpcId: "vpc-0123456789abcdef0",
        cidr: "10.0.0.0/16",
<<- if eq .Network "shared">>
        tagSubnets: true, // AWS does not share the owner's tags.
<<- end>>
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
<<- if .SelfManaged>>
    // workerMachineSet: { instanceType: "m6i.2xlarge" },
<<- else>>
    // machinePools: { batch: { instanceType: "m6i.2xlarge", autoscaling: { min: 3, max: 6 } } },
<<- end>>
});

export const apiUrl = cluster.apiUrl;
export const consoleUrl = cluster.consoleUrl;
