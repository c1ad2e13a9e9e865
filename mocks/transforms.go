package mocks

import (
	"context"
	"errors"
	"fmt"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// RegisterStackTransform records a transform of all resources that are registered after it. The SDK's own mocks panic.
func (c previewSecrets) RegisterStackTransform(_ context.Context, in *pulumirpc.Callback, _ ...grpc.CallOption) (*emptypb.Empty, error) {
	c.recorder.mu.Lock()
	defer c.recorder.mu.Unlock()
	c.recorder.transforms[""] = append(c.recorder.transforms[""], in)
	return &emptypb.Empty{}, nil
}

// RegisterStackInvokeTransform rejects transforms of function calls: use Answer for what they return.
func (c previewSecrets) RegisterStackInvokeTransform(context.Context, *pulumirpc.Callback, ...grpc.CallOption) (*emptypb.Empty, error) {
	return nil, errors.New("mocks have no transforms of function calls; use mocks.Answer, or run the program in a sandbox")
}

// transform applies the transforms of a resource, of its parents and of the stack, in the engine's order (pulumi/pulumi v3.250.0
// pkg/resource/deploy/source_eval.go, RegisterResource).
func (r *Recorder) transform(ctx context.Context, request *pulumirpc.RegisterResourceRequest) error {
	urn := r.urn(request.GetParent(), request.GetType(), request.GetName())
	r.mu.Lock()
	callbacks := request.GetTransforms()
	r.transforms[urn], r.parents[urn] = callbacks, request.GetParent()
	for parent := request.GetParent(); parent != ""; parent = r.parents[parent] {
		callbacks = append(callbacks[:len(callbacks):len(callbacks)], r.transforms[parent]...)
	}
	callbacks = append(callbacks[:len(callbacks):len(callbacks)], r.transforms[""]...)
	r.mu.Unlock()
	for _, callback := range callbacks {
		var response pulumirpc.TransformResponse
		err := invoke(ctx, callback, &pulumirpc.TransformRequest{
			Type: request.GetType(), Name: request.GetName(), Custom: request.GetCustom(), Parent: request.GetParent(),
			Properties: request.GetObject(), Options: transformable(request),
		}, &response)
		if err != nil {
			return fmt.Errorf("%s %s: the transform: %w", request.GetType(), request.GetName(), err)
		}
		request.Object = response.GetProperties()
		if options := response.GetOptions(); options != nil {
			setOptions(request, options)
		}
	}
	for property := range request.GetPropertyDependencies() {
		if request.GetObject().GetFields()[property] == nil {
			delete(request.GetPropertyDependencies(), property)
		}
	}
	return nil
}

func transformable(request *pulumirpc.RegisterResourceRequest) *pulumirpc.TransformResourceOptions {
	options := &pulumirpc.TransformResourceOptions{
		DependsOn: request.GetDependencies(), Protect: request.Protect, IgnoreChanges: request.GetIgnoreChanges(),
		ReplaceOnChanges: request.GetReplaceOnChanges(), Version: request.GetVersion(), Aliases: request.GetAliases(),
		Provider: request.GetProvider(), CustomTimeouts: request.GetCustomTimeouts(), PluginDownloadUrl: request.GetPluginDownloadURL(),
		RetainOnDelete: request.RetainOnDelete, DeletedWith: request.GetDeletedWith(),
		AdditionalSecretOutputs: request.GetAdditionalSecretOutputs(), Providers: request.GetProviders(),
		PluginChecksums: request.GetPluginChecksums(), Hooks: request.GetHooks(), Import: request.GetImportId(),
		HideDiff: request.GetHideDiffs(), ReplaceWith: request.GetReplaceWith(), ReplacementTrigger: request.GetReplacementTrigger(),
	}
	if request.GetDeleteBeforeReplaceDefined() {
		options.DeleteBeforeReplace = new(request.GetDeleteBeforeReplace())
	}
	return options
}

func setOptions(request *pulumirpc.RegisterResourceRequest, options *pulumirpc.TransformResourceOptions) {
	request.Dependencies, request.Protect, request.IgnoreChanges = options.GetDependsOn(), options.Protect, options.GetIgnoreChanges()
	request.ReplaceOnChanges, request.Version, request.Aliases = options.GetReplaceOnChanges(), options.GetVersion(), options.GetAliases()
	request.Provider, request.CustomTimeouts = options.GetProvider(), options.GetCustomTimeouts()
	request.PluginDownloadURL, request.RetainOnDelete = options.GetPluginDownloadUrl(), options.RetainOnDelete
	request.DeletedWith, request.AdditionalSecretOutputs = options.GetDeletedWith(), options.GetAdditionalSecretOutputs()
	request.Providers, request.PluginChecksums, request.Hooks = options.GetProviders(), options.GetPluginChecksums(), options.GetHooks()
	request.ImportId, request.HideDiffs, request.ReplaceWith = options.GetImport(), options.GetHideDiff(), options.GetReplaceWith()
	request.ReplacementTrigger = options.GetReplacementTrigger()
	request.DeleteBeforeReplaceDefined = options.DeleteBeforeReplace != nil
	request.DeleteBeforeReplace = options.GetDeleteBeforeReplace()
}
