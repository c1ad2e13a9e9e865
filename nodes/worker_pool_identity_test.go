package nodes_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// identityOf returns the script and the unit of a pool's user data.
func identityOf(t *testing.T, ignition string) (script, unit string) {
	t.Helper()
	var config struct {
		Storage struct {
			Files []struct {
				Path     string
				Mode     int
				Contents struct{ Source string }
			}
		}
		Systemd struct {
			Units []struct {
				Name, Contents string
				Enabled        bool
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(ignition), &config))
	for _, file := range config.Storage.Files {
		if file.Path == "/usr/local/bin/prove-identity" {
			assert.Equal(t, 0o755, file.Mode)
			text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(file.Contents.Source, "data:;base64,"))
			require.NoError(t, err)
			script = string(text)
		}
	}
	require.Len(t, config.Systemd.Units, 1)
	assert.Equal(t, "prove-identity.service", config.Systemd.Units[0].Name)
	assert.True(t, config.Systemd.Units[0].Enabled)
	return script, config.Systemd.Units[0].Contents
}

func provingPool(t *testing.T) (script, unit string) {
	t.Helper()
	return identityOf(t, decoded(t, run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.ProveIdentity = true
		a.Labels = map[string]string{"team": "data"}
		a.Ignition = pulumi.String(pointerIgnition)
	}))))
}

// TestIdentityUnit asserts that the kubelet waits for the script.
func TestIdentityUnit(t *testing.T) {
	t.Parallel()
	script, unit := provingPool(t)
	program, err := os.ReadFile("identity/prove-identity.sh")
	require.NoError(t, err)
	assert.Equal(t, string(program), script, "approver/identity_test.go runs it")
	for _, line := range []string{
		"Before=kubelet.service", "RequiredBy=kubelet.service", "EnvironmentFile=/etc/kubernetes/node.env",
		"ExecStart=/bin/bash -c 'until /usr/local/bin/prove-identity " + infraID +
			" /etc/kubernetes/kubeconfig /var/lib/kubelet/pki; do sleep 10; done'",
	} {
		assert.Contains(t, unit, line+"\n")
	}
	assert.Regexp(t, `After=.*machine-config-daemon-firstboot\.service`, unit)
}
