package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestDisabledCapabilitiesHaveNoObjects: the stack of such a cluster has neither roles nor objects of what it lacks.
func TestDisabledCapabilitiesHaveNoObjects(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, map[string]string{
		"installDir": dirWithKey(t), "credentialsName": "demo-123456789012", "openshiftVersion": "4.19",
		"stage": "cluster", "disabledCapabilities": "ImageRegistry,Storage",
	})
	for _, name := range []string{"demo-registry-settings-unforced", "demo-monitoring"} {
		_, found := rec.Find(name)
		assert.False(t, found, name)
	}
	for _, role := range rec.OfType("aws:iam/role:Role") {
		assert.NotContains(t, role.Name, "openshift-image-registry")
		assert.NotContains(t, role.Name, "openshift-cluster-csi-drivers")
	}
	config := mockstest.With(example.Config, map[string]string{"disabledCapabilities": "MachineAPI"})
	example.CheckRejected(t, config, "InfraMachineSet: requires the capability MachineAPI, which is in DisabledCapabilities")
}

// TestCredentialsAreExported: components with roles of their own need the OIDC provider.
func TestCredentialsAreExported(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, map[string]string{
		"installDir": dirWithKey(t), "credentialsName": "demo-123456789012", "openshiftVersion": "4.19",
	})
	assert.Contains(t, rec.Outputs()["oidcProviderArn"], ":oidc-provider/demo-123456789012")
	without := example.Run(t, nil)
	assert.NotContains(t, without.Outputs(), "oidcProviderArn", "there are no short-term credentials")
}

// TestCountsInTheReadme: README.md says how many resources there are.
func TestCountsInTheReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	const stack = 1 // The stack is a resource too.
	all := len(example.Run(t, nil).Resources()) + stack
	assert.Contains(t, string(readme), fmt.Sprintf("+ %d created", all))
	assert.Contains(t, string(readme), fmt.Sprintf("%d unchanged", all-1))
}

// signingKey is one key for all tests: an RSA key of 4096 bits takes a second of CPU.
var signingKey = sync.OnceValues(iam.GenerateSigningKey)

// dirWithKey returns an install directory with the public key of the operators' credentials.
func dirWithKey(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("install-dir")))
	key, err := signingKey()
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "tls"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, blueprint.PublicKeyFile), []byte(key.Public), 0o600))
	return dir
}

// TestCredentialsAreDeletedAfterTheControlPlane: operators need their roles as long as they run.
func TestCredentialsAreDeletedAfterTheControlPlane(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, map[string]string{
		"installDir": dirWithKey(t), "credentialsName": "demo-123456789012", "openshiftVersion": "4.19",
	})
	machine := mockstest.Find(t, rec, "demo-master-us-east-2a")
	policies := rec.OfType("aws:iam/rolePolicy:RolePolicy")
	count := 0
	for _, policy := range policies {
		if rec.Graph().Reaches(machine.URN, policy.URN) {
			count++
		}
	}
	assert.GreaterOrEqual(t, count, 6, "one for each operator")
}
