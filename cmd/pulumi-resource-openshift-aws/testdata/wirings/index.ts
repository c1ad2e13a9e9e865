// Outputs of components, and of another stack, as arguments of others.
import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

const infraId = pulumi.output("shop-x7k2p");
const vpc = new openshift.network.Vpc("shop", { infraId, cidr: "10.0.0.0/16", zones: ["us-east-2a", "us-east-2b"] });
const groups = new openshift.network.SecurityGroups("shop", { infraId, network: vpc, nodePortCidrs: [vpc.cidr, "10.200.0.0/16"] });
const router = new openshift.ingress.RouterLB("shop", {
    infraId,
    domain: "shop.example.com",
    scope: "Internal",
    network: vpc,
    allowedCidrs: [vpc.cidr],
    nodeSecurityGroupId: groups.nodeId,
    privateZoneId: "Z0123456789ABCDEFGHIJ",
});
const accounts = new openshift.iam.AccountRoles("shop", { prefix: "shop", region: "us-east-2", path: "/openshift/" });
const operators = new openshift.iam.OperatorRoles("shop", {
    prefix: "shop",
    region: "us-east-2",
    path: accounts.path,
    oidcProviderArn: "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/shop",
});
const cluster = new openshift.blueprint.ROSAHCP("rosa", { version: "4.18.5", zones: ["us-east-2a"] });
const pool = new openshift.rosa.MachinePool("batch", {
    clusterId: cluster.clusterId,
    name: pulumi.output("batch"),
    instanceType: pulumi.output("m5.xlarge"),
    replicas: 2,
    labels: { network: infraId },
    hcp: { subnetId: cluster.network.apply(network => network.privateSubnets![0].id!) },
});

export const names = [groups.urn, router.urn, operators.urn, pool.urn];
