package storage_test

import (
	"testing"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestDataProtectionApplicationArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	checktest.Cases(t, "storage.DataProtectionApplicationArgs", map[string]checktest.Case{
		"placement": {
			Reason: "the API server rejects invalid tolerations",
			Args:   dataProtectionArgs(func(a *storage.DataProtectionApplicationArgs) { a.Placement = badPlacement }),
			Want:   []string{".Placement" + noTolerationKey},
		},
		"partition": {
			Reason: "a role is in the partition of the bucket",
			Args: dataProtectionArgs(func(a *storage.DataProtectionApplicationArgs) {
				a.Region = "us-gov-west-1"
			}),
			Want: []string{
				".RoleARN: " + veleroRoleARN + " is in partition aws; us-gov-west-1 is in partition aws-us-gov",
			},
		},
	})
}
