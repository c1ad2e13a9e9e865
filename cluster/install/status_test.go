package install

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

func TestStatus(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	api := newFakeAPI(t)
	i.Kubeconfig = api.kubeconfig(t)
	status := func() *Status {
		s, err := i.Status(t.Context())
		require.NoError(t, err)
		return s
	}
	assert.Equal(t, &Status{Name: "demo", Next: "install creates the cluster"}, status())

	stack.fail = errors.New("quota exceeded")
	_, err := i.Install(t.Context())
	require.Error(t, err)
	assert.Equal(t, &Status{
		Name: "demo", Directory: i.Config.Dir, InfraID: "demo-x7k2p", Account: demoAccount, Release: "4.19.3",
		Stage: "bootstrap", Resources: 2,
		API: "0 of 0 nodes are ready, 0 of 0 operators available", Next: "install continues",
	}, status())

	api.objects["/api/v1/nodes/a"] = withCondition("Ready", "True")
	api.objects["/api/v1/nodes/b"] = withCondition("Ready", "False")
	api.objects["/apis/config.openshift.io/v1/clusteroperators/dns"] = withCondition("Available", "True")
	completeInstall(t, i)
	installed := status()
	require.NotNil(t, installed.Installed)
	assert.Equal(t, "1 of 2 nodes are ready, 1 of 1 operators available", installed.API)
	assert.Equal(t, "https://console-openshift-console.apps.demo.example.com", installed.ConsoleURL)
	var out bytes.Buffer
	installed.print(&out)
	assert.Contains(t, out.String(), "stage              cluster\n")
	assert.NotContains(t, out.String(), "interrupted")
	stack.interrupted = []string{"urn:pulumi:demo::classic::aws:ec2/vpc:Vpc::demo-vpc"}
	status().print(&out)
	assert.Contains(t, out.String(), "interrupted        1 creations; see docs/interrupted.md\n")
	stack.interrupted = nil

	exists := stack.resources
	stack.resources = nil
	gone := status()
	assert.Nil(t, gone.Installed, "`pulumi destroy` has deleted the cluster")
	assert.Equal(t, "install continues", gone.Next)
	require.NoError(t, openshiftinstall.Age(i.Config.Dir, 30*time.Hour))
	assert.Equal(t, "the control plane is gone, and the Ignition has expired: run uninstall --without-cluster, then install", status().Next)
	stack.resources = exists

	stack.fail = errors.New("a bucket is not empty")
	require.Error(t, i.Uninstall(t.Context()))
	assert.Equal(t, "uninstall continues to remove the cluster", status().Next)
}

func withCondition(kind, value string) map[string]any {
	return map[string]any{"status": map[string]any{"conditions": []any{map[string]any{"type": kind, "status": value}}}}
}
