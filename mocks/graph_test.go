package mocks_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

func provider(ctx *pulumi.Context, name, region string, opts ...pulumi.ResourceOption) pulumi.ProviderResource {
	return providerOf(ctx, "aws", name, pulumi.Map{"region": pulumi.String(region)}, opts...)
}

func TestLongestChain(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	program := asProgram(func(ctx *pulumi.Context) {
		aws := pulumi.Provider(provider(ctx, "east", "us-east-1"))
		parent := component(ctx, "all", aws)
		vpc := register(ctx, vpcType, "vpc", nil, pulumi.Parent(parent))
		a := register(ctx, subnetType, "a", pulumi.Map{"vpcId": vpc.ID()}, pulumi.Parent(parent))
		register(ctx, instanceType, "i", pulumi.Map{"subnetId": a.ID()}, pulumi.Parent(parent))
		register(ctx, zoneType, "zone", pulumi.Map{"name": pulumi.String("a.b")},
			pulumi.DependsOn([]pulumi.Resource{vpc}))
		register(ctx, roleType, "alone", pulumi.Map{"assumeRolePolicy": pulumi.String("{}")})
	})
	require.NoError(t, rec.Preview(program))
	previewed := rec.Graph().LongestChain()
	require.NoError(t, rec.Run(program))
	g := rec.Graph()
	urn := func(name string) string { return find(t, rec, name).URN }
	require.Equal(t, []string{urn("east"), urn("vpc"), urn("a"), urn("i")}, g.LongestChain(),
		"a component is passed, a provider counts")
	require.Equal(t, g.LongestChain(), previewed)
	require.Equal(t, urn("east"), find(t, rec, "vpc").Provider)
	require.ElementsMatch(t, []string{urn("vpc"), urn("east")}, g.Dependencies(urn("a")))
	require.True(t, g.Reaches(urn("i"), urn("vpc")))
	require.False(t, g.Reaches(urn("vpc"), urn("i")))
	require.Equal(t, "arn:aws:ec2:us-east-1:123456789012:vpc/"+find(t, rec, "vpc").ID,
		find(t, rec, "vpc").Outputs["arn"], "the region is the provider's")
	require.Empty(t, mocks.New().Graph().LongestChain())
}

// shuffled registers the same resources in an order that the seed decides.
func shuffled(seed int64) pulumi.RunFunc {
	return asProgram(func(ctx *pulumi.Context) {
		random := rand.New(rand.NewSource(seed))
		parent := component(ctx, "all")
		secret := pulumi.ToSecret(pulumi.String("hidden"))
		vpcs := map[string]*custom{}
		names := []string{"a", "b", "c", "d"}
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			vpcs[name] = register(ctx, vpcType, "vpc-"+name, pulumi.Map{"tags": pulumi.Map{
				"Name": pulumi.String(name), "secret": secret, "long": pulumi.String(strings.Repeat(name, 129)),
			}}, pulumi.Parent(parent))
		}
		var all []pulumi.Resource
		for _, name := range []string{"a", "b", "c", "d"} {
			all = append(all, vpcs[name])
		}
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, name := range names {
			subnet := register(ctx, subnetType, "subnet-"+name, pulumi.Map{
				"vpcId": vpcs[name].ID(), "cidrBlock": pulumi.String("10.0.0.0/24"),
				"ipv6CidrBlock": pulumi.String("::/64"), "mapPublicIpOnLaunch": pulumi.Bool(true),
			}, pulumi.Parent(parent), pulumi.DependsOn(all), pulumi.Protect(true), pulumi.IgnoreChanges([]string{"tags"}))
			register(ctx, instanceType, "machine-"+name, pulumi.Map{
				"subnetId": subnet.ID(),
				"ebsBlockDevices": pulumi.Array{
					pulumi.Map{"deviceName": pulumi.String("/dev/a"), "volumeSize": pulumi.Int(5)},
				},
			}, pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "5m"}), pulumi.DeletedWith(vpcs[name]))
			ctx.Export("arn-"+name, subnet.Arn)
		}
		var region struct{}
		if err := ctx.Invoke("aws:index/getRegion:getRegion", nil, &region); err != nil {
			panic(err)
		}
	})
}

func TestGoldenIsTheSameInAnyOrder(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(shuffled(0)))
	want := string(rec.Golden())
	for seed := range int64(50) {
		require.NoError(t, rec.Run(shuffled(seed)))
		require.Equal(t, want, string(rec.Golden()), "seed %d", seed)
	}
	require.NotContains(t, want, "hidden")
	require.True(t, strings.HasSuffix(want, "\n") && !strings.HasSuffix(want, "\n\n"))
	golden.Check(t, "testdata/everything.golden", []byte(want))
}
