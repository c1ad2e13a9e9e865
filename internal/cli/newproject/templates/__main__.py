import pulumi
import pulumi_openshift_aws as openshift

config = pulumi.Config()

# The cluster with its network, roles and keys.
cluster = openshift.blueprint.<<.Blueprint>>("<<.Name>>",
<<- if .SelfManaged>>
    install_dir=config.require("installDir"),
    stage=config.require("stage"),
    ami=config.require("ami"),
    scope=config.require("publish"),
    # The roles of the operators. With credentialsMode Mint in cluster.yaml they have none.
    credentials={"name": config.require("credentialsName")},
    openshift_version="<<.Minor>>",
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
<<- if eq .Network "shared">>
    # What the owner of the VPC has (docs/rosa-shared-vpc.md): replace the roles, the hosted zones and the domain.
<<- if and .Hosted .Private>>
    omit=["PrivateLinkAccess"],  # The owner's security group decides who reaches the API.
<<- end>>
    account_roles={
        "shared_vpc": {
            "route53_role_arn": "<<.SharedRole "route53">>",
<<- if .Hosted>>
            "vpc_endpoint_role_arn": "<<.SharedRole "vpce">>",
<<- end>>
        },
    },
<<- if .Hosted>>
    hcp={
        "base_dns_domain": "a1b2.p3.openshiftapps.com",
        "shared_vpc": {
            "ingress_zone_id": "Z0123456789ABCDEFGHIJ",
            "internal_zone_id": "Z0123456789ABCDEFGHIK",
            "route53_role_arn": "<<.SharedRole "route53">>",
            "vpc_endpoint_role_arn": "<<.SharedRole "vpce">>",
        },
    },
<<- else>>
    classic={
        "base_dns_domain": "a1b2.p1.openshiftapps.com",
        "private_hosted_zone": {"id": "Z0123456789ABCDEFGHIJ", "role_arn": "<<.SharedRole "route53">>"},
    },
<<- end>>
<<- end>>
<<- if ne .Network "new">>
    # The subnets of the VPC that exists: replace the IDs and the ranges.
    existing_vpc={
        "vpc_id": "vpc-0123456789abcdef0",
        "cidr": "10.0.0.0/16",
<<- if eq .Network "shared">>
        "tag_subnets": True,  # AWS does not share the owner's tags.
<<- end>>
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
<<- if .SelfManaged>>
    # worker_machine_set={"instance_type": "m6i.2xlarge"},
<<- else>>
    # machine_pools={"batch": {"instance_type": "m6i.2xlarge", "autoscaling": {"min": 3, "max": 6}}},
<<- end>>
)

pulumi.export("apiUrl", cluster.api_url)
pulumi.export("consoleUrl", cluster.console_url)
