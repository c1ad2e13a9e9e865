package adopt

import (
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
)

// TestNamesOfResourcesWithoutArguments: a resource that the program leaves to Pulumi has no properties, and gets its name.
func TestNamesOfResourcesWithoutArguments(t *testing.T) {
	t.Parallel()
	const queue = "aws:sqs/queue:Queue"
	l := &language{names: map[Key]map[string]string{{Type: queue, Name: "q"}: {"name": "q-1a2b3c4"}}}
	for _, resource := range []*pulumirpc.TransformRequest{
		{Type: queue, Name: "q", Custom: true}, {Type: kubernetesProvider, Name: "k"}, {Type: "aws:sqs/queue:Queue", Name: "other"},
	} {
		request, err := proto.Marshal(resource)
		require.NoError(t, err)
		answer, err := l.Invoke(t.Context(), &pulumirpc.CallbackInvokeRequest{Request: request})
		require.NoError(t, err)
		var response pulumirpc.TransformResponse
		require.NoError(t, proto.Unmarshal(answer.GetResponse(), &response))
		want := map[string]map[string]any{"q": {"name": "q-1a2b3c4"}, "k": {upsert: "true"}, "other": {}}[resource.GetName()]
		assert.Equal(t, want, response.GetProperties().AsMap())
	}
}
