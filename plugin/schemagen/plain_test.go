package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
)

// TestFewArgumentsArePlain: typed languages pass no output to a plain argument. At most one of five is plain, and none that is an output of
// another component in the examples of the guides. It records what is plain and why.
func TestFewArgumentsArePlain(t *testing.T) {
	t.Parallel()
	text, err := generate(root)
	require.NoError(t, err)
	var spec packageSpec
	require.NoError(t, json.Unmarshal(text, &spec))
	share := func(all []map[string]propertySpec) float64 {
		count, plain := 0, 0
		for _, properties := range all {
			for property := range maps.Values(properties) {
				count++
				if property.Plain {
					plain++
				}
			}
		}
		return float64(plain) / float64(count)
	}
	var inputs, nested []map[string]propertySpec
	for _, resource := range spec.Resources {
		inputs = append(inputs, resource.InputProperties)
	}
	for _, each := range spec.Types {
		nested = append(nested, each.Properties)
	}
	assert.Less(t, share(inputs), 0.2)
	assert.Less(t, share(nested), 0.2)

	var plain []string
	for token, resource := range spec.Resources {
		for name, property := range resource.InputProperties {
			if property.Plain {
				plain = append(plain, strings.TrimPrefix(token, "openshift-aws:")+"."+name+": "+whyPlain(spec, property))
			}
		}
	}
	slices.Sort(plain)
	golden.Check(t, "testdata/plain.txt", []byte(strings.Join(plain, "\n")+"\n"))
	for _, name := range []string{
		"nodes:WorkerPool.infraId", "ingress:RouterLB.allowedCidrs", "network:SecurityGroups.nodePortCidrs", "iam:OperatorRoles.path",
		"configuration:Proxy.noProxy", "machineconfig:KubeletConfig.pool", "blueprint:ROSAHCP.version", "rosa:MachinePool.labels",
	} {
		assert.False(t, slices.ContainsFunc(plain, func(line string) bool { return strings.HasPrefix(line, name+":") }), name)
	}
}

// whyPlain returns why the value of an input decides which resources there are.
func whyPlain(spec packageSpec, property propertySpec) string {
	inner, why := property.typeRef, "it is an object"
	for inner.Items != nil || inner.AdditionalProperties != nil {
		inner, why = *cmp.Or(inner.Items, inner.AdditionalProperties), "its elements or keys are objects"
	}
	switch token, isRef := strings.CutPrefix(inner.Ref, "#/types/"); {
	case isRef && spec.Types[token].Enum != nil:
		return "it is one of several ways"
	case isRef:
		return why
	default:
		return "it names zones"
	}
}
