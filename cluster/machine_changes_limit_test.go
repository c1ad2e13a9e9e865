package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMachinesCreatedWithoutTheAPI: `pulumi up --replace` of all machines replaces one of them.
func TestMachinesCreatedWithoutTheAPI(t *testing.T) {
	t.Parallel()
	c := &machineChanges{}
	require.NoError(t, c.changeWithoutAPI(changedMachine{name: "demo-master-a", created: true}))
	err := c.changeWithoutAPI(changedMachine{name: "demo-master-b", created: true})
	require.ErrorContains(t, err, "demo-master-a was changed in this update")

	c = &machineChanges{unlimited: true}
	for _, name := range []string{"demo-master-a", "demo-master-b", "demo-master-c"} {
		assert.NoError(t, c.changeWithoutAPI(changedMachine{name: name, created: true}))
	}
}
