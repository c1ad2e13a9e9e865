package machineconfig

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	ignitionv34 "github.com/coreos/ignition/v2/config/v3_4"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA nobody@example.com"

// chrony has a field of every kind.
func chrony() MachineConfigArgs {
	return MachineConfigArgs{
		Name: "99-infra-chrony",
		Pool: "infra",
		Files: []MachineConfigFile{
			{Path: "/etc/chrony.conf", Contents: pulumi.String("server 169.254.169.123 iburst\n")},
			{Path: "/etc/secret.conf", Contents: pulumi.String(""), Mode: 0o600, User: "chrony", Group: "chrony"},
		},
		Units: []SystemdUnit{
			{
				Name:     "hello.service",
				Contents: "[Service]\nExecStart=/usr/bin/echo hello\n[Install]\nWantedBy=multi-user.target\n",
				Enabled:  new(true),
			},
			{Name: "rpc-statd.service", Masked: true},
			{
				Name:    "kubelet.service",
				Dropins: []SystemdDropin{{Name: "10-slow.conf", Contents: "[Service]\nTimeoutStartSec=600\n"}},
			},
		},
		KernelArguments: []string{"audit=0", "intel_iommu=on"},
		SSHKeys:         []string{publicKey},
		Extensions:      []string{"usbguard"},
		KernelType:      "realtime",
	}
}

// Ignition's parser reads the result, as on a node.
func TestRenderedIgnitionIsIgnition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		args := MachineConfigArgs{Name: "99-worker-x", Pool: "worker"}
		for i := range rapid.IntRange(0, 3).Draw(r, "files") {
			args.Files = append(args.Files, MachineConfigFile{
				Path:     "/etc/" + rapid.StringMatching(`[a-z]{1,8}`).Draw(r, "path") + string(rune('a'+i)),
				Contents: pulumi.String(rapid.String().Draw(r, "contents")),
				Mode:     rapid.SampledFrom([]int{0, 0o600, 0o755}).Draw(r, "mode"),
			})
		}
		argument := rapid.StringMatching(`[a-z]{1,5}=[0-9]`)
		args.KernelArguments = rapid.SliceOfNDistinct(argument, 1, 3, rapid.ID).Draw(r, "arguments")
		require.NoError(r, args.Validate())
		config, err := args.renderedIgnition()
		require.NoError(r, err)
		text, err := json.Marshal(config)
		require.NoError(r, err)
		parsed, report, err := ignitionv34.Parse(text)
		require.NoError(r, err, report.String())
		require.Empty(r, report.Entries)
		require.Len(r, parsed.Storage.Files, len(args.Files))
		for i, file := range parsed.Storage.Files {
			encoded := strings.TrimPrefix(*file.Contents.Source, "data:text/plain;charset=utf-8;base64,")
			decoded, err := base64.StdEncoding.DecodeString(encoded)
			require.NoError(r, err)
			require.Equal(r, string(args.Files[i].Contents.(pulumi.String)), string(decoded))
		}
	})
}

func TestContentsMayBeUnknownAndSecret(t *testing.T) {
	t.Parallel()
	program := func(ctx *pulumi.Context) error {
		password := pulumi.ToSecret(pulumi.String("password")).(pulumi.StringOutput)
		_, err := NewMachineConfig(ctx, "agent", &MachineConfigArgs{
			Name: "99-worker-agent", Pool: "worker", Files: []MachineConfigFile{{Path: "/etc/agent.conf", Contents: password}},
		})
		return err
	}
	rec := mockstest.Run(t, program, clustertest.InCluster)
	config := clustertest.One(t, rec, "kubernetes:machineconfiguration.openshift.io/v1:MachineConfig", "agent-config")
	shown, err := json.Marshal(clustertest.WithoutSecrets(config.Inputs))
	require.NoError(t, err)
	assert.NotContains(t, string(shown), base64.StdEncoding.EncodeToString([]byte("password")))
	kubetest.CheckRecorded(t, rec)
}

func TestRebooting(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   MachineConfigArgs
		want   []string
	}{
		"everything": {
			reason: "most changes reboot nodes",
			args:   chrony(),
			want: []string{
				"file /etc/chrony.conf", "file /etc/secret.conf", "unit hello.service", "unit rpc-statd.service",
				"unit kubelet.service", "kernel arguments", "kernel type", "extensions",
			},
		},
		"keys": {
			reason: "sshd reads the keys at each login",
			args:   MachineConfigArgs{SSHKeys: []string{publicKey}},
		},
		"reloaded file": {
			reason: "CRI-O reloads the file",
			args:   MachineConfigArgs{Files: []MachineConfigFile{{Path: "/etc/containers/registries.conf"}}},
		},
		"files of a directory": {
			reason: "the built-in policy has directories as well",
			args: MachineConfigArgs{Files: []MachineConfigFile{
				{Path: "/etc/containers/registries.d/x.yaml"}, {Path: "/etc/crio/policies/x.json"},
				{Path: "/etc/nmstate/openshift/x.yml"},
			}},
		},
		"file with the name of a directory": {
			reason: "the policy is for files in the directory",
			args:   MachineConfigArgs{Files: []MachineConfigFile{{Path: "/etc/nmstate/openshift"}}},
			want:   []string{"file /etc/nmstate/openshift"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, tt.args.rebooting(), tt.reason)
		})
	}
}

func TestMachineConfigInPreviewAndUpdate(t *testing.T) {
	t.Parallel()
	program := func(ctx *pulumi.Context) error {
		args := chrony()
		config, err := NewMachineConfig(ctx, "chrony", &args)
		if err != nil {
			return err
		}
		ctx.Export("name", config.Name)
		return nil
	}
	rec, preview := mocks.New(clustertest.InCluster), mocks.New(clustertest.InCluster)
	require.NoError(t, rec.Run(program))
	require.NoError(t, preview.Preview(program))
	assert.Equal(t, "99-infra-chrony", rec.Outputs()["name"])
	assert.Len(t, preview.Resources(), len(rec.Resources()))
	kubetest.CheckRecorded(t, rec)
}
