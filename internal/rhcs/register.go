package rhcs

import (
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Token returns Pulumi's name of a resource type, rhcs:index/clusterRosaHcp:ClusterRosaHcp of ClusterRosaHcp.
func Token(resourceType string) string {
	return packageName + ":index/" + lowerFirst(resourceType) + ":" + resourceType
}

// functionToken returns Pulumi's name of a data source, rhcs:index/getPolicies:getPolicies of getPolicies.
func functionToken(function string) string {
	return packageName + ":index/" + function + ":" + function
}

func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// Register registers a resource of a type such as ClusterRosaHcp. Inputs are keyed by Pulumi's property names; nil ones
// are left out, so that optional arguments can be passed on as they are. The resource embeds pulumi.CustomResourceState
// and has an output field, tagged pulumi:"apiUrl", for each output that is wanted.
func Register(ctx *pulumi.Context, provider Provider, resourceType, name string, inputs pulumi.Map, resource pulumi.CustomResource, opts ...pulumi.ResourceOption) error {
	ref, err := provider.Ref(ctx)
	if err != nil {
		return err
	}
	return ctx.RegisterPackageResource(Token(resourceType), name, given(inputs), resource, ref, opts...)
}

// given returns the inputs that are not nil. A nil one would reach the provider as null, which is a value for some
// properties and a failure for others.
func given(inputs pulumi.Map) pulumi.Map {
	some := pulumi.Map{}
	for key, input := range inputs {
		if input != nil && !isNil(input) {
			some[key] = input
		}
	}
	return some
}

// isNil tells maps and lists that nobody set, as in pulumi.StringMap(nil).
func isNil(input pulumi.Input) bool {
	v := reflect.ValueOf(input)
	return (v.Kind() == reflect.Map || v.Kind() == reflect.Slice) && v.IsNil()
}

// Invoke calls a data source such as getPolicies. The answer is a map, by Pulumi's property names. Like every invoke with
// known arguments it also runs in previews.
func Invoke(ctx *pulumi.Context, provider Provider, function string, args pulumi.Map, opts ...pulumi.InvokeOption) pulumi.MapOutput {
	ref, err := provider.Ref(ctx)
	if err != nil {
		return failed(ctx, err)
	}
	return ctx.InvokeOutput(functionToken(function), given(args), pulumi.MapOutput{}, pulumi.InvokeOutputOptions{
		PackageRef: ref, InvokeOptions: opts,
	}).(pulumi.MapOutput)
}

func failed(ctx *pulumi.Context, err error) pulumi.MapOutput {
	output, _, reject := ctx.NewOutput()
	reject(err)
	return output.ApplyT(func(any) map[string]any { return nil }).(pulumi.MapOutput)
}
