package component

import (
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
)

// untagged are the types without the tag. An object is deleted with its bucket, and can have 10 tags only. AWS creates the default security
// group, and permission to give it the tag would allow giving it to groups of others.
var untagged = []string{"aws:s3/bucketObjectv2:BucketObjectv2", "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"}

// tagChildren returns the option by which all AWS resources below a component have the tag of their stack: permissions are restricted to
// what has it (docs/permissions.md).
func tagChildren(ctx *pulumi.Context) pulumi.ResourceOption {
	owned := map[string]string{tags.Stack: tags.OfStack(ctx)}
	return pulumi.Transformations([]pulumi.ResourceTransformation{
		func(args *pulumi.ResourceTransformationArgs) *pulumi.ResourceTransformationResult {
			value := reflect.ValueOf(args.Props)
			if value.Kind() != reflect.Pointer || value.IsNil() || slices.Contains(untagged, args.Type) {
				return nil
			}
			props, changed := withTags(value.Elem(), owned)
			if !changed {
				return nil
			}
			return &pulumi.ResourceTransformationResult{Props: props.Addr().Interface().(pulumi.Input), Opts: args.Opts}
		},
	})
}

// withTags returns a copy of the arguments of a resource with more tags, for its root volume too, and whether it changed anything: not
// every resource has tags, and the components around this one add the same.
func withTags(args reflect.Value, owned map[string]string) (reflect.Value, bool) {
	field := args.FieldByName("Tags")
	if !field.IsValid() || field.Kind() != reflect.Interface {
		return args, false
	}
	user, known := field.Interface().(pulumi.StringMap)
	if field.Type() != reflect.TypeFor[pulumi.StringMapInput]() || !known && !field.IsNil() || user[tags.Stack] != nil {
		return args, false
	}
	tagged := reflect.New(args.Type()).Elem()
	tagged.Set(args)
	tagged.FieldByName("Tags").Set(reflect.ValueOf(tags.Merge(user, owned)))
	if device := tagged.FieldByName("RootBlockDevice"); device.IsValid() && device.Elem().Kind() == reflect.Struct {
		volume, _ := withTags(device.Elem(), owned)
		device.Set(volume)
	}
	return tagged, true
}
