package blueprint_test

import (
	"fmt"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// A cluster whose API and routers only its VPC and one office reach, with a host for administrators.
func ExampleNewROSAHCP_private() {
	program := func(ctx *pulumi.Context) error {
		_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version:           "4.18.5",
			Zones:             []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			Scope:             network.Internal,
			JumpHost:          &network.JumpHostArgs{AMI: pulumi.String("ami-0123456789abcdef0")},
			PrivateLinkAccess: &network.PrivateLinkAccessArgs{AllowedCIDRs: []string{"10.0.0.0/16", "192.0.2.0/24"}},
		})
		return err
	}
	fmt.Println(mocks.New().Run(program))
	// Output: <nil>
}

// The VPC has one zone more than the cluster, whose own zones cannot change. A machine pool uses it.
func ExampleNewROSAHCP_anotherZone() {
	program := func(ctx *pulumi.Context) error {
		_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version: "4.18.5",
			Zones:   []string{"us-east-2a", "us-east-2b"},
			Vpc:     &network.VpcArgs{Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}},
			MachinePools: map[string]*rosa.MachinePoolArgs{
				"third": {Replicas: new(2), HCP: &rosa.HCPPoolArgs{Zone: "us-east-2c"}},
			},
		})
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program))
	for _, cluster := range rec.OfType("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		fmt.Println(cluster.Inputs["availabilityZones"])
	}
	// Output:
	// <nil>
	// [us-east-2a us-east-2b]
}

// Two machine pools beside the initial ones, and two identity providers.
func ExampleNewROSAHCP_poolsAndLogins() {
	program := func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version: "4.18.5",
			Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			MachinePools: map[string]*rosa.MachinePoolArgs{
				"batch": {
					InstanceType: "c5.4xlarge",
					Autoscaling:  &rosa.AutoscalingArgs{Min: 1, Max: 10},
					Labels:       map[string]string{"workload": "batch"},
					Taints:       []rosa.Taint{{Key: "workload", Value: "batch", Effect: "NoSchedule"}},
				},
				"gpu": {InstanceType: "g4dn.xlarge", Replicas: new(1)},
			},
			IdentityProviders: map[string]*rosa.IdentityProviderArgs{
				"github": {GitHub: &rosa.GitHubArgs{
					ClientID:      pulumi.String("0123456789abcdef0123"),
					ClientSecret:  cfg.RequireSecret("githubClientSecret"),
					Organizations: []string{"acme"},
				}},
				"sso": {OpenID: &rosa.OpenIDArgs{
					Issuer:       "https://sso.example.com/realms/main",
					ClientID:     pulumi.String("openshift"),
					ClientSecret: cfg.RequireSecret("ssoClientSecret"),
					Claims:       &rosa.OpenIDClaimsArgs{PreferredUsername: []string{"preferred_username"}},
				}},
			},
		})
		return err
	}
	secrets := map[string]string{"shop:githubClientSecret": "0123456789abcdef", "shop:ssoClientSecret": "0123456789abcdef"}
	rec := mocks.New(mocks.Project("shop"), mocks.Config(secrets))
	fmt.Println(rec.Run(program), len(rec.OfType("rhcs:index/identityProvider:IdentityProvider")))
	// Output: <nil> 2
}

// The issuer of the operators' tokens is in the account, and Red Hat's service presents an external ID to assume roles.
func ExampleNewROSAHCP_ownIssuer() {
	program := func(ctx *pulumi.Context) error {
		_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version:      "4.18.5",
			Zones:        []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			OIDCConfig:   &iam.OIDCConfigArgs{Unmanaged: &iam.UnmanagedOIDCArgs{Prefix: "demo"}},
			AccountRoles: &iam.AccountRolesArgs{ExternalID: "acme-demo"},
		})
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program))
	for _, cluster := range rec.OfType("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		fmt.Println(cluster.Inputs["sts"].(map[string]any)["trustPolicyExternalId"])
	}
	// Output:
	// <nil>
	// acme-demo
}

// A VPC, roles and an OIDC configuration that exist.
func ExampleNewROSAHCP_existing() {
	program := func(ctx *pulumi.Context) error {
		const role = "arn:aws:iam::123456789012:role/demo-HCP-ROSA-"
		_, err := blueprint.NewROSAHCP(ctx, "demo", &blueprint.ROSAHCPArgs{
			Version: "4.18.5",
			Omit: []blueprint.Part{
				blueprint.PartAccountRoles, blueprint.PartOIDCConfig, blueprint.PartOIDCProvider, blueprint.PartOperatorRoles,
				blueprint.PartEtcdKey, blueprint.PartVolumeKey,
			},
			ExistingVpc: &network.ExistingVpcArgs{
				VpcID: pulumi.String("vpc-0123456789abcdef0"),
				CIDR:  "10.0.0.0/16",
				PrivateSubnets: []network.ExistingSubnet{
					{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
				},
			},
			HCP: &rosa.HCPArgs{STS: &rosa.STSArgs{
				InstallerRoleARN:   pulumi.String(role + "Installer-Role"),
				SupportRoleARN:     pulumi.String(role + "Support-Role"),
				WorkerRoleARN:      pulumi.String(role + "Worker-Role"),
				OperatorRolePrefix: pulumi.String("demo"),
				OIDCConfigID:       pulumi.String("2ckl0sa9dv3p7mbg6fpk0o8mrc1hqtvn"),
			}},
			Scope: network.Internal,
		})
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program), len(rec.OfType("aws:iam/role:Role")))
	// Output: <nil> 0
}

// A part in the middle is a function of the program: it uses parts before it, and parts after it use what it returns.
func ExampleOwn() {
	rec := mocks.New(mocks.Config(map[string]string{"aws:region": "us-east-2"}))
	dir, err := os.MkdirTemp("", "")
	fmt.Println(err, mocks.InstallDir(dir, "demo.example.com", "us-east-2"))
	defer os.RemoveAll(dir)
	args := &blueprint.SelfManagedArgs{
		InstallDir:   dir,
		AMI:          pulumi.String("ami-0123456789abcdef0"),
		Zones:        []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
	}
	program := func(ctx *pulumi.Context) error {
		blueprint.Own(args, func(
			ctx *pulumi.Context, demo *blueprint.SelfManaged, name string, args *ingress.RouterLBArgs, opts ...pulumi.ResourceOption,
		) (*ingress.RouterLB, error) {
			args.AllowedCIDRs = append(demo.Network.CIDRs(), "192.0.2.0/24")
			return ingress.NewRouterLB(ctx, name, args, opts...)
		})
		demo, err := blueprint.NewSelfManaged(ctx, "demo", args)
		if err != nil {
			return err
		}
		ctx.Export("routerAddress", demo.RouterLB.DNSName)
		return nil
	}
	fmt.Println(rec.Run(program))
	for _, rule := range rec.OfType("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule") {
		if rule.Inputs["cidrIpv4"] == "192.0.2.0/24" {
			fmt.Println(rule.Name)
		}
	}
	// Output:
	// <nil> <nil>
	// <nil>
	// demo-apps-http-from-192.0.2.0-24
	// demo-apps-https-from-192.0.2.0-24
}
