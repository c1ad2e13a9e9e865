package component

import (
	"reflect"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
)

// TestProperties: the outputs of a component are its fields with a tag, also those of a struct that it embeds.
func TestProperties(t *testing.T) {
	t.Parallel()
	type subnet struct {
		ID   pulumi.StringInput `pulumi:"id"`
		Zone string             `pulumi:"zone"`
	}
	type Network struct {
		Subnets []subnet `pulumi:"subnets"`
		Zones   []string `pulumi:"zones"`
		IPv6    bool     `pulumi:"ipv6"`
		Shared  *subnet  `pulumi:"shared"`
	}
	component := struct {
		pulumi.ResourceState
		Network

		ARN      pulumi.StringOutput            `pulumi:"arn"`
		RoleARNs map[string]pulumi.StringOutput `pulumi:"roleArns"`
		// Fields without a tag are for programs in Go.
		Path  string
		count int `pulumi:"count"`
	}{
		Network: Network{Subnets: []subnet{{ID: pulumi.String("subnet-1"), Zone: "a"}}, IPv6: true},
		ARN:     pulumi.String("arn").ToStringOutput(), Path: "/", count: 1,
	}
	assert.Equal(t, pulumi.Map{
		"arn": component.ARN, "roleArns": pulumi.Map{}, "zones": pulumi.Array{}, "ipv6": pulumi.Bool(true),
		"subnets": pulumi.Array{pulumi.Map{"id": pulumi.String("subnet-1"), "zone": pulumi.String("a")}},
	}, properties(reflect.ValueOf(&component).Elem()))
}
