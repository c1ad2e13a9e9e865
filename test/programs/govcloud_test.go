package programs_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2transitgateway"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

var govZones = []string{"us-gov-west-1a", "us-gov-west-1b", "us-gov-west-1c"}

const govImage = pulumi.String("ami-0123456789abcdef0")

// govCloud is an internal cluster of arm64 machines in GovCloud. Its VPC has IPv6, DHCP options of its own and no internet gateway: a
// transit gateway leads out. Volumes and buckets have a key, operators have short-term credentials, and applications are backed up.
func govCloud(ctx *pulumi.Context) error {
	install, err := cluster.LoadInstallDir(config.Require(ctx, "installDir"))
	if err != nil {
		return err
	}
	vpc, err := govNetwork(ctx, install)
	if err != nil {
		return err
	}
	profiles, err := iam.NewInstanceProfiles(ctx, "gov", &iam.InstanceProfilesArgs{
		InfraID: install.InfraID, Region: install.Region, Stage: cluster.StageCluster,
	})
	if err != nil {
		return err
	}
	credentials, err := iam.NewShortTermCredentials(ctx, "gov", &iam.ShortTermCredentialsArgs{
		Name: install.ClusterName, OpenShiftVersion: "4.18", Region: install.Region, PublicKey: pulumi.String(publicKey),
		NodeRoleARNs: pulumi.StringArray{profiles.ControlPlaneRoleARN, profiles.WorkerRoleARN},
	})
	if err != nil {
		return err
	}
	key := pulumi.String("arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/0123abcd-0123-abcd-0123-0123456789ab")
	groups, err := network.NewSecurityGroups(ctx, "gov", &network.SecurityGroupsArgs{InfraID: install.InfraID, Network: vpc.Network})
	if err != nil {
		return err
	}
	control, err := cluster.NewControlPlane(ctx, "gov", &cluster.ControlPlaneArgs{
		Install: install, Stage: cluster.StageCluster, Scope: network.Internal, Network: vpc.Network, MachineZones: govZones,
		AMI: govImage, Architecture: "arm64", InstanceType: "m6g.xlarge",
		RootVolume:                  &cluster.RootVolumeArgs{SizeGiB: 200, KMSKeyARN: key},
		InstanceProfile:             profiles.ControlPlane,
		SecurityGroupIDs:            groups.ControlPlaneMachine(),
		APIServerLBSecurityGroupIDs: pulumi.StringArray{groups.APIServerLBID},
	})
	if err != nil {
		return err
	}
	if err := govIngress(ctx, install, vpc, groups, control); err != nil {
		return err
	}
	inCluster, err := cluster.NewKubernetesProvider(ctx, "gov", &cluster.KubernetesProviderArgs{Kubeconfig: control.Kubeconfig})
	if err != nil {
		return err
	}
	if _, err := nodes.NewWorkerMachineSet(ctx, "worker", &nodes.MachineSetArgs{
		InfraID: install.InfraID, OpenShiftVersion: "4.18", Subnets: vpc.PrivateSubnets, AMI: govImage, Architecture: "arm64",
		InstanceType: "m6g.2xlarge", SecurityGroupIDs: groups.WorkerMachine(), InstanceProfile: profiles.Worker,
		RootVolume: &nodes.VolumeArgs{SizeGiB: 300, KMSKeyARN: key},
	}, pulumi.Provider(inCluster)); err != nil {
		return err
	}
	return govBackups(ctx, install, credentials, key, pulumi.Provider(inCluster))
}

// govNetwork is the VPC, and the attachment of the transit gateway with the routes to it.
func govNetwork(ctx *pulumi.Context, install *cluster.InstallDir) (*network.Vpc, error) {
	vpc, err := network.NewVpc(ctx, "gov", &network.VpcArgs{
		InfraID: install.InfraID, Zones: govZones, PrivateOnly: true, IPv6: true,
		DHCP:      &network.DHCPOptionsArgs{DomainName: "gov.internal", DomainNameServers: []string{"10.1.0.2", "10.1.0.3"}},
		Endpoints: &network.EndpointsArgs{Presets: []network.EndpointPreset{network.EndpointsPrivate}},
	})
	if err != nil {
		return nil, err
	}
	subnets := pulumi.StringArray{}
	for _, subnet := range vpc.PrivateSubnets {
		subnets = append(subnets, subnet.ID)
	}
	gateway := pulumi.String("tgw-0123456789abcdef0")
	attached, err := ec2transitgateway.NewVpcAttachment(ctx, "gov", &ec2transitgateway.VpcAttachmentArgs{
		TransitGatewayId: gateway, VpcId: vpc.ID, SubnetIds: subnets,
	})
	if err != nil {
		return nil, err
	}
	for zone, table := range vpc.PrivateRouteTableIDs {
		if _, err := ec2.NewRoute(ctx, "gov-"+zone, &ec2.RouteArgs{
			RouteTableId: table, DestinationCidrBlock: pulumi.String("0.0.0.0/0"), TransitGatewayId: gateway,
		}, pulumi.DependsOn([]pulumi.Resource{attached})); err != nil {
			return nil, err
		}
	}
	return vpc, nil
}

func govIngress(
	ctx *pulumi.Context, install *cluster.InstallDir, vpc *network.Vpc, groups *network.SecurityGroups, control *cluster.ControlPlane,
) error {
	_, err := ingress.NewRouterLB(ctx, "gov", &ingress.RouterLBArgs{
		InfraID: install.InfraID, Domain: install.Domain, Network: vpc.Network, Scope: network.Internal,
		NodeSecurityGroupID: groups.NodeID, PrivateZoneID: control.PrivateZoneID,
	})
	return err
}

// govBackups are backups of applications: the operator, its bucket, and its role.
func govBackups(
	ctx *pulumi.Context, install *cluster.InstallDir, credentials *iam.ShortTermCredentials, key pulumi.StringInput,
	inCluster pulumi.ResourceOption,
) error {
	operator, err := configuration.NewOperator(ctx, "oadp", &configuration.OperatorArgs{
		Package: "redhat-oadp-operator", Namespace: "openshift-adp", Channel: "stable-1.4",
	}, inCluster)
	if err != nil {
		return err
	}
	bucket, err := storage.NewBackupBucket(ctx, "gov", &storage.BackupBucketArgs{
		InfraID: install.InfraID, Purpose: "applications", Region: install.Region, KMSKeyARN: key,
		Writer: &iam.ServiceAccountRoleArgs{
			OIDCProviderARN: credentials.OIDCProviderARN,
			ServiceAccounts: []iam.ServiceAccount{{Namespace: "openshift-adp", Name: "velero"}},
		},
	})
	if err != nil {
		return err
	}
	_, err = storage.NewDataProtectionApplication(ctx, "gov", &storage.DataProtectionApplicationArgs{
		Bucket: bucket.Name, Region: install.Region, RoleARN: bucket.WriterRoleARN, After: operator.Namespace,
	}, inCluster)
	return err
}

// publicKey is the key of the cluster's service accounts.
const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAoLyXgm9hO13HsnCcsenT
/M4Xz72Tgkx9uuoyH5hFtJBcAChaUO6CdN0NwynyWpYPBEEnbtYfUBfA5P/MaGyp
RVjLvXitzgwmPzZ9Fm2hQoMjT3S51WhbKzZn/vmmvKnf7mst9ye7iLOqFf0Ab4k+
bRdiyP5/3KL1b1/FUfRDZrkp8Ft1zdzADgpoy0Ado1ucxfgnCTpU6gFzz0T1+7fT
ZotUYBGensqrNaj6hCbjGgR4Xiv08oTu0Z2lIBf6/rOM4G1VXGprKtSbWQfe/GXA
ED69U5j0Nv0eH8jgHRK4QuDp8wzZe83EashqVi3d8nJzWlFF/VxsWTKdIWNSUIBL
IwIDAQAB
-----END PUBLIC KEY-----
`

func TestGovCloudBehindATransitGateway(t *testing.T) {
	t.Parallel()
	run{
		program:   govCloud,
		region:    "us-gov-west-1",
		clusters:  map[string]string{"installDir": "gov.example.com"},
		unchecked: true,
		resources: 150,
	}.lifecycle(t)
}
