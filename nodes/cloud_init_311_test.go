package nodes_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func joining311(args *nodes.CloudInit311Args) pulumi.RunFunc {
	return pool311(func(a *nodes.WorkerPoolArgs) error {
		text, err := nodes.CloudInit311(args)
		a.Ignition, a.CloudInit, a.AllowIMDSv1 = nil, text, true
		return err
	})
}

func pool311(change func(*nodes.WorkerPoolArgs) error) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		args := poolArgs()
		if err := change(args); err != nil {
			return err
		}
		_, err := nodes.NewWorkerPool(ctx, "demo", args)
		return err
	}
}

// cloudConfig is what cloud-init reads.
type cloudConfig struct {
	WriteFiles []map[string]string `json:"write_files"`
	RunCmd     [][]string          `json:"runcmd"`
}

func readCloudInit(t *testing.T, rec *mocks.Recorder) cloudConfig {
	t.Helper()
	text := decoded(t, rec)
	require.True(t, strings.HasPrefix(text, "#cloud-config\n"))
	var config cloudConfig
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), &config))
	return config
}

func written(path, permissions, content string) map[string]string {
	return map[string]string{
		"path":        path,
		"owner":       "root:root",
		"permissions": permissions,
		"encoding":    "b64",
		"content":     base64.StdEncoding.EncodeToString([]byte(content)),
	}
}

func TestCloudInit311(t *testing.T) {
	t.Parallel()
	settle := [][]string{{"systemctl", "restart", "systemd-hostnamed"}, {"systemctl", "restart", "NetworkManager"}}
	for name, tt := range map[string]struct {
		reason string
		args   nodes.CloudInit311Args
		want   cloudConfig
	}{
		"default": {
			reason: "as openshift-ansible writes it",
			args:   nodes.CloudInit311Args{},
			want: cloudConfig{
				WriteFiles: []map[string]string{
					written("/root/openshift_bootstrap/openshift_settings.yaml", "0640", "openshift_node_config_name: node-config-compute\n"),
					written("/etc/origin/node/bootstrap.kubeconfig", "0640", "kubeconfig: '\"\n"),
				},
				RunCmd: append([][]string{{"ansible-playbook", "/root/openshift_bootstrap/bootstrap.yml"}}, append(settle,
					[]string{"systemctl", "enable", "atomic-openshift-node"}, []string{"systemctl", "start", "atomic-openshift-node"})...),
			},
		},
		"OKD with a registry": {
			reason: "its own service and credentials, no playbook",
			args: nodes.CloudInit311Args{
				NodeConfigGroup: "node-config-infra", RegistryCredentials: pulumi.String(`{"auths":{}}`), Origin: true, SkipBootstrapPlaybook: true,
			},
			want: cloudConfig{
				WriteFiles: []map[string]string{
					written("/root/openshift_bootstrap/openshift_settings.yaml", "0640", "openshift_node_config_name: node-config-infra\n"),
					written("/etc/origin/node/bootstrap.kubeconfig", "0640", "kubeconfig: '\"\n"),
					written("/var/lib/origin/.docker/config.json", "0600", `{"auths":{}}`),
				},
				RunCmd: append(settle[:2:2], []string{"systemctl", "enable", "origin-node"}, []string{"systemctl", "start", "origin-node"}),
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.args.BootstrapKubeconfig = pulumi.String("kubeconfig: '\"\n")
			assert.Equal(t, tt.want, readCloudInit(t, mockstest.Run(t, joining311(&tt.args))), tt.reason)
		})
	}
}

func TestPoolsOf311AreOfRHEL7(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, pool311(func(a *nodes.WorkerPoolArgs) error {
		a.Ignition, a.CloudInit, a.AllowIMDSv1, a.Autoscaling = nil, pulumi.String(
			"#cloud-config",
		), true, &nodes.PoolAutoscalingArgs{}
		return nil
	}))
	volumes := only(t, rec, templateType)["blockDeviceMappings"].([]any)
	require.Len(t, volumes, 1)
	assert.Equal(
		t,
		"/dev/sda1",
		volumes[0].(map[string]any)["deviceName"],
		"by RHCOS's name it would be a second volume",
	)
	for _, tag := range only(t, rec, groupType)["tags"].([]any) {
		assert.NotContains(
			t,
			tag.(map[string]any)["key"],
			"node-role.kubernetes.io/worker",
			"nodes of 3.11 have other roles",
		)
	}
}

func TestCloudInit311Refuses(t *testing.T) {
	t.Parallel()
	kubeconfig := pulumi.String("kubeconfig")
	for name, tt := range map[string]struct {
		reason string
		args   *nodes.CloudInit311Args
		want   string
	}{
		"nothing": {
			reason: "no way to join",
			want:   "nodes.CloudInit311Args.BootstrapKubeconfig: is required",
		},
		"master": {
			reason: "masters are no pool",
			args:   &nodes.CloudInit311Args{BootstrapKubeconfig: kubeconfig, NodeConfigGroup: "node-config-master"},
			want:   `nodes.CloudInit311Args.NodeConfigGroup: "node-config-master" makes a master; a pool takes a group of nodes, such as node-config-compute`,
		},
		"no group": {
			reason: "the role alone",
			args:   &nodes.CloudInit311Args{BootstrapKubeconfig: kubeconfig, NodeConfigGroup: "compute"},
			want:   `nodes.CloudInit311Args.NodeConfigGroup: "compute" is no node config group; one looks like node-config-compute`,
		},
		"too long": {
			reason: "EC2 refuses it",
			args:   &nodes.CloudInit311Args{BootstrapKubeconfig: pulumi.String(longText(13000))},
			want:   "EC2 takes 16384",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ErrorContains(t, mocks.New().Run(joining311(tt.args)), tt.want, tt.reason)
		})
	}
}
