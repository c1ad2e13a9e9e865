package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func clusterCSIDriver(args *storage.ClusterCSIDriverArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewClusterCSIDriver, "main", args,
		func(driver *storage.ClusterCSIDriver) pulumi.Map { return pulumi.Map{"name": driver.Name} })
}

func TestClusterCSIDriverKeys(t *testing.T) {
	t.Parallel()
	alias := pulumi.String("arn:aws-us-gov:kms:us-gov-west-1:123456789012:alias/volumes")
	for _, key := range []pulumi.StringInput{pulumi.String(keyARN).ToStringOutput(), alias} {
		kubetest.CheckRecorded(t, run(t, clusterCSIDriver(&storage.ClusterCSIDriverArgs{KMSKeyARN: key})))
	}
}
