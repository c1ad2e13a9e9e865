package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

func TestDataProtectionApplicationArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	const path = "storage.DataProtectionApplicationArgs"
	tests := map[string]struct {
		reason string
		args   *storage.DataProtectionApplicationArgs
		want   []string
	}{
		"nil": {
			reason: "Velero needs a bucket and a role",
			want:   []string{"Bucket: required", "RoleARN: required"},
		},
		"forms": {
			reason: "AWS and Velero reject other forms",
			args:   dataProtectionArgs(func(a *storage.DataProtectionApplicationArgs) { a.Prefix = "/velero/" }),
			want:   []string{"Prefix: format"},
		},
		"partition": {
			reason: "a role is in the partition of the bucket",
			args: dataProtectionArgs(func(a *storage.DataProtectionApplicationArgs) {
				a.Region = "us-gov-west-1"
			}),
			want: []string{
				"RoleARN: " + veleroRoleARN + " is in partition aws; us-gov-west-1 is in partition aws-us-gov",
			},
		},
		"placement": {
			reason: "the API server rejects invalid labels",
			args: dataProtectionArgs(func(a *storage.DataProtectionApplicationArgs) {
				a.Placement = badPlacement
			}),
			want: []string{"Placement" + noTolerationKey},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRejected(t, tt.args, dataProtection(tt.args), path, tt.want, tt.reason)
		})
	}
}
