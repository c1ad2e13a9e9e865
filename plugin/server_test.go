package plugin

import (
	"context"
	"net"
	"reflect"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
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

// TestCheckConfig: a setting that nothing reads is rejected, such as the region of the AWS provider.
func TestCheckConfig(t *testing.T) {
	t.Parallel()
	settings := map[string]any{"version": "1.2.3", "__internal": "", "region": "us-west-2"}
	for _, key := range keep.Settings {
		settings[strings.TrimPrefix(key, "openshift-aws:")] = "true"
	}
	given, err := structpb.NewStruct(settings)
	require.NoError(t, err)
	response, err := newServer(nil, "1.2.3", nil).CheckConfig(t.Context(), &pulumirpc.CheckRequest{News: given})
	require.NoError(t, err)
	require.Len(t, response.GetFailures(), 1)
	assert.Equal(t, "region", response.GetFailures()[0].GetProperty())
	assert.Contains(t, response.GetFailures()[0].GetReason(), "aws:region")
}

// TestOptionsWithoutEffect: the engine ignores them silently.
func TestOptionsWithoutEffect(t *testing.T) {
	t.Parallel()
	result := reflect.TypeFor[cluster.ControlPlane]()
	assert.Empty(t, withoutEffect(&pulumirpc.ConstructRequest{
		AdditionalSecretOutputs: []string{"kubeconfig"}, CustomTimeouts: &pulumirpc.ConstructRequest_CustomTimeouts{},
	}, result))
	assert.Equal(t, []string{"additionalSecretOutputs", "customTimeouts", "ignoreChanges", "replaceOnChanges"},
		withoutEffect(&pulumirpc.ConstructRequest{
			AdditionalSecretOutputs: []string{"kubeconfig", "vpcId"}, IgnoreChanges: []string{"tags"}, ReplaceOnChanges: []string{"cidr"},
			CustomTimeouts: &pulumirpc.ConstructRequest_CustomTimeouts{Delete: "1h"},
		}, result))
}

// TestOtherUsersAreRejected calls as a process that this user does not have: nobody has connected from the address.
func TestOtherUsersAreRejected(t *testing.T) {
	t.Parallel()
	s := newServer(nil, "1.2.3", nil)
	loopback := net.IPv4(127, 0, 0, 1)
	ctx := peer.NewContext(t.Context(), &peer.Peer{LocalAddr: &net.TCPAddr{IP: loopback, Port: 2}, Addr: &net.TCPAddr{IP: loopback, Port: 1}})
	for name, call := range map[string]func(context.Context) error{
		"Invoke": func(ctx context.Context) error {
			_, err := s.Invoke(ctx, &pulumirpc.InvokeRequest{Tok: "openshift-aws:cluster:none"})
			return err
		},
		"Construct": func(ctx context.Context) error {
			_, err := s.Construct(ctx, &pulumirpc.ConstructRequest{Type: "openshift-aws:network:None"})
			return err
		},
		"Attach": func(ctx context.Context) error {
			_, err := s.Attach(ctx, &pulumirpc.PluginAttach{Address: "127.0.0.1:1"})
			return err
		},
	} {
		assert.Equal(t, codes.PermissionDenied, status.Code(call(ctx)), name)
		assert.NotEqual(t, codes.PermissionDenied, status.Code(call(t.Context())), name)
	}
}
