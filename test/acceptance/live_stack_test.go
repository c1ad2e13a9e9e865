package acceptance

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// storageRegion is used only by these tests, so that leftovers can be attributed to them.
const storageRegion = "ca-central-1"

// liveStack is a stack whose program reads values that the test changes between operations.
type liveStack struct {
	t   *testing.T
	box *sandbox.Sandbox
}

// newLiveStack returns a stack whose program receives the cluster's provider as an option for the objects inside the
// cluster.
func newLiveStack(
	t *testing.T,
	project string,
	program func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error,
) *liveStack {
	t.Helper()
	return newLiveStackIn(t, project, os.Getenv("KUBECONFIG"), program)
}

// newLiveStackIn is newLiveStack with the cluster of a kubeconfig file.
func newLiveStackIn(
	t *testing.T,
	project, kubeconfig string,
	program func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error,
) *liveStack {
	t.Helper()
	config := maps.Clone(emulatorConfig)
	config["aws:region"] = storageRegion
	box, err := sandbox.New(sandbox.Options{
		Project: project,
		Program: func(ctx *pulumi.Context) error {
			cluster, err := kubernetes.NewProvider(
				ctx,
				"cluster",
				&kubernetes.ProviderArgs{
					EnableServerSideApply:  pulumi.Bool(true),
					EnableConfigMapMutable: pulumi.Bool(true),
					EnableSecretMutable:    pulumi.Bool(true),
				},
			)
			if err != nil {
				return err
			}
			return program(ctx, pulumi.Provider(cluster))
		},
		Dir:        filepath.Join(t.TempDir(), project),
		Config:     config,
		RealAWS:    true,
		Kubeconfig: kubeconfig,
	})
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			_, err := box.Destroy(context.WithoutCancel(t.Context()))
			t.Log("destroy after the failure:", err)
		}
	})
	return &liveStack{t: t, box: box}
}

// up updates the stack and returns the changes: `<operation> <type> <name>` of each changed resource, sorted.
func (s *liveStack) up() []string {
	s.t.Helper()
	begun := time.Now()
	result, err := s.box.Up(s.t.Context())
	require.NoError(s.t, err)
	s.t.Log("up took", time.Since(begun).Round(time.Second))
	return s.changes(result)
}

func (s *liveStack) changes(result *sandbox.Result) []string {
	s.t.Helper()
	var all []string
	diffs := map[string][]string{}
	for _, step := range result.Steps {
		if !slices.Contains([]string{"same", "refresh", "read"}, step.Op) {
			all = append(all, step.Op+" "+resourceName(step.URN))
			if step.Op == "update" {
				diffs[resourceName(step.URN)] = step.Diffs
			}
		}
	}
	slices.Sort(all)
	s.t.Logf("%v\n\t%s\n%v", result.Changes, strings.Join(all, "\n\t"), diffs)
	return slices.Compact(all)
}

// assertStable asserts that a second update, a refresh, and an update after it change nothing.
func (s *liveStack) assertStable(when string) {
	s.t.Helper()
	assert.Empty(s.t, s.up(), "%s: a second update changes nothing", when)
	refreshed, err := s.box.Refresh(s.t.Context())
	require.NoError(s.t, err)
	assert.Empty(s.t, s.changes(refreshed), "%s: nothing drifts", when)
	assert.Empty(s.t, s.up(), "%s: an update after a refresh changes nothing", when)
}

func (s *liveStack) destroy() {
	s.t.Helper()
	_, err := s.box.Destroy(s.t.Context())
	require.NoError(s.t, err)
}

// regionLeftovers lists the resources in a test's region, and the global ones with their cluster's name.
func regionLeftovers(t *testing.T, region, infraID string) []string {
	t.Helper()
	output, err := exec.Command(os.Getenv(labVariable), "leftovers", region).Output()
	require.NoError(t, err)
	var left []string
	for line := range strings.Lines(string(output)) {
		kind, _, _ := strings.Cut(line, " ")
		global := slices.Contains(
			[]string{"bucket", "role", "policy", "instance-profile", "hosted-zone", "user", "oidc-provider"},
			kind,
		)
		if !global || strings.Contains(line, infraID) {
			left = append(left, strings.TrimSpace(line))
		}
	}
	return left
}

// createAsOperator creates an object that a cluster already has, and deletes it after the test. As an operator's
// create, and unlike server-side apply, it owns the blocks of the object, not only the fields in them.
func createAsOperator(t *testing.T, manifest string) {
	t.Helper()
	createAgain(t, "operator", manifest)
	t.Cleanup(func() { kubectl(t, manifest, "delete", "--ignore-not-found", "-f", "-") })
}

// spec returns an object's spec.
func spec(t *testing.T, kind, namespace, name string) map[string]any {
	t.Helper()
	object := kubeObject(t, kind, namespace, name)
	require.NotNil(t, object, "%s %s", kind, name)
	return object["spec"].(map[string]any)
}
