package network_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func accessArgs() *network.PrivateLinkAccessArgs {
	return &network.PrivateLinkAccessArgs{
		VpcID:                   pulumi.String("vpc-0123456789abcdef0"),
		ClusterName:             pulumi.String("demo"),
		ClusterID:               pulumi.String("2f0abc"),
		AllowedCIDRs:            []string{"192.0.2.0/24", "10.99.0.0/16"},
		AllowedSecurityGroupIDs: map[string]pulumi.StringInput{"bastion": pulumi.String("sg-0123456789abcdef0")},
		Tags:                    pulumi.StringMap{"team": pulumi.String("core")},
	}
}

func access(args *network.PrivateLinkAccessArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		component, err := network.NewPrivateLinkAccess(ctx, "office", args)
		if err != nil {
			return err
		}
		ctx.Export("id", component.EndpointID)
		ctx.Export("dns", component.EndpointDNSName)
		ctx.Export("zone", component.HostedZoneName)
		ctx.Export("api", component.APIURL)
		ctx.Export("group", component.SecurityGroupID)
		return nil
	}
}

// endpointOf answers as AWS does for the endpoint that HyperShift made, and keeps what it was asked.
func endpointOf(asked *map[string]any) mocks.Option {
	return mocks.Answer("aws:ec2/getVpcEndpoint:getVpcEndpoint", func(inputs map[string]any) (map[string]any, error) {
		*asked = inputs
		return map[string]any{
			"id": "vpce-0123456789abcdef0",
			"dnsEntries": []any{
				map[string]any{
					"dnsName":      "vpce-0123456789abcdef0-abc.vpce-svc-1.us-east-2.vpce.amazonaws.com",
					"hostedZoneId": "Z1",
				},
			},
		}, nil
	})
}

func TestPrivateLinkAccess(t *testing.T) {
	t.Parallel()
	var asked map[string]any
	rec := mockstest.Run(t, access(accessArgs()), endpointOf(&asked))
	golden.Check(t, "testdata/private-link-access.golden", rec.Golden())
	assert.Equal(
		t,
		map[string]any{"vpcId": "vpc-0123456789abcdef0", "tags": map[string]any{"api.openshift.com/id": "2f0abc"}},
		asked,
	)
	assert.Equal(t, map[string]any{
		"id":    "vpce-0123456789abcdef0",
		"dns":   "vpce-0123456789abcdef0-abc.vpce-svc-1.us-east-2.vpce.amazonaws.com",
		"zone":  "demo.hypershift.local",
		"api":   "https://api.demo.hypershift.local:443",
		"group": mockstest.Find(t, rec, "office-group").ID,
	}, rec.Outputs())
	attachment := mockstest.Find(t, rec, "office-attachment")
	assert.Equal(
		t,
		map[string]any{
			"vpcEndpointId":   "vpce-0123456789abcdef0",
			"securityGroupId": mockstest.Find(t, rec, "office-group").ID,
		},
		attachment.Inputs,
		"the default group stays attached",
	)
	assert.Len(t, rec.OfType(ingressType), 3)
	for _, rule := range rec.OfType(ingressType) {
		assert.Equal(
			t,
			[]any{"tcp", 443.0, 443.0},
			[]any{rule.Inputs["ipProtocol"], rule.Inputs["fromPort"], rule.Inputs["toPort"]},
			rule.Name,
		)
		assert.Contains(t, attachment.Dependencies, rule.URN)
	}
	checkTags(t, rec, "team", "core", "office")
}

func TestPrivateLinkAccessEndpointWaitsForItsGroup(t *testing.T) {
	t.Parallel()
	var asked map[string]any
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		access, err := network.NewPrivateLinkAccess(ctx, "office", accessArgs())
		if err != nil {
			return err
		}
		return user(ctx, access.EndpointID)
	}, endpointOf(&asked))
	assert.Contains(t, namesOf(rec, mockstest.Find(t, rec, "user").Dependencies), "office-attachment")
}

func TestPrivateLinkAccessOfKnownEndpoint(t *testing.T) {
	t.Parallel()
	args := accessArgs()
	args.ClusterID, args.EndpointID = nil, pulumi.String("vpce-0123456789abcdef0")
	var asked map[string]any
	mockstest.Run(t, access(args), endpointOf(&asked))
	assert.Equal(t, map[string]any{"vpcId": "vpc-0123456789abcdef0", "id": "vpce-0123456789abcdef0"}, asked)
}

func TestPrivateLinkAccessPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	var asked map[string]any
	update, preview := mocks.New(endpointOf(&asked)), mocks.New(endpointOf(&asked))
	assert.NoError(t, update.Run(access(accessArgs())))
	assert.NoError(t, preview.Preview(access(accessArgs())))
	assert.Equal(t, mockstest.URNs(update), mockstest.URNs(preview))
}

func TestPrivateLinkAccessProviderIsInherited(t *testing.T) {
	t.Parallel()
	var asked map[string]any
	rec := mocks.New(endpointOf(&asked))
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "other-account", &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
		if err != nil {
			return err
		}
		_, err = network.NewPrivateLinkAccess(ctx, "office", accessArgs(), pulumi.Providers(provider))
		return err
	}))
	provider := mockstest.Find(t, rec, "other-account").URN
	require.Len(t, rec.Calls(), 1)
	assert.Equal(t, provider, rec.Calls()[0].Provider)
	assert.Equal(t, provider, mockstest.Find(t, rec, "office-attachment").Provider)
}

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
		want   string
	}{
		"legal": {reason: "ranges and groups", args: accessArgs()},
		"ranges only": {
			reason: "no group is needed",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.AllowedSecurityGroupIDs = nil }),
		},
		"groups only": {
			reason: "no range is needed",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.AllowedCIDRs = nil }),
		},
		"nil": {
			reason: "everything is required",
			want:   path + ".VpcID: is required\n" + path + ".ClusterName: is required\n" + path + ".ClusterID: or network.PrivateLinkAccessArgs.EndpointID must say which endpoint; give one of them\n" + path + ".AllowedCIDRs: and network.PrivateLinkAccessArgs.AllowedSecurityGroupIDs are empty; name who may reach the control plane",
		},
		"both": {
			reason: "two ways to say which endpoint",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.EndpointID = pulumi.String("vpce-1") }),
			want:   path + ".ClusterID: or network.PrivateLinkAccessArgs.EndpointID must say which endpoint; give one of them",
		},
		"no range": {
			reason: "an address has no size",
			args:   with(func(a *network.PrivateLinkAccessArgs) { a.AllowedCIDRs = []string{"192.0.2.1"} }),
			want:   path + `.AllowedCIDRs[0]: "192.0.2.1" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"range twice": {
			reason: "one rule a range",
			args: with(
				func(a *network.PrivateLinkAccessArgs) { a.AllowedCIDRs = []string{"192.0.2.0/24", "192.0.2.0/24"} },
			),
			want: path + ".AllowedCIDRs[1]: 192.0.2.0/24 is given twice",
		},
		"group's name": {
			reason: "it is part of a resource's name",
			args: with(func(a *network.PrivateLinkAccessArgs) {
				a.AllowedSecurityGroupIDs = map[string]pulumi.StringInput{
					"Ops Team": pulumi.String("sg-1"),
					"dev":      nil,
				}
			}),
			want: path + `.AllowedSecurityGroupIDs: "Ops Team" is no name for a rule; use lower-case letters, digits, dots and hyphens` + "\n" + path + ".AllowedSecurityGroupIDs: dev has no group; give its id or remove it",
		},
		"tags": {
			reason: "OpenShift's namespace",
			args: with(
				func(a *network.PrivateLinkAccessArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": pulumi.String("")} },
			),
			want: path + `.Tags: key "openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				assert.NoError(t, tt.args.Validate(), tt.reason)
				return
			}
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
			rec := mocks.New()
			assert.EqualError(t, rec.Run(access(tt.args)), tt.want)
			assert.Empty(t, rec.OfType("openshift-aws:network:PrivateLinkAccess"))
		})
	}
}
