package blueprint_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestPlugins shows which plugins a Go program loads, and downloads where they are not installed: nothing of RHCS without ROSA, and one
// plugin with ROSA.
func TestPlugins(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	for name, tt := range map[string]struct {
		program pulumi.RunFunc
		want    []string
	}{
		"self-managed": {selfManaged(demo(t)), []string{"aws", "kubernetes"}},
		"ROSA":         {rosaHCP(hosted()), []string{"aws", "terraform-provider"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box, err := sandbox.New(sandbox.Options{
				Project: "shop", Program: tt.program, Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
			})
			require.NoError(t, err)
			mockstest.Must(t, box.Up)
			export, err := box.Export()
			require.NoError(t, err)
			assert.Equal(t, tt.want, mockstest.Plugins(t, export))
		})
	}
}
