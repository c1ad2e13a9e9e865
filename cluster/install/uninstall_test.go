package install

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// unreachable is the server of an API that does not answer.
const unreachable = "https://127.0.0.1:1"

// installed is an installed cluster, with its API and the order of what Uninstall does.
func installed(t *testing.T) (*Installation, *fakeStack, *fakeAPI, func() []string) {
	t.Helper()
	i, stack, commands := demoInstallation(t)
	api := newFakeAPI(t)
	i.Kubeconfig = api.kubeconfig(t)
	completeInstall(t, i)
	stack.calls = nil
	return i, stack, api, commands
}

func TestUninstall(t *testing.T) {
	i, stack, api, commands := installed(t)
	shard := ingressControllersPath + "/shard"
	router := "/api/v1/namespaces/openshift-ingress/services/router-default"
	app := "/api/v1/namespaces/app/services/web"
	api.add(ingressControllersPath+"/default", nil)
	api.add(shard, nil)
	gateway := "/apis/gateway.networking.k8s.io/v1/namespaces/app/gateways/shop"
	api.add(gateway, nil)
	api.add(app, map[string]any{"type": "LoadBalancer"})
	api.add(router, map[string]any{"type": "LoadBalancer"})
	api.add("/api/v1/namespaces/default/services/kubernetes", map[string]any{"type": "ClusterIP"})
	api.add(versionOperatorPath, nil)
	api.add(ingressOperatorPath, nil)
	api.add(machinesPath+"/demo-x7k2p-worker-a", nil)
	api.add(machinesPath+"/demo-x7k2p-worker-b", nil)
	var reported []string
	i.Report = func(e Event) { reported = append(reported, e.Message) }
	i.Resources = func(_ context.Context, region, infraID string) ([]string, error) {
		return []string{"arn:aws:ec2:" + region + "::volume/" + infraID}, nil
	}
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{
		"DELETE " + gateway, "PATCH " + versionOperatorPath, "DELETE " + ingressControllersPath + "/default", "DELETE " + shard,
		"PATCH " + ingressOperatorPath, "DELETE " + app, "DELETE " + router,
		"PATCH " + machinesPath + "/demo-x7k2p-worker-a", "PATCH " + machinesPath + "/demo-x7k2p-worker-b",
	}, api.requests)
	assert.Equal(t, []string{"destroy", "remove"}, stack.calls)
	assert.Equal(t, "destroy cluster", commands()[len(commands())-1])
	assert.Contains(t, reported, "deleting arn:aws:ec2:us-east-2::volume/demo-x7k2p", "listed before it is removed")
	assert.NoDirExists(t, i.Config.Dir)
}

func TestUninstallContinues(t *testing.T) {
	want := map[string][]string{
		"load-balancers": {"destroy", "remove"},
		"drains":         {"destroy", "remove"},
		"destroy":        {"destroy", "remove"},
		"left-behind":    {"destroy", "destroy", "remove"},
		"directory":      {"destroy", "destroy", "remove"},
	}
	for name, calls := range want {
		t.Run(name, func(t *testing.T) {
			i, stack, _, _ := installed(t)
			ctx := interruptedAt(t, i, name, Started)
			err := i.Uninstall(ctx)
			require.Error(t, err)
			i.Report = nil
			require.NoError(t, i.Uninstall(t.Context()))
			assert.Equal(t, calls, stack.calls)
			assert.NoDirExists(t, i.Config.Dir)
		})
	}
}

// TestUninstallAfterAKilledInstall: what Pulumi does not know prevents the deletion of what it knows.
func TestUninstallAfterAKilledInstall(t *testing.T) {
	i, stack, _, commands := installed(t)
	stack.fail = errors.New("the subnet has dependencies")
	stack.interrupted = []string{
		"urn:pulumi:demo::classic::openshift-aws:network:Vpc$aws:ec2/natGateway:NatGateway::demo-nat",
	}
	var reported []string
	i.Report = func(e Event) { reported = append(reported, e.Message) }
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{"destroy", "destroy", "remove"}, stack.calls)
	assert.Equal(t, []string{"destroy cluster", "destroy cluster"}, commands()[len(commands())-2:])
	assert.Contains(t, reported, "its creation was interrupted: aws:ec2/natGateway:NatGateway demo-nat")
	assert.NoDirExists(t, i.Config.Dir)
}

// TestUninstallOfAProtectedStack: load balancers of a cluster that stays would be gone, and its machines would not drain any more.
func TestUninstallOfAProtectedStack(t *testing.T) {
	i, stack, api, _ := installed(t)
	stack.protected = []string{
		"urn:pulumi:demo::classic::openshift-aws:blueprint:SelfManaged$openshift-aws:index:Protection::demo",
		"urn:pulumi:demo::classic::aws:s3/bucketV2:BucketV2::logs",
	}
	const want = "nothing was deleted, because the stack protects openshift-aws:index:Protection demo, aws:s3/bucketV2:BucketV2 logs. Run " +
		"`pulumi config set openshift-aws:protect false` and `pulumi up`, or `pulumi state unprotect '<URN>'`"
	before := tree(t, i.Config.Dir)
	require.ErrorContains(t, i.Uninstall(t.Context()), want)
	code, _, errs := run(t, i, "demo\n", "uninstall")
	assert.Equal(t, 1, code)
	assert.Contains(t, errs, want)
	assert.NotContains(t, errs, "Type its name", "before it asks")
	assert.Empty(t, api.requests)
	assert.Empty(t, stack.calls)
	assert.Equal(t, before, tree(t, i.Config.Dir))
	stack.protected = nil
	require.NoError(t, i.Uninstall(t.Context()))
	assert.NoDirExists(t, i.Config.Dir)
}

// TestUninstallAfterTheAPIIsGone: when the objects in the cluster are deleted, the API may go.
func TestUninstallAfterTheAPIIsGone(t *testing.T) {
	i, stack, _, _ := installed(t)
	stack.fail = errors.New("a bucket is not empty")
	require.ErrorContains(t, i.Uninstall(t.Context()), "step destroy: a bucket is not empty")
	i.Kubeconfig = writeKubeconfig(t, unreachable)
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{"destroy", "destroy", "remove"}, stack.calls)
}

// TestUninstallAfterAnotherInstall: the cluster may have created load balancers since the first removal failed.
func TestUninstallAfterAnotherInstall(t *testing.T) {
	i, stack, _, _ := installed(t)
	stack.fail = errors.New("a bucket is not empty")
	require.Error(t, i.Uninstall(t.Context()))
	completeInstall(t, i)
	i.Kubeconfig = writeKubeconfig(t, unreachable)
	require.ErrorContains(t, i.Uninstall(t.Context()), "does not answer")
}

func TestUninstallWithoutAPI(t *testing.T) {
	i, stack, _, _ := installed(t)
	i.Kubeconfig = writeKubeconfig(t, unreachable)
	err := i.Uninstall(t.Context())
	require.ErrorContains(t, err, "the cluster's API at https://127.0.0.1:1 does not answer")
	require.ErrorContains(t, err, "If the cluster no longer exists, add --without-cluster")
	assert.Empty(t, stack.calls, "its load balancers would prevent the deletion of the VPC")

	t.Setenv("PULUMI_K8S_DELETE_UNREACHABLE", "")
	i.WithoutCluster = true
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{"destroy", "remove"}, stack.calls)
	assert.Equal(t, "true", os.Getenv("PULUMI_K8S_DELETE_UNREACHABLE"))
}

func TestUninstallBeforeStageCluster(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	t.Setenv(openshiftinstall.FailVariable, "wait-for bootstrap-complete: timed out")
	i.Kubeconfig = writeKubeconfig(t, unreachable)
	_, err := i.Install(t.Context())
	require.ErrorContains(t, err, "timed out")
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{"up bootstrap", "destroy", "remove"}, stack.calls)
}

// TestUninstallBeforeStageClusterWithOtherCredentials: an API that rejects the credentials answers, and its cluster may have created load
// balancers.
func TestUninstallBeforeStageClusterWithOtherCredentials(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	t.Setenv(openshiftinstall.FailVariable, "wait-for bootstrap-complete: timed out")
	i.Kubeconfig = writeKubeconfig(t, unreachable)
	_, err := i.Install(t.Context())
	require.ErrorContains(t, err, "timed out")
	stack.calls = nil
	i.Kubeconfig = newFakeAPI(t).kubeconfig(t)
	text, err := os.ReadFile(i.Kubeconfig)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(i.Kubeconfig, bytes.ReplaceAll(text, []byte("hidden"), []byte("other")), 0o600))
	require.ErrorContains(t, i.Uninstall(t.Context()), "rejects the credentials of "+i.Kubeconfig)
	assert.Empty(t, stack.calls)
}

// TestUninstallWithoutKubeconfig: a cluster that no longer exists needs no kubeconfig.
func TestUninstallWithoutKubeconfig(t *testing.T) {
	i, stack, _, _ := installed(t)
	i.Kubeconfig = filepath.Join(t.TempDir(), "missing")
	err := i.Uninstall(t.Context())
	require.ErrorContains(t, err, "missing: no such file or directory. If the cluster no longer exists, add --without-cluster")
	assert.Empty(t, stack.calls)
	t.Setenv("PULUMI_K8S_DELETE_UNREACHABLE", "")
	i.WithoutCluster = true
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{"destroy", "remove"}, stack.calls)
}

// TestOtherClustersAreRejected: the description, the stack, the directory and the credentials are of one cluster, or
// no command does anything.
func TestOtherClustersAreRejected(t *testing.T) {
	tests := map[string]struct {
		change func(t *testing.T, i *Installation, stack *fakeStack)
		want   string
	}{
		"another name": {
			change: func(_ *testing.T, i *Installation, _ *fakeStack) { i.Config.Name = "other" },
			want:   "belongs to the cluster demo, not to other",
		},
		"another domain": {
			change: func(_ *testing.T, i *Installation, _ *fakeStack) { i.Config.BaseDomain = "b.example.org" },
			want:   "belongs to the cluster demo.example.com in us-east-2, not to demo.b.example.org in us-east-2",
		},
		"another region": {
			change: func(_ *testing.T, i *Installation, _ *fakeStack) { i.Config.Region = "eu-west-1" },
			want:   "belongs to the cluster demo.example.com in us-east-2, not to demo.example.com in eu-west-1",
		},
		"the stack of another cluster": {
			change: func(_ *testing.T, _ *Installation, stack *fakeStack) { stack.config["infraId"] = "demo-aaaaa" },
			want:   "belongs to the cluster demo-x7k2p, and the stack has the resources of demo-aaaaa",
		},
		"the credentials of another account": {
			change: func(_ *testing.T, i *Installation, _ *fakeStack) {
				i.Account = func(context.Context, string) (string, error) { return "210987654321", nil }
			},
			want: "the cluster is in the AWS account 123456789012, and the credentials are of the account 210987654321",
		},
		"no credentials": {
			change: func(_ *testing.T, i *Installation, _ *fakeStack) {
				i.Account = func(context.Context, string) (string, error) { return "", errors.New("expired token") }
			},
			want: "the account of the AWS credentials cannot be read: expired token",
		},
		"metadata.json of another cluster": {
			change: func(t *testing.T, i *Installation, _ *fakeStack) {
				t.Helper()
				require.NoError(t, changeRecord(i.Config.Dir, func(r *record, _ time.Time) { r.InfraID = "demo-aaaaa" }))
			},
			want: "was created for the cluster demo-aaaaa, and its metadata.json is of demo-x7k2p",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, stack, _, _ := installed(t)
			path := i.Config.Dir
			tt.change(t, i, stack)
			before := tree(t, path)
			require.ErrorContains(t, i.Uninstall(t.Context()), tt.want)
			_, err := i.Status(t.Context())
			require.ErrorContains(t, err, tt.want)
			_, err = i.Install(t.Context())
			require.Error(t, err)
			code, _, errs := run(t, i, "demo\n", "uninstall")
			assert.Equal(t, 1, code)
			assert.Contains(t, errs, tt.want)
			assert.NotContains(t, errs, "Type its name", "before it asks")
			assert.Empty(t, stack.calls)
			assert.Equal(t, before, tree(t, path))
		})
	}
}

func TestUninstallWithoutDirectory(t *testing.T) {
	i, stack, _, _ := installed(t)
	i.Config.Dir = filepath.Join(t.TempDir(), "none")
	require.ErrorContains(t, i.Uninstall(t.Context()), "does not exist: the cluster demo is not installed")
	assert.Empty(t, stack.calls)
	assert.NoFileExists(t, i.Config.Dir+".lock")
}

// TestUninstallOfAnEmptyStack: with another stack or backend the resources could not be found once the directory is
// deleted.
func TestUninstallOfAnEmptyStack(t *testing.T) {
	i, stack, _, commands := installed(t)
	stack.resources, stack.config = nil, nil
	require.ErrorContains(t, i.Uninstall(t.Context()), "the stack has no resources, and install has created some")
	assert.Empty(t, stack.calls)
	assert.NotContains(t, commands(), "destroy cluster")
	assert.DirExists(t, i.Config.Dir)
	i.WithoutCluster = true
	require.NoError(t, i.Uninstall(t.Context()))
	assert.NoDirExists(t, i.Config.Dir)
}

// TestUninstallContinuesAfterTheInstaller: `destroy cluster` deletes metadata.json and the kubeconfig, with which the
// command begins.
func TestUninstallContinuesAfterTheInstaller(t *testing.T) {
	i, _, _, _ := installed(t)
	ctx := interruptedAt(t, i, "left-behind", Done)
	require.Error(t, i.Uninstall(ctx))
	require.FileExists(t, filepath.Join(i.Config.Dir, "metadata.json"))
	code, _, errs := run(t, i, "demo\n", "uninstall")
	require.Equal(t, 0, code, errs)
	assert.NoDirExists(t, i.Config.Dir)
}

// TestUninstallContinuesAmongItsFiles: a command that is killed while it deletes the files leaves some of them.
func TestUninstallContinuesAmongItsFiles(t *testing.T) {
	i, _, _, _ := installed(t)
	require.NoError(t, changeRecord(i.Config.Dir, func(r *record, now time.Time) { r.Removed = &now }))
	require.NoError(t, os.Remove(filepath.Join(i.Config.Dir, "metadata.json")))
	code, _, errs := run(t, i, "", "uninstall")
	require.Equal(t, 0, code, errs)
	assert.NoDirExists(t, i.Config.Dir)
}

func TestUninstallKeepsOtherFiles(t *testing.T) {
	i, _, _, _ := installed(t)
	own := map[string]string{"auth/mine.kubeconfig": "mine", "backup/etcd.db": "mine"}
	require.NoError(t, writeFiles(i.Config.Dir, own, func(string) bool { return true }))
	var reported []string
	i.Report = func(e Event) { reported = append(reported, e.Message) }
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, own, tree(t, i.Config.Dir))
	for name := range own {
		assert.Contains(t, reported, filepath.Join(i.Config.Dir, name)+" was not created by this command and is kept")
	}
}

// TestUninstallOfALinkedDirectory: the keys are behind the link.
func TestUninstallOfALinkedDirectory(t *testing.T) {
	i, _, _, _ := installed(t)
	target := filepath.Join(t.TempDir(), "target")
	require.NoError(t, os.Rename(i.Config.Dir, target))
	require.NoError(t, os.Symlink(target, i.Config.Dir))
	require.NoError(t, i.Uninstall(t.Context()))
	assert.NoDirExists(t, target)
	assert.NoFileExists(t, i.Config.Dir)
	_, err := os.Lstat(i.Config.Dir)
	assert.ErrorIs(t, err, os.ErrNotExist)
}
