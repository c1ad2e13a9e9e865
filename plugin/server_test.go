package plugin

import (
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGetSchema: the embedded schema is that of every release, and the CLI generates no SDK of a schema without a release.
func TestGetSchema(t *testing.T) {
	s := newServer(nil, "1.2.3", []byte(`{"name": "openshift-aws", "types": {"a": {"description": "<b>"}}}`))
	response, err := s.GetSchema(t.Context(), &pulumirpc.GetSchemaRequest{})
	require.NoError(t, err)
	assert.JSONEq(t, `{"name": "openshift-aws", "version": "1.2.3", "types": {"a": {"description": "<b>"}}}`, response.GetSchema())
	_, err = s.GetSchema(t.Context(), &pulumirpc.GetSchemaRequest{Version: 1})
	require.Error(t, err)
}
