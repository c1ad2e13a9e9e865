package rhcs

import (
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Token returns Pulumi's token of a resource type: rhcs:index/clusterRosaHcp:ClusterRosaHcp for ClusterRosaHcp.
func Token(resourceType string) string {
	return packageName + ":index/" + lowerFirst(resourceType) + ":" + resourceType
}

// functionToken returns Pulumi's token of a data source: rhcs:index/getPolicies:getPolicies for getPolicies.
func functionToken(function string) string {
	return packageName + ":index/" + function + ":" + function
}

func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// Register registers a resource of a type such as ClusterRosaHcp with the RHCS provider of its options or its parent. Inputs are keyed
// by Pulumi's property names; nil ones are omitted, so that optional arguments can be passed as they are. The resource embeds
// pulumi.CustomResourceState and has a field, tagged pulumi:"apiUrl", for each output that the caller reads.
func Register(ctx *pulumi.Context, resourceType, name string, inputs Properties, resource pulumi.CustomResource, opts ...pulumi.ResourceOption) error {
	options, err := pulumi.NewResourceOptions(opts...)
	if err != nil {
		return err
	}
	ref, err := releaseOf(options.Parent, append(options.Providers, options.Provider)...).ref(ctx)
	if err != nil {
		return err
	}
	return ctx.RegisterPackageResource(Token(resourceType), name, nonNil(inputs), resource, ref, opts...)
}

// nonNil returns the inputs that are not nil. A nil input would reach the provider as null, which some properties read as a value and
// others reject.
func nonNil(inputs Properties) Properties {
	some := Properties{}
	for key, input := range inputs {
		if input != nil && !isNil(input) {
			some[key] = input
		}
	}
	return some
}

// isNil reports whether an input is a nil map or list, such as pulumi.StringMap(nil).
func isNil(input any) bool {
	v := reflect.ValueOf(input)
	return (v.Kind() == reflect.Map || v.Kind() == reflect.Slice) && v.IsNil()
}

// Invoke calls a data source such as getPolicies with the RHCS provider of its options or its parent. The result is a map, keyed by
// Pulumi's property names. Like every invoke with known arguments it also runs in previews.
func Invoke(ctx *pulumi.Context, function string, args Properties, opts ...pulumi.InvokeOption) pulumi.MapOutput {
	options, err := pulumi.NewInvokeOptions(opts...)
	if err != nil {
		return failed(ctx, err)
	}
	ref, err := releaseOf(options.Parent, options.Provider).ref(ctx)
	if err != nil {
		return failed(ctx, err)
	}
	return ctx.InvokeOutput(functionToken(function), nonNil(args), pulumi.MapOutput{}, pulumi.InvokeOutputOptions{
		PackageRef: ref, InvokeOptions: opts,
	}).(pulumi.MapOutput)
}

// Call calls a data source and waits for its result, for callbacks that run when the arguments are known.
func Call(ctx *pulumi.Context, function string, args Properties, opts ...pulumi.InvokeOption) (map[string]any, error) {
	options, err := pulumi.NewInvokeOptions(opts...)
	if err != nil {
		return nil, err
	}
	ref, err := releaseOf(options.Parent, options.Provider).ref(ctx)
	if err != nil {
		return nil, err
	}
	result := map[string]any{}
	_, err = ctx.InvokePackageRaw(functionToken(function), nonNil(args), &result, ref, opts...)
	return result, err
}

func failed(ctx *pulumi.Context, err error) pulumi.MapOutput {
	output, _, reject := ctx.NewOutput()
	reject(err)
	return output.ApplyT(func(any) map[string]any { return nil }).(pulumi.MapOutput)
}
