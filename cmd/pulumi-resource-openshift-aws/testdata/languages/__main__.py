"""A ROSA cluster with a setting, a secret, and outputs that the first preview does not know."""

import pulumi
import pulumi_openshift_aws as openshift

settings = pulumi.Config()
cluster = openshift.blueprint.ROSAHCP(
    "shop", version=settings.require("release"), zones=["us-east-2a", "us-east-2b", "us-east-2c"]
)
openshift.rosa.IdentityProvider(
    "github",
    cluster_id=cluster.cluster_id,
    name="github",
    github=openshift.configuration.GitHubArgs(
        client_id="shop", client_secret=settings.require_secret("clientSecret"), organizations=["shop"]
    ),
)
openshift.rosa.MachinePool(
    "batch",
    cluster_id=cluster.cluster_id,
    name="batch",
    instance_type="m5.xlarge",
    replicas=2,
    labels={"release": cluster.hcp.current_version},  # In Go it is no Input.
    hcp=openshift.rosa.HCPPoolArgs(subnet_id=cluster.private_subnet_ids["us-east-2a"]),
)
pulumi.export("cidr", cluster.vpc.cidr)
