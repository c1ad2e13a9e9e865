package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func existingArgs(changes ...func(*network.ExistingVpcArgs)) *network.ExistingVpcArgs {
	return checktest.With(&network.ExistingVpcArgs{
		VpcID: pulumi.String("vpc-0123456789abcdef0"),
		CIDR:  "10.0.0.0/16",
		PublicSubnets: []network.ExistingSubnet{
			{ID: pulumi.String("subnet-0b00000000000000b"), Zone: "us-east-2b", CIDR: "10.0.128.0/24"},
			{ID: pulumi.String("subnet-0a00000000000000b"), Zone: "us-east-2a", CIDR: "10.0.129.0/24"},
		},
		PrivateSubnets: []network.ExistingSubnet{
			{
				ID:           pulumi.String("subnet-0b00000000000000a"),
				Zone:         "us-east-2b",
				CIDR:         "10.0.0.0/20",
				RouteTableID: pulumi.String("rtb-0b00000000000000a"),
			},
			{ID: pulumi.String("subnet-0a00000000000000a"), Zone: "us-east-2a", CIDR: "10.0.16.0/20"},
		},
		InfraID:    "demo-x7k2p",
		TagSubnets: true,
	}, changes...)
}

func existing(args *network.ExistingVpcArgs) pulumi.RunFunc {
	return mockstest.Program(network.NewExistingVpc, "main", args)
}

func TestExistingVpcLeavesSubnetsAlone(t *testing.T) {
	t.Parallel()
	args := existingArgs()
	args.TagSubnets = false
	rec := mockstest.Run(t, existing(args))
	assert.Len(t, rec.Resources(), len(mockstest.Run(t, func(*pulumi.Context) error { return nil }).Resources())+1,
		"only the component is registered")
}

// TestExistingVpcTags expects the tags that a Vpc sets.
func TestExistingVpcTags(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, existing(existingArgs()))
	got := map[string]map[string]any{}
	for _, tag := range rec.OfType("aws:ec2/tag:Tag") {
		subnet := tag.Inputs["resourceId"].(string)
		if got[subnet] == nil {
			got[subnet] = map[string]any{}
		}
		got[subnet][tag.Inputs["key"].(string)] = tag.Inputs["value"]
	}
	public := map[string]any{"kubernetes.io/role/elb": "1", "kubernetes.io/cluster/demo-x7k2p": "shared"}
	private := map[string]any{"kubernetes.io/role/internal-elb": "1", "kubernetes.io/cluster/demo-x7k2p": "shared"}
	assert.Equal(t, map[string]map[string]any{
		"subnet-0a00000000000000b": public, "subnet-0b00000000000000b": public,
		"subnet-0a00000000000000a": private, "subnet-0b00000000000000a": private,
	}, got)

	args := existingArgs()
	args.InfraID = ""
	args.PrivateSubnets = append(args.PrivateSubnets, network.ExistingSubnet{
		ID: pulumi.String("subnet-0c00000000000000a"), Zone: "us-east-2-chi-1a", CIDR: "10.0.32.0/20",
	})
	assert.Len(t, mockstest.Run(t, existing(args)).OfType("aws:ec2/tag:Tag"), 4,
		"there are role tags only, and none in a Local Zone")
}

// TestExistingVpcLeavesTheOwnersTags: a tag that the subnet's owner sets is not registered, and so not deleted either.
func TestExistingVpcLeavesTheOwnersTags(t *testing.T) {
	t.Parallel()
	args := existingArgs()
	args.PublicSubnets = nil
	args.PrivateSubnets[0].Tags = map[string]string{"kubernetes.io/role/internal-elb": "", "team": "network"}
	args.PrivateSubnets[1].Tags = map[string]string{
		"kubernetes.io/role/internal-elb": "1", "kubernetes.io/cluster/demo-x7k2p": "shared",
	}
	rec := mockstest.Run(t, existing(args))
	tag := mockstest.Find(t, rec, "main-tag-cluster-private-us-east-2b")
	assert.Equal(t, "kubernetes.io/cluster/demo-x7k2p", tag.Inputs["key"])
	assert.Len(t, rec.OfType("aws:ec2/tag:Tag"), 1, "the owner sets the others")
}

func TestExistingVpcOutputs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		args := existingArgs()
		args.SecondaryCIDRs = []string{"10.1.0.0/16"}
		args.IPv6CIDR = pulumi.String("2600:1f16:abcd::/56")
		args.PublicRouteTableID = pulumi.String("rtb-0a00000000000000b")
		args.Endpoints = map[string]pulumi.StringInput{
			"sts": pulumi.String("vpce-0123456789abcdef0"),
			"com.amazonaws.vpce.us-east-2.vpce-svc-0123456789abcdef0": pulumi.String("vpce-0123456789abcdef1"),
		}
		args.NATPublicIPs = map[string]pulumi.StringInput{"us-east-2a": pulumi.String("192.0.2.7")}
		main, err := network.NewExistingVpc(ctx, "main", args)
		if err != nil {
			return err
		}
		assert.Equal(t, "10.0.0.0/16", main.CIDR)
		assert.Equal(t, []string{"10.1.0.0/16"}, main.SecondaryCIDRs)
		assert.Len(t, main.PrivateRouteTableIDs, 1)
		assert.Equal(t, []string{"10.0.0.0/16", "10.1.0.0/16", "sts.us-east-2.amazonaws.com"}, main.NoProxy)
		assert.Len(t, main.EndpointIDs, 2)
		ctx.Export("endpoint", main.EndpointIDs["sts"])
		ctx.Export("nat", main.NATPublicIPs["us-east-2a"])
		ctx.Export("vpc", main.ID)
		ctx.Export("ipv6", main.IPv6CIDR)
		ctx.Export("public", main.PublicRouteTableID)
		ctx.Export("private", main.PrivateRouteTableIDs["us-east-2b"])
		for i, zone := range []string{"us-east-2a", "us-east-2b"} {
			assert.Equal(t, zone, main.PublicSubnets[i].Zone)
			assert.Equal(t, zone, main.PrivateSubnets[i].Zone)
		}
		return machineIn(ctx, "private", main.PrivateSubnets[0])
	})
	assert.Equal(t, map[string]any{
		"vpc": "vpc-0123456789abcdef0", "ipv6": "2600:1f16:abcd::/56", "public": "rtb-0a00000000000000b",
		"private":  "rtb-0b00000000000000a",
		"endpoint": "vpce-0123456789abcdef0", "nat": "192.0.2.7",
	}, rec.Outputs())
	machine := mockstest.Find(t, rec, "private us-east-2a")
	assert.Equal(t, "subnet-0a00000000000000a", machine.Inputs["subnetId"])
	assert.Equal(t, map[string]any{"cidr": "10.0.16.0/20"}, machine.Inputs["tags"])
	assert.ElementsMatch(t, []string{"main-tag-role-private-us-east-2a", "main-tag-cluster-private-us-east-2a"},
		namesOf(rec, machine.Dependencies), "load balancers look for the tags")
}

func TestExistingVpcAddsAndRemovesZones(t *testing.T) {
	t.Parallel()
	few := existingArgs()
	few.PublicSubnets, few.PrivateSubnets = few.PublicSubnets[:1], few.PrivateSubnets[:1]
	before, after := mockstest.Run(t, existing(few)), mockstest.Run(t, existing(existingArgs()))
	for _, resource := range before.Resources() {
		if resource.Type != "openshift-aws:network:ExistingVpc" { // The component states all subnets.
			assert.Equal(t, resource.Inputs, mockstest.Find(t, after, resource.Name).Inputs)
		}
	}
	assert.Greater(t, len(after.Resources()), len(before.Resources()))
}
