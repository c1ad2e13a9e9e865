package network

import (
	"cmp"
	"regexp"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// JumpHost is an EC2 instance in a private subnet, from which administrators reach a cluster whose API is in the VPC only. It has the
// clients oc and rosa. Session Manager connects to it without an open port and without a key:
//
//	aws ssm start-session --target "$(pulumi stack output jumpHostId)"
//
// and can forward a local port to the API (docs/components.md), so that oc and Pulumi on your machine reach it as well.
//
// The instance needs a route to Session Manager and to the clients' downloads: a NAT gateway; without one, Session Manager needs
// the endpoints ssm, ssmmessages and ec2messages, and the clients are copied by you.
type JumpHost struct {
	pulumi.ResourceState

	// InstanceID is the ID of the instance, the target of Session Manager. It waits for the role's policy.
	InstanceID pulumi.StringOutput `pulumi:"instanceId"`
	// PrivateIP is the instance's address in the VPC.
	PrivateIP pulumi.StringOutput `pulumi:"privateIp"`
	// SecurityGroupID is the ID of the instance's security group, for rules that allow access from it.
	SecurityGroupID pulumi.StringOutput `pulumi:"securityGroupId"`
	// RoleName is the name of the instance's role, which can only register with Session Manager, for additional policies.
	RoleName pulumi.StringOutput `pulumi:"roleName"`
}

// NewJumpHost registers a JumpHost.
func NewJumpHost(ctx *pulumi.Context, name string, args *JumpHostArgs, opts ...pulumi.ResourceOption) (*JumpHost, error) {
	return component.Register(ctx, name, args, opts, component.Type[JumpHostArgs, JumpHost]{
		Token: "openshift-aws:network:JumpHost",
		Check: func(*JumpHostArgs) error { return names.CheckRole("network.NewJumpHost", name, "-role") },
		Children: func(c *component.Builder[JumpHostArgs, JumpHost]) error {
			b := &jumpHostBuilder{Builder: c}
			return component.Run(b.registerSecurityGroup, b.registerProfile, b.registerInstance)
		},
	})
}

// jumpHostBuilder registers a JumpHost's children step by step.
type jumpHostBuilder struct {
	*component.Builder[JumpHostArgs, JumpHost]

	// profile is the name of the instance profile. It waits for the role's policy.
	profile pulumi.StringOutput
}

func (b *jumpHostBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.Args.Tags, map[string]string{"Name": b.Name + "-" + what})
}

// registerSecurityGroup allows connections to HTTPS anywhere, which includes the API of a hosted control plane, and to the other
// API and the egress proxy in the VPC.
func (b *jumpHostBuilder) registerSecurityGroup() (err error) {
	vpc := b.Args.Network
	group := groupSpec{what: "host", description: "Jump host", vpcID: vpc.ID, tags: b.tags}
	for _, cidr := range b.Args.SSHAllowedCIDRs {
		group.allowIngress("ssh-from", sshPort, cidr)
	}
	group.allowEgress("https-to", tcp, httpsPort, anywhere)
	group.allowEgress("dns-tcp-to", tcp, dnsPort, vpc.CIDR)
	group.allowEgress("dns-udp-to", udp, dnsPort, vpc.CIDR)
	for _, cidr := range vpc.CIDRs() {
		group.allowEgress("api-to", tcp, apiPort, cidr)
		group.allowEgress("proxy-to", tcp, proxyPort, cidr)
	}
	b.Component.SecurityGroupID, err = group.register(b.Ctx, b.Name, b.Parent)
	return err
}

// registerProfile registers the instance profile of Session Manager.
func (b *jumpHostBuilder) registerProfile() error {
	region, _ := partition.RegionOfZone(b.Args.Subnet.Zone)
	aws := partition.OfRegion(region)
	role, err := iam.NewRole(b.Ctx, b.Name+"-role", &iam.RoleArgs{
		Description:         pulumi.String("Jump host " + b.Name),
		AssumeRolePolicy:    pulumi.String(policy.AssumeRole(aws.ServicePrincipal("ec2")).JSON()),
		PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary),
		Tags:                b.tags("role"),
	}, b.Parent)
	if err != nil {
		return err
	}
	attachment, err := iam.NewRolePolicyAttachment(b.Ctx, b.Name+"-policy", &iam.RolePolicyAttachmentArgs{
		Role:      role.Name,
		PolicyArn: pulumi.String(aws.ARN("iam", "", "aws", "policy/AmazonSSMManagedInstanceCore")),
	}, b.Parent)
	if err != nil {
		return err
	}
	profile, err := iam.NewInstanceProfile(b.Ctx, b.Name+"-profile", &iam.InstanceProfileArgs{
		Role: role.Name,
		Tags: b.tags("profile"),
	}, b.Parent)
	if err != nil {
		return err
	}
	b.Component.RoleName = role.Name
	b.profile = component.After(b.Ctx.Context(), profile.Name, attachment)
	return nil
}

func (b *jumpHostBuilder) registerInstance() error {
	instance, err := ec2.NewInstance(b.Ctx, b.Name+"-host", &ec2.InstanceArgs{
		Ami:                      component.OptionalString(b.Args.AMI),
		InstanceType:             pulumi.String(b.Args.InstanceType),
		SubnetId:                 b.Args.Subnet.ID.ToStringOutput(),
		VpcSecurityGroupIds:      pulumi.StringArray{b.Component.SecurityGroupID},
		IamInstanceProfile:       b.profile,
		KeyName:                  component.OptionalString(b.Args.KeyName),
		AssociatePublicIpAddress: pulumi.Bool(false),
		UserData:                 pulumi.String(clientsUserData(b.Args)),
		UserDataReplaceOnChange:  pulumi.Bool(true),
		MetadataOptions: &ec2.InstanceMetadataOptionsArgs{
			HttpEndpoint:            pulumi.String("enabled"),
			HttpTokens:              pulumi.String("required"),
			HttpPutResponseHopLimit: pulumi.Int(1),
		},
		RootBlockDevice: &ec2.InstanceRootBlockDeviceArgs{
			Encrypted:  pulumi.Bool(true),
			VolumeType: pulumi.String("gp3"),
			VolumeSize: pulumi.Int(proxyVolumeGiB),
			Tags:       b.tags("host"),
		},
		Tags: b.tags("host"),
	}, b.Parent)
	if err != nil {
		return err
	}
	b.Component.InstanceID = instance.ID().ToStringOutput()
	b.Component.PrivateIP = instance.PrivateIp
	return nil
}

// clientsUserData returns a script that installs oc and rosa. It retries because the network may not be available yet when the
// instance boots. The mirror publishes checksums of the releases of oc, and none of rosa: RosaSHA256 is the caller's.
func clientsUserData(args *JumpHostArgs) string {
	return `#!/bin/bash
set -euo pipefail
clients=https://mirror.openshift.com/pub/openshift-v4/clients
cd "$(mktemp -d)"
download() {
  curl --fail --silent --show-error --location --output "$2" "$1/$2"
}
# verify compares the archive of oc with the checksums of its release, and that of rosa with the one that is set.
verify() {
  sum=$(sha256sum "$2" | cut -d ' ' -f 1)
  case $2 in
    openshift-client-*) download "$1" sha256sum.txt && grep --quiet "^$sum " sha256sum.txt ;;
    *) [ -z "$rosa_sum" ] || [ "$sum" = "$rosa_sum" ] ;;
  esac
}
install() {
  for attempt in $(seq 30); do
    if download "$1" "$2" && verify "$1" "$2"; then
      tar --extract --gzip --no-same-owner --directory /usr/local/bin --file "$2" "${@:3}"
      return
    fi
    sleep 10
  done
  return 1
}
rosa_sum=` + args.RosaSHA256 + `
install "$clients/ocp/` + cmp.Or(args.ClientVersion, "stable") + `" openshift-client-linux.tar.gz oc kubectl
install "$clients/rosa/` + cmp.Or(args.RosaVersion, "latest") + `" rosa-linux.tar.gz rosa
`
}

// JumpHostArgs are the arguments of a JumpHost. Unless a field says otherwise, changes are applied in place.
type JumpHostArgs struct {
	// Network is the VPC, such as Vpc.Network. Required. Another VPC replaces everything.
	Network Network
	// Subnet is the private subnet of the instance, such as one of Vpc.PrivateSubnets. Required. A change replaces the instance.
	Subnet Subnet
	// AMI is the ID of the instance's image: a distribution for x86-64 with curl, tar and the agent of Session Manager, such as
	// Amazon Linux 2023. Required. A change replaces the instance.
	AMI pulumi.StringInput `check:"required,format=ami-id"`
	// InstanceType is the instance's EC2 type. Defaults to t3.micro. A change stops and starts the instance.
	InstanceType string `check:"format=instance-type" default:"t3.micro"`
	// ClientVersion is the release of oc, such as 4.18.5. Defaults to the newest stable release when the instance starts. A change
	// replaces the instance.
	ClientVersion string `check:"format=version"`
	// RosaVersion is the release of the rosa command, such as 1.2.50. Defaults to the newest when the instance starts. A change replaces
	// the instance.
	RosaVersion string `check:"format=version"`
	// RosaSHA256 is the SHA-256 checksum of rosa-linux.tar.gz of RosaVersion, in hexadecimal digits: another archive is not installed.
	// Defaults to none. A change replaces the instance.
	RosaSHA256 string `check:"with=RosaVersion"`
	// SSHAllowedCIDRs are IPv4 CIDRs, /8 to /32, with access to the instance's SSH port, which Session Manager does not need, such as
	// that of the VPC. Defaults to none.
	SSHAllowedCIDRs []string `check:"cidr=8..32"`
	// KeyName is the name of the EC2 key pair for SSH. Defaults to none. A change replaces the instance.
	KeyName pulumi.StringInput `check:"with=SSHAllowedCIDRs,format=key-name"`
	// PermissionsBoundary is the ARN of the permissions boundary of the instance's role. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// Tags are set on all resources that have tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *JumpHostArgs) Validate() error {
	const path = "network.JumpHostArgs"
	a, p := check.Begin(a)
	a.Network.check(&p, path+".Network")
	if a.Subnet.CIDR != "" {
		checkSubnetCIDR(&p, path+".Subnet.CIDR", a.Subnet.CIDR, a.Network.ranges())
	}
	if a.RosaSHA256 != "" && !sha256Sum.MatchString(a.RosaSHA256) {
		p.Addf(path+".RosaSHA256", "must be 64 lower-case hexadecimal digits (got %q)", a.RosaSHA256)
	}
	return p.ErrOf(a)
}

var sha256Sum = regexp.MustCompile(`^[0-9a-f]{64}$`)
