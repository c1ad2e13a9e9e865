package kubetest_test

import (
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

// failures records the failures of a test.
type failures struct {
	testing.TB
	messages []string
}

func (f *failures) Helper()           {}
func (f *failures) Error(args ...any) { f.messages = append(f.messages, fmt.Sprint(args...)) }
func (f *failures) Errorf(format string, args ...any) {
	f.messages = append(f.messages, fmt.Sprintf(format, args...))
}

func pool(name string, spec map[string]any) kube.Object {
	return kube.Object{
		APIVersion: "machineconfiguration.openshift.io/v1", Kind: "MachineConfigPool", Name: name,
		Fields: map[string]any{"spec": spec},
	}
}

// record runs a program that creates the pool infra and patches the pool worker.
func record(t *testing.T, created, patched map[string]any) *mocks.Recorder {
	t.Helper()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		if _, err := kube.Create(ctx, "infra", pool("infra", created)); err != nil {
			return err
		}
		_, err := kube.Patch(ctx, "worker", pool("worker", patched))
		return err
	}))
	return rec
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	created, patched := kubetest.Recorded(t, record(t,
		map[string]any{"maxUnavailable": pulumi.Int(2)}, map[string]any{"paused": pulumi.ToSecret(pulumi.Bool(true))}))
	assert.Equal(t, []map[string]any{{
		"apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfigPool",
		"metadata": map[string]any{"name": "infra"},
		"spec":     map[string]any{"maxUnavailable": int64(2)},
	}}, created)
	assert.Equal(t, []map[string]any{{
		"apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfigPool",
		"metadata": map[string]any{"name": "worker"},
		"spec":     map[string]any{"paused": true},
	}}, patched)
}

func TestCheckRecorded(t *testing.T) {
	t.Parallel()
	kubetest.CheckRecorded(t, record(t, map[string]any{"maxUnavailable": 2}, map[string]any{"paused": true}))

	var f failures
	kubetest.CheckRecorded(&f, record(t, map[string]any{"maxUnavailabel": 2}, map[string]any{"pause": true}))
	require.Len(t, f.messages, 2)
	assert.Contains(t, f.messages[0], "machineconfiguration.openshift.io/v1 MachineConfigPool infra would be rejected")
	assert.Contains(t, f.messages[1],
		"a patch of machineconfiguration.openshift.io/v1 MachineConfigPool worker would be rejected")

	f = failures{}
	kubetest.CheckRecorded(&f, mocks.New())
	assert.Equal(t, []string{"the program registered no Kubernetes object"}, f.messages)
}

func TestManifest(t *testing.T) {
	t.Parallel()
	object := pool("infra", map[string]any{"paused": pulumi.Bool(true), "maxUnavailable": 1})
	object.Labels = map[string]string{"team": "core"}
	object.Annotations = map[string]string{"note": "x"}
	assert.Equal(t, map[string]any{
		"apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfigPool",
		"metadata": map[string]any{
			"name":        "infra",
			"labels":      map[string]any{"team": "core"},
			"annotations": map[string]any{"note": "x"},
		},
		"spec": map[string]any{"paused": true, "maxUnavailable": int64(1)},
	}, kubetest.Manifest(t, object))
}
