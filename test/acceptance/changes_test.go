package acceptance

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
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
)

// changesLock is for the objects of the table in the cluster.
var changesLock testLock

// TestChangesOfTheTable runs the table of changes with the real AWS provider, and applies the objects in a cluster to a
// real API server by the sandbox's Kubernetes provider.
func TestChangesOfTheTable(t *testing.T) {
	changesLock.acquire(t)
	after := false
	rows := changetable.AWS()
	maps.Copy(rows, changetable.Kubernetes())
	box, err := sandbox.New(sandbox.Options{
		Project: "changes", Dir: filepath.Join(t.TempDir(), "changes"), Config: emulatorConfig, RealAWS: true,
		Kubeconfig: os.Getenv("KUBECONFIG"),
		Program: func(ctx *pulumi.Context) error {
			cluster, err := kubernetes.NewProvider(ctx, "cluster", &kubernetes.ProviderArgs{
				EnableServerSideApply:  pulumi.Bool(true),
				EnableConfigMapMutable: pulumi.Bool(true),
				EnableSecretMutable:    pulumi.Bool(true),
			})
			if err != nil {
				return err
			}
			return changetable.Program(rows, after, pulumi.Provider(cluster))(ctx)
		},
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
	assert.Equal(t, changetable.Want(rows, true), operationsOf(preview), "preview")
}

// TestChangesInTheAPIServer asks the API server itself: it accepts an update in place of the objects that the table
// updates, and rejects that of the objects that the table replaces, unless they are other objects.
func TestChangesInTheAPIServer(t *testing.T) {
	changesLock.acquire(t)
	rows := changetable.Kubernetes()
	before, after := objectsOf(t, rows, false), objectsOf(t, rows, true)
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			kubectl(t, before[name], "apply", "--server-side", "-f", "-")
			t.Cleanup(func() { kubectl(t, before[name], "delete", "-f", "-") })
			applied := identity(t, before[name])
			response, err := tryKubectl(after[name], "apply", "--server-side", "--dry-run=server", "-f", "-")
			switch {
			case row.Want != mocks.Replace:
				assert.NoError(t, err, response)
			case identity(t, after[name]) == applied:
				assert.Error(t, err, "the API server updates in place what the table replaces")
				assert.Regexp(t, "immutable|cannot change|updates to .* are forbidden", response)
			default:
				assert.NoError(t, err, "another object can be created: %s", response)
			}
		})
	}
}

// objectsOf returns the manifests of the rows by name.
func objectsOf(t *testing.T, rows map[string]changetable.Row, after bool) map[string]string {
	t.Helper()
	rec := mocks.New()
	require.NoError(t, rec.Run(changetable.Program(rows, after)))
	objects := map[string]string{}
	for _, r := range rec.Resources() {
		if strings.HasPrefix(r.Type, "kubernetes:") {
			text, err := json.Marshal(r.Inputs)
			require.NoError(t, err)
			objects[r.Name] = string(text)
		}
	}
	return objects
}

// identity returns what identifies an object.
func identity(t *testing.T, manifest string) string {
	t.Helper()
	var object struct {
		Kind     string
		Metadata struct{ Namespace, Name string }
	}
	require.NoError(t, json.Unmarshal([]byte(manifest), &object))
	return strings.Join([]string{object.Kind, object.Metadata.Namespace, object.Metadata.Name}, "/")
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
