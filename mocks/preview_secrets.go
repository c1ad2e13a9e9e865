package mocks

import (
	"context"
	"reflect"
	"slices"
	"unsafe"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// previewSecrets sends secrets of which a preview does not know the value as the SDK's mocks read them. They drop unknown values
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
	if err := c.recorder.transform(ctx, request); err != nil {
		return nil, err
	}
	unknownSecretsAsOutputs(structpb.NewStructValue(request.GetObject()))
	if err := c.recorder.callHooks(ctx, request); err != nil {
		return nil, err
	}
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
