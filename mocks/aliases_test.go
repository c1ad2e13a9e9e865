package mocks_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"
)

// TestAliases: a renamed resource is the old one, with its ID, and so are the children of a renamed component.
func TestAliases(t *testing.T) {
	t.Parallel()
	const byID = "${vpc}"
	// program registers a VPC with a name and a parent, and a subnet in the VPC.
	program := func(parent, vpc, cidr string, aliases ...pulumi.Alias) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			var opts, ofParent []pulumi.ResourceOption
			if parent != "" {
				if vpc == byID {
					vpc, ofParent, aliases = parent+"-vpc", append(ofParent, pulumi.Aliases(aliases)), nil
				}
				opts = append(opts, pulumi.Parent(component(ctx, parent, ofParent...)))
			}
			created := register(ctx, vpcType, vpc, pulumi.Map{"cidrBlock": text("10.0.0.0/16")},
				append(opts, pulumi.Aliases(aliases))...)
			register(ctx, subnetType, "subnet", pulumi.Map{
				"vpcId": created.ID(), "cidrBlock": text(cidr), "tags": pulumi.Map{"of": pulumi.Sprintf("in %s", created.ID())},
			}, opts...)
		}
	}
	const cidr = "10.0.0.0/24"
	former := []pulumi.Alias{{Name: text("old")}}
	tests := map[string]struct {
		reason        string
		before, after func(ctx *pulumi.Context)
		want          []string
	}{
		"without": {
			reason: "another name is another resource",
			before: program("", "old", cidr), after: program("", "new", cidr),
			want: []string{"replace Subnet subnet: vpcId", "create Vpc new", "delete Vpc old"},
		},
		"name": {
			reason: "the VPC keeps its ID, so its subnet does not change",
			before: program("", "old", cidr), after: program("", "new", cidr, former...),
		},
		"with a change": {
			reason: "the alias changes nothing else",
			before: program("", "old", cidr), after: program("", "new", "10.0.1.0/24", former...),
			want: []string{"replace Subnet subnet: cidrBlock"},
		},
		"URN": {
			reason: "an alias can be a whole URN",
			before: program("", "old", cidr),
			after: program("", "new", cidr,
				pulumi.Alias{URN: pulumi.URN("urn:pulumi:stack::project::" + vpcType + "::old")}),
		},
		"into a component": {
			reason: "a resource can move into a component",
			before: func(ctx *pulumi.Context) {
				register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text("10.0.0.0/16")})
			},
			after: func(ctx *pulumi.Context) {
				register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text("10.0.0.0/16")},
					pulumi.Parent(component(ctx, "all")), pulumi.Aliases([]pulumi.Alias{{NoParent: pulumi.Bool(true)}}))
			},
		},
		"component": {
			reason: "children have the former names and the former type of their parent",
			before: program("old", byID, cidr), after: program("new", byID, cidr, former...),
		},
		"component and child": {
			reason: "the aliases of a child are in the former component too",
			before: program("old", "old-a", cidr),
			after: func(ctx *pulumi.Context) {
				parent := pulumi.Parent(component(ctx, "new", pulumi.Aliases(former)))
				vpc := register(ctx, vpcType, "new-b", pulumi.Map{"cidrBlock": text("10.0.0.0/16")}, parent,
					pulumi.Aliases([]pulumi.Alias{{Name: text("new-a")}}))
				register(ctx, subnetType, "subnet", pulumi.Map{
					"vpcId": vpc.ID(), "cidrBlock": text(cidr), "tags": pulumi.Map{"of": pulumi.Sprintf("in %s", vpc.ID())},
				}, parent)
			},
		},
		"name that another resource has": {
			reason: "an alias of a resource that stays is not its former name",
			before: program("", "old", cidr),
			after: func(ctx *pulumi.Context) {
				program("", "old", cidr)(ctx)
				register(ctx, vpcType, "new", pulumi.Map{"cidrBlock": text("10.0.0.0/16")}, pulumi.Aliases(former))
			},
			want: []string{"create Vpc new"},
		},
		"provider": {
			reason: "a renamed provider is the former one",
			before: func(ctx *pulumi.Context) {
				register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text("10.0.0.0/16")},
					pulumi.Provider(providerOf(ctx, "aws", "old", pulumi.Map{"region": text("us-east-2")})))
			},
			after: func(ctx *pulumi.Context) {
				renamed := providerOf(ctx, "aws", "new", pulumi.Map{"region": text("us-east-2")}, pulumi.Aliases(former))
				register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text("10.0.0.0/16")}, pulumi.Provider(renamed))
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, changesOf(t, tt.before, tt.after), tt.reason)
		})
	}
}
