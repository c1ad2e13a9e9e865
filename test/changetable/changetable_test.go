package changetable_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/changetable"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// rows are the whole table.
func rows() map[string]changetable.Row {
	all := changetable.AWS()
	maps.Copy(all, changetable.Kubernetes())
	return all
}

// program registers the rows that are not rejected.
func program(after bool) pulumi.RunFunc { return changed(rows(), after) }

// changed registers rows in a cluster whose ConfigMaps and Secrets may change.
func changed(rows map[string]changetable.Row, after bool) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
			EnableServerSideApply:  pulumi.Bool(true),
			EnableConfigMapMutable: pulumi.Bool(true),
			EnableSecretMutable:    pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		return changetable.Program(rows, after, pulumi.Provider(cluster))(ctx)
	}
}

func TestTableIsLarge(t *testing.T) {
	t.Parallel()
	assert.GreaterOrEqual(t, len(rows()), 60)
	for name, row := range rows() {
		assert.NotEmpty(t, row.Reason, name)
		assert.Equal(t, row.InLab == "", row.LabReason == "", "%s: a difference has a reason", name)
	}
	for name, row := range changetable.Rejected() {
		assert.NotEmpty(t, row.InPreview, "%s: previews with the real provider", name)
	}
}

func TestMocks(t *testing.T) {
	t.Parallel()
	all := rows()
	maps.Copy(all, changetable.Rejected())
	maps.DeleteFunc(all, func(_ string, row changetable.Row) bool { return row.InMocks != "" })
	before, after := mocks.New(), mocks.New()
	require.NoError(t, before.Run(changed(all, false)))
	require.NoError(t, after.Run(changed(all, true)))
	done := map[string]string{}
	for _, change := range after.Changes(before) {
		done[change.Resource.Name] = change.Op
	}
	assert.Equal(t, changetable.Want(all, false), done)
}

// TestRejectedByMocks: mocks reject some programs as they are, whatever they were before.
func TestRejectedByMocks(t *testing.T) {
	t.Parallel()
	for name, row := range changetable.Rejected() {
		if row.InMocks != "" {
			rows := map[string]changetable.Row{name: row}
			require.NoError(t, mocks.New().Run(changed(rows, false)), name)
			require.ErrorContains(t, mocks.New().Run(changed(rows, true)), row.InMocks, name)
		}
	}
}

// TestRejectedInSandbox makes each change that is rejected alone. Its preview rejects it, and so does the update, which changes nothing.
func TestRejectedInSandbox(t *testing.T) {
	mockstest.NeedsEngine(t)
	t.Parallel()
	rows, name := changetable.Rejected(), ""
	box, err := sandbox.New(sandbox.Options{
		Project: "rejected", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error {
			return changetable.ProgramOf(rows, func(row string) bool { return row == name })(ctx)
		},
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	for _, name = range slices.Sorted(maps.Keys(rows)) {
		assert.Equal(t, mocks.Reject, rows[name].Want, name)
		_, err := box.Preview(t.Context())
		require.ErrorContains(t, err, rows[name].Message, "preview of %s: %s", name, rows[name].Reason)
		update, err := box.Up(t.Context())
		require.ErrorContains(t, err, rows[name].Message, "update of %s", name)
		for _, step := range update.Steps {
			assert.True(t, step.Failed || step.Op == "same", "%s: %v", name, step)
		}
	}
}

// TestRejectedInUpdates: mocks and previews agree; the update is rejected, and the next one after what it waited for succeeds.
func TestRejectedInUpdates(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	rows, after := changetable.RejectedInUpdates(), false
	old, changed := mocks.New(), mocks.New()
	require.NoError(t, old.Run(changetable.Program(rows, false)))
	require.NoError(t, changed.Run(changetable.Program(rows, true)))
	done := map[string]string{}
	for _, change := range changed.Changes(old) {
		done[change.Resource.Name] = change.Op
	}
	assert.Equal(t, changetable.Want(rows, false), done)

	box, err := sandbox.New(sandbox.Options{
		Project: "applied", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error { return changetable.Program(rows, after)(ctx) },
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	after = true
	preview := mockstest.Must(t, box.Preview)
	assert.Equal(t, changetable.Want(rows, false), operations(preview))
	_, err = box.Up(t.Context())
	require.ErrorContains(t, err, rows["rosa-both-at-once"].Message)
	for range 2 { // The upgrade of the control plane is in progress, and completed.
		mockstest.Must(t, box.Refresh)
	}
	second := mockstest.Must(t, box.Up)
	assert.Equal(t, map[string]string{"rosa-both-at-once-pool": "update"}, operations(second))
}

func TestSandbox(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	after := false
	box, err := sandbox.New(sandbox.Options{
		Project: "changes", Dir: t.TempDir(), Config: map[string]string{"aws:region": "us-east-2"},
		Program: func(ctx *pulumi.Context) error { return program(after)(ctx) },
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)

	after = true
	preview := mockstest.Must(t, box.Preview)
	assert.Equal(t, changetable.Want(rows(), false), operations(preview), "preview")
	update := mockstest.Must(t, box.Up)
	assert.Equal(t, changetable.Want(rows(), false), operations(update), "update")
}

// operations returns what was done to each resource that changed, by name.
func operations(result *sandbox.Result) map[string]string {
	done := map[string]string{}
	for _, step := range result.Steps {
		name := resource.URN(step.URN).Name()
		switch {
		case slices.Contains([]string{"same", "read", "refresh"}, step.Op):
		case strings.Contains(step.Op, "replace"):
			done[name] = mocks.Replace
		default:
			done[name] = step.Op
		}
	}
	return done
}
