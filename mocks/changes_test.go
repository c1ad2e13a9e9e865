package mocks_test

import (
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// landscape is a VPC with a subnet, an instance in it, and an object in a cluster.
type landscape struct {
	vpc, subnet, machine, object pulumi.Map
	cluster                      pulumi.Map
	options                      []pulumi.ResourceOption
	noMachine                    bool
}

func (n landscape) record(t *testing.T) *mocks.Recorder {
	t.Helper()
	rec := mocks.New()
	merged := func(base, change pulumi.Map) pulumi.Map {
		maps.Copy(base, change)
		return base
	}
	run(t, rec, func(ctx *pulumi.Context) {
		parent := component(ctx, "all")
		vpc := register(ctx, vpcType, "vpc", merged(pulumi.Map{"cidrBlock": text("10.0.0.0/16")}, n.vpc),
			pulumi.Parent(parent))
		subnet := register(ctx, subnetType, "subnet",
			merged(pulumi.Map{"vpcId": vpc.ID(), "cidrBlock": text("10.0.0.0/24")}, n.subnet))
		cluster := providerOf(ctx, "kubernetes", "cluster", n.cluster)
		register(ctx, "kubernetes:core/v1:ConfigMap", "object", merged(pulumi.Map{
			"apiVersion": text(
				"v1",
			), "kind": text("ConfigMap"), "metadata": pulumi.Map{"name": text("a")}, "data": pulumi.Map{"k": text("v")},
		}, n.object), pulumi.Provider(cluster))
		if n.noMachine {
			return
		}
		register(ctx, instanceType, "machine", merged(pulumi.Map{
			"subnetId": subnet.ID(), "instanceType": text("m5.large"), "ami": text("ami-1"),
			"userData": pulumi.ToSecret(text("a")),
			"tags":     pulumi.Map{"vpc": vpc.ID()},
		}, n.machine), n.options...)
	})
	return rec
}

func TestChanges(t *testing.T) {
	t.Parallel()
	ignored := []pulumi.ResourceOption{pulumi.IgnoreChanges([]string{"ami", "tags.new"})}
	tests := map[string]struct {
		reason        string
		before, after landscape
		want          []string
	}{
		"nothing": {reason: "two runs of one program are the same"},
		"the value that EC2 chose": {
			reason: "setting what the service chose itself is no change",
			after:  landscape{vpc: pulumi.Map{"instanceTenancy": text("default")}},
		},
		"another value than EC2 chose": {
			reason: "EC2 chose default",
			after:  landscape{vpc: pulumi.Map{"instanceTenancy": text("dedicated")}},
			want:   []string{"update Vpc vpc: instanceTenancy"},
		},
		"in place": {
			reason: "the instance type changes in place",
			after:  landscape{machine: pulumi.Map{"instanceType": text("m5.xlarge")}},
			want:   []string{"update Instance machine: instanceType"},
		},
		"replaced with its user": {
			reason: "a CIDR cannot be changed, and neither can the subnet of an instance",
			after:  landscape{subnet: pulumi.Map{"cidrBlock": text("10.0.1.0/24")}},
			want:   []string{"replace Instance machine: subnetId", "replace Subnet subnet: cidrBlock"},
		},
		"replaced with its dependents": {
			reason: "a tag with the ID of a replaced resource changes in place",
			after:  landscape{vpc: pulumi.Map{"cidrBlock": text("10.0.0.0/17")}},
			want: []string{
				"replace Instance machine: subnetId", "replace Subnet subnet: vpcId",
				"replace Vpc vpc: cidrBlock",
			},
		},
		"ignored": {
			reason: "IgnoreChanges keeps the old values",
			before: landscape{options: ignored},
			after: landscape{
				options: ignored,
				machine: pulumi.Map{"ami": text("ami-2"), "tags": pulumi.Map{"new": text("x")}},
			},
			want: []string{"update Instance machine: tags.vpc"},
		},
		"replace on changes": {
			reason: "ReplaceOnChanges replaces instead of updating",
			after: landscape{options: []pulumi.ResourceOption{pulumi.ReplaceOnChanges([]string{"instanceType"})},
				machine: pulumi.Map{"instanceType": text("m5.xlarge")}},
			want: []string{"replace Instance machine: instanceType"},
		},
		"secret": {
			reason: "secrets are compared by value",
			after:  landscape{machine: pulumi.Map{"userData": pulumi.ToSecret(text("b"))}},
			want:   []string{"update Instance machine: userData"},
		},
		"created": {
			reason: "a resource that the earlier run did not register is created",
			before: landscape{noMachine: true},
			want:   []string{"create Instance machine"},
		},
		"deleted": {
			reason: "a resource that the later run does not register is deleted",
			after:  landscape{noMachine: true},
			want:   []string{"delete Instance machine"},
		},
		"object": {
			reason: "labels of an object change in place",
			after: landscape{
				object: pulumi.Map{"metadata": pulumi.Map{"name": text("a"), "labels": pulumi.Map{"l": text("x")}}},
			},
			want: []string{"update ConfigMap object: metadata.labels"},
		},
		"content of an object": {
			reason: "the provider treats a ConfigMap as immutable by default",
			after:  landscape{object: pulumi.Map{"data": pulumi.Map{"k": text("w"), "l": text("x")}}},
			want:   []string{"replace ConfigMap object: data.k, data.l"},
		},
		"content of an object that may change": {
			reason: "EnableConfigMapMutable is text, as Pulumi's SDK passes it",
			after: landscape{
				cluster: pulumi.Map{"enableConfigMapMutable": text("true")},
				object:  pulumi.Map{"data": pulumi.Map{"k": text("w"), "l": text("x")}},
			},
			want: []string{"update ConfigMap object: data.k, data.l"},
		},
		"architecture": {
			reason: "an instance of another architecture is another machine",
			after:  landscape{machine: pulumi.Map{"instanceType": text("m6g.large")}},
			want:   []string{"replace Instance machine: instanceType"},
		},
		"object of another name": {
			reason: "another name is another object",
			after:  landscape{object: pulumi.Map{"metadata": pulumi.Map{"name": text("b")}}},
			want:   []string{"replace ConfigMap object: metadata.name"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, change := range tt.after.record(t).Changes(tt.before.record(t)) {
				got = append(got, change.String())
			}
			require.ElementsMatch(t, tt.want, got, tt.reason)
		})
	}
}

// changesOf returns the changes from one program to another.
func changesOf(t *testing.T, before, after func(ctx *pulumi.Context)) []string {
	t.Helper()
	then, now := mocks.New(), mocks.New()
	run(t, then, before)
	run(t, now, after)
	var changes []string
	for _, change := range now.Changes(then) {
		changes = append(changes, change.String())
	}
	return changes
}

func TestChangesOfProviders(t *testing.T) {
	t.Parallel()
	// in registers a VPC and a ConfigMap by providers with these inputs, or by the default ones.
	in := func(aws, cluster pulumi.Map) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			var byAWS, byCluster []pulumi.ResourceOption
			if aws != nil {
				byAWS = append(byAWS, pulumi.Provider(providerOf(ctx, "aws", "account", aws)))
			}
			if cluster != nil {
				byCluster = append(byCluster, pulumi.Provider(providerOf(ctx, "kubernetes", "cluster", cluster)))
			}
			register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text("10.0.0.0/16")}, byAWS...)
			register(ctx, "kubernetes:core/v1:ConfigMap", "object", pulumi.Map{
				"apiVersion": text("v1"), "kind": text("ConfigMap"), "metadata": pulumi.Map{"name": text("a")},
			}, byCluster...)
		}
	}
	ohio, oregon := pulumi.Map{"region": text("us-east-2")}, pulumi.Map{"region": text("us-west-2")}
	one, two := pulumi.Map{"clusterIdentifier": text("one")}, pulumi.Map{"clusterIdentifier": text("two")}
	other := pulumi.Map{"region": text("us-east-2"), "profile": text("other")}
	tests := map[string]struct {
		reason        string
		before, after func(ctx *pulumi.Context)
		want          []string
	}{
		"the same":  {reason: "nothing moves", before: in(ohio, one), after: in(ohio, one)},
		"a profile": {reason: "other credentials are of the same account", before: in(ohio, one), after: in(other, one)},
		"another region": {
			reason: "a VPC stays in its region", before: in(ohio, one), after: in(oregon, one),
			want: []string{"replace Vpc vpc: provider"},
		},
		"another cluster": {
			reason: "an object stays in its cluster", before: in(ohio, one), after: in(ohio, two),
			want: []string{"replace ConfigMap object: provider"},
		},
		"explicit instead of default": {
			reason: "the engine compares providers by name, not by what they configure",
			before: in(nil, one), after: in(ohio, one), want: []string{"replace Vpc vpc: provider"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, changesOf(t, tt.before, tt.after), tt.reason)
		})
	}
}

func TestRejectedChanges(t *testing.T) {
	t.Parallel()
	vpc := func(cidr string) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text(cidr)}, pulumi.Protect(true))
		}
	}
	pool := func(replicas int, kind string) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			register(ctx, "rhcs:index/hcpMachinePool:HcpMachinePool", "pool", pulumi.Map{
				"cluster": text("c"), "name": text("pool"), "subnetId": text("subnet-0123456789abcdef0"),
				"replicas":   pulumi.Int(replicas),
				"autoRepair": pulumi.Bool(true), "autoscaling": pulumi.Map{"enabled": pulumi.Bool(false)},
				"awsNodePool": pulumi.Map{"instanceType": text(kind)},
			})
		}
	}
	require.Equal(t, []string{"reject Vpc vpc: cidrBlock"}, changesOf(t, vpc("10.0.0.0/16"), vpc("10.1.0.0/16")),
		"a protected resource is not replaced")
	require.Equal(t, []string{"reject Vpc vpc"}, changesOf(t, vpc("10.0.0.0/16"), func(*pulumi.Context) {}),
		"a protected resource is not deleted")
	require.Equal(t, []string{"update HcpMachinePool pool: replicas"},
		changesOf(t, pool(2, "m5.xlarge"), pool(3, "m5.xlarge")))
	require.Equal(t, []string{"reject HcpMachinePool pool: awsNodePool.instanceType"},
		changesOf(t, pool(2, "m5.xlarge"), pool(2, "m5.2xlarge")), "OCM cannot change the type of a machine pool")
}

func TestReplacedWith(t *testing.T) {
	t.Parallel()
	program := func(cidr string) func(ctx *pulumi.Context) {
		return func(ctx *pulumi.Context) {
			vpc := register(ctx, vpcType, "vpc", pulumi.Map{"cidrBlock": text(cidr)})
			register(ctx, roleType, "role", pulumi.Map{"assumeRolePolicy": text("{}")},
				pulumi.ReplaceWith([]pulumi.Resource{vpc}))
		}
	}
	require.Equal(t, []string{"replace Vpc vpc: cidrBlock", "replace Role role"},
		changesOf(t, program("10.0.0.0/16"), program("10.1.0.0/16")))
}
