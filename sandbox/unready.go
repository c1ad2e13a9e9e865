package sandbox

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// initError returns the error of a resource that exists and is not ready, if the provider keeps such resources: the engine keeps it in the
// stack, and calls Update in the next update. The SDK's server of a provider loses a plugin.InitError.
func (s providerServer) initError(urn, id string, outputs, inputs *structpb.Struct) error {
	provider, ok := s.provider.(*fakePlugin)
	if !ok || !provider.fake.KeepsUnready || id == "" {
		return nil
	}
	properties, err := plugin.UnmarshalProperties(outputs, plugin.MarshalOptions{KeepSecrets: true, KeepUnknowns: true})
	if err != nil {
		return err
	}
	reason := provider.unready(fake.Resource{Token: string(resource.URN(urn).Type()), URN: resource.URN(urn), ID: id}, properties)
	if reason == "" {
		return nil
	}
	return rpcerror.WithDetails(rpcerror.New(codes.Unknown, reason), &pulumirpc.ErrorResourceInitFailed{
		Id: id, Properties: outputs, Reasons: []string{reason}, Inputs: inputs, RefreshBeforeUpdate: true,
	})
}

// readsFirst reports whether the engine reads a resource before it updates it.
func (s providerServer) readsFirst(urn string) bool {
	provider, ok := s.provider.(*fakePlugin)
	return ok && provider.fake.ReadsFirst != nil && provider.fake.ReadsFirst(fake.Resource{Token: string(resource.URN(urn).Type())})
}

// applied returns the inputs of a resource as they were applied: an update of one that is not ready applies none.
func applied(old fake.State) resource.PropertyMap {
	inputs := old.Inputs.Copy()
	for key := range old.Inputs {
		value, ok := old.Outputs[key]
		switch {
		case property.IsInternal(key):
		case ok:
			inputs[key] = value
		default:
			delete(inputs, key)
		}
	}
	return inputs
}

// Create creates a resource.
func (s providerServer) Create(ctx context.Context, req *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	response, err := s.ResourceProviderServer.Create(ctx, req)
	if err != nil || req.GetPreview() {
		return response, err
	}
	response.RefreshBeforeUpdate = s.readsFirst(req.GetUrn())
	return response, s.initError(req.GetUrn(), response.GetId(), response.GetProperties(), nil)
}

// Update updates a resource.
func (s providerServer) Update(ctx context.Context, req *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	response, err := s.ResourceProviderServer.Update(ctx, req)
	if err != nil || req.GetPreview() {
		return response, err
	}
	response.RefreshBeforeUpdate = s.readsFirst(req.GetUrn())
	return response, s.initError(req.GetUrn(), req.GetId(), response.GetProperties(), nil)
}

// Read reads a resource.
func (s providerServer) Read(ctx context.Context, req *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	response, err := s.ResourceProviderServer.Read(ctx, req)
	if err != nil {
		return response, err
	}
	response.RefreshBeforeUpdate = s.readsFirst(req.GetUrn())
	return response, s.initError(req.GetUrn(), response.GetId(), response.GetProperties(), response.GetInputs())
}
