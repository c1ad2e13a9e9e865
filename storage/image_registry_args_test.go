package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func TestImageRegistryArgsValidateRejects(t *testing.T) {
	t.Parallel()
	badPlacement := storage.Placement{Tolerations: []storage.Toleration{{}}}
	checktest.Cases(t, "storage.ImageRegistryArgs", map[string]checktest.Case{
		"key of another region": {
			Reason: "S3 accepts only keys of the bucket's region",
			Args: registryArgs(func(a *storage.ImageRegistryArgs) {
				a.Region, a.KMSKeyARN = "us-west-2", pulumi.String(keyARN)
			}),
			Want: []string{".KMSKeyARN: " + keyARN + " is in region us-east-2; must be in us-west-2"},
		},
		"placement": {
			Reason: "the API server rejects invalid tolerations",
			Args:   registryArgs(func(a *storage.ImageRegistryArgs) { a.Placement = badPlacement }),
			Want:   []string{".Placement" + noTolerationKey},
		},
	})
}
