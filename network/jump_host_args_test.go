package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestJumpHostArgs(t *testing.T) {
	t.Parallel()
	const path = "network.JumpHostArgs"
	tests := map[string]struct {
		reason string
		change func(*network.JumpHostArgs)
		want   []string
	}{
		"valid": {reason: "a network, a subnet and an AMI are enough", change: func(*network.JumpHostArgs) {}},
		"everything": {
			reason: "all fields can be set together",
			change: func(a *network.JumpHostArgs) {
				a.SSHAllowedCIDRs, a.KeyName, a.ClientVersion = []string{"10.0.0.0/16"}, pulumi.String("ops"), "4.18.5"
				a.PermissionsBoundary = pulumi.String("arn:aws:iam::123456789012:policy/boundary")
			},
		},
		"nothing": {
			reason: "all problems are reported at once",
			change: func(a *network.JumpHostArgs) { *a = network.JumpHostArgs{} },
			want: []string{
				path + ".Network.ID: required", path + ".Subnet.ID: required", path + ".Subnet.Zone: required",
				path + ".AMI: required", path + ".Network.CIDR: required",
			},
		},
		"formats": {
			reason: "each of these fields has a format, and the whole internet has no access by SSH",
			change: func(a *network.JumpHostArgs) {
				a.Subnet = network.Subnet{ID: pulumi.String("private"), Zone: "us-east-2", CIDR: "10.9.0.0/20"}
				a.AMI, a.InstanceType, a.ClientVersion = pulumi.String("al2023"), "micro", "latest"
				a.SSHAllowedCIDRs, a.PermissionsBoundary = []string{"0.0.0.0/0"}, pulumi.String("boundary")
				a.RosaVersion, a.RosaSHA256 = "newest", "$(reboot)"
			},
			want: []string{
				path + ".Subnet.ID: format", path + ".Subnet.Zone: format", path + ".AMI: format",
				path + ".InstanceType: format", path + ".ClientVersion: format", path + ".RosaVersion: format",
				path + ".SSHAllowedCIDRs[0]: range",
				path + ".PermissionsBoundary: format",
				path + ".Subnet.CIDR: 10.9.0.0/20 is not within the VPC's CIDRs [10.0.0.0/16]",
				path + `.RosaSHA256: must be 64 lower-case hexadecimal digits (got "$(reboot)")`,
			},
		},
		"key and tags": {
			reason: "a key pair is for SSH, whose port is closed otherwise; AWS reserves the prefix aws:",
			change: func(a *network.JumpHostArgs) {
				a.KeyName, a.Tags = pulumi.String("ops"), pulumi.StringMap{"aws:x": pulumi.String("")}
			},
			want: []string{path + ".KeyName: needs", path + ".Tags[aws:x]: AWS reserves the prefix aws:"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := jumpHostArgs()
			tt.change(args)
			checktest.Equal(t, tt.want, args.Validate(), tt.reason)
		})
	}
}
