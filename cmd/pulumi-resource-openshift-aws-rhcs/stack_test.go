package main

import (
	"context"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

type inputs = map[string]any

// stack is the state of a stack whose plugin has a configuration.
type stack struct {
	ocmtest.Stack

	config inputs
	server *server
}

func newStack(t *testing.T, api ocm) *stack {
	t.Helper()
	s := &stack{
		Stack:  ocmtest.Stack{T: t, Name: "dev", Resources: map[string]*ocmtest.State{}},
		config: inputs{"url": api.url, "token": token(time.Now().Add(time.Hour))},
	}
	s.start(s.config)
	return s
}

// start starts a new process of the plugin, with a configuration.
func (s *stack) start(config inputs) {
	s.T.Helper()
	server, err := newServer(s.T.Context(), logs{discard{}})
	require.NoError(s.T, err)
	parameters := &pulumirpc.ParameterizeRequest{Parameters: &pulumirpc.ParameterizeRequest_Value{
		Value: &pulumirpc.ParameterizeRequest_ParametersValue{Name: "rhcs", Version: rhcs.DefaultVersion, Value: []byte("{}")},
	}}
	_, err = server.Parameterize(s.T.Context(), parameters)
	require.NoError(s.T, err)
	_, err = server.Configure(s.T.Context(), &pulumirpc.ConfigureRequest{Args: s.Object(config), AcceptSecrets: true})
	require.NoError(s.T, err)
	s.server, s.Server = server, server
}

// cancel is Ctrl-C.
func (s *stack) cancel() {
	_, err := s.server.Cancel(context.Background(), &emptypb.Empty{})
	require.NoError(s.T, err)
}

// discard discards logs.
type discard struct{}

func (discard) Log(context.Context, diag.Severity, resource.URN, string) error { return nil }

func (discard) LogStatus(context.Context, diag.Severity, resource.URN, string) error { return nil }
