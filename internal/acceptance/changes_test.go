package acceptance

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/changetable"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// TestChangesOfTheTable runs the table of changes with the real AWS provider. Objects in a cluster are left out: it
// knows no other Kubernetes provider than the sandbox.
func TestChangesOfTheTable(t *testing.T) {
	t.Parallel()
	after := false
	box, err := sandbox.New(sandbox.Options{
		Project: "changes", Dir: filepath.Join(t.TempDir(), "changes"), Config: emulatorConfig, RealAWS: true,
		Program: func(ctx *pulumi.Context) error { return changetable.Program(changetable.AWS(), after)(ctx) },
	})
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := box.Destroy(context.WithoutCancel(t.Context()))
		assert.NoError(t, err)
	})
	_, err = box.Up(t.Context())
	require.NoError(t, err)

	after = true
	preview, err := box.Preview(t.Context())
	require.NoError(t, err)
	assert.Equal(t, changetable.Want(changetable.AWS(), true), operationsOf(preview))
}

// operationsOf returns what was done to each resource that changed, by name.
func operationsOf(result *sandbox.Result) map[string]string {
	done := map[string]string{}
	for _, step := range result.Steps {
		name := resource.URN(step.URN).Name()
		switch {
		case slices.Contains([]string{"same", "read", "refresh"}, step.Op):
		case strings.Contains(step.Op, "replace"):
			done[name] = "replace"
		default:
			done[name] = step.Op
		}
	}
	return done
}
