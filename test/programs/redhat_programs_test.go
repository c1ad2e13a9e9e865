package programs_test

import (
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

var threeZones = []string{"us-east-2a", "us-east-2b", "us-east-2c"}

func hcpPublic(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
		Version:       "4.18.5",
		Zones:         threeZones,
		AdminPassword: config.RequireSecret(ctx, "password"),
		IdentityProviders: map[string]*rosa.IdentityProviderArgs{
			"htpasswd-idp": {HTPasswd: &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{
				{Username: "test-user", Password: config.RequireSecret(ctx, "password")},
			}}},
		},
	})
	return err
}

func hcpPrivate(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
		Version:       "4.18.5",
		Zones:         []string{"us-east-2a"},
		Scope:         network.Internal,
		JumpHost:      &network.JumpHostArgs{AMI: pulumi.String("ami-0123456789abcdef0")},
		AdminPassword: config.RequireSecret(ctx, "password"),
	})
	return err
}

func hcpPrivateForNetworks(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
		Version:           "4.18.5",
		Zones:             []string{"us-east-2a"},
		Scope:             network.Internal,
		JumpHost:          &network.JumpHostArgs{AMI: pulumi.String("ami-0123456789abcdef0")},
		PrivateLinkAccess: &network.PrivateLinkAccessArgs{AllowedCIDRs: []string{"10.0.0.0/16", "172.16.0.0/16", "192.168.0.0/16"}},
		AdminPassword:     config.RequireSecret(ctx, "password"),
	})
	return err
}

func hcpOwnIssuer(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
		Version:    "4.18.5",
		Zones:      threeZones,
		OIDCConfig: &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{Prefix: "demo"}},
		IdentityProviders: map[string]*rosa.IdentityProviderArgs{
			"htpasswd-idp": {HTPasswd: &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{
				{Username: "test-user", Password: config.RequireSecret(ctx, "password")},
			}}},
		},
	})
	return err
}

func hcpExternalID(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
		Version:      "4.18.5",
		Zones:        threeZones,
		AccountRoles: &iam.AccountRolesArgs{ExternalID: "acme-demo"},
	})
	return err
}

func hcpPoolsAndLogins(ctx *pulumi.Context) error {
	id, secret := pulumi.String("0123456789abcdef"), config.RequireSecret(ctx, "clientSecret")
	_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
		Version:        "4.18.5",
		Zones:          threeZones,
		KubeletConfigs: map[string]*rosa.KubeletConfigArgs{"config1": {PodPidsLimit: 8192}, "config2": {PodPidsLimit: 16384}},
		ImageMirrors: map[string]*rosa.ImageMirrorArgs{
			"mirror1": {Source: "registry.redhat.io", Mirrors: []string{"mirror.example.com", "backup-mirror.example.com"}},
			"mirror2": {Source: "quay.io", Mirrors: []string{"internal-quay.corp.example.com"}},
		},
		MachinePools: map[string]*rosa.MachinePoolArgs{
			"pool1": {
				InstanceType: "r5.xlarge", Replicas: new(3),
				HCP: &rosa.HCPPoolArgs{Zone: "us-east-2a", KubeletConfig: pulumi.String("config1")},
			},
			"pool2": {
				InstanceType: "r5.xlarge", Replicas: new(3),
				HCP: &rosa.HCPPoolArgs{Zone: "us-east-2b", KubeletConfig: pulumi.String("config2")},
			},
		},
		IdentityProviders: map[string]*rosa.IdentityProviderArgs{
			"gitlab-idp": {GitLab: &rosa.GitLabArgs{URL: "https://gitlab.com", ClientID: id, ClientSecret: secret}},
			"htpasswd-idp": {HTPasswd: &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{
				{Username: "test-user", Password: config.RequireSecret(ctx, "password")},
			}}},
			"github-idp": {GitHub: &rosa.GitHubArgs{ClientID: id, ClientSecret: secret, Organizations: []string{"example"}}},
			"google-idp": {Google: &rosa.GoogleArgs{ClientID: id, ClientSecret: secret, HostedDomain: "example.com"}},
			"ldap-idp":   {LDAP: &rosa.LDAPArgs{URL: "ldap://ldap.forumsys.com/dc=example,dc=com?uid", Insecure: true}},
			"openid-idp": {OpenID: &rosa.OpenIDArgs{
				Issuer: "https://example.com", ClientID: id, ClientSecret: secret,
				Claims: &rosa.OpenIDClaimsArgs{PreferredUsername: []string{"preferred_username"}, Email: []string{"email"}},
			}},
		},
	})
	return err
}

func hcpSharedVpc(ctx *pulumi.Context) error {
	owner, err := aws.NewProvider(ctx, "owner", &aws.ProviderArgs{Region: pulumi.String("us-east-2"), Profile: pulumi.String("network")})
	if err != nil {
		return err
	}
	vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{Zones: []string{"us-east-2a"}}, pulumi.Provider(owner))
	if err != nil {
		return err
	}
	if _, err := network.NewJumpHost(ctx, "demo", &network.JumpHostArgs{
		Network: vpc.Network,
		Subnet:  vpc.PrivateSubnets[0],
		AMI:     pulumi.String("ami-0123456789abcdef0"),
	}, pulumi.Provider(owner)); err != nil {
		return err
	}
	if _, err := ec2.NewTag(ctx, "internal-elb", &ec2.TagArgs{
		ResourceId: vpc.PrivateSubnets[0].ID,
		Key:        pulumi.String("kubernetes.io/role/internal-elb"),
		Value:      pulumi.String(""),
	}); err != nil {
		return err
	}
	domain, err := rosa.NewDNSDomain(ctx, "demo", nil)
	if err != nil {
		return err
	}
	args := &blueprint.ROSAHCPArgs{
		Version:       "4.18.5",
		Network:       &vpc.Network,
		Scope:         network.Internal,
		Omit:          []blueprint.Part{blueprint.PartPrivateLinkAccess},
		AccountRoles:  &iam.AccountRolesArgs{SharedVpc: iam.SharedVpcRoles(iam.HCP, "demo", networkAccount)},
		AdminPassword: config.RequireSecret(ctx, "password"),
	}
	blueprint.Own(args, func(
		ctx *pulumi.Context, demo *blueprint.ROSAHCP, name string, args *rosa.HCPArgs, opts ...pulumi.ResourceOption,
	) (*rosa.HCP, error) {
		shared, err := iam.NewSharedVpcResources(ctx, "shared", &iam.SharedVpcResourcesArgs{
			Prefix:              "demo",
			AccountID:           pulumi.String(clusterAccount),
			VpcID:               vpc.ID,
			SubnetIDs:           map[string]pulumi.StringInput{"private-us-east-2a": vpc.PrivateSubnets[0].ID},
			DomainPrefix:        "demo",
			BaseDNSDomain:       domain.Name,
			InstallerRoleARN:    demo.AccountRoles.InstallerRoleARN,
			IngressRoleARN:      demo.OperatorRoles.ARNs[iam.OperatorIngress],
			ControlPlaneRoleARN: demo.OperatorRoles.ARNs[iam.OperatorControlPlane],
		}, pulumi.Provider(owner))
		if err != nil {
			return nil, err
		}
		args.BaseDNSDomain = domain.Name
		args.SharedVpc = &rosa.SharedVpcArgs{
			IngressZoneID:      shared.IngressZoneID,
			InternalZoneID:     shared.InternalZoneID.Elem(),
			Route53RoleARN:     shared.Route53RoleARN,
			VpcEndpointRoleARN: shared.VpcEndpointRoleARN.Elem(),
		}
		return rosa.NewHCP(ctx, name, args, append(opts, pulumi.Provider(owner))...)
	})
	_, err = blueprint.NewROSAHCP(ctx, "demo", args)
	return err
}

func classicPublic(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAClassic(ctx, "demo", &blueprint.ROSAClassicArgs{
		Version:       "4.18.5",
		Zones:         []string{"us-east-2a"},
		Omit:          []blueprint.Part{blueprint.PartVpc},
		AccountRoles:  &iam.AccountRolesArgs{Path: "/tf-example/"},
		AdminPassword: config.RequireSecret(ctx, "password"),
	})
	return err
}

func classicOwnVpc(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAClassic(ctx, "demo", &blueprint.ROSAClassicArgs{
		Version: "4.18.5",
		Zones:   threeZones,
	})
	return err
}

func classicOwnIssuer(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAClassic(ctx, "demo", &blueprint.ROSAClassicArgs{
		Version:    "4.18.5",
		Zones:      []string{"us-east-2a"},
		Omit:       []blueprint.Part{blueprint.PartVpc},
		OIDCConfig: &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{Prefix: "demo"}},
	})
	return err
}

func classicPoolsAndLogins(ctx *pulumi.Context) error {
	id, secret := pulumi.String("0123456789abcdef"), config.RequireSecret(ctx, "clientSecret")
	_, err := blueprint.NewROSAClassic(ctx, "demo", &blueprint.ROSAClassicArgs{
		Version: "4.18.5",
		Zones:   []string{"us-east-2a"},
		Omit:    []blueprint.Part{blueprint.PartVpc},
		MachinePools: map[string]*rosa.MachinePoolArgs{
			"pool1": {InstanceType: "r5.xlarge", Replicas: new(3)},
			"pool2": {InstanceType: "r5.xlarge", Replicas: new(3)},
		},
		IdentityProviders: map[string]*rosa.IdentityProviderArgs{
			"gitlab-idp": {GitLab: &rosa.GitLabArgs{URL: "https://gitlab.com", ClientID: id, ClientSecret: secret}},
			"htpasswd-idp": {HTPasswd: &rosa.HTPasswdArgs{Users: []rosa.HTPasswdUser{
				{Username: "test-user", Password: config.RequireSecret(ctx, "password")},
			}}},
			"github-idp": {GitHub: &rosa.GitHubArgs{ClientID: id, ClientSecret: secret, Organizations: []string{"example"}}},
			"google-idp": {Google: &rosa.GoogleArgs{ClientID: id, ClientSecret: secret, HostedDomain: "example.com"}},
			"ldap-idp":   {LDAP: &rosa.LDAPArgs{URL: "ldap://ldap.forumsys.com/dc=example,dc=com?uid", Insecure: true}},
			"openid-idp": {OpenID: &rosa.OpenIDArgs{
				Issuer: "https://example.com", ClientID: id, ClientSecret: secret,
				Claims: &rosa.OpenIDClaimsArgs{PreferredUsername: []string{"preferred_username"}, Email: []string{"email"}},
			}},
		},
	})
	return err
}

func classicAutoscaled(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAClassic(ctx, "demo", &blueprint.ROSAClassicArgs{
		Version:      "4.18.5",
		Zones:        threeZones,
		Scope:        network.Internal,
		AccountRoles: &iam.AccountRolesArgs{Path: "/tf-example/"},
		OIDCConfig:   &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{Prefix: "demo"}},
		Classic:      &rosa.ClassicArgs{Workers: &rosa.WorkersArgs{Autoscaling: &rosa.AutoscalingArgs{Min: 3, Max: 6}}},
		Autoscaler:   &rosa.AutoscalerArgs{Classic: &rosa.ClassicAutoscalerArgs{LogVerbosity: new(4)}},
	})
	return err
}

func classicPath(ctx *pulumi.Context) error {
	_, err := blueprint.NewROSAClassic(ctx, "demo", &blueprint.ROSAClassicArgs{
		Version:      "4.18.5",
		Zones:        threeZones,
		AccountRoles: &iam.AccountRolesArgs{Path: "/tf-example/"},
	})
	return err
}

func classicSharedVpc(ctx *pulumi.Context) error {
	owner, err := aws.NewProvider(ctx, "owner", &aws.ProviderArgs{Region: pulumi.String("us-east-2"), Profile: pulumi.String("network")})
	if err != nil {
		return err
	}
	vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{Zones: threeZones}, pulumi.Provider(owner))
	if err != nil {
		return err
	}
	domain, err := rosa.NewDNSDomain(ctx, "demo", &rosa.DNSDomainArgs{Classic: true})
	if err != nil {
		return err
	}
	args := &blueprint.ROSAClassicArgs{
		Version:       "4.18.5",
		Network:       &vpc.Network,
		AccountRoles:  &iam.AccountRolesArgs{SharedVpc: iam.SharedVpcRoles(iam.Classic, "demo", networkAccount)},
		AdminPassword: config.RequireSecret(ctx, "password"),
	}
	blueprint.Own(args, func(
		ctx *pulumi.Context, demo *blueprint.ROSAClassic, name string, args *rosa.ClassicArgs, opts ...pulumi.ResourceOption,
	) (*rosa.Classic, error) {
		subnets := map[string]pulumi.StringInput{}
		for _, subnet := range vpc.PrivateSubnets {
			subnets["private-"+subnet.Zone] = subnet.ID
		}
		for _, subnet := range vpc.PublicSubnets {
			subnets["public-"+subnet.Zone] = subnet.ID
		}
		shared, err := iam.NewSharedVpcResources(ctx, "shared", &iam.SharedVpcResourcesArgs{
			Product:          iam.Classic,
			Prefix:           "demo",
			AccountID:        pulumi.String(clusterAccount),
			VpcID:            vpc.ID,
			SubnetIDs:        subnets,
			DomainPrefix:     "demo",
			BaseDNSDomain:    domain.Name,
			InstallerRoleARN: demo.AccountRoles.InstallerRoleARN,
			IngressRoleARN:   demo.OperatorRoles.ARNs[iam.OperatorIngress],
		}, pulumi.Provider(owner))
		if err != nil {
			return nil, err
		}
		args.BaseDNSDomain = domain.Name
		args.PrivateHostedZone = &rosa.HostedZoneArgs{ID: shared.IngressZoneID, RoleARN: shared.Route53RoleARN}
		return rosa.NewClassic(ctx, name, args, opts...)
	})
	_, err = blueprint.NewROSAClassic(ctx, "demo", args)
	return err
}

func ocmRole(ctx *pulumi.Context) error {
	role, err := iam.NewOCMRole(ctx, "demo", nil)
	if err != nil {
		return err
	}
	_, err = rosa.NewOCMRoleLink(ctx, "demo", &rosa.OCMRoleLinkArgs{RoleARN: role.RoleARN})
	return err
}
