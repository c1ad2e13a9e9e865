package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
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
				path + ".Network.ID: required", path + ".Network.CIDR: required",
				path + ".DomainPrefix: required", path + ": required",
				path + ": must set AllowedCIDRs, AllowedSecurityGroupIDs or both",
			},
		},
		"both": {
			reason: "the endpoint is identified by one field",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.EndpointID = pulumi.String("vpce-0123456789abcdef0") }),
			want:   []string{path + ": exclusive"},
		},
		"address": {
			reason: "an address is not a CIDR",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.AllowedCIDRs = []string{"192.0.2.1"} }),
			want:   []string{path + ".AllowedCIDRs[0]: format"},
		},
		"CIDR twice": {
			reason: "there is one rule per CIDR",
			args: with(
				func(a *network.PrivateLinkAccessArgs) { a.AllowedCIDRs = []string{"192.0.2.0/24", "192.0.2.0/24"} },
			),
			want: []string{path + ".AllowedCIDRs[1]: duplicate"},
		},
		"groups": {
			reason: "the key is part of a resource name, and the ID is required",
			args: with(func(a *network.PrivateLinkAccessArgs) {
				a.AllowedSecurityGroupIDs = map[string]pulumi.StringInput{
					"Ops Team": pulumi.String("sg-0123456789abcdef0"),
					"dev":      nil,
				}
			}),
			want: []string{
				path + ".AllowedSecurityGroupIDs[Ops Team]: format",
				path + ".AllowedSecurityGroupIDs[dev]: required",
			},
		},
		"endpoint ID": {
			reason: "an endpoint ID begins with vpce-",
			args: with(func(a *network.PrivateLinkAccessArgs) {
				a.ClusterID, a.EndpointID = nil, pulumi.String("demo")
			}),
			want: []string{path + ".EndpointID: format"},
		},
		"empty endpoint ID": {
			reason: "an empty text is not an ID",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.ClusterID, a.EndpointID = nil, pulumi.String("") }),
			want:   []string{path + ".EndpointID: required"},
		},
		"domain prefix": {
			reason: "the prefix is a label of the hosted zone's domain",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.DomainPrefix = pulumi.String("Demo") }),
			want:   []string{path + ".DomainPrefix: format"},
		},
		"tags": {
			reason: "OpenShift reserves its domains",
			args: with(
				func(a *network.PrivateLinkAccessArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": pulumi.String("")} },
			),
			want: []string{
				path + ".Tags[openshift.io/x]: OpenShift reserves kubernetes.io, openshift.io and their " +
					"subdomains",
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
