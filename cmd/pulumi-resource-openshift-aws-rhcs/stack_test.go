package main

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

type inputs = map[string]any

// stack is the state of a stack, with the steps that the engine takes for a resource (pulumi/pulumi v3.250.0 pkg/resource/deploy): it reads
// a resource before it updates it if the provider asks for that, and updates one that is not initialized although nothing changed.
type stack struct {
	t         *testing.T
	name      string
	config    inputs
	server    *server
	resources map[string]*state
}

// state is a resource in the stack.
type state struct {
	id               string
	inputs, outputs  *structpb.Struct
	initErrors       []string
	readBeforeUpdate bool
}

func newStack(t *testing.T, api ocm) *stack {
	t.Helper()
	s := &stack{t: t, name: "dev", resources: map[string]*state{}, config: inputs{"url": api.url, "token": token(time.Now().Add(time.Hour))}}
	s.start(s.config)
	return s
}

// start starts a new process of the plugin, with a configuration.
func (s *stack) start(config inputs) {
	s.t.Helper()
	server, err := newServer(s.t.Context(), logs{discard{}})
	require.NoError(s.t, err)
	parameters := &pulumirpc.ParameterizeRequest{Parameters: &pulumirpc.ParameterizeRequest_Value{
		Value: &pulumirpc.ParameterizeRequest_ParametersValue{Name: "rhcs", Version: "1.7.7", Value: []byte("{}")},
	}}
	_, err = server.Parameterize(s.t.Context(), parameters)
	require.NoError(s.t, err)
	_, err = server.Configure(s.t.Context(), &pulumirpc.ConfigureRequest{Args: s.object(config), AcceptSecrets: true})
	require.NoError(s.t, err)
	s.server = server
}

// discard discards logs.
type discard struct{}

func (discard) Log(context.Context, diag.Severity, resource.URN, string) error { return nil }

func (discard) LogStatus(context.Context, diag.Severity, resource.URN, string) error { return nil }

func urnOf(resourceType string) string { return "urn:pulumi:dev::project::" + resourceType + "::one" }

// urn is the URN of a resource of urnOf in the stack's name.
func (s *stack) urn(of string) string { return strings.Replace(of, ":dev:", ":"+s.name+":", 1) }

func (s *stack) object(values inputs) *structpb.Struct {
	s.t.Helper()
	object, err := structpb.NewStruct(values)
	require.NoError(s.t, err)
	return object
}

// up brings a resource up. It returns the steps, and the errors of the last one.
func (s *stack) up(resourceType string, values inputs) (steps []string, problem error) {
	s.t.Helper()
	urn := urnOf(resourceType)
	old := s.resources[urn]
	if old != nil && old.readBeforeUpdate {
		require.NoError(s.t, s.refresh(resourceType))
		old = s.resources[urn]
	}
	oldInputs := &structpb.Struct{}
	if old != nil {
		oldInputs = old.inputs
	}
	checked, err := s.server.Check(s.t.Context(), &pulumirpc.CheckRequest{Urn: s.urn(urn), Olds: oldInputs, News: s.object(values)})
	require.NoError(s.t, err)
	require.Empty(s.t, checked.GetFailures())
	if old == nil {
		return []string{"create"}, s.create(urn, checked.GetInputs())
	}
	diff, err := s.server.Diff(s.t.Context(), &pulumirpc.DiffRequest{
		Id: old.id, Urn: s.urn(urn), OldInputs: old.inputs, Olds: old.outputs, News: checked.GetInputs(),
	})
	require.NoError(s.t, err)
	if diff.GetChanges() == pulumirpc.DiffResponse_DIFF_NONE && len(old.initErrors) == 0 {
		return nil, nil
	}
	return []string{"update"}, s.update(urn, checked.GetInputs())
}

func (s *stack) create(urn string, checked *structpb.Struct) error {
	created, err := s.server.Create(s.t.Context(), &pulumirpc.CreateRequest{Urn: s.urn(urn), Properties: checked})
	if err == nil {
		s.resources[urn] = &state{created.GetId(), checked, created.GetProperties(), nil, created.GetRefreshBeforeUpdate()}
	}
	s.keep(urn, checked, err)
	return err
}

func (s *stack) update(urn string, checked *structpb.Struct) error {
	old := s.resources[urn]
	updated, err := s.server.Update(s.t.Context(), &pulumirpc.UpdateRequest{
		Id: old.id, Urn: s.urn(urn), OldInputs: old.inputs, Olds: old.outputs, News: checked,
	})
	if err == nil {
		s.resources[urn] = &state{old.id, checked, updated.GetProperties(), nil, updated.GetRefreshBeforeUpdate()}
	}
	s.keep(urn, checked, err)
	return err
}

// keep keeps a resource that is not initialized.
func (s *stack) keep(urn string, checked *structpb.Struct, err error) {
	if failed := initError(err); failed != nil {
		s.resources[urn] = &state{failed.GetId(), checked, failed.GetProperties(), failed.GetReasons(), failed.GetRefreshBeforeUpdate()}
	}
}

func initError(err error) *pulumirpc.ErrorResourceInitFailed {
	failed, ok := rpcerror.FromError(err)
	if err == nil || !ok {
		return nil
	}
	for _, detail := range failed.Details() {
		if found, ok := detail.(*pulumirpc.ErrorResourceInitFailed); ok {
			return found
		}
	}
	return nil
}

// refresh reads a resource.
func (s *stack) refresh(resourceType string) error {
	urn := urnOf(resourceType)
	old := s.resources[urn]
	read, err := s.server.Read(s.t.Context(), &pulumirpc.ReadRequest{
		Id: old.id, Urn: s.urn(urn), Inputs: old.inputs, Properties: old.outputs,
	})
	switch failed := initError(err); {
	case failed != nil:
		s.keep(urn, old.inputs, err)
	case err != nil:
		return err
	case read.GetId() == "":
		delete(s.resources, urn)
	default:
		s.resources[urn] = &state{read.GetId(), old.inputs, read.GetProperties(), nil, read.GetRefreshBeforeUpdate()}
	}
	return nil
}

// destroy deletes a resource.
func (s *stack) destroy(resourceType string) error {
	urn := urnOf(resourceType)
	old := s.resources[urn]
	_, err := s.server.Delete(s.t.Context(), &pulumirpc.DeleteRequest{
		Id: old.id, Urn: s.urn(urn), Properties: old.outputs, OldInputs: old.inputs,
	})
	if err == nil {
		delete(s.resources, urn)
	}
	return err
}

// cancel is Ctrl-C.
func (s *stack) cancel() {
	_, err := s.server.Cancel(context.Background(), &emptypb.Empty{})
	require.NoError(s.t, err)
}

// with returns inputs with others.
func with(values, more inputs) inputs {
	all := maps.Clone(values)
	maps.Copy(all, more)
	return all
}
