package plugin

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// TestVpcArguments passes a component in place of a network and of subnets.
func TestVpcArguments(t *testing.T) {
	t.Parallel()
	reference := func(kind string) resource.PropertyValue {
		return resource.NewProperty(resource.ResourceReference{URN: resource.URN("urn:pulumi:t::t::" + kind + "::vpc")})
	}
	vpc, existing := reference("openshift-aws:network:Vpc"), reference("openshift-aws:network:ExistingVpc")
	unknown := resource.NewProperty(resource.Output{Dependencies: []resource.URN{"urn:pulumi:t::t::a:b:C::c"}})
	own := resource.NewProperty([]resource.PropertyValue{})
	for _, tt := range []struct {
		reason   string
		args     reflect.Type
		given    resource.PropertyMap
		want     []resource.PropertyKey
		problems problems
	}{
		{
			reason: "a Vpc is a network",
			args:   reflect.TypeFor[network.SecurityGroupsArgs](), given: resource.PropertyMap{"vpc": vpc},
			want: []resource.PropertyKey{"network"},
		},
		{
			reason: "and so is an ExistingVpc, also one that is not known yet",
			args:   reflect.TypeFor[network.SecurityGroupsArgs](), given: resource.PropertyMap{"existingVpc": unknown},
			want: []resource.PropertyKey{"network"},
		},
		{
			reason: "it is the subnets that the program does not name",
			args:   reflect.TypeFor[network.EgressProxyArgs](), given: resource.PropertyMap{"vpc": vpc},
			want: []resource.PropertyKey{"network", "subnets"},
		},
		{
			reason: "and not those that it names",
			args:   reflect.TypeFor[network.EgressProxyArgs](), given: resource.PropertyMap{"vpc": vpc, "subnets": own},
			want: []resource.PropertyKey{"network"},
		},
		{
			reason: "a blueprint's vpc are arguments",
			args:   reflect.TypeFor[blueprint.ROSAHCPArgs](), given: resource.PropertyMap{"vpcComponent": vpc},
			want: []resource.PropertyKey{"network"},
		},
		{
			reason: "null is as if it were not set",
			args:   reflect.TypeFor[nodes.WorkerPoolArgs](),
			given:  resource.PropertyMap{"vpc": vpc, "existingVpc": resource.NewNullProperty()},
			want:   []resource.PropertyKey{"subnets"},
		},
		{
			reason: "one of them",
			args:   reflect.TypeFor[nodes.WorkerPoolArgs](), given: resource.PropertyMap{"vpc": vpc, "existingVpc": existing},
			want:     []resource.PropertyKey{"subnets"},
			problems: problems{{"existingVpc", "must not be set together with vpc"}},
		},
		{
			reason: "or a network",
			args:   reflect.TypeFor[network.SecurityGroupsArgs](), given: resource.PropertyMap{"vpc": vpc, "network": unknown},
			problems: problems{{"vpc", "must not be set together with network"}},
		},
		{
			reason: "or all subnets",
			args:   reflect.TypeFor[nodes.WorkerPoolArgs](), given: resource.PropertyMap{"vpc": vpc, "subnets": own},
			problems: problems{{"vpc", "must not be set together with subnets"}},
		},
		{
			reason: "each has its kind of component",
			args:   reflect.TypeFor[nodes.WorkerPoolArgs](), given: resource.PropertyMap{"vpc": existing},
			problems: problems{{"vpc", "must be a Vpc (got an ExistingVpc)"}},
		},
		{
			reason: "and is no ID",
			args:   reflect.TypeFor[nodes.WorkerPoolArgs](), given: resource.PropertyMap{"existingVpc": resource.NewProperty("vpc-0")},
			problems: problems{{"existingVpc", "must be an ExistingVpc (got a string)"}},
		},
		{
			reason: "a network is no component",
			args:   reflect.TypeFor[blueprint.ROSAHCPArgs](), given: resource.PropertyMap{"network": vpc},
			problems: problems{{"network", "must not be a component: pass it as vpcComponent or existingVpcComponent"}},
		},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			t.Parallel()
			p := placement{given: map[string]string{}}
			placed := p.fields(argument.Of(tt.args), tt.given, "")
			assert.Equal(t, tt.problems, p.problems)
			assert.Equal(t, tt.want, slices.Sorted(maps.Keys(p.asKeys())))
			for _, key := range tt.want {
				assert.Contains(t, placed, key)
			}
			for _, each := range VpcArguments(argument.Of(tt.args)) {
				assert.NotContains(t, placed, resource.PropertyKey(each.Name))
			}
		})
	}
}

// asKeys returns the fields in whose places there are components.
func (p *placement) asKeys() map[resource.PropertyKey]bool {
	keys := map[resource.PropertyKey]bool{}
	for field := range p.given {
		keys[resource.PropertyKey(field)] = true
	}
	return keys
}

// TestVpcArgumentsOfParts passes a component to a part of a blueprint, and to one of several.
func TestVpcArgumentsOfParts(t *testing.T) {
	t.Parallel()
	vpc := resource.NewProperty(resource.ResourceReference{URN: "urn:pulumi:t::t::openshift-aws:network:Vpc::vpc"})
	c := construction{
		component: Component{Args: reflect.TypeFor[blueprint.SelfManagedArgs]()}, dependencies: map[string][]resource.URN{},
		inputs: resource.PropertyMap{
			"jumpHost": resource.MakeSecret(resource.NewProperty(resource.PropertyMap{"vpc": vpc})),
			"workerPools": resource.NewProperty(resource.PropertyMap{
				"batch": resource.NewProperty(resource.PropertyMap{"vpc": vpc}),
			}),
		},
	}
	c.place()
	host := unwrap(c.inputs["jumpHost"], value{})
	assert.True(t, host.secret)
	assert.Equal(t, resource.PropertyMap{"network": vpc}, host.ObjectValue())
	assert.Equal(t, resource.PropertyMap{"subnets": vpc}, c.inputs["workerPools"].ObjectValue()["batch"].ObjectValue())
	assert.Equal(t, "jumpHost.vpc.privateSubnets[0].zone", c.placement.asGiven("jumpHost.network.privateSubnets[0].zone"))
	assert.Equal(t, "workerPools[batch].vpc.privateSubnets", c.asGiven([]string{"workerPools[batch].subnets", "workerPools[batch].subnets"}))
	assert.Equal(t, "jumpHost.networks", c.placement.asGiven("jumpHost.networks"))
}

// TestDecodeVpc asserts that a Vpc in place of subnets is those that the field is for, whatever its name. An internal cluster has no public
// ones.
func TestDecodeVpc(t *testing.T) {
	t.Parallel()
	vpc := &network.Vpc{Network: network.Network{
		PublicSubnets: []network.Subnet{{CIDR: "public"}}, PrivateSubnets: []network.Subnet{{CIDR: "private"}},
	}}
	reference := resource.NewProperty(resource.ResourceReference{URN: "urn:pulumi:t::t::openshift-aws:network:Vpc::vpc"})
	for _, tt := range []struct {
		args   reflect.Type
		scope  network.Scope
		fields map[string]string
	}{
		{args: reflect.TypeFor[network.EgressProxyArgs](), fields: map[string]string{"Subnets": "public"}},
		{args: reflect.TypeFor[rosa.HCPArgs](), fields: map[string]string{"PublicSubnets": "public", "PrivateSubnets": "private"}},
		{
			args: reflect.TypeFor[rosa.HCPArgs](), scope: network.Internal,
			fields: map[string]string{"PublicSubnets": "", "PrivateSubnets": "private"},
		},
	} {
		server := newServer(nil, "", nil)
		server.live.Store(resource.URN("urn:pulumi:t::t::openshift-aws:network:Vpc::vpc"), reflect.ValueOf(vpc))
		c := construction{
			server: server, component: Component{Args: tt.args}, dependencies: map[string][]resource.URN{},
			inputs: resource.PropertyMap{"vpc": reference},
		}
		if tt.scope != "" {
			c.inputs["scope"] = resource.NewProperty(string(tt.scope))
		}
		c.place()
		d := c.decoder(nil)
		args := d.arguments(tt.args, c.inputs, nil)
		assert.Empty(t, d.problems)
		for field, want := range tt.fields {
			found := ""
			if subnets := args.FieldByName(field).Interface().([]network.Subnet); len(subnets) > 0 {
				found = subnets[0].CIDR
			}
			assert.Equal(t, want, found, "%s.%s", tt.args, field)
		}
	}
}
