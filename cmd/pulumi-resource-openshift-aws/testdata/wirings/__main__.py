"""Outputs of components, and of another stack, as arguments of others, and a team's own component around a blueprint."""

import pulumi
import pulumi_openshift_aws as openshift


class Cluster(pulumi.ComponentResource):
    def __init__(self, name: str, zones: list[str], sizes: dict[str, int], team: pulumi.Input[str]) -> None:
        super().__init__("shop:index:Cluster", name)
        inside = pulumi.ResourceOptions(parent=self)
        self.hosted = openshift.blueprint.ROSAHCP(name, version="4.18.5", zones=zones, tags={"team": team}, opts=inside)
        for pool, replicas in sizes.items():
            openshift.rosa.MachinePool(
                pool,
                cluster_id=self.hosted.cluster_id,
                name=pool,
                instance_type=pulumi.Output.from_input("m5.xlarge"),
                replicas=pulumi.Output.from_input(replicas),
                labels={"team": team},
                hcp=openshift.rosa.HCPPoolArgs(subnet_id=self.hosted.private_subnet_ids[zones[0]]),
                opts=inside,
            )
        self.register_outputs({"clusterId": self.hosted.cluster_id})


shared = pulumi.StackReference("organization/shared/sandbox")
infra_id = shared.require_output("infraId")

vpc = openshift.network.Vpc("shop", infra_id=infra_id, cidr="10.0.0.0/16", zones=["us-east-2a", "us-east-2b"])
groups = openshift.network.SecurityGroups(
    "shop", infra_id=infra_id, vpc=vpc, node_port_cidrs=[vpc.cidr, shared.require_output("office")]
)
egress = openshift.network.EgressProxy(
    "shop",
    ami="ami-0123456789abcdef0",
    vpc=vpc,
    subnets=[openshift.network.SubnetArgs(id=vpc.public_subnet_ids["us-east-2a"], zone="us-east-2a", cidr="10.0.16.0/22")],
    no_proxy=vpc.no_proxy,
)
clients: list[pulumi.Input[str]] = [vpc.cidr, "10.200.0.0/16"]
router = openshift.ingress.RouterLB(
    "shop",
    infra_id=infra_id,
    domain="shop.example.com",
    scope=openshift.network.Scope.INTERNAL,
    vpc=vpc,
    allowed_cidrs=clients,
    node_security_group_id=groups.node_id,
    private_zone_id="Z0123456789ABCDEFGHIJ",
)
accounts = openshift.iam.AccountRoles("shop", prefix="shop", region="us-east-2", path="/openshift/")
operators = openshift.iam.OperatorRoles(
    "shop",
    prefix="shop",
    region="us-east-2",
    path=accounts.path,
    oidc_provider_arn="arn:aws:iam::123456789012:oidc-provider/oidc.example.com/shop",
)

demo = openshift.blueprint.SelfManaged(
    "demo",
    install_dir="demo",
    zones=["us-east-2a", "us-east-2b", "us-east-2c"],
    ami="ami-0123456789abcdef0",
    public_zone_id="Z0123456789ABCDEFGHIJ",
)
batch = openshift.nodes.WorkerPool(
    "batch",
    infra_id=demo.infra_id,
    pool="batch",
    ami="ami-0123456789abcdef0",
    instance_profile=demo.instance_profiles.worker,
    vpc=demo.vpc,
    security_group_ids=[demo.security_groups.node_id],
    max=3,
    ignition='{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"https://api-int.demo.example.com:22623/config/worker"}]}}}',
)

rosa = Cluster("rosa", ["us-east-2a"], {"batch": 2, "web": 3}, shared.require_output("team"))
proxy = openshift.configuration.Proxy("shop", http_proxy=egress.http_proxy, no_proxy=egress.no_proxy)
storage = openshift.machineconfig.MachineConfigPool("storage", name="storage")
kubelet = openshift.machineconfig.KubeletConfig("kubelet", name="kubelet", pool=storage.name, max_pods=300)
apps = openshift.ingress.IngressController(
    "apps", name="apps", domain=pulumi.Output.concat("apps.", shared.require_output("domain"))
)
pulumi.export("names", [router.urn, operators.urn, batch.urn, proxy.urn, kubelet.urn, apps.urn, rosa.hosted.hcp.domain])
