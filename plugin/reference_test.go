package plugin

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

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
