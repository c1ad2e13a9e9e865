package mocks

import (
	"context"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

// Updating makes a run an update of the stack that the last run of before created. The hooks of components and of resources of RHCS are
// called for what the update would create or change of them, as the engine calls them: an update by which a cluster would lose what it
// keeps is an error of the run. Other resources have no hooks, because Changes decides whether they are replaced.
func Updating(before *Recorder) Option {
	return func(r *Recorder) { r.before = before }
}

// RegisterResourceHook rejects a name that another hook has, as the engine does. The SDK's own mocks panic.
func (c previewSecrets) RegisterResourceHook(
	_ context.Context, in *pulumirpc.RegisterResourceHookRequest, _ ...grpc.CallOption,
) (*emptypb.Empty, error) {
	return c.recorder.addHook(in.GetName(), in.GetCallback())
}

// RegisterErrorHook is RegisterResourceHook for hooks that are called after an operation has failed.
func (c previewSecrets) RegisterErrorHook(
	_ context.Context, in *pulumirpc.RegisterErrorHookRequest, _ ...grpc.CallOption,
) (*emptypb.Empty, error) {
	return c.recorder.addHook(in.GetName(), in.GetCallback())
}

// addHook records a hook. The SDK does not report the error: it loses the resource that the hook belongs to, and the resource's children
// have no parent (pulumi/pulumi v3.250.0 sdk/go/pulumi/context.go, registerResource).
func (r *Recorder) addHook(name string, callback *pulumirpc.Callback) (*emptypb.Empty, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hooks[name] != nil {
		rejection := fmt.Errorf("resource hook %s: registered twice; names of hooks are unique in a program", name)
		r.rejections = append(r.rejections, rejection)
		return nil, rejection
	}
	r.hooks[name] = callback
	return &emptypb.Empty{}, nil
}

// callHooks calls the hooks before the creation or the update of a resource.
func (r *Recorder) callHooks(ctx context.Context, request *pulumirpc.RegisterResourceRequest) error {
	if r.before == nil || request.GetCustom() && !strings.HasPrefix(request.GetType(), "rhcs:") {
		return nil
	}
	news, err := plugin.UnmarshalProperties(request.GetObject(), plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true, KeepResources: true})
	if err != nil {
		return err
	}
	urn := r.urn(request.GetParent(), request.GetType(), request.GetName())
	olds, existed := r.before.inputs[urn]
	hooks := request.GetHooks().GetBeforeCreate()
	if existed {
		if hooks = request.GetHooks().GetBeforeUpdate(); olds.DeepEquals(news) {
			return nil
		}
	}
	for _, name := range hooks {
		call := &pulumirpc.ResourceHookRequest{Urn: urn, Name: request.GetName(), Type: request.GetType(), NewInputs: request.GetObject()}
		if existed {
			call.OldInputs, call.Id = r.structOf(olds), r.before.resources[urn].ID
			outputs := resource.NewPropertyMapFromMap(r.before.resources[urn].Outputs)
			call.OldOutputs = r.structOf(outputs)
		}
		if err := r.callHook(ctx, name, call); err != nil {
			r.mu.Lock()
			r.rejections = append(r.rejections, err)
			r.mu.Unlock()
			return err
		}
	}
	return nil
}

func (r *Recorder) structOf(properties resource.PropertyMap) *structpb.Struct {
	marshaled, err := plugin.MarshalProperties(properties, plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true, KeepResources: true})
	if err != nil {
		return nil
	}
	return marshaled
}

// callHook calls a hook in the program, and returns its error.
func (r *Recorder) callHook(ctx context.Context, name string, call *pulumirpc.ResourceHookRequest) error {
	r.mu.Lock()
	callback := r.hooks[name]
	r.mu.Unlock()
	var response pulumirpc.ResourceHookResponse
	if err := invoke(ctx, callback, call, &response); err != nil {
		return err
	}
	if response.GetError() != "" {
		return fmt.Errorf("%s %s: %s", call.GetType(), call.GetName(), response.GetError())
	}
	return nil
}

// invoke calls a function of the program.
func invoke(ctx context.Context, callback *pulumirpc.Callback, call, response proto.Message) error {
	request, err := proto.Marshal(call)
	if err != nil {
		return err
	}
	connection, err := grpc.NewClient(callback.GetTarget(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	answer, err := pulumirpc.NewCallbacksClient(connection).Invoke(ctx, &pulumirpc.CallbackInvokeRequest{
		Token: callback.GetToken(), Request: request,
	})
	if err != nil {
		return err
	}
	return proto.Unmarshal(answer.GetResponse(), response)
}
