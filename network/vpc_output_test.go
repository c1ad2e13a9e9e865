package network_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestVpcOutputs checks what an instance in each subnet waits for.
func TestVpcOutputs(t *testing.T) {
	t.Parallel()
	args := threeZones()
	args.Zones = []string{"us-east-2b", "us-east-2a"}
	args.NAT, args.NATZone = network.NATSingle, "us-east-2a"
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		main, err := network.NewVpc(ctx, "main", &args)
		if err != nil {
			return err
		}
		assert.Equal(t, "10.0.0.0/16", main.CIDR)
		assert.Equal(t, []string{"us-east-2a", "us-east-2b"}, slices.Sorted(maps.Keys(main.PrivateRouteTableIDs)))
		ctx.Export("vpc", main.ID)
		ctx.Export("public", main.PublicRouteTableID)
		ctx.Export("private", main.PrivateRouteTableIDs["us-east-2b"])
		for _, subnet := range main.PublicSubnets {
			if err := machineIn(ctx, "public", subnet); err != nil {
				return err
			}
		}
		for _, subnet := range main.PrivateSubnets {
			if err := machineIn(ctx, "private", subnet); err != nil {
				return err
			}
		}
		return nil
	})
	assert.Equal(t, map[string]any{
		"vpc":     mockstest.Find(t, rec, "main-vpc").ID,
		"public":  mockstest.Find(t, rec, "main-rt-public").ID,
		"private": mockstest.Find(t, rec, "main-rt-private-us-east-2b").ID,
	}, rec.Outputs())

	for machine, want := range map[string]struct{ subnet, cidr string }{
		"public us-east-2a":  {subnet: "main-subnet-public-us-east-2a", cidr: "10.0.16.0/22"},
		"public us-east-2b":  {subnet: "main-subnet-public-us-east-2b", cidr: "10.0.48.0/22"},
		"private us-east-2a": {subnet: "main-subnet-private-us-east-2a", cidr: "10.0.0.0/20"},
		"private us-east-2b": {subnet: "main-subnet-private-us-east-2b", cidr: "10.0.32.0/20"},
	} {
		inputs := mockstest.Find(t, rec, machine).Inputs
		assert.Equal(t, mockstest.Find(t, rec, want.subnet).ID, inputs["subnetId"], machine)
		assert.Equal(t, map[string]any{"cidr": want.cidr}, inputs["tags"], machine)
	}

	public := mockstest.Find(t, rec, "public us-east-2b")
	assert.ElementsMatch(t, []string{
		"main-subnet-public-us-east-2b", "main-rta-public-us-east-2b", "main-route-public", "main-s3",
	}, namesOf(rec, public.Dependencies))
	private := mockstest.Find(t, rec, "private us-east-2b")
	assert.ElementsMatch(t, []string{
		"main-subnet-private-us-east-2b", "main-rta-private-us-east-2b", "main-route-private-us-east-2b", "main-s3",
		"main-route-public", "main-rta-public-us-east-2a",
	}, namesOf(rec, private.Dependencies), "a private subnet has internet access once its NAT gateway has")
	assert.True(t, rec.Graph().Reaches(private.URN, mockstest.Find(t, rec, "main-nat-us-east-2a").URN))
}

func TestVpcFeatureOutputs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		args := everything()
		dual, err := network.NewVpc(ctx, "dual", &args)
		if err != nil {
			return err
		}
		assert.Equal(t, []string{"100.70.0.0/16"}, dual.SecondaryCIDRs)
		four := zeroEgress()
		single, err := network.NewVpc(ctx, "four", &four)
		if err != nil {
			return err
		}
		assert.Empty(t, single.NATPublicIPs)
		assert.Equal(t, []string{
			"10.0.0.0/16", "100.70.0.0/16", "s3.us-east-2.amazonaws.com", "ec2.us-east-2.amazonaws.com",
			"ec2messages.us-east-2.amazonaws.com",
			"api.ecr.us-east-2.amazonaws.com", "dkr.ecr.us-east-2.amazonaws.com", "elasticloadbalancing.us-east-2.amazonaws.com",
			"kms.us-east-2.amazonaws.com", "ssm.us-east-2.amazonaws.com", "ssmmessages.us-east-2.amazonaws.com",
			"sts.us-east-2.amazonaws.com",
		}, dual.NoProxy)
		assert.Equal(t, []string{"ec2", "ecr.api", "ecr.dkr", "kms", "s3", "sts"},
			slices.Sorted(maps.Keys(single.EndpointIDs)))
		ctx.Export("s3", single.EndpointIDs["s3"])
		ctx.Export("ecr", single.EndpointIDs["ecr.dkr"])
		ctx.Export("ipv6", dual.IPv6CIDR)
		ctx.Export("none", single.IPv6CIDR)
		ctx.Export("nat", dual.NATPublicIPs["us-east-2a"])
		return nil
	})
	assert.Equal(t, map[string]any{
		"ipv6": mockstest.Find(t, rec, "dual-vpc").Outputs["ipv6CidrBlock"],
		"none": nil,
		"s3":   mockstest.Find(t, rec, "four-s3").ID,
		"ecr":  mockstest.Find(t, rec, "four-endpoint-ecr.dkr").ID,
		"nat":  mockstest.Find(t, rec, "dual-eip-us-east-2a").Outputs["publicIp"],
	}, rec.Outputs())
}

// TestVpcSubnetsWaitForEndpointsAndDHCP checks what the ID of a private subnet without NAT waits for.
func TestVpcSubnetsWaitForEndpointsAndDHCP(t *testing.T) {
	t.Parallel()
	args := zeroEgress()
	args.DHCP = &network.DHCPOptionsArgs{}
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		main, err := network.NewVpc(ctx, "main", &args)
		if err != nil {
			return err
		}
		return machineIn(ctx, "private", main.PrivateSubnets[0])
	})
	assert.ElementsMatch(t, []string{
		"main-subnet-private-us-east-2a", "main-rta-private-us-east-2a", "main-s3", "main-dhcp-options-association",
		"main-endpoint-ec2", "main-endpoint-ecr.api", "main-endpoint-ecr.dkr", "main-endpoint-kms", "main-endpoint-sts",
	}, namesOf(rec, mockstest.Find(t, rec, "private us-east-2a").Dependencies))
}
