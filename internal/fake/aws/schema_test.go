package aws_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
)

func TestSchemaMatchesSDK(t *testing.T) {
	t.Parallel()
	tests := []struct {
		token string
		args  any
		newer []string
	}{
		{token: "aws:iam/instanceProfile:InstanceProfile", args: iam.InstanceProfileArgs{}},
		{token: "aws:iam/openIdConnectProvider:OpenIdConnectProvider", args: iam.OpenIdConnectProviderArgs{}},
		{token: "aws:iam/policy:Policy", args: iam.PolicyArgs{}},
		{token: "aws:iam/role:Role", args: iam.RoleArgs{}},
		{token: "aws:iam/rolePolicy:RolePolicy", args: iam.RolePolicyArgs{}},
		{token: "aws:iam/rolePolicyAttachment:RolePolicyAttachment", args: iam.RolePolicyAttachmentArgs{}},
		{
			token: "aws:lb/loadBalancer:LoadBalancer",
			args:  lb.LoadBalancerArgs{},
			newer: []string{"ipamPools", "minimumLoadBalancerCapacity"},
		},
		{token: "aws:lb/targetGroup:TargetGroup", args: lb.TargetGroupArgs{}},
		{token: "aws:lb/targetGroupAttachment:TargetGroupAttachment", args: lb.TargetGroupAttachmentArgs{}},
		{token: "aws:lb/listenerRule:ListenerRule", args: lb.ListenerRuleArgs{}},
		{token: "aws:route53/record:Record", args: route53.RecordArgs{}},
		{token: "aws:route53/zone:Zone", args: route53.ZoneArgs{}},
		{token: "aws:route53/zoneAssociation:ZoneAssociation", args: route53.ZoneAssociationArgs{}},
		{token: "aws:s3/bucketV2:BucketV2", args: s3.BucketV2Args{}},
		{token: "aws:s3/bucketObjectv2:BucketObjectv2", args: s3.BucketObjectv2Args{}},
		{token: "aws:s3/bucketPolicy:BucketPolicy", args: s3.BucketPolicyArgs{}},
		{
			token: "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
			args:  s3.BucketPublicAccessBlockArgs{},
		},
		{token: "aws:s3/bucketVersioningV2:BucketVersioningV2", args: s3.BucketVersioningV2Args{}},
		{
			token: "aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2",
			args:  s3.BucketLifecycleConfigurationV2Args{},
			newer: []string{"timeouts"},
		},
		{
			token: "aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2",
			args:  s3.BucketServerSideEncryptionConfigurationV2Args{},
		},
		{token: "aws:ec2/proxyProtocolPolicy:ProxyProtocolPolicy", args: ec2.ProxyProtocolPolicyArgs{}},
		{
			token: "aws:s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2",
			args:  s3.BucketObjectLockConfigurationV2Args{},
		},
		{
			token: "aws:s3/bucketReplicationConfig:BucketReplicationConfig",
			args:  s3.BucketReplicationConfigArgs{},
		},
		{
			token: "aws:s3/bucketOwnershipControls:BucketOwnershipControls",
			args:  s3.BucketOwnershipControlsArgs{},
		},
	}
	for _, test := range tests {
		t.Run(test.token, func(t *testing.T) {
			t.Parallel()
			want := slices.DeleteFunc(propertiesOf(test.args), func(name string) bool {
				return slices.Contains(test.newer, name)
			})
			resourceSchema, ok := aws.Resource(test.token)
			require.True(t, ok)
			var got []string
			for name, property := range resourceSchema.Properties {
				if property.Input() {
					got = append(got, name)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-SDK +schema):\n%s", test.token, diff)
			}
		})
	}
}

// propertiesOf returns the property names of an XArgs struct. Their tags are on the element type, the unexported
// xArgs, which the ElementType method of the exported struct returns.
func propertiesOf(args any) []string {
	element := args.(interface{ ElementType() reflect.Type }).ElementType()
	var names []string
	for i := range element.NumField() {
		name, _, _ := strings.Cut(element.Field(i).Tag.Get("pulumi"), ",")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func TestSchema(t *testing.T) {
	t.Parallel()
	_, ok := aws.Resource("aws:rds/instance:Instance")
	require.False(t, ok, "OpenShift has no database")
	require.IsIncreasing(t, aws.Tokens())
	for _, token := range aws.Tokens() {
		known, ok := aws.Resource(token)
		require.True(t, ok)
		require.Equal(t, token, known.Token)
		require.Regexp(t, "^aws_", known.Terraform)
		require.NotEmpty(t, known.Properties)
	}
}
