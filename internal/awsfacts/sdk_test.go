package awsfacts_test

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
)

// The Go SDK is younger than the provider that the facts come from. What it has on top is refused by Check, and
// named here so that a change of either shows.
func TestFactsAgreeWithTheGoSDK(t *testing.T) {
	t.Parallel()
	tests := []struct {
		token string
		args  any
		newer []string
	}{
		{"aws:iam/instanceProfile:InstanceProfile", iam.InstanceProfileArgs{}, nil},
		{"aws:iam/openIdConnectProvider:OpenIdConnectProvider", iam.OpenIdConnectProviderArgs{}, nil},
		{"aws:iam/policy:Policy", iam.PolicyArgs{}, nil},
		{"aws:iam/role:Role", iam.RoleArgs{}, nil},
		{"aws:iam/rolePolicy:RolePolicy", iam.RolePolicyArgs{}, nil},
		{"aws:iam/rolePolicyAttachment:RolePolicyAttachment", iam.RolePolicyAttachmentArgs{}, nil},
		{"aws:lb/loadBalancer:LoadBalancer", lb.LoadBalancerArgs{}, []string{"ipamPools", "minimumLoadBalancerCapacity"}},
		{"aws:lb/targetGroup:TargetGroup", lb.TargetGroupArgs{}, nil},
		{"aws:lb/targetGroupAttachment:TargetGroupAttachment", lb.TargetGroupAttachmentArgs{}, nil},
		{"aws:lb/listenerRule:ListenerRule", lb.ListenerRuleArgs{}, nil},
		{"aws:route53/record:Record", route53.RecordArgs{}, nil},
		{"aws:route53/zone:Zone", route53.ZoneArgs{}, nil},
		{"aws:route53/zoneAssociation:ZoneAssociation", route53.ZoneAssociationArgs{}, nil},
		{"aws:s3/bucketV2:BucketV2", s3.BucketV2Args{}, nil},
		{"aws:s3/bucketObjectv2:BucketObjectv2", s3.BucketObjectv2Args{}, nil},
		{"aws:s3/bucketPolicy:BucketPolicy", s3.BucketPolicyArgs{}, nil},
		{"aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", s3.BucketPublicAccessBlockArgs{}, nil},
		{"aws:s3/bucketVersioningV2:BucketVersioningV2", s3.BucketVersioningV2Args{}, nil},
		{"aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2",
			s3.BucketLifecycleConfigurationV2Args{}, []string{"timeouts"}},
		{"aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2",
			s3.BucketServerSideEncryptionConfigurationV2Args{}, nil},
		{"aws:ec2/proxyProtocolPolicy:ProxyProtocolPolicy", ec2.ProxyProtocolPolicyArgs{}, nil},
		{"aws:s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2", s3.BucketObjectLockConfigurationV2Args{}, nil},
		{"aws:s3/bucketReplicationConfig:BucketReplicationConfig", s3.BucketReplicationConfigArgs{}, nil},
		{"aws:s3/bucketOwnershipControls:BucketOwnershipControls", s3.BucketOwnershipControlsArgs{}, nil},
	}
	for _, test := range tests {
		t.Run(test.token, func(t *testing.T) {
			t.Parallel()
			want := slices.DeleteFunc(propertiesOf(test.args), func(name string) bool {
				return slices.Contains(test.newer, name)
			})
			var got []string
			for name, property := range schemaOf(t, test.token).Properties {
				if property.Input() {
					got = append(got, name)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-SDK +facts):\n%s", test.token, diff)
			}
		})
	}
}

// propertiesOf returns the property names of an XArgs struct. Their tags are on the element type, the unexported
// xArgs, which the exported struct tells by its ElementType method.
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
