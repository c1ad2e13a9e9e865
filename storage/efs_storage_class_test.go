package storage_test

import (
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestEFSStorageClass(t *testing.T) {
	t.Parallel()
	args := &storage.EFSStorageClassArgs{
		Name: "efs", FileSystemID: pulumi.String("fs-0123456789abcdef0"), DirectoryPerms: "770", GIDRangeStart: 1000, GIDRangeEnd: 2000,
		BasePath: "/volumes", SubPathPattern: "${.PVC.namespace}/${.PVC.name}", EnsureUniqueDirectory: new(false), RetainVolumes: true,
	}
	clustertest.CheckGolden(t, "efs-storage-class", mockstest.Exporting(storage.NewEFSStorageClass, "main", args,
		func(c *storage.EFSStorageClass) pulumi.Map { return pulumi.Map{"name": c.Name} }))
}

func TestEFSStorageClassArgsValidateRejects(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "storage.EFSStorageClassArgs", map[string]checktest.Case{
		"range": {
			Reason: "each volume gets a group of its own",
			Args: &storage.EFSStorageClassArgs{
				Name: "efs", FileSystemID: pulumi.String("fs-01234567"), GIDRangeStart: 2000, GIDRangeEnd: 2000,
			},
			Want: []string{".GIDRangeEnd: must be greater than GIDRangeStart (got 2000)"},
		},
	})
}

// A class of volumes that pods of a group share. The file system exists.
func ExampleNewEFSStorageClass() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		_, err = storage.NewEFSStorageClass(ctx, "demo", &storage.EFSStorageClassArgs{
			Name:           "efs",
			FileSystemID:   pulumi.String("fs-0123456789abcdef0"),
			DirectoryPerms: "770",
		}, pulumi.Provider(cluster))
		return err
	})
}
