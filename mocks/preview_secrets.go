package mocks

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

// previewSecrets sends secrets of which a preview does not know the value in a form that the SDK's mocks read. They drop unknown values
// first, and then fail because the secret has none (pulumi/pulumi v3.250.0 sdk/go/pulumi/mocks.go, RegisterResource).
type previewSecrets struct {
	pulumirpc.ResourceMonitorClient
	recorder *Recorder
}

// RegisterResource implements pulumirpc.ResourceMonitorClient.
func (c previewSecrets) RegisterResource(
	ctx context.Context, in *pulumirpc.RegisterResourceRequest, opts ...grpc.CallOption,
) (*pulumirpc.RegisterResourceResponse, error) {
	request := proto.CloneOf(in)
	unknownSecretsAsOutputs(structpb.NewStructValue(request.GetObject()))
	return c.ResourceMonitorClient.RegisterResource(ctx, request, opts...)
}

// unknownSecretsAsOutputs replaces secrets with an unknown value by output values, which may be both.
func unknownSecretsAsOutputs(value *structpb.Value) {
	for _, element := range value.GetListValue().GetValues() {
		unknownSecretsAsOutputs(element)
	}
	fields := value.GetStructValue().GetFields()
	if fields[resource.SigKey].GetStringValue() == resource.SecretSig && isUnknown(fields["value"]) {
		delete(fields, "value")
		fields[resource.SigKey] = structpb.NewStringValue(resource.OutputValueSig)
		fields["secret"] = structpb.NewBoolValue(true)
		return
	}
	for _, field := range fields {
		unknownSecretsAsOutputs(field)
	}
}

func isUnknown(value *structpb.Value) bool {
	return slices.Contains([]string{
		plugin.UnknownBoolValue, plugin.UnknownNumberValue, plugin.UnknownStringValue, plugin.UnknownArrayValue,
		plugin.UnknownAssetValue, plugin.UnknownArchiveValue, plugin.UnknownObjectValue,
	}, value.GetStringValue())
}

// acceptUnknownSecrets wraps the monitor of a run. The SDK has this option for its own tests only; without the field, such secrets fail
// as they do in other mocks.
func (r *Recorder) acceptUnknownSecrets(info *pulumi.RunInfo) {
	field := reflect.ValueOf(info).Elem().FieldByName("wrapResourceMonitorClient")
	wrap := func(client pulumirpc.ResourceMonitorClient) pulumirpc.ResourceMonitorClient {
		return previewSecrets{client, r}
	}
	if field.IsValid() && field.Type() == reflect.TypeFor[func(pulumirpc.ResourceMonitorClient) pulumirpc.ResourceMonitorClient]() {
		address := unsafe.Pointer(field.UnsafeAddr()) //nolint:gosec // reflect sets no unexported field otherwise
		reflect.NewAt(field.Type(), address).Elem().Set(reflect.ValueOf(wrap))
	}
}

// RegisterResourceHook rejects a name that another hook has, as the engine does. No engine calls hooks. The SDK's own mocks panic.
func (c previewSecrets) RegisterResourceHook(
	_ context.Context, in *pulumirpc.RegisterResourceHookRequest, _ ...grpc.CallOption,
) (*emptypb.Empty, error) {
	return c.recorder.addHook(in.GetName())
}

// RegisterErrorHook is RegisterResourceHook for hooks that are called after an operation has failed.
func (c previewSecrets) RegisterErrorHook(
	_ context.Context, in *pulumirpc.RegisterErrorHookRequest, _ ...grpc.CallOption,
) (*emptypb.Empty, error) {
	return c.recorder.addHook(in.GetName())
}

// addHook records the name of a hook. The SDK does not report the error: it loses the resource that the hook belongs to, and the
// resource's children have no parent (pulumi/pulumi v3.250.0 sdk/go/pulumi/context.go, registerResource).
func (r *Recorder) addHook(name string) (*emptypb.Empty, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hooks[name] {
		rejection := fmt.Errorf("resource hook %s: registered twice; names of hooks are unique in a program", name)
		r.rejections = append(r.rejections, rejection)
		return nil, rejection
	}
	r.hooks[name] = true
	return &emptypb.Empty{}, nil
}
