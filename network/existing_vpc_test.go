package network_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

func existingArgs() *network.ExistingVpcArgs {
	return &network.ExistingVpcArgs{
		VpcID: pulumi.String("vpc-0123456789abcdef0"),
		CIDR:  "10.0.0.0/16",
		PublicSubnets: []network.ExistingSubnet{
			{ID: pulumi.String("subnet-b-public"), Zone: "us-east-2b", CIDR: "10.0.128.0/24"},
			{ID: pulumi.String("subnet-a-public"), Zone: "us-east-2a", CIDR: "10.0.129.0/24"},
		},
		PrivateSubnets: []network.ExistingSubnet{
			{
				ID:           pulumi.String("subnet-b-private"),
				Zone:         "us-east-2b",
				CIDR:         "10.0.0.0/20",
				RouteTableID: pulumi.String("rtb-b"),
			},
			{ID: pulumi.String("subnet-a-private"), Zone: "us-east-2a", CIDR: "10.0.16.0/20"},
		},
		InfraID:    "demo-x7k2p",
		TagSubnets: true,
	}
}

func existing(args *network.ExistingVpcArgs) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := network.NewExistingVpc(ctx, "main", args)
		return err
	}
}

func TestExistingVpcGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "testdata/existing-vpc.golden", mockstest.Run(t, existing(existingArgs())).Golden())
}

func TestExistingVpcPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	mockstest.PreviewIsTheUpdate(t, existing(existingArgs()))
}

func TestExistingVpcProviderIsInherited(t *testing.T) {
	t.Parallel()
	checkProviderIsInherited(t, func(ctx *pulumi.Context, opts ...pulumi.ResourceOption) error {
		_, err := network.NewExistingVpc(ctx, "main", existingArgs(), opts...)
		return err
	})
}

func TestExistingVpcLeavesSubnetsAlone(t *testing.T) {
	t.Parallel()
	args := existingArgs()
	args.TagSubnets = false
	rec := mockstest.Run(t, existing(args))
	assert.Len(
		t,
		rec.Resources(),
		len(mockstest.Run(t, func(*pulumi.Context) error { return nil }).Resources())+1,
		"the component alone",
	)
}

// TestExistingVpcTags compares with the tags that a Vpc sets.
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
		"subnet-a-public": public, "subnet-b-public": public, "subnet-a-private": private, "subnet-b-private": private,
	}, got)

	args := existingArgs()
	args.InfraID = ""
	args.PrivateSubnets = append(args.PrivateSubnets, network.ExistingSubnet{
		ID: pulumi.String("subnet-local"), Zone: "us-east-2-chi-1a", CIDR: "10.0.32.0/20",
	})
	assert.Len(
		t,
		mockstest.Run(t, existing(args)).OfType("aws:ec2/tag:Tag"),
		4,
		"role tags only, and none in a local zone",
	)
}

func TestExistingVpcOutputs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		args := existingArgs()
		args.SecondaryCIDRs = []string{"10.1.0.0/16"}
		args.IPv6CIDR = pulumi.String("2600:1f16:abcd::/56")
		args.PublicRouteTableID = pulumi.String("rtb-public")
		main, err := network.NewExistingVpc(ctx, "main", args)
		if err != nil {
			return err
		}
		assert.Equal(t, "10.0.0.0/16", main.CIDR)
		assert.Equal(t, []string{"10.1.0.0/16"}, main.SecondaryCIDRs)
		assert.Len(t, main.PrivateRouteTableIDs, 1)
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
		"vpc": "vpc-0123456789abcdef0", "ipv6": "2600:1f16:abcd::/56", "public": "rtb-public", "private": "rtb-b",
	}, rec.Outputs())
	machine := mockstest.Find(t, rec, "private us-east-2a")
	assert.Equal(t, "subnet-a-private", machine.Inputs["subnetId"])
	assert.Equal(t, map[string]any{"cidr": "10.0.16.0/20"}, machine.Inputs["tags"])
	assert.ElementsMatch(t, []string{"main-tag-role-private-us-east-2a", "main-tag-cluster-private-us-east-2a"},
		namesOf(rec, machine.Dependencies), "load balancers look for the tags")
}

func TestExistingVpcZoneComesAndGoes(t *testing.T) {
	t.Parallel()
	few := existingArgs()
	few.PublicSubnets, few.PrivateSubnets = few.PublicSubnets[:1], few.PrivateSubnets[:1]
	before, after := mockstest.Run(t, existing(few)), mockstest.Run(t, existing(existingArgs()))
	for _, resource := range before.Resources() {
		assert.Equal(t, resource.Inputs, mockstest.Find(t, after, resource.Name).Inputs)
	}
	assert.Greater(t, len(after.Resources()), len(before.Resources()))
}

func TestExistingVpcArgs(t *testing.T) {
	t.Parallel()
	const path = "network.ExistingVpcArgs"
	with := func(change func(*network.ExistingVpcArgs)) *network.ExistingVpcArgs {
		args := existingArgs()
		change(args)
		return args
	}
	tests := map[string]struct {
		reason string
		args   *network.ExistingVpcArgs
		want   string
	}{
		"legal": {reason: "two zones", args: existingArgs()},
		"private only": {
			reason: "a private cluster needs no public subnet",
			args:   with(func(a *network.ExistingVpcArgs) { a.PublicSubnets = nil }),
		},
		"known tags": {
			reason: "an empty role tag is as good as 1",
			args: with(func(a *network.ExistingVpcArgs) {
				a.TagSubnets = false
				a.PublicSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": ""}
			}),
		},
		"tags to come": {
			reason: "the component sets what is missing",
			args:   with(func(a *network.ExistingVpcArgs) { a.PublicSubnets[0].Tags = map[string]string{} }),
		},
		"local zone": {
			reason: "no load balancer looks for its subnets",
			args: with(func(a *network.ExistingVpcArgs) {
				a.TagSubnets = false
				a.PrivateSubnets[0].Zone = "us-east-2-chi-1a"
				a.PrivateSubnets[0].Tags = map[string]string{}
			}),
		},
		"small VPC": {
			reason: "AWS's smallest",
			args: with(func(a *network.ExistingVpcArgs) {
				a.CIDR = "10.0.0.0/28"
				a.PublicSubnets = nil
				a.PrivateSubnets = a.PrivateSubnets[:1]
				a.PrivateSubnets[0].CIDR = "10.0.0.0/28"
			}),
		},
		"second range": {
			reason: "a subnet outside of the first",
			args: with(func(a *network.ExistingVpcArgs) {
				a.SecondaryCIDRs = []string{"10.1.0.0/16"}
				a.PrivateSubnets[0].CIDR = "10.1.0.0/20"
			}),
		},
		"nil": {
			reason: "everything is required",
			want:   path + ".VpcID: is required\n" + path + ".CIDR: is required\n" + path + ".PrivateSubnets: is required",
		},
		"empty subnet": {
			reason: "a struct nobody filled",
			args:   with(func(a *network.ExistingVpcArgs) { a.PublicSubnets[0] = network.ExistingSubnet{} }),
			want:   path + ".PublicSubnets[0].ID: is required\n" + path + ".PublicSubnets[0].Zone: is required\n" + path + `.PublicSubnets[0].CIDR: is required`,
		},
		"no zone": {
			reason: "a region is no zone",
			args:   with(func(a *network.ExistingVpcArgs) { a.PublicSubnets[0].Zone = "us-east-2" }),
			want:   path + `.PublicSubnets[0].Zone: "us-east-2" is no zone; write one such as us-east-2a`,
		},
		"zone twice": {
			reason: "machine pools take one subnet a zone",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].Zone = "us-east-2b" }),
			want:   path + ".PrivateSubnets[1].Zone: us-east-2b has a subnet of this kind already; a cluster takes one a zone",
		},
		"two regions": {
			reason: "a VPC is in one region",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].Zone = "us-west-2a" }),
			want:   path + ": subnets are in several regions ([us-east-2 us-west-2]); a VPC is in one",
		},
		"outside": {
			reason: "a subnet of another VPC",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].CIDR = "10.1.0.0/20" }),
			want:   path + ".PrivateSubnets[1].CIDR: 10.1.0.0/20 is not in the VPC; its ranges are [10.0.0.0/16]",
		},
		"overlap": {
			reason: "a subnet named twice",
			args:   with(func(a *network.ExistingVpcArgs) { a.PrivateSubnets[1].CIDR = "10.0.0.0/20" }),
			want:   path + ".PrivateSubnets[1].CIDR: 10.0.0.0/20 overlaps 10.0.0.0/20 of network.ExistingVpcArgs.PrivateSubnets[0].CIDR; choose ranges that do not overlap",
		},
		"ranges overlap": {
			reason: "ranges of one VPC",
			args:   with(func(a *network.ExistingVpcArgs) { a.SecondaryCIDRs = []string{"10.0.0.0/20"} }),
			want:   path + ".SecondaryCIDRs[0]: 10.0.0.0/20 overlaps 10.0.0.0/16 of network.ExistingVpcArgs.CIDR; choose ranges that do not overlap",
		},
		"no VPC's range": {
			reason: "AWS's limit",
			args:   with(func(a *network.ExistingVpcArgs) { a.CIDR = "10.0.0.0/8" }),
			want:   path + ".CIDR: 10.0.0.0/8 is no range that a VPC can have; AWS takes /16 to /28",
		},
		"infra id": {
			reason: "capitals",
			args:   with(func(a *network.ExistingVpcArgs) { a.InfraID = "Demo" }),
			want:   path + `.InfraID: "Demo" must begin with a lower-case letter, hold only lower-case letters, digits and hyphens, and not end in a hyphen`,
		},
		"missing tag": {
			reason: "load balancers would find no subnet",
			args: with(
				func(a *network.ExistingVpcArgs) { a.TagSubnets = false; a.PrivateSubnets[0].Tags = map[string]string{} },
			),
			want: path + ".PrivateSubnets[0].Tags: kubernetes.io/role/internal-elb must be 1 or empty on a private subnet; tag the subnet or set network.ExistingVpcArgs.TagSubnets",
		},
		"wrong value": {
			reason: "load balancers look at the value",
			args: with(func(a *network.ExistingVpcArgs) {
				a.PublicSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": "0"}
			}),
			want: path + ".PublicSubnets[0].Tags: kubernetes.io/role/elb must be 1 or empty on a public subnet; tag the subnet or set network.ExistingVpcArgs.TagSubnets",
		},
		"other kind's": {
			reason: "a public load balancer in a private subnet",
			args: with(func(a *network.ExistingVpcArgs) {
				a.PrivateSubnets[0].Tags = map[string]string{"kubernetes.io/role/elb": "1"}
			}),
			want: path + ".PrivateSubnets[0].Tags: kubernetes.io/role/elb is not for a private subnet: load balancers of the other kind would be put into it; remove it",
		},
		"owned": {
			reason: "the installer deletes what is owned",
			args: with(func(a *network.ExistingVpcArgs) {
				a.PrivateSubnets[0].Tags = map[string]string{"kubernetes.io/cluster/demo-x7k2p": "owned"}
			}),
			want: path + ".PrivateSubnets[0].Tags: kubernetes.io/cluster/demo-x7k2p is owned: openshift-install destroy cluster would delete the subnet; set it to shared",
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
			assert.EqualError(t, rec.Run(existing(tt.args)), tt.want)
			assert.Empty(t, rec.OfType("openshift-aws:network:ExistingVpc"))
		})
	}
}
