package sandbox_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func newOptionsBox(t *testing.T, dir string, program pulumi.RunFunc, settings map[string]string) *sandbox.Sandbox {
	t.Helper()
	mockstest.NeedsEngine(t)
	settings["aws:region"] = "us-east-2"
	box, err := sandbox.New(sandbox.Options{Project: "shop", Program: program, Dir: dir, Config: settings})
	require.NoError(t, err)
	return box
}

// etcdBackups registers the bucket of etcd's backups. While the setting protect is true, Pulumi rejects to delete it.
func etcdBackups(ctx *pulumi.Context) error {
	_, err := storage.NewBackupBucket(ctx, "etcd", &storage.BackupBucketArgs{
		InfraID: "shop-x7k2p",
		Purpose: "etcd",
		Region:  "us-east-2",
	}, pulumi.Protect(config.New(ctx, "").GetBool("protect")))
	return err
}

func TestProtectedBucketIsNotDeleted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	box := newOptionsBox(t, dir, etcdBackups, map[string]string{"protect": "true"})
	mockstest.Must(t, box.Up)
	_, err := box.Destroy(t.Context())
	require.ErrorContains(t, err, "protect")

	released := newOptionsBox(t, dir, etcdBackups, map[string]string{"protect": "false"})
	mockstest.Must(t, released.Up)
	destroyed, err := released.Destroy(t.Context())
	require.NoError(t, err)
	assert.Positive(t, destroyed.Changes["delete"])
}

// allowListed returns a transform: NAT gateways get addresses of a pool of your own (BYOIP), which other companies'
// firewalls know. VpcArgs has no argument for it.
func allowListed(pool string) pulumi.ResourceTransform {
	return func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
		if args.Type != "aws:ec2/eip:Eip" {
			return nil
		}
		args.Props["publicIpv4Pool"] = pulumi.String(pool)
		return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
	}
}

func allowListedNetwork(ctx *pulumi.Context) error {
	vpc, err := network.NewVpc(ctx, "shop", &network.VpcArgs{
		CIDR:  "10.0.0.0/16",
		Zones: []string{"us-east-2a"},
	}, pulumi.Transforms([]pulumi.ResourceTransform{allowListed("ipv4pool-ec2-0123456789abcdef0")}))
	if err != nil {
		return err
	}
	ctx.Export("vpcId", vpc.ID)
	return nil
}

func TestTransformChangesAChild(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mockstest.Must(t, newOptionsBox(t, dir, allowListedNetwork, map[string]string{}).Up)
	assert.Contains(t, stored(t, dir, "aws.json"), "ipv4pool-ec2-0123456789abcdef0")
}

// afterEachMachine waits after each update of an instance, before the hooks that it has already.
func afterEachMachine(ctx *pulumi.Context, wait pulumi.ResourceHookFunction) error {
	hook, err := ctx.RegisterResourceHook("wait", wait, nil)
	if err != nil {
		return err
	}
	return ctx.RegisterResourceTransform(
		func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
			if args.Type != "aws:ec2/instance:Instance" {
				return nil
			}
			if args.Opts.Hooks == nil {
				args.Opts.Hooks = &pulumi.ResourceHookBinding{}
			}
			args.Opts.Hooks.AfterUpdate = append([]*pulumi.ResourceHook{hook}, args.Opts.Hooks.AfterUpdate...)
			return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
		})
}

// stableCluster waits until the operators have reported no change for two minutes.
func stableCluster(*pulumi.ResourceHookArgs) error {
	return exec.Command("oc", "adm", "wait-for-stable-cluster", "--minimum-stable-period=2m").Run()
}

func TestHookRunsAfterEachMachine(t *testing.T) {
	t.Parallel()
	var updated []string
	var calls atomic.Int32
	program := func(ctx *pulumi.Context) error {
		if err := afterEachMachine(ctx, func(args *pulumi.ResourceHookArgs) error {
			calls.Add(1)
			updated = append(updated, args.Name)
			return nil
		}); err != nil {
			return err
		}
		vpc, err := newVpc(ctx)
		if err != nil {
			return err
		}
		_, err = network.NewJumpHost(ctx, "admin", &network.JumpHostArgs{
			Network:      vpc.Network,
			Subnet:       vpc.PrivateSubnets[0],
			AMI:          pulumi.String("ami-0123456789abcdef0"),
			InstanceType: config.New(ctx, "").Require("type"),
		})
		return err
	}
	dir := t.TempDir()
	mockstest.Must(t, newOptionsBox(t, dir, program, map[string]string{"type": "t3.micro"}).Up)
	assert.Empty(t, updated, "a creation is not an update")
	mockstest.Must(t, newOptionsBox(t, dir, program, map[string]string{"type": "t3.small"}).Up)
	assert.Equal(t, []string{"admin-host"}, updated)
	assert.EqualValues(t, 1, calls.Load())
	assert.NotNil(t, stableCluster)
}

// configure registers what ends with the cluster: destroy does not delete it by the API, which a cluster that is gone
// does not have. Do not pass the option to machine sets, whose machines must be terminated, and to ingress controllers
// and services, whose load balancers must be deleted.
func configure(ctx *pulumi.Context, controlPlane pulumi.Resource, provider *cluster.KubernetesProvider) error {
	endsWithTheCluster := []pulumi.ResourceOption{pulumi.Provider(provider), pulumi.DeletedWith(controlPlane)}
	if _, err := machineconfig.NewMachineConfigPool(ctx, "batch", &machineconfig.MachineConfigPoolArgs{
		Name: "batch",
	}, endsWithTheCluster...); err != nil {
		return err
	}
	_, err := storage.NewMonitoringStorage(ctx, "monitoring", &storage.MonitoringStorageArgs{
		PrometheusVolumeGiB: 100,
	}, endsWithTheCluster...)
	return err
}

func TestDeletedWithTheCluster(t *testing.T) {
	t.Parallel()
	program := func(ctx *pulumi.Context) error {
		vpc, err := newVpc(ctx) // in place of the control plane
		if err != nil {
			return err
		}
		provider, err := cluster.NewKubernetesProvider(ctx, "cluster", &cluster.KubernetesProviderArgs{
			ClusterIdentifier: pulumi.String("shop"),
			Kubeconfig:        pulumi.String(stored(t, "../examples/classic/install-dir/auth", "kubeconfig")),
		})
		if err != nil {
			return err
		}
		return configure(ctx, vpc, provider)
	}
	dir := t.TempDir()
	box := newOptionsBox(t, dir, program, map[string]string{})
	mockstest.Must(t, box.Up)
	require.Contains(t, stored(t, dir, "kubernetes.json"), "cluster-monitoring-config")

	destroyed, err := box.Destroy(t.Context())
	require.NoError(t, err)
	assert.Positive(t, destroyed.Changes["delete"])
	assert.Contains(t, stored(t, dir, "kubernetes.json"), "cluster-monitoring-config", "the cluster's API was not called")
	assert.NotContains(t, stored(t, dir, "aws.json"), "10.0.0.0/16", "the VPC is deleted")
}

// adopted returns a transform: the children with these types are resources that exist already, by ID.
func adopted(ids map[string]string) pulumi.ResourceTransform {
	return func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
		id, exists := ids[args.Type]
		if !exists {
			return nil
		}
		args.Opts.Import = pulumi.ID(id)
		return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
	}
}

// adoptedBackups registers a bucket of backups; with the setting bucket, that bucket.
func adoptedBackups(ctx *pulumi.Context) error {
	existing := map[string]string{}
	if bucket := config.New(ctx, "").Get("bucket"); bucket != "" {
		existing["aws:s3/bucketV2:BucketV2"] = bucket
	}
	backups, err := storage.NewBackupBucket(ctx, "etcd", &storage.BackupBucketArgs{
		InfraID: "shop-x7k2p",
		Purpose: "etcd",
		Region:  "us-east-2",
	}, pulumi.Transforms([]pulumi.ResourceTransform{adopted(existing)}))
	if err != nil {
		return err
	}
	ctx.Export("bucket", backups.Name)
	return nil
}

func TestAdoptedBucket(t *testing.T) {
	t.Parallel()
	first, second := t.TempDir(), t.TempDir()
	created := mockstest.Must(t, newOptionsBox(t, first, adoptedBackups, map[string]string{}).Up)
	// Another stack in the same account.
	account := filepath.Join(second, "aws.json")
	require.NoError(t, os.WriteFile(account, []byte(stored(t, first, "aws.json")), 0o600))
	bucket := created.Outputs["bucket"].(string)
	imported := mockstest.Must(t, newOptionsBox(t, second, adoptedBackups, map[string]string{"bucket": bucket}).Up)
	assert.Equal(t, 1, imported.Changes["import"])
	assert.Equal(t, bucket, imported.Outputs["bucket"])

	later := mockstest.Must(t, newOptionsBox(t, second, adoptedBackups, map[string]string{}).Up)
	assert.False(t, later.Changed(), "the transform is needed once: %v", later.Steps)
}

func stored(t *testing.T, dir, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, file))
	require.NoError(t, err)
	return string(text)
}

func newVpc(ctx *pulumi.Context) (*network.Vpc, error) {
	return network.NewVpc(ctx, "shop", &network.VpcArgs{
		CIDR:  "10.0.0.0/16",
		Zones: []string{"us-east-2a"},
	})
}
