package network_test

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ssm"
	awsvpc "github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// A VPC in three zones with one NAT gateway, and the security groups of a cluster.
func Example() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			InfraID: "demo-x7k2p",
			CIDR:    "10.42.0.0/16",
			Zones:   []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			NAT:     network.NATSingle,
			NATZone: "us-east-2a",
		})
		if err != nil {
			return err
		}
		groups, err := network.NewSecurityGroups(ctx, "demo", &network.SecurityGroupsArgs{
			InfraID: "demo-x7k2p",
			Network: vpc.Network,
		})
		if err != nil {
			return err
		}
		ctx.Export("vpcId", vpc.ID)
		ctx.Export("nodeSecurityGroupId", groups.NodeID)
		return nil
	})
}

// Existing subnets in the form of a Vpc's.
func ExampleSubnet() {
	subnets := []network.Subnet{
		{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
		{ID: pulumi.String("subnet-0fedcba9876543210"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
	}
	fmt.Println(len(subnets))
	// Output: 2
}

// The addresses of a VPC are known before it is created.
func ExampleVpcArgs_SubnetPlan() {
	plan, err := (&network.VpcArgs{Zones: []string{"us-east-2c", "us-east-2a"}}).SubnetPlan()
	if err != nil {
		panic(err)
	}
	for _, zone := range plan.Zones {
		fmt.Println(zone.Zone, zone.Private, zone.Public)
	}
	// Output:
	// us-east-2a 10.0.0.0/20 10.0.16.0/22
	// us-east-2c 10.0.64.0/20 10.0.80.0/22
}

// A VPC without internet access: images come from ECR in the region, shells through Session Manager, and flow logs
// are kept.
func ExampleNewVpc_zeroEgress() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			Zones:       []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			PrivateOnly: true,
			Endpoints: &network.EndpointsArgs{
				Presets: []network.EndpointPreset{network.EndpointsZeroEgress, network.EndpointsSSM},
			},
			FlowLogs: &network.FlowLogsArgs{RetentionDays: 365},
		})
		return err
	})
}

// A VPC for clusters of other stacks exports what examples/existing-vpc needs, with the tags that it sets.
func ExampleNewVpc_shared() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewVpc(ctx, "shared", &network.VpcArgs{
			Zones:       []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			PrivateOnly: true,
		})
		if err != nil {
			return err
		}
		subnets := pulumi.Array{}
		for _, subnet := range vpc.PrivateSubnets {
			subnets = append(subnets, pulumi.Map{
				"id": subnet.ID, "zone": pulumi.String(subnet.Zone), "cidr": pulumi.String(subnet.CIDR),
				"tags": pulumi.StringMap{"kubernetes.io/role/internal-elb": pulumi.String("1")},
			})
		}
		ctx.Export("vpc", pulumi.Map{"id": vpc.ID, "cidr": pulumi.String(vpc.CIDR), "privateSubnets": subnets})
		return nil
	})
}

// A VPC of another team. TagSubnets adds the tags by which load balancers find the subnets.
func ExampleNewExistingVpc() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewExistingVpc(ctx, "shared", &network.ExistingVpcArgs{
			VpcID: pulumi.String("vpc-0123456789abcdef0"),
			CIDR:  "10.0.0.0/16",
			PrivateSubnets: []network.ExistingSubnet{
				{ID: pulumi.String("subnet-0123456789abcdef0"), Zone: "us-east-2a", CIDR: "10.0.0.0/20"},
				{ID: pulumi.String("subnet-0fedcba9876543210"), Zone: "us-east-2b", CIDR: "10.0.32.0/20"},
			},
			InfraID:    "demo-x7k2p",
			TagSubnets: true,
		})
		if err != nil {
			return err
		}
		ctx.Export("vpcId", vpc.ID)
		return nil
	})
}

// A private VPC whose clusters connect to some hosts on the internet through proxies in two zones.
func ExampleNewEgressProxy() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			Zones:     []string{"us-east-2a", "us-east-2b"},
			NAT:       network.NATNone,
			Endpoints: &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate}},
		})
		if err != nil {
			return err
		}
		proxy, err := network.NewEgressProxy(ctx, "proxy", &network.EgressProxyArgs{
			Network:        vpc.Network,
			Subnets:        vpc.PublicSubnets,
			LoadBalancer:   true,
			AMI:            pulumi.String("ami-0123456789abcdef0"),
			AllowedDomains: []string{".quay.io", ".redhat.com", ".openshift.com"},
			NoProxy:        vpc.NoProxy,
		})
		if err != nil {
			return err
		}
		ctx.Export("httpProxy", proxy.HTTPProxy)
		ctx.Export("noProxy", pulumi.ToStringArray(proxy.NoProxy))
		return nil
	})
}

// The proxy of a self-managed cluster without other internet access. Its URL is known before it exists, so it can be in
// the cluster's install-config.yaml: the field proxy of install.Config. The cluster's machines are created after it and
// deleted before it.
func ExampleEgressProxyURL() {
	hostname := "proxy.demo.internal"
	fmt.Println(network.EgressProxyURL(hostname)) // install.Config.Proxy: HTTP and HTTPS.
	pulumi.Run(func(ctx *pulumi.Context) error {
		install, err := cluster.LoadInstallDir("install-dir")
		if err != nil {
			return err
		}
		vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{
			InfraID:   install.InfraID,
			Zones:     []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			NAT:       network.NATNone,
			Endpoints: &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate}},
		})
		if err != nil {
			return err
		}
		proxy, err := network.NewEgressProxy(ctx, "proxy", &network.EgressProxyArgs{
			Network:  vpc.Network,
			Subnets:  vpc.PublicSubnets[:1],
			Hostname: hostname,
			AMI:      pulumi.String("ami-0123456789abcdef0"),
		})
		if err != nil {
			return err
		}
		_, err = cluster.NewControlPlane(ctx, install.ClusterName, &cluster.ControlPlaneArgs{
			Install: install,
			Network: vpc.Network,
			Scope:   network.Internal,
			// And so on.
		}, pulumi.DependsOn(proxy.Ready))
		return err
	})
}

// A jump host for the private cluster of a VPC, with the newest image that AWS publishes in a parameter.
func ExampleNewJumpHost() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		vpc, err := network.NewVpc(ctx, "demo", &network.VpcArgs{Zones: []string{"us-east-2a"}})
		if err != nil {
			return err
		}
		image, err := ssm.LookupParameter(ctx, &ssm.LookupParameterArgs{
			Name: "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64",
		})
		if err != nil {
			return err
		}
		host, err := network.NewJumpHost(ctx, "demo-jump", &network.JumpHostArgs{
			Network: vpc.Network,
			Subnet:  vpc.PrivateSubnets[0],
			AMI:     pulumi.String(image.Value),
		})
		if err != nil {
			return err
		}
		ctx.Export("jumpHostId", host.InstanceID)
		return nil
	})
}

// An office gets access to the hosted control plane of a private cluster.
func ExampleNewPrivateLinkAccess() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		access, err := network.NewPrivateLinkAccess(ctx, "office", &network.PrivateLinkAccessArgs{
			Network:      network.Network{ID: pulumi.String("vpc-0123456789abcdef0").ToStringOutput(), CIDR: "10.0.0.0/16"},
			DomainPrefix: pulumi.String("demo"),
			ClusterID:    pulumi.String("2f0abcdefghijklmnopqrstuvwxyz012"),
			AllowedCIDRs: []string{"192.0.2.0/24"},
		})
		if err != nil {
			return err
		}
		ctx.Export("apiUrl", access.APIURL)
		return nil
	})
}

// The security groups of a cluster, with an additional rule: the monitoring of an office has access to the nodes'
// metrics.
func ExampleNewSecurityGroups() {
	program := func(ctx *pulumi.Context) error {
		groups, err := network.NewSecurityGroups(ctx, "demo", &network.SecurityGroupsArgs{
			InfraID: "demo-x7k2p",
			Network: network.Network{ID: pulumi.String("vpc-0123456789abcdef0").ToStringOutput(), CIDR: "10.0.0.0/16"},
		})
		if err != nil {
			return err
		}
		_, err = awsvpc.NewSecurityGroupIngressRule(ctx, "metrics", &awsvpc.SecurityGroupIngressRuleArgs{
			SecurityGroupId: groups.NodeID,
			Description:     pulumi.String("Metrics for the office"),
			IpProtocol:      pulumi.String("tcp"),
			FromPort:        pulumi.Int(9100),
			ToPort:          pulumi.Int(9100),
			CidrIpv4:        pulumi.String("192.0.2.0/24"),
		})
		ctx.Export("workers", groups.WorkerMachine())
		return err
	}
	rec := mocks.New()
	fmt.Println(rec.Run(program))
	for _, group := range rec.OfType("aws:ec2/securityGroup:SecurityGroup") {
		fmt.Println(group.Name)
	}
	// Output:
	// <nil>
	// demo-apiserver-lb
	// demo-controlplane
	// demo-lb
	// demo-node
}
