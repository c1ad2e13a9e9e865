package storage_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	batchv1 "k8s.io/api/batch/v1"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func etcdBackup(args *storage.EtcdBackupArgs) pulumi.RunFunc {
	return mockstest.Exporting(storage.NewEtcdBackup, "main", args,
		func(c *storage.EtcdBackup) pulumi.Map { return pulumi.Map{"namespace": c.Namespace} })
}

func etcdBackupArgs(role iam.ServiceAccountRoleArgs) *storage.EtcdBackupArgs {
	return &storage.EtcdBackupArgs{
		InfraID: "demo-x7k2p", BucketName: pulumi.String("demo-etcd"), KMSKeyARN: pulumi.String(keyARN), Region: "us-east-2", Role: &role,
	}
}

func TestEtcdBackup(t *testing.T) {
	t.Parallel()
	rec := clustertest.CheckGolden(t, "etcd-backup", etcdBackup(etcdBackupArgs(iam.ServiceAccountRoleArgs{
		OIDCProviderARN: pulumi.String(oidcProviderARN),
	})))
	actions := map[string][]string{}
	for _, statement := range documentOf(t, rec, "aws:iam/rolePolicy:RolePolicy", "policy")["main-etcd-backup-policy"].Statement {
		actions[statement.Resource[0]] = statement.Action
	}
	assert.Equal(t, map[string][]string{
		"arn:aws:s3:::demo-etcd/etcd/*": {"s3:PutObject", "s3:AbortMultipartUpload"}, keyARN: {"kms:Decrypt", "kms:GenerateDataKey"},
	}, actions, "who takes over the job can neither read nor delete backups")
}

// etcdBackupPod returns the pod that the API server makes of the registered job.
func etcdBackupPod(t *testing.T, rec *mocks.Recorder) (batchv1.CronJob, []string) {
	t.Helper()
	jobs := rec.OfType("kubernetes:batch/v1:CronJob")
	require.Len(t, jobs, 1)
	text, err := json.Marshal(jobs[0].Inputs)
	require.NoError(t, err)
	var job batchv1.CronJob
	require.NoError(t, json.Unmarshal(text, &job))
	var volumes []string
	for _, volume := range job.Spec.JobTemplate.Spec.Template.Spec.Volumes {
		volumes = append(volumes, volume.Name)
	}
	return job, volumes
}

// TestEtcdBackupOfClustersWithoutAnOIDCProvider: the pod, which is in the host's network, uses the node's role.
func TestEtcdBackupOfClustersWithoutAnOIDCProvider(t *testing.T) {
	t.Parallel()
	args := etcdBackupArgs(iam.ServiceAccountRoleArgs{ControlPlaneRoleName: pulumi.String("demo-x7k2p-master-role")})
	args.Schedule, args.SnapshotImage = "0 4 * * 0", pulumi.String("mirror.example.com/ocp/cli:latest")
	args.UploadImage = pulumi.String("mirror.example.com/aws-cli:2.27.49")
	rec := run(t, etcdBackup(args))
	job, volumes := etcdBackupPod(t, rec)
	assert.Equal(t, "0 4 * * 0", job.Spec.Schedule)
	assert.Equal(t, []string{"host", "backup"}, volumes)
	pod := job.Spec.JobTemplate.Spec.Template.Spec
	assert.True(t, pod.HostNetwork)
	assert.Equal(t, "mirror.example.com/ocp/cli:latest", pod.InitContainers[0].Image)
	assert.Equal(t, "mirror.example.com/aws-cli:2.27.49", pod.Containers[0].Image)
	var variables []string
	for _, variable := range pod.Containers[0].Env {
		variables = append(variables, variable.Name)
	}
	assert.Equal(t, []string{"BUCKET", "AWS_REGION"}, variables)
	assert.Empty(t, rec.OfType("aws:iam/role:Role"))
	require.Len(t, rec.OfType("aws:iam/rolePolicy:RolePolicy"), 1)
}

func TestEtcdBackupArgsValidateRejects(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "storage.EtcdBackupArgs", map[string]checktest.Case{
		"role": {
			Reason: "without it nothing is uploaded",
			Args:   etcdBackupArgs(iam.ServiceAccountRoleArgs{}),
			Want:   []string{".Role: required"},
		},
		"region": {
			Reason: "S3 cannot use a key of another region",
			Args: &storage.EtcdBackupArgs{
				InfraID: "demo-x7k2p", BucketName: pulumi.String("demo-etcd"), KMSKeyARN: pulumi.String(govKeyARN), Region: "us-east-2",
				Role: &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)},
			},
			Want: []string{".KMSKeyARN: " + govKeyARN + " is in partition aws-us-gov; us-east-2 is in partition aws"},
		},
	})
}

// TestEtcdBackupRuns runs the scripts of the job's containers. Fakes of chroot, aws and cluster-backup.sh have the machine's folders.
func TestEtcdBackupRuns(t *testing.T) {
	t.Parallel()
	job, _ := etcdBackupPod(t, run(t, etcdBackup(etcdBackupArgs(iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(oidcProviderARN)}))))
	tests := map[string]struct {
		reason, backup string
		want           []string
	}{
		"files": {
			reason: "restore expects these files, and none of an earlier backup that was interrupted",
			backup: "mkdir \"$1\"\ntouch \"$1/snapshot_1.db\" \"$1/static_kuberesources_1.tar.gz\"\n",
			want:   []string{"./", "./snapshot_1.db", "./static_kuberesources_1.tar.gz"},
		},
		"fails": {reason: "a backup that failed is not copied", backup: "mkdir \"$1\"\ntouch \"$1/snapshot_1.db\"\nexit 1\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			script := func(path, text string) {
				path = filepath.Join(dir, path)
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
				require.NoError(t, os.WriteFile(path, []byte("#!/bin/bash\n"+text), 0o700))
			}
			script("bin/chroot", "exec \"$1$2\" \"$1$3\"\n")
			script("bin/aws", "[ \"$1 $2\" = 's3 cp' ] && cp \"$3\" "+dir+"/uploaded && echo \"$4\" > "+dir+"/address\n")
			script("host/usr/local/bin/cluster-backup.sh", tt.backup)
			script("host/var/tmp/etcd-backup/snapshot_0.db", "")
			require.NoError(t, os.Mkdir(filepath.Join(dir, "backup"), 0o700))
			err := runPod(t, dir, job)
			if tt.want == nil {
				require.Error(t, err, tt.reason)
				assert.NoFileExists(t, filepath.Join(dir, "uploaded"), tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.NoDirExists(t, filepath.Join(dir, "host/var/tmp/etcd-backup"), "the machine keeps no copy")
			list, err := exec.CommandContext(t.Context(), "tar", "-tf", filepath.Join(dir, "uploaded")).Output()
			require.NoError(t, err)
			assert.ElementsMatch(t, tt.want, strings.Fields(string(list)), tt.reason)
			address, err := os.ReadFile(filepath.Join(dir, "address"))
			require.NoError(t, err)
			assert.Regexp(t, `^s3://demo-etcd/etcd/\d{4}-\d\d-\d\dT\d{6}Z\.tar\n$`, string(address))
		})
	}
}

// runPod runs the scripts of the pod's containers one after the other, with a folder in place of the root.
func runPod(t *testing.T, dir string, job batchv1.CronJob) error {
	t.Helper()
	pod := job.Spec.JobTemplate.Spec.Template.Spec
	paths := strings.NewReplacer(" /host", " "+dir+"/host", " /backup/", " "+dir+"/backup/")
	for _, container := range append(pod.InitContainers, pod.Containers...) {
		command := exec.CommandContext(t.Context(), container.Command[0], container.Command[1], paths.Replace(container.Command[2]))
		command.Env = append(os.Environ(), "PATH="+dir+"/bin:"+os.Getenv("PATH"), "BUCKET=demo-etcd")
		if output, err := command.CombinedOutput(); err != nil {
			t.Logf("%s: %s", container.Name, output)
			return err
		}
	}
	return nil
}

// etcd is saved every night to a bucket that keeps backups for 30 days.
func ExampleNewEtcdBackup() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			ClusterIdentifier:     pulumi.String(ctx.Stack()),
			Kubeconfig:            pulumi.String("install-dir/auth/kubeconfig"),
			EnableServerSideApply: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		oidcProviderARN := pulumi.String("arn:aws:iam::123456789012:oidc-provider/demo-oidc.s3.us-east-2.amazonaws.com")
		bucket, err := storage.NewBackupBucket(ctx, "etcd", &storage.BackupBucketArgs{
			InfraID:         "demo-x7k2p",
			Purpose:         "etcd",
			ExpireAfterDays: 30,
		})
		if err != nil {
			return err
		}
		_, err = storage.NewEtcdBackup(ctx, "etcd", &storage.EtcdBackupArgs{
			InfraID:    "demo-x7k2p",
			BucketName: bucket.Name,
			Role:       &iam.ServiceAccountRoleArgs{OIDCProviderARN: oidcProviderARN},
		}, pulumi.Provider(cluster))
		return err
	})
}
