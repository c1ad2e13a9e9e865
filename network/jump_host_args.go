package network

import (
	"cmp"
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

const (
	defaultJumpHostType = "t3.micro"
	// newestClients and newestRosa are the folders of the newest stable oc and of the newest rosa on mirror.openshift.com.
	newestClients = "stable"
	newestRosa    = "latest"
)

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
	InstanceType string `check:"format=instance-type"`
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
	KeyName pulumi.StringInput `check:"with=SSHAllowedCIDRs"`
	// PermissionsBoundary is the ARN of the permissions boundary of the instance's role. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// Tags are set on all resources that have tags. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *JumpHostArgs) Validate() error {
	if a == nil {
		a = &JumpHostArgs{}
	}
	const path = "network.JumpHostArgs"
	p := check.Struct(a)
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

// withDefaults returns a copy with defaults applied.
func (a *JumpHostArgs) withDefaults() *JumpHostArgs {
	full := *a
	full.InstanceType = cmp.Or(full.InstanceType, defaultJumpHostType)
	full.ClientVersion = cmp.Or(full.ClientVersion, newestClients)
	full.RosaVersion = cmp.Or(full.RosaVersion, newestRosa)
	return &full
}
