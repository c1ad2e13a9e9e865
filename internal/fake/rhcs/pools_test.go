package rhcs

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// TestInitialPools: a hosted cluster has them from its creation on. A resource of their name adopts one, more than once, and cannot create
// one that was deleted.
func TestInitialPools(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	inputs := demo("")
	inputs["availabilityZones"], inputs["awsSubnetIds"] = []any{"us-east-2a", "us-east-2b"}, []any{"subnet-1", "subnet-2"}
	cluster, _ := e.Create(clusterType, "demo", inputs)
	found := func(name string) any {
		result, ok := e.Provider.Function("rhcs:index/getHcpMachinePool:getHcpMachinePool", nil, fields{"cluster": cluster, "name": name})
		require.True(t, ok)
		return result["subnetId"]
	}
	adopt := func(resourceName, name, subnet string) error {
		pool := poolInputs(cluster, "")
		pool["name"], pool["subnetId"] = name, subnet
		_, _, err := e.TryCreate(poolType, resourceName, resource.NewPropertyMapFromMap(pool))
		return err
	}
	assert.Equal(t, []any{"subnet-1", "subnet-2", nil}, []any{found("workers-0"), found("workers-1"), found("workers")})
	require.ErrorContains(t, adopt("first", "workers-0", "subnet-2"), "aws_node_pool.subnet_id")
	require.NoError(t, adopt("first", "workers-0", "subnet-1"))
	require.NoError(t, adopt("second", "workers-0", "subnet-1"), "the first has left its program, and the pool stays")
	assert.Equal(t, "subnet-1", found("workers-0"))

	require.NoError(t, e.account.Store.Update(func(records fake.Records) error {
		pool, _ := findPool(records, cluster, "workers-1")
		delete(records, pool.Key())
		return nil
	}))
	assert.Nil(t, found("workers-1"))
	require.ErrorContains(t, adopt("third", "workers-1", "subnet-2"), "the default machine pool 'workers-1' was deleted")
	require.NoError(t, e.Delete(clusterType, "demo", cluster, nil))
	assert.Empty(t, e.account.Remaining(), "pools are deleted with their cluster")
}

// TestStates: what a cluster is while OCM installs and deletes it, and after a failure.
func TestStates(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		state string
		want  []string
	}{
		"installing":   {state: "installing", want: []string{"installing", "ready", "ready"}},
		"error":        {state: "error", want: []string{"error", "error"}},
		"uninstalling": {state: "uninstalling", want: []string{"uninstalling", "gone"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEngine(t)
			r := e.Resource(clusterType, "demo", "")
			r.State = tt.state
			inputs := demo("")
			inputs["waitForCreateComplete"] = true
			id, outputs, err := e.Provider.Service.Create(t.Context(), r, resource.NewPropertyMapFromMap(inputs))
			require.NoError(t, err)
			assert.Equal(t, tt.state, outputs["state"].StringValue())
			r.ID = id
			assert.Equal(t, tt.state != "uninstalling", strings.Contains(e.Provider.Unready(r, outputs), "in state "+tt.state+":"))
			var states []string
			for range tt.want {
				read, exists := e.Read(clusterType, id, nil, outputs)
				if !exists {
					states = append(states, "gone")
					break
				}
				states = append(states, read.Outputs["state"].StringValue())
			}
			assert.Equal(t, tt.want, states)
		})
	}
}
