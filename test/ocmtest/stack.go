package ocmtest

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"
)

// Stack is the state of a stack with at most one resource of a type, and the steps that the engine takes for a resource (pulumi/pulumi
// v3.250.0 pkg/resource/deploy): it reads a resource before it updates it if the provider asks for that, and updates one that is not
// initialized although nothing changed.
type Stack struct {
	T *testing.T
	// Server is the plugin.
	Server pulumirpc.ResourceProviderServer
	// Name is the name of the stack.
	Name string
	// Resources are the resources by their types.
	Resources map[string]*State
}

// State is a resource in the stack.
type State struct {
	ID              string
	Inputs, Outputs *structpb.Struct
	// InitErrors are why it is not initialized.
	InitErrors       []string
	ReadBeforeUpdate bool
}

// urn is the URN of the resource of a type.
func (s *Stack) urn(resourceType string) string {
	return "urn:pulumi:" + s.Name + "::project::" + resourceType + "::one"
}

// Object encodes properties.
func (s *Stack) Object(values map[string]any) *structpb.Struct {
	s.T.Helper()
	object, err := structpb.NewStruct(values)
	require.NoError(s.T, err)
	return object
}

// Up brings a resource up. It returns the steps, and the errors of the last one.
func (s *Stack) Up(resourceType string, values map[string]any) (steps []string, problem error) {
	s.T.Helper()
	old := s.Resources[resourceType]
	if old != nil && old.ReadBeforeUpdate {
		if err := s.Refresh(resourceType); err != nil {
			return []string{"refresh"}, err
		}
		old = s.Resources[resourceType]
	}
	oldInputs := &structpb.Struct{}
	if old != nil {
		oldInputs = old.Inputs
	}
	urn := s.urn(resourceType)
	checked, err := s.Server.Check(s.T.Context(), &pulumirpc.CheckRequest{
		Urn: urn, Olds: oldInputs, News: s.Object(values), RandomSeed: []byte("12345678901234567890123456789012"),
	})
	require.NoError(s.T, err)
	require.Empty(s.T, checked.GetFailures())
	if old == nil {
		return []string{"create"}, s.create(resourceType, checked.GetInputs())
	}
	diff, err := s.Server.Diff(s.T.Context(), &pulumirpc.DiffRequest{
		Id: old.ID, Urn: urn, OldInputs: old.Inputs, Olds: old.Outputs, News: checked.GetInputs(),
	})
	require.NoError(s.T, err)
	if diff.GetChanges() == pulumirpc.DiffResponse_DIFF_NONE && len(old.InitErrors) == 0 {
		return nil, nil
	}
	return []string{"update"}, s.update(resourceType, checked.GetInputs())
}

func (s *Stack) create(resourceType string, checked *structpb.Struct) error {
	created, err := s.Server.Create(s.T.Context(), &pulumirpc.CreateRequest{Urn: s.urn(resourceType), Properties: checked})
	if err == nil {
		s.Resources[resourceType] = &State{created.GetId(), checked, created.GetProperties(), nil, created.GetRefreshBeforeUpdate()}
	}
	s.keep(resourceType, checked, err)
	return err
}

func (s *Stack) update(resourceType string, checked *structpb.Struct) error {
	old := s.Resources[resourceType]
	updated, err := s.Server.Update(s.T.Context(), &pulumirpc.UpdateRequest{
		Id: old.ID, Urn: s.urn(resourceType), OldInputs: old.Inputs, Olds: old.Outputs, News: checked,
	})
	if err == nil {
		s.Resources[resourceType] = &State{old.ID, checked, updated.GetProperties(), nil, updated.GetRefreshBeforeUpdate()}
	}
	s.keep(resourceType, checked, err)
	return err
}

// keep keeps a resource that is not initialized.
func (s *Stack) keep(resourceType string, checked *structpb.Struct, err error) {
	if failed := initError(err); failed != nil {
		s.Resources[resourceType] = &State{
			failed.GetId(), checked, failed.GetProperties(), failed.GetReasons(), failed.GetRefreshBeforeUpdate(),
		}
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

// Refresh reads a resource.
func (s *Stack) Refresh(resourceType string) error {
	old := s.Resources[resourceType]
	read, err := s.Server.Read(s.T.Context(), &pulumirpc.ReadRequest{
		Id: old.ID, Urn: s.urn(resourceType), Inputs: old.Inputs, Properties: old.Outputs,
	})
	switch failed := initError(err); {
	case failed != nil:
		s.keep(resourceType, old.Inputs, err)
	case err != nil:
		return err
	case read.GetId() == "":
		delete(s.Resources, resourceType)
	default:
		s.Resources[resourceType] = &State{read.GetId(), old.Inputs, read.GetProperties(), nil, read.GetRefreshBeforeUpdate()}
	}
	return nil
}

// Destroy deletes a resource.
func (s *Stack) Destroy(resourceType string) error {
	old := s.Resources[resourceType]
	_, err := s.Server.Delete(context.WithoutCancel(s.T.Context()), &pulumirpc.DeleteRequest{
		Id: old.ID, Urn: s.urn(resourceType), Properties: old.Outputs, OldInputs: old.Inputs,
	})
	if err == nil {
		delete(s.Resources, resourceType)
	}
	return err
}

// With returns inputs with others. Those that are nil are left out.
func With(values, more map[string]any) map[string]any {
	all := maps.Clone(values)
	maps.Copy(all, more)
	maps.DeleteFunc(all, func(_ string, value any) bool { return value == nil })
	return all
}

// kindOf returns the last part of a type: ClusterRosaHcp of rhcs:index/clusterRosaHcp:ClusterRosaHcp.
func kindOf(resourceType string) string { return resourceType[strings.LastIndex(resourceType, ":")+1:] }
