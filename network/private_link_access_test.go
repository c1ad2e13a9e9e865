package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func accessArgs(changes ...func(*network.PrivateLinkAccessArgs)) *network.PrivateLinkAccessArgs {
	return checktest.With(&network.PrivateLinkAccessArgs{
		Network:                 testNetwork(),
		DomainPrefix:            pulumi.String("demo"),
		ClusterID:               pulumi.String("2f0abc"),
		AllowedCIDRs:            []string{"192.0.2.0/24", "10.99.0.0/16"},
		AllowedSecurityGroupIDs: map[string]pulumi.StringInput{"bastion": pulumi.String("sg-0123456789abcdef0")},
		Tags:                    pulumi.StringMap{"team": pulumi.String("core")},
	}, changes...)
}

func access(args *network.PrivateLinkAccessArgs, opts ...pulumi.ResourceOption) pulumi.RunFunc {
	return mockstest.Exporting(network.NewPrivateLinkAccess, "office", args,
		func(component *network.PrivateLinkAccess) pulumi.Map {
			return pulumi.Map{
				"id":    component.EndpointID,
				"dns":   component.EndpointDNSName,
				"zone":  component.HostedZoneName,
				"api":   component.APIURL,
				"group": component.SecurityGroupID,
			}
		}, opts...)
}

func TestPrivateLinkAccess(t *testing.T) {
	t.Parallel()
	var lookup map[string]any
	rec := mockstest.Run(t, access(accessArgs()), endpointOf(&lookup))
	assert.Equal(t,
		map[string]any{"vpcId": "vpc-0123456789abcdef0", "tags": map[string]any{"api.openshift.com/id": "2f0abc"}},
		lookup)
	assert.Equal(t, map[string]any{
		"id":    "vpce-0123456789abcdef0",
		"dns":   "vpce-0123456789abcdef0-abc.vpce-svc-1.us-east-2.vpce.amazonaws.com",
		"zone":  "demo.hypershift.local",
		"api":   "https://api.demo.hypershift.local:443",
		"group": mockstest.Find(t, rec, "office-group").ID,
	}, rec.Outputs())
	attachment := mockstest.Find(t, rec, "office-attachment")
	assert.Equal(t, map[string]any{
		"vpcEndpointId":   "vpce-0123456789abcdef0",
		"securityGroupId": mockstest.Find(t, rec, "office-group").ID,
	}, attachment.Inputs, "the endpoint's own group stays attached")
	assert.Len(t, rec.OfType(ingressType), 3)
	for _, rule := range rec.OfType(ingressType) {
		assert.Equal(t, []any{"tcp", 443.0, 443.0},
			[]any{rule.Inputs["ipProtocol"], rule.Inputs["fromPort"], rule.Inputs["toPort"]}, rule.Name)
		assert.Contains(t, attachment.Dependencies, rule.URN)
	}
	checkTags(t, rec, "team", "core", "office")
}

func TestPrivateLinkAccessEndpointWaitsForItsGroup(t *testing.T) {
	t.Parallel()
	var lookup map[string]any
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		access, err := network.NewPrivateLinkAccess(ctx, "office", accessArgs())
		if err != nil {
			return err
		}
		return registerUser(ctx, access.EndpointID)
	}, endpointOf(&lookup))
	assert.Contains(t, namesOf(rec, mockstest.Find(t, rec, "user").Dependencies), "office-attachment")
}

func TestPrivateLinkAccessWithEndpointID(t *testing.T) {
	t.Parallel()
	args := accessArgs()
	args.ClusterID, args.EndpointID = nil, pulumi.String("vpce-0123456789abcdef0")
	var lookup map[string]any
	mockstest.Run(t, access(args), endpointOf(&lookup))
	assert.Equal(t, map[string]any{"vpcId": "vpc-0123456789abcdef0", "id": "vpce-0123456789abcdef0"}, lookup)
}

func TestPrivateLinkAccessWithoutDNSName(t *testing.T) {
	t.Parallel()
	noNames := mocks.Answer("aws:ec2/getVpcEndpoint:getVpcEndpoint", func(map[string]any) (map[string]any, error) {
		return map[string]any{"id": "vpce-0123456789abcdef0", "dnsEntries": []any{}}, nil
	})
	assert.Nil(t, mockstest.Run(t, access(accessArgs()), noNames).Outputs()["dns"], "an absent name is nil")
}

func TestPrivateLinkAccessArgs(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "network.PrivateLinkAccessArgs", map[string]checktest.Case{
		"valid": {Reason: "CIDRs and groups can be set together", Args: accessArgs()},
		"CIDRs only": {
			Reason: "groups are optional",
			Args:   accessArgs(func(a *network.PrivateLinkAccessArgs) { a.AllowedSecurityGroupIDs = nil }),
		},
		"groups only": {
			Reason: "CIDRs are optional",
			Args:   accessArgs(func(a *network.PrivateLinkAccessArgs) { a.AllowedCIDRs = nil }),
		},
		"no alternative": {
			Reason: "the endpoint has a cluster, and somebody can reach it",
			Args: accessArgs(func(a *network.PrivateLinkAccessArgs) {
				a.Network.CIDR, a.ClusterID, a.AllowedCIDRs, a.AllowedSecurityGroupIDs = "", nil, nil, nil
			}),
			Want: []string{
				".Network.CIDR: required", ": required", ": must set AllowedCIDRs, AllowedSecurityGroupIDs or both",
			},
		},
		"both": {
			Reason: "the endpoint is identified by one field",
			Args:   accessArgs(func(a *network.PrivateLinkAccessArgs) { a.EndpointID = pulumi.String("vpce-0123456789abcdef0") }),
			Want:   []string{": exclusive"},
		},
	})
}
