package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestSecurityGroupsArgs(t *testing.T) {
	t.Parallel()
	const path = "network.SecurityGroupsArgs"
	with := func(change func(*network.SecurityGroupsArgs)) *network.SecurityGroupsArgs {
		args := securityGroupsArgs()
		change(args)
		return args
	}
	tests := map[string]struct {
		reason string
		args   *network.SecurityGroupsArgs
		want   []string
	}{
		"valid": {reason: "an infrastructure ID and a network are enough", args: securityGroupsArgs()},
		"no tags": {
			reason: "tags are optional",
			args:   with(func(a *network.SecurityGroupsArgs) { a.Tags = nil }),
		},
		"nil": {
			reason: "no field but Tags has a default",
			want:   []string{path + ".InfraID: required", path + ".Network.ID: required", path + ".Network.CIDR: required"},
		},
		"infrastructure ID": {
			reason: "the infrastructure ID is part of the cluster tag",
			args:   with(func(a *network.SecurityGroupsArgs) { a.InfraID = "Demo" }),
			want:   []string{path + ".InfraID: format"},
		},
		"network": {
			reason: "AWS accepts VPCs of /16 to /28",
			args:   with(func(a *network.SecurityGroupsArgs) { a.Network.CIDR = "0.0.0.0/0" }),
			want:   []string{path + ".Network.CIDR: range"},
		},
		"tags": {
			reason: "a nil Input has no value",
			args:   with(func(a *network.SecurityGroupsArgs) { a.Tags = pulumi.StringMap{"team": nil} }),
			want:   []string{path + ".Tags[team]: required"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
			if len(tt.want) == 0 {
				return
			}
			mockstest.Rejected(t, func(ctx *pulumi.Context) error {
				_, err := network.NewSecurityGroups(ctx, "main", tt.args)
				return err
			}, path, tt.reason)
		})
	}
}
