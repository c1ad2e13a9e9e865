import pulumi
import openshift_aws_pulumi_openshift_aws as openshift

config = pulumi.Config()

# The cluster with its network, roles and keys.
cluster = openshift.blueprint.<<.Blueprint>>("<<.Name>>",
<<- if .SelfManaged>>
    install_dir=config.require("installDir"),
    stage=config.require("stage"),
    ami=config.require("ami"),
    scope=config.require("publish"),
<<- if not .Private>>
    public_zone_id=config.require("publicZoneId"),
<<- end>>
<<- else>>
    version=config.require("version"),
    admin_password=config.require_secret("adminPassword"),
<<- if .Private>>
    scope="Internal",
<<- end>>
<<- end>>
    zones=config.require("zones").split(","),
<<- if eq .Network "existing">>
    # The subnets of the VPC that exists: replace the IDs and the ranges.
    existing_vpc={
        "vpc_id": "vpc-0123456789abcdef0",
        "cidr": "10.0.0.0/16",
        "private_subnets": [
<<- range .PrivateSubnets>>
            {"zone": "<<.Zone>>", "id": "<<.ID>>", "cidr": "<<.CIDR>>"},
<<- end>>
        ],
<<- if not .Private>>
        "public_subnets": [
<<- range .PublicSubnets>>
            {"zone": "<<.Zone>>", "id": "<<.ID>>", "cidr": "<<.CIDR>>"},
<<- end>>
        ],
<<- end>>
    },
<<- else if .SelfManaged>>
    vpc={"cidr": config.require("vpcCidr")},
<<- end>>
    # A part of the cluster has the arguments of its component, for example
    # jump_host={},
)

pulumi.export("apiUrl", cluster.api_url)
pulumi.export("consoleUrl", cluster.console_url)
