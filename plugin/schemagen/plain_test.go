package main

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFewArgumentsArePlain: typed languages pass no output to a plain argument. At most one of five is plain, and none that is an output of
// another component in the examples of the guides.
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

	plain := map[string]bool{}
	for _, name := range []string{
		"nodes:WorkerPool.infraId", "ingress:RouterLB.allowedCidrs", "network:SecurityGroups.nodePortCidrs", "iam:OperatorRoles.path",
		"configuration:Proxy.noProxy", "machineconfig:KubeletConfig.pool", "blueprint:ROSAHCP.version", "rosa:MachinePool.labels",
	} {
		plain[name] = false
	}
	for _, name := range []string{
		"network:Vpc.zones", "network:Vpc.nat", "blueprint:SelfManaged.zones", "blueprint:SelfManaged.stage", "blueprint:ROSAHCP.omit",
		"blueprint:ROSAHCP.machinePools", "storage:BackupBucket.writer",
	} {
		plain[name] = true
	}
	for token, resource := range spec.Resources {
		for property, described := range resource.InputProperties {
			name := token[len("openshift-aws:"):] + "." + property
			if want, listed := plain[name]; listed {
				assert.Equal(t, want, described.Plain, name)
				delete(plain, name)
			}
		}
	}
	assert.Empty(t, slices.Collect(maps.Keys(plain)))
}
