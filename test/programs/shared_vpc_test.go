package programs_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ram"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	networkAccount = "210987654321"
	clusterAccount = "123456789012"
)

// sharedVpc is a ROSA cluster with a hosted control plane in a VPC of another account: users come from an issuer of theirs, nodes reach
// the internet only by a proxy, and etcd and volumes have keys.
func sharedVpc(ctx *pulumi.Context) error {
	owner, err := aws.NewProvider(ctx, "owner", &aws.ProviderArgs{
		Region: pulumi.String("us-east-2"),
		AssumeRole: &aws.ProviderAssumeRoleArgs{
			RoleArn: pulumi.String("arn:aws:iam::" + networkAccount + ":role/network"),
		},
	})
	if err != nil {
		return err
	}
	vpc, shared, err := ownersPart(ctx, pulumi.Provider(owner))
	if err != nil {
		return err
	}
	roles, config, prefix, err := clusterRoles(ctx, shared)
	if err != nil {
		return err
	}
	keys, err := clusterKeys(ctx, roles, prefix)
	if err != nil {
		return err
	}
	cluster, err := rosa.NewHCP(ctx, "shared", &rosa.HCPArgs{
		Name:       "shared",
		AccountID:  pulumi.String(clusterAccount),
		CreatorARN: pulumi.String("arn:aws:iam::" + clusterAccount + ":user/admin"),
		Version:    &rosa.VersionArgs{Version: "4.18.5"},
		STS: &rosa.STSArgs{
			InstallerRoleARN: roles.InstallerRoleARN, SupportRoleARN: roles.SupportRoleARN, WorkerRoleARN: roles.WorkerRoleARN,
			OperatorRolePrefix: prefix.Prefix, OIDCConfigID: config.ID,
		},
		PrivateSubnets: vpc.PrivateSubnets,
		Scope:          network.Internal,
		ZeroEgress:     true,
		Proxy: &rosa.ProxyArgs{
			HTTPProxy: pulumi.String("http://proxy.example.com:3128"), HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
			NoProxy: vpc.NoProxy,
		},
		SharedVpc:     shared.args,
		BaseDNSDomain: pulumi.String("abcd.p3.openshiftapps.com"),
		EtcdKeyARN:    keys.etcd.ARN,
		VolumeKeyARN:  keys.volume.ARN,
		ExternalAuth:  true,
		Workers:       &rosa.WorkersArgs{InstanceType: "m6i.xlarge", Replicas: new(3)},
	})
	if err != nil {
		return err
	}
	admin, err := rosa.NewBreakGlassCredential(ctx, "shared", &rosa.BreakGlassCredentialArgs{ClusterID: cluster.ID})
	if err != nil {
		return err
	}
	ctx.Export("kubeconfig", admin.Kubeconfig)
	return nil
}

// shared is what the owner of the VPC has for the cluster.
type shared struct {
	args  *rosa.SharedVpcArgs
	roles *iam.SharedVpcArgs
}

// ownersPart is the VPC, its hosted zones and roles in the owner's account, and the share of the subnets.
func ownersPart(ctx *pulumi.Context, owner pulumi.ResourceOption) (*network.Vpc, shared, error) {
	vpc, err := network.NewVpc(ctx, "shared", &network.VpcArgs{
		Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}, PrivateOnly: true,
		Endpoints: &network.EndpointsArgs{Services: []string{"ecr.api", "ecr.dkr", "sts"}},
	}, owner)
	if err != nil {
		return nil, shared{}, err
	}
	share, err := ram.NewResourceShare(ctx, "subnets", &ram.ResourceShareArgs{AllowExternalPrincipals: pulumi.Bool(false)}, owner)
	if err != nil {
		return nil, shared{}, err
	}
	if _, err := ram.NewPrincipalAssociation(ctx, "subnets", &ram.PrincipalAssociationArgs{
		Principal: pulumi.String(clusterAccount), ResourceShareArn: share.Arn,
	}, owner); err != nil {
		return nil, shared{}, err
	}
	for _, subnet := range vpc.PrivateSubnets {
		if _, err := ram.NewResourceAssociation(ctx, subnet.Zone, &ram.ResourceAssociationArgs{
			ResourceArn:      pulumi.Sprintf("arn:aws:ec2:us-east-2:%s:subnet/%s", networkAccount, subnet.ID),
			ResourceShareArn: share.Arn,
		}, owner); err != nil {
			return nil, shared{}, err
		}
	}
	zones := map[string]pulumi.StringInput{}
	for kind, domain := range map[string]string{
		"ingress": "rosa.shared.abcd.p3.openshiftapps.com", "internal": "shared.hypershift.local",
	} {
		zone, err := route53.NewZone(ctx, kind, &route53.ZoneArgs{
			Name: pulumi.String(domain), Vpcs: route53.ZoneVpcArray{route53.ZoneVpcArgs{VpcId: vpc.ID}},
		}, owner)
		if err != nil {
			return nil, shared{}, err
		}
		zones[kind] = zone.ZoneId
	}
	records := pulumi.String("arn:aws:iam::" + networkAccount + ":role/records")
	endpoints := pulumi.String("arn:aws:iam::" + networkAccount + ":role/endpoints")
	return vpc, shared{
		args: &rosa.SharedVpcArgs{
			IngressZoneID: zones["ingress"], InternalZoneID: zones["internal"], Route53RoleARN: records, VpcEndpointRoleARN: endpoints,
		},
		roles: &iam.SharedVpcArgs{Route53RoleARN: records, VpcEndpointRoleARN: endpoints},
	}, nil
}

func clusterRoles(ctx *pulumi.Context, s shared) (*iam.AccountRoles, *iam.OIDCConfig, *iam.OperatorRoles, error) {
	roles, err := iam.NewAccountRoles(ctx, "shared", &iam.AccountRolesArgs{
		Product: iam.HCP, Prefix: "shared", Region: "us-east-2", SharedVpc: s.roles,
	})
	if err != nil {
		return nil, nil, nil, err
	}
	config, err := iam.NewOIDCConfig(ctx, "shared", nil)
	if err != nil {
		return nil, nil, nil, err
	}
	provider, err := iam.NewOIDCProvider(ctx, "shared", &iam.OIDCProviderArgs{
		EndpointURL: config.EndpointURL, Thumbprint: config.Thumbprint,
	})
	if err != nil {
		return nil, nil, nil, err
	}
	operators, err := iam.NewOperatorRoles(ctx, "shared", &iam.OperatorRolesArgs{
		Product: iam.HCP, Prefix: "shared", Region: "us-east-2", OIDCProviderARN: provider.ARN,
		SharedVpcPolicies: roles.SharedVpcPolicies,
	})
	return roles, config, operators, err
}

// keys are those of etcd and of the volumes.
type keys struct {
	etcd   *iam.EtcdKey
	volume *iam.VolumeKey
}

func clusterKeys(ctx *pulumi.Context, roles *iam.AccountRoles, operators *iam.OperatorRoles) (k keys, err error) {
	arns := operators.ARNs
	if k.etcd, err = iam.NewEtcdKey(ctx, "shared-etcd", &iam.EtcdKeyArgs{
		InstallerRoleARN:             roles.InstallerRoleARN,
		KubeControllerManagerRoleARN: arns[iam.OperatorKubeControllerManager],
		KMSProviderRoleARN:           arns[iam.OperatorKMSProvider],
	}); err != nil {
		return k, err
	}
	k.volume, err = iam.NewVolumeKey(ctx, "shared-volumes", &iam.VolumeKeyArgs{
		Product:                      iam.HCP,
		InstallerRoleARN:             roles.InstallerRoleARN,
		SupportRoleARN:               roles.SupportRoleARN,
		KubeControllerManagerRoleARN: arns[iam.OperatorKubeControllerManager],
		CAPARoleARN:                  arns[iam.OperatorCAPA],
		EBSCSIRoleARN:                arns[iam.OperatorEBSCSI],
		KMSProviderRoleARN:           arns[iam.OperatorKMSProvider],
	})
	return k, err
}

func TestROSAInASharedVpc(t *testing.T) {
	t.Parallel()
	run{program: sharedVpc, unchecked: true, resources: 70}.lifecycle(t)
}
