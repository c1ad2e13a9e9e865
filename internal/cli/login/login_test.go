//go:build !windows

package login

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/test/pulumitest"
)

const jumpHost = `{"urn": "urn:pulumi:dev::shop::openshift-aws:network:JumpHost$aws:ec2/instance:Instance::shop-jump-host",
	"type": "aws:ec2/instance:Instance", "id": "i-1"}`

func hcp(outputs string) string {
	return `{"urn": "u", "type": "rhcs:index/clusterRosaHcp:ClusterRosaHcp", "id": "c1", "outputs": {` + outputs + `}}`
}

func TestLogin(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "auth"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "auth", "kubeconfig"), nil, 0o600))
	for name, tt := range map[string]struct {
		reason, resources, installDir string
		commands                      []string
		note, err                     string
	}{
		"self-managed": {
			reason: "the install directory has a kubeconfig", installDir: dir,
			commands: []string{"export KUBECONFIG=" + filepath.Join(dir, "auth", "kubeconfig"), "oc get nodes"}, note: "kubeadmin-password",
		},
		"private self-managed": {
			reason: "the API answers in the VPC", installDir: dir, resources: jumpHost, note: "aws ssm start-session --target i-1",
			commands: []string{"export KUBECONFIG=" + filepath.Join(dir, "auth", "kubeconfig"), "oc get nodes"},
		},
		"ROSA": {
			reason: "a user of the program", resources: hcp(`"apiUrl": "https://api.shop.p1.openshiftapps.com:443"`),
			commands: []string{"oc login https://api.shop.p1.openshiftapps.com:443 --username admin"}, note: "pulumi config get adminPassword",
		},
		"private ROSA with a jump host": {
			reason: "a tunnel leads to the API", resources: jumpHost + "," + hcp(`"apiUrl": "https://api.shop.hypershift.local", "private": true`),
			commands: []string{
				"aws ssm start-session --target i-1 --document-name AWS-StartPortForwardingSessionToRemoteHost --parameters " +
					"host=api.shop.hypershift.local,portNumber=443,localPortNumber=8443",
				"oc login https://localhost:8443 --username admin",
			},
			note: "leave it open",
		},
		"private ROSA": {
			reason: "nothing leads to the API", resources: hcp(`"apiUrl": "https://api.shop.hypershift.local", "private": true`),
			commands: []string{"oc login https://api.shop.hypershift.local --username admin"}, note: "use a VPN",
		},
		"no API yet": {reason: "the installation goes on", resources: hcp(""), err: "the cluster has no API yet"},
		"no cluster": {reason: "nothing was created", installDir: t.TempDir(), err: "the stack has no cluster: openshift-aws install"},
	} {
		t.Run(name, func(t *testing.T) {
			pulumitest.CLI(t, map[string]string{"stack export": `{"deployment": {"resources": [` + tt.resources + `]}}`})
			q := &automation.Query{Dir: dir}
			require.NoError(t, q.Open(t.Context()))
			found, err := Of(t.Context(), q, tt.installDir)
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err, tt.reason)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.commands, found.Commands, tt.reason)
			assert.Contains(t, found.Notes[len(found.Notes)-1]+found.Notes[0], tt.note, tt.reason)
		})
	}
}
