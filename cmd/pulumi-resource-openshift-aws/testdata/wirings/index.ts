// Outputs of components, and of another stack, as arguments of others, and a team's own component around a blueprint.
import * as pulumi from "@pulumi/pulumi";
import * as openshift from "@openshift-aws/pulumi-openshift-aws";

class Cluster extends pulumi.ComponentResource {
    public readonly hosted: openshift.blueprint.ROSAHCP;

    constructor(name: string, zones: string[], sizes: Record<string, number>, team: pulumi.Input<string>) {
        super("shop:index:Cluster", name);
        const inside = { parent: this };
        this.hosted = new openshift.blueprint.ROSAHCP(name, { version: "4.18.5", zones, tags: { team } }, inside);
        for (const [pool, replicas] of Object.entries(sizes)) {
            new openshift.rosa.MachinePool(pool, {
                clusterId: this.hosted.clusterId,
                name: pool,
                instanceType: pulumi.output("m5.xlarge"),
                replicas: pulumi.output(replicas),
                labels: { team },
                hcp: { subnetId: this.hosted.privateSubnetIds[zones[0]] },
            }, inside);
        }
        this.registerOutputs({ clusterId: this.hosted.clusterId });
    }
}

const shared = new pulumi.StackReference("organization/shared/sandbox");
const infraId = shared.requireOutput("infraId");

const vpc = new openshift.network.Vpc("shop", { infraId, cidr: "10.0.0.0/16", zones: ["us-east-2a", "us-east-2b"] });
const groups = new openshift.network.SecurityGroups("shop", { infraId, vpc, nodePortCidrs: [vpc.cidr, shared.requireOutput("office")] });
const egress = new openshift.network.EgressProxy("shop", {
    ami: "ami-0123456789abcdef0",
    vpc,
    subnets: [{ id: vpc.publicSubnetIds["us-east-2a"], zone: "us-east-2a", cidr: "10.0.16.0/22" }],
    noProxy: vpc.noProxy,
});
const router = new openshift.ingress.RouterLB("shop", {
    infraId,
    domain: "shop.example.com",
    scope: "Internal",
    vpc,
    allowedCidrs: [vpc.cidr, "10.200.0.0/16"],
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

const demo = new openshift.blueprint.SelfManaged("demo", {
    installDir: "demo",
    zones: ["us-east-2a", "us-east-2b", "us-east-2c"],
    ami: "ami-0123456789abcdef0",
    publicZoneId: "Z0123456789ABCDEFGHIJ",
});
const batch = new openshift.nodes.WorkerPool("batch", {
    infraId: demo.infraId,
    pool: "batch",
    ami: "ami-0123456789abcdef0",
    instanceProfile: demo.instanceProfiles.apply(profiles => profiles!.worker),
    vpc: demo.vpc.apply(vpc => vpc!),
    securityGroupIds: [demo.securityGroups.apply(groups => groups!.nodeId)],
    max: 3,
    ignition: '{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://api-int.demo.example.com:22623/config/worker"}]}}}',
});

const rosa = new Cluster("rosa", ["us-east-2a"], { batch: 2, web: 3 }, shared.requireOutput("team"));
const proxy = new openshift.configuration.Proxy("shop", { httpProxy: egress.httpProxy, noProxy: egress.noProxy });
const storage = new openshift.machineconfig.MachineConfigPool("storage", { name: "storage" });
const kubelet = new openshift.machineconfig.KubeletConfig("kubelet", { name: "kubelet", pool: storage.name, maxPods: 300 });
const apps = new openshift.ingress.IngressController("apps", { name: "apps", domain: pulumi.interpolate`apps.${shared.requireOutput("domain")}` });

export const names = [router.urn, operators.urn, batch.urn, proxy.urn, kubelet.urn, apps.urn, rosa.hosted.hcp.domain];
