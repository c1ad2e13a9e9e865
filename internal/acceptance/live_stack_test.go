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

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox"
)

// storageRegion is of these tests alone, so that what they leave behind can be told from what others have.
const storageRegion = "ca-central-1"

// liveStack is a stack whose program reads what the test changes between operations.
type liveStack struct {
	t   *testing.T
	box *sandbox.Sandbox
}

// newLiveStack gives the program the cluster's provider as an option for what is inside the cluster.
func newLiveStack(
	t *testing.T,
	project string,
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
		Kubeconfig: os.Getenv("KUBECONFIG"),
	})
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			_, err := box.Destroy(context.WithoutCancel(t.Context()))
			t.Log("after the failure:", err)
		}
	})
	return &liveStack{t: t, box: box}
}

// up returns what happened, as `<operation> <name>` of each resource that did not stay the same, sorted.
func (s *liveStack) up() []string {
	s.t.Helper()
	begun := time.Now()
	result, err := s.box.Up(s.t.Context())
	require.NoError(s.t, err)
	s.t.Log("up took", time.Since(begun).Round(time.Second))
	return s.happened(result)
}

func (s *liveStack) happened(result *sandbox.Result) []string {
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

// stays asserts that a second update, a refresh, and an update after it find nothing to do.
func (s *liveStack) stays(when string) {
	s.t.Helper()
	assert.Empty(s.t, s.up(), "%s: a second update changes nothing", when)
	refreshed, err := s.box.Refresh(s.t.Context())
	require.NoError(s.t, err)
	assert.Empty(s.t, s.happened(refreshed), "%s: nothing drifts", when)
	assert.Empty(s.t, s.up(), "%s: an update after a refresh changes nothing", when)
}

func (s *liveStack) destroy() {
	s.t.Helper()
	_, err := s.box.Destroy(s.t.Context())
	require.NoError(s.t, err)
}

// regionLeftovers lists what the tests' region holds, and what the account holds under their cluster's name.
func regionLeftovers(t *testing.T, infraID string) []string {
	t.Helper()
	output, err := exec.Command(os.Getenv(labVariable), "leftovers", storageRegion).Output()
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

// operatorMade makes an object that a cluster has before, and removes it after the test.
func operatorMade(t *testing.T, manifest string) {
	t.Helper()
	kubectl(t, manifest, "apply", "--server-side", "--field-manager=operator", "--force-conflicts", "-f", "-")
	t.Cleanup(func() { kubectl(t, manifest, "delete", "--ignore-not-found", "-f", "-") })
}

// spec returns an object's fields below spec.
func spec(t *testing.T, kind, namespace, name string) map[string]any {
	t.Helper()
	object := kubeObject(t, kind, namespace, name)
	require.NotNil(t, object, "%s %s", kind, name)
	return object["spec"].(map[string]any)
}
