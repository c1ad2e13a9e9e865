package install

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// installed is an installed cluster, with its API and the order of what Uninstall does.
func installed(t *testing.T) (*Installation, *fakeStack, *fakeAPI, func() []string) {
	t.Helper()
	i, stack, commands := demoInstallation(t)
	api := newFakeAPI(t)
	i.Kubeconfig = api.kubeconfig(t)
	_, err := i.Install(t.Context())
	require.NoError(t, err)
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
		"DELETE " + shard, "DELETE " + app,
		"PATCH " + versionOperatorPath, "PATCH " + ingressOperatorPath, "DELETE " + router,
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
			ctx, cancel := context.WithCancel(t.Context())
			i.Report = func(e Event) {
				if e.Step == name && e.State == Started {
					cancel()
				}
			}
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

// TestUninstallAfterTheAPIIsGone: when the objects in the cluster are deleted, the API may go.
func TestUninstallAfterTheAPIIsGone(t *testing.T) {
	i, stack, _, _ := installed(t)
	stack.fail = errors.New("a bucket is not empty")
	require.ErrorContains(t, i.Uninstall(t.Context()), "step destroy: a bucket is not empty")
	i.Kubeconfig = unreachable(t)
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{"destroy", "destroy", "remove"}, stack.calls)
}

// TestUninstallAfterAnotherInstall: the cluster may have created load balancers since the first removal failed.
func TestUninstallAfterAnotherInstall(t *testing.T) {
	i, stack, _, _ := installed(t)
	stack.fail = errors.New("a bucket is not empty")
	require.Error(t, i.Uninstall(t.Context()))
	_, err := i.Install(t.Context())
	require.NoError(t, err)
	i.Kubeconfig = unreachable(t)
	require.ErrorContains(t, i.Uninstall(t.Context()), "does not answer")
}

func unreachable(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kubeconfig")
	text := "clusters: [{cluster: {server: 'https://127.0.0.1:1'}}]\nusers: [{user: {}}]\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestUninstallWithoutAPI(t *testing.T) {
	i, stack, _, _ := installed(t)
	i.Kubeconfig = unreachable(t)
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
	i.Kubeconfig = unreachable(t)
	_, err := i.Install(t.Context())
	require.ErrorContains(t, err, "timed out")
	require.NoError(t, i.Uninstall(t.Context()))
	assert.Equal(t, []string{"up bootstrap", "destroy", "remove"}, stack.calls)
}

func TestUninstallRejectsOtherClusters(t *testing.T) {
	i, stack, _, _ := installed(t)
	i.Config.Name = "other"
	require.ErrorContains(t, i.Uninstall(t.Context()), "belongs to the cluster demo, not to other")
	i.Config.Dir = filepath.Join(t.TempDir(), "none")
	require.ErrorContains(t, i.Uninstall(t.Context()), "does not exist: the cluster other is not installed")
	assert.Empty(t, stack.calls)
}
