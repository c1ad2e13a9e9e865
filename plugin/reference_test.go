package plugin

import (
	"reflect"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// TestSubnetsOfAVpc asserts that a Vpc in place of subnets is those that the field is for, whatever its name.
func TestSubnetsOfAVpc(t *testing.T) {
	t.Parallel()
	vpc := &network.Vpc{Network: network.Network{
		PublicSubnets: []network.Subnet{{CIDR: "public"}}, PrivateSubnets: []network.Subnet{{CIDR: "private"}},
	}}
	reference := resource.NewProperty(resource.ResourceReference{URN: "urn:pulumi:t::t::openshift-aws:network:Vpc::vpc"})
	for _, tt := range []struct {
		args            reflect.Type
		property, field string
		want            string
	}{
		{args: reflect.TypeFor[network.EgressProxyArgs](), property: "subnets", field: "Subnets", want: "public"},
		{args: reflect.TypeFor[rosa.HCPArgs](), property: "publicSubnets", field: "PublicSubnets", want: "public"},
		{args: reflect.TypeFor[rosa.HCPArgs](), property: "privateSubnets", field: "PrivateSubnets", want: "private"},
	} {
		d := &decoder{component: func(resource.URN) (reflect.Value, bool) { return reflect.ValueOf(vpc), true }}
		args := d.arguments(tt.args, resource.PropertyMap{resource.PropertyKey(tt.property): reference}, nil)
		require.Empty(t, d.problems)
		subnets := args.FieldByName(tt.field).Interface().([]network.Subnet)
		assert.Equal(t, tt.want, subnets[0].CIDR, "%s.%s", tt.args, tt.field)
	}
}

// TestSubnetsSayWhichTheyAre asserts that each field for subnets has the tag that says which of them a Vpc has.
func TestSubnetsSayWhichTheyAre(t *testing.T) {
	t.Parallel()
	found := 0
	seen := map[*argument.Type]bool{}
	var visit func(path string, of *argument.Type)
	visit = func(path string, of *argument.Type) {
		if seen[of] {
			return
		}
		seen[of] = true
		if of.Element != nil {
			visit(path, of.Element)
		}
		for _, field := range of.Fields {
			if field.StructField.Type == reflect.TypeFor[[]network.Subnet]() {
				found++
				assert.Contains(t, []string{argument.Public, argument.Private}, field.Tag.Get("network"), "%s.%s", path, field.Name)
			}
			visit(path+"."+field.Name, field.Type)
		}
	}
	for _, component := range Components {
		visit(component.Token, argument.Of(component.Args))
	}
	assert.GreaterOrEqual(t, found, 7)
}
