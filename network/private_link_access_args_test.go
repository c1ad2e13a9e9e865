package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/test/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func TestPrivateLinkAccessArgs(t *testing.T) {
	t.Parallel()
	const path = "network.PrivateLinkAccessArgs"
	with := func(change func(*network.PrivateLinkAccessArgs)) *network.PrivateLinkAccessArgs {
		args := accessArgs()
		change(args)
		return args
	}
	tests := map[string]struct {
		reason string
		args   *network.PrivateLinkAccessArgs
		want   []string
	}{
		"valid": {reason: "CIDRs and groups can be set together", args: accessArgs()},
		"CIDRs only": {
			reason: "groups are optional",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.AllowedSecurityGroupIDs = nil }),
		},
		"groups only": {
			reason: "CIDRs are optional",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.AllowedCIDRs = nil }),
		},
		"nil": {
			reason: "all fields but Tags are required, some as alternatives",
			want: []string{
				path + ".Network.ID: required", path + ".DomainPrefix: required", path + ".Network.CIDR: required",
				path + ": required",
				path + ": must set AllowedCIDRs, AllowedSecurityGroupIDs or both",
			},
		},
		"both": {
			reason: "the endpoint is identified by one field",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.EndpointID = pulumi.String("vpce-0123456789abcdef0") }),
			want:   []string{path + ": exclusive"},
		},
		"formats": {
			reason: "each of these fields has a format; the keys of groups are part of resource names",
			args: with(func(a *network.PrivateLinkAccessArgs) {
				a.DomainPrefix, a.ClusterID, a.EndpointID = pulumi.String("Demo"), nil, pulumi.String("demo")
				a.AllowedCIDRs = []string{"192.0.2.1"}
				a.AllowedSecurityGroupIDs = map[string]pulumi.StringInput{
					"Ops Team": pulumi.String("sg-0123456789abcdef0"), "dev": nil, "ops": pulumi.String("ops"),
				}
				a.Tags = pulumi.StringMap{"aws:x": pulumi.String("")}
			}),
			want: []string{
				path + ".DomainPrefix: format", path + ".EndpointID: format", path + ".AllowedCIDRs[0]: format",
				path + ".AllowedSecurityGroupIDs[Ops Team]: format", path + ".AllowedSecurityGroupIDs[dev]: required",
				path + ".Tags[aws:x]: AWS reserves the prefix aws:",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checktest.Equal(t, tt.want, tt.args.Validate(), tt.reason)
			if len(tt.want) > 0 {
				mockstest.Rejected(t, access(tt.args), path, tt.reason)
			}
		})
	}
}
