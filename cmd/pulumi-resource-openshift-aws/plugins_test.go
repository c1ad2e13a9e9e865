package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

const (
	withoutROSA = `
resources:
  backups:
    type: openshift-aws:storage:BackupBucket
    properties: {infraId: shop-x7k2p, purpose: applications}
  vpc:
    type: openshift-aws:network:Vpc
    properties: {cidr: 10.0.0.0/16, zones: [us-east-2a], infraId: shop-x7k2p}
`
	withROSA = withoutROSA + `
  domain:
    type: openshift-aws:rosa:DNSDomain
  oidc:
    type: openshift-aws:iam:OIDCConfig
`
)

// TestPlugins shows which plugins the engine loads, and downloads where they are not installed: programs without ROSA load nothing of RHCS,
// and those with ROSA one plugin, whatever they have of it.
func TestPlugins(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	inside := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(inside, "pulumi-resource-openshift-aws-rhcs"), nil, 0o700))
	tests := map[string]struct {
		reason, program, path string
		want                  []string
	}{
		"without ROSA": {
			reason: "RHCS has no part in it", program: withoutROSA, path: inside, want: []string{"aws", "openshift-aws"},
		},
		"with ROSA": {
			reason: "the plugin of this module has RHCS inside", program: withROSA, path: inside,
			want: []string{"aws", "openshift-aws", "openshift-aws-rhcs"},
		},
		"with ROSA, in a clone without the plugin": {
			reason: "Pulumi's plugin runs RHCS", program: withROSA, want: []string{"aws", "openshift-aws", "terraform-provider"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, err := build()
			require.NoError(t, err)
			p := project{T: t, dir: t.TempDir()}
			p.env = []string{"PATH=" + strings.Join([]string{tt.path, folder, os.Getenv("PATH")}, string(os.PathListSeparator))}
			p.write("Pulumi.yaml", "name: plugins\nruntime: yaml\n"+tt.program)
			p.write("Pulumi.sandbox.yaml", "config:\n  aws:region: us-east-2\n")
			p.must("up", "--yes", "--skip-preview")
			assert.Equal(t, tt.want, mockstest.Plugins(t, p.export()), tt.reason)
		})
	}
}
