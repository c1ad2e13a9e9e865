package iam_test

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestInstanceProfilesArgs(t *testing.T) {
	t.Parallel()
	with := func(change func(*iam.InstanceProfilesArgs)) *iam.InstanceProfilesArgs {
		args := iam.InstanceProfilesArgs{InfraID: mockstest.LongInfraID, Region: "us-east-2"}
		change(&args)
		return &args
	}
	boundary := func(region, arn string) *iam.InstanceProfilesArgs {
		return with(func(a *iam.InstanceProfilesArgs) { a.Region, a.PermissionsBoundary = region, pulumi.String(arn) })
	}
	path := func(path string) *iam.InstanceProfilesArgs {
		return with(func(a *iam.InstanceProfilesArgs) { a.Path = path })
	}
	tests := map[string]struct {
		reason string
		args   *iam.InstanceProfilesArgs
		want   string
	}{
		"usual":        {reason: "id and region", args: with(func(*iam.InstanceProfilesArgs) {})},
		"root path":    {reason: "IAM's own default", args: path("/")},
		"deep path":    {reason: "several folders", args: path("/a/b-c/d_e/")},
		"longest path": {reason: "512 characters", args: path("/" + strings.Repeat("p", 510) + "/")},
		"boundary": {
			reason: "a policy of the account",
			args:   boundary("us-east-2", "arn:aws:iam::123456789012:policy/team/boundary"),
		},
		"managed policy": {
			reason: "a policy of AWS's",
			args:   boundary("us-east-2", "arn:aws:iam::aws:policy/PowerUserAccess"),
		},
		"gov boundary": {
			reason: "another partition",
			args:   boundary("us-gov-west-1", "arn:aws-us-gov:iam::123456789012:policy/boundary"),
		},
		"later boundary": {
			reason: "an output's value is not known yet",
			args: with(func(a *iam.InstanceProfilesArgs) {
				a.PermissionsBoundary = pulumi.String("arn:aws:iam::123456789012:policy/b").ToStringOutput()
			}),
		},
		"nil": {
			reason: "nothing else has a default",
			want:   "iam.InstanceProfilesArgs.InfraID: is required\niam.InstanceProfilesArgs.Region: is required",
		},
		"infra id": {
			reason: "28 characters",
			args:   with(func(a *iam.InstanceProfilesArgs) { a.InfraID = mockstest.LongInfraID + "q" }),
			want:   `iam.InstanceProfilesArgs.InfraID: "production-frankfurt1-x7k2pq" has 28 characters; at most 27 fit the names of load balancers`,
		},
		"zone for region": {
			reason: "a usual mistake",
			args:   with(func(a *iam.InstanceProfilesArgs) { a.Region = "us-east-2a" }),
			want:   `iam.InstanceProfilesArgs.Region: "us-east-2a" is no region; write one such as us-east-2`,
		},
		"path's start": {
			reason: "IAM demands the slash",
			args:   path("openshift/"),
			want:   `iam.InstanceProfilesArgs.Path: "openshift/" must begin and end with a slash and hold only printable ASCII characters, such as /openshift/`,
		},
		"path's end": {
			reason: "IAM demands the slash",
			args:   path("/openshift"),
			want:   `iam.InstanceProfilesArgs.Path: "/openshift" must begin and end with a slash and hold only printable ASCII characters, such as /openshift/`,
		},
		"path's middle": {
			reason: "no spaces",
			args:   path("/open shift/"),
			want:   `iam.InstanceProfilesArgs.Path: "/open shift/" must begin and end with a slash and hold only printable ASCII characters, such as /openshift/`,
		},
		"path's length": {
			reason: "513 characters",
			args:   path("/" + strings.Repeat("p", 511) + "/"),
			want:   "iam.InstanceProfilesArgs.Path: has 513 characters; IAM takes at most 512",
		},
		"boundary's name": {
			reason: "a name is no ARN",
			args:   boundary("us-east-2", "boundary"),
			want:   `iam.InstanceProfilesArgs.PermissionsBoundary: "boundary" is no policy's ARN in the partition of us-east-2; write one such as arn:aws:iam::123456789012:policy/boundary`,
		},
		"boundary's kind": {
			reason: "a role is no policy",
			args:   boundary("us-east-2", "arn:aws:iam::123456789012:role/boundary"),
			want:   `iam.InstanceProfilesArgs.PermissionsBoundary: "arn:aws:iam::123456789012:role/boundary" is no policy's ARN in the partition of us-east-2; write one such as arn:aws:iam::123456789012:policy/boundary`,
		},
		"boundary's partition": {
			reason: "China has its own ARNs",
			args:   boundary("cn-north-1", "arn:aws:iam::123456789012:policy/b"),
			want:   `iam.InstanceProfilesArgs.PermissionsBoundary: "arn:aws:iam::123456789012:policy/b" is no policy's ARN in the partition of cn-north-1; write one such as arn:aws-cn:iam::123456789012:policy/boundary`,
		},
		"tag": {
			reason: "OpenShift's namespace",
			args: with(
				func(a *iam.InstanceProfilesArgs) { a.Tags = pulumi.StringMap{"openshift.io/x": pulumi.String("1")} },
			),
			want: `iam.InstanceProfilesArgs.Tags: key "openshift.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New()
			err := rec.Run(func(ctx *pulumi.Context) error {
				_, err := iam.NewInstanceProfiles(ctx, "main", tt.args)
				return err
			})
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
			assert.ErrorContains(t, err, tt.want, tt.reason)
			assert.Empty(t, rec.OfType("openshift-aws:iam:InstanceProfiles"), "nothing is registered")
		})
	}
}
