package nodes_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

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

// cloudConfig is the document that cloud-init parses.
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

func settings(group string) map[string]string {
	const path = "/root/openshift_bootstrap/openshift_settings.yaml"
	return written(path, "0640", "openshift_node_config_name: "+group+"\n")
}

// blockMetadata is the unit that the node requires: pods could otherwise read the kubeconfig in the user data.
func blockMetadata(service string) map[string]string {
	return written("/etc/systemd/system/block-pod-metadata.service", "0644", `[Unit]
Description=Block the instance metadata service for pods
After=iptables.service firewalld.service
Before=`+service+`.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/sbin/iptables -w -t raw -I PREROUTING -d 169.254.169.254/32 -j DROP

[Install]
RequiredBy=`+service+`.service
`)
}

func TestCloudInit311(t *testing.T) {
	t.Parallel()
	block := [][]string{
		{"mkdir", "-p", "/etc/origin/cloudprovider"}, {"touch", "/etc/origin/cloudprovider/aws.conf"},
		{"systemctl", "daemon-reload"}, {"systemctl", "enable", "block-pod-metadata.service"},
	}
	settle := [][]string{{"systemctl", "restart", "systemd-hostnamed"}, {"systemctl", "restart", "NetworkManager"}}
	for name, tt := range map[string]struct {
		reason string
		args   nodes.CloudInit311Args
		want   cloudConfig
	}{
		"default": {
			reason: "the document is that of openshift-ansible, with the unit that blocks the metadata service",
			args:   nodes.CloudInit311Args{},
			want: cloudConfig{
				WriteFiles: []map[string]string{
					blockMetadata("atomic-openshift-node"),
					settings("node-config-compute"),
					written("/etc/origin/node/bootstrap.kubeconfig", "0640", "apiVersion: '\"\n"),
				},
				RunCmd: slices.Concat(block, [][]string{{"ansible-playbook", "/root/openshift_bootstrap/bootstrap.yml"}}, settle,
					[][]string{
						{"systemctl", "enable", "atomic-openshift-node"}, {"systemctl", "start", "atomic-openshift-node"},
					}),
			},
		},
		"OKD with a registry": {
			reason: "OKD has another service name, and the playbook and credentials are optional",
			args: nodes.CloudInit311Args{
				NodeConfigGroup:       "node-config-infra",
				RegistryCredentials:   pulumi.String(`{"auths":{}}`),
				Origin:                true,
				SkipBootstrapPlaybook: true,
			},
			want: cloudConfig{
				WriteFiles: []map[string]string{
					blockMetadata("origin-node"),
					settings("node-config-infra"),
					written("/etc/origin/node/bootstrap.kubeconfig", "0640", "apiVersion: '\"\n"),
					written("/var/lib/origin/.docker/config.json", "0600", `{"auths":{}}`),
				},
				RunCmd: slices.Concat(block, settle,
					[][]string{{"systemctl", "enable", "origin-node"}, {"systemctl", "start", "origin-node"}}),
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.args.BootstrapKubeconfig = pulumi.String("apiVersion: '\"\n")
			assert.Equal(t, tt.want, readCloudInit(t, run(t, joining311(&tt.args))), tt.reason)
		})
	}
}

func TestOpenShift311UsesRHEL7(t *testing.T) {
	t.Parallel()
	rec := run(t, pool311(func(a *nodes.WorkerPoolArgs) error {
		a.Ignition, a.CloudInit, a.AllowIMDSv1, a.Autoscaling = nil, pulumi.String(
			"#cloud-config",
		), true, &nodes.PoolAutoscalingArgs{}
		return nil
	}))
	assert.Equal(t, "ip-name", at(only(t, rec, templateType), "privateDnsNameOptions", "hostnameType"))
	volumes := only(t, rec, templateType)["blockDeviceMappings"].([]any)
	require.Len(t, volumes, 1)
	assert.Equal(t, "/dev/sda1", volumes[0].(map[string]any)["deviceName"],
		"with RHCOS's device name it would be an additional volume")
	for _, tag := range only(t, rec, groupType)["tags"].([]any) {
		assert.NotContains(t, tag.(map[string]any)["key"], "node-role.kubernetes.io/worker",
			"nodes of OpenShift 3.11 have other roles")
	}
}

func TestInvalidCloudInit311(t *testing.T) {
	t.Parallel()
	kubeconfig := pulumi.String("apiVersion: v1")
	for name, tt := range map[string]struct {
		reason string
		args   *nodes.CloudInit311Args
		want   string
	}{
		"garbage": {
			reason: "the message does not quote what may be a token",
			args:   &nodes.CloudInit311Args{BootstrapKubeconfig: pulumi.String("token")},
			want:   "nodes.CloudInit311Args.BootstrapKubeconfig: must be a kubeconfig, which has an apiVersion",
		},
		"master": {
			reason: "masters are not a pool",
			args:   &nodes.CloudInit311Args{BootstrapKubeconfig: kubeconfig, NodeConfigGroup: "node-config-master"},
			want:   `nodes.CloudInit311Args.NodeConfigGroup: must not be node-config-master, which configures masters`,
		},
		"no group": {
			reason: "a node config group begins with node-config-",
			args:   &nodes.CloudInit311Args{BootstrapKubeconfig: kubeconfig, NodeConfigGroup: "compute"},
			want:   `nodes.CloudInit311Args.NodeConfigGroup: "compute" is not a valid node config group`,
		},
		"too long": {
			reason: "EC2 accepts at most 16 KiB of user data",
			args:   &nodes.CloudInit311Args{BootstrapKubeconfig: pulumi.String("apiVersion: v1" + longText(13000))},
			want:   "the cloud-init must have at most 16384 bytes",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ErrorContains(t, mocks.New(inCluster).Run(joining311(tt.args)), tt.want, tt.reason)
		})
	}
}
