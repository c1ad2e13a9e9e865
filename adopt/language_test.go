package adopt

import (
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
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

// TestPanicsAreErrors: a panic of the transform would end the process in the middle of an operation of the engine.
func TestPanicsAreErrors(t *testing.T) {
	t.Parallel()
	const key = "aws:kms/key:Key"
	secret, err := structpb.NewStruct(map[string]any{
		"policy":               map[string]any{signature: secretSignature, "value": "s"},
		"deletionWindowInDays": map[string]any{signature: secretSignature, "value": "7"},
	})
	require.NoError(t, err)
	request, err := proto.Marshal(&pulumirpc.TransformRequest{Type: key, Name: "k", Custom: true, Properties: secret})
	require.NoError(t, err)
	l := &language{} // without its maps: what is written into them panics
	_, err = l.Invoke(t.Context(), &pulumirpc.CallbackInvokeRequest{Request: request})
	require.ErrorContains(t, err, "adopt: "+key+":k: assignment to entry in nil map")
	assert.True(t, l.mutex.TryLock(), "the next resource does not wait for ever")
}

// TestUnseen: what the program registers in the update only, such as in an Apply of an output, was judged by nobody.
func TestUnseen(t *testing.T) {
	t.Parallel()
	const role = "aws:iam/role:Role"
	l := &language{}
	for _, test := range []struct {
		reason, token, name, parent string
		component, rejected         bool
	}{
		{reason: "the preview had it", token: role, name: "seen"},
		{reason: "no preview had it", token: role, name: "unseen", rejected: true},
		{
			reason: "the preview had it below another parent", rejected: true,
			token: role, name: "seen", parent: "urn:pulumi:s::p::shop:index:Prod::c",
		},
		{reason: "the stack is no parent", token: role, name: "seen", parent: "urn:pulumi:s::p::pulumi:pulumi:Stack::p-s"},
		{reason: "a component is nothing in the account", token: "shop:index:Prod", name: "unseen", component: true},
		{reason: "a provider too", token: "pulumi:providers:aws", name: "default"},
	} {
		request, err := proto.Marshal(&pulumirpc.TransformRequest{
			Type: test.token, Name: test.name, Parent: test.parent, Custom: !test.component,
		})
		require.NoError(t, err)
		for _, shown := range []map[Key]bool{nil, {{Type: role, Name: "seen"}: true}} {
			l.allow(shown)
			_, err = l.Invoke(t.Context(), &pulumirpc.CallbackInvokeRequest{Request: request})
			assert.Equal(t, shown != nil && test.rejected, err != nil, "%s: %v", test.reason, err)
		}
	}
}
