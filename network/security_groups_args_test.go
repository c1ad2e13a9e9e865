package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
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
		"nil": {
			reason: "no field but Tags has a default",
			want:   []string{path + ".InfraID: required", path + ".Network.ID: required", path + ".Network.CIDR: required"},
		},
		"formats": {
			reason: "the infrastructure ID is part of the cluster tag, and a nil Input has no value",
			args: with(func(a *network.SecurityGroupsArgs) {
				a.InfraID, a.Tags = "Demo", pulumi.StringMap{"team": nil}
			}),
			want: []string{path + ".InfraID: format", path + ".Tags[team]: required"},
		},
		"node ports from CIDRs": {
			reason: "load balancers of Services are in some subnets of the VPC",
			args:   with(func(a *network.SecurityGroupsArgs) { a.NodePortCIDRs = []string{"10.0.1.0/24"} }),
		},
		"node ports from everywhere": {
			reason: "node ports are behind load balancers",
			args:   with(func(a *network.SecurityGroupsArgs) { a.NodePortCIDRs = []string{"0.0.0.0/0"} }),
			want:   []string{path + ".NodePortCIDRs[0]: range"},
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
