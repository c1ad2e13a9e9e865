package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestImageRegistryArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	tests := map[string]struct {
		reason string
		args   *storage.ImageRegistryArgs
		want   []string
	}{
		"no bucket": {
			reason: "the operator's own bucket has its own key and endpoint",
			args: registryArgs(func(a *storage.ImageRegistryArgs) {
				a.Bucket, a.KMSKeyARN, a.RegionEndpoint = nil, pulumi.String(keyARN), "https://s3.example.com"
			}),
			want: []string{"KMSKeyARN: needs", "RegionEndpoint: needs"},
		},
		"key of another region": {
			reason: "S3 accepts only keys of the bucket's region",
			args: registryArgs(func(a *storage.ImageRegistryArgs) {
				a.Region, a.KMSKeyARN = "us-west-2", pulumi.String(keyARN)
			}),
			want: []string{"KMSKeyARN: " + keyARN + " is in region us-east-2; must be in us-west-2"},
		},
		"all fields": {
			reason: "all problems are reported together",
			args: registryArgs(func(a *storage.ImageRegistryArgs) {
				a.KMSKeyARN, a.Placement = pulumi.String("alias/registry"), badPlacement
			}),
			want: []string{"KMSKeyARN: format", "Placement" + noTolerationKey},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, imageRegistry(tt.args), "storage.ImageRegistryArgs", tt.want, tt.reason)
		})
	}
}
