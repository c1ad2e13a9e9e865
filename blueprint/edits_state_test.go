package blueprint_test

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// account runs a command of `sandbox account`.
func (e *edited) account(command ...string) {
	e.t.Helper()
	require.NoError(e.t, sandbox.Account(e.t.Context(), e.opts, io.Discard, command...))
}

// rejectedByAWS is how AWS rejects a preview of another network.
const rejectedByAWS = "DependencyViolation: "

// controlPlaneEdits returns the edits that change the control plane, or what it is reached by. The guards of the others ask no API.
func controlPlaneEdits(
	t *testing.T, before *mocks.Recorder, base func() *blueprint.SelfManagedArgs,
) []mockstest.Edit[blueprint.SelfManagedArgs] {
	t.Helper()
	all := mockstest.PartOf(mockstest.EditsOf(base), part)
	return slices.DeleteFunc(all, func(edit mockstest.Edit[blueprint.SelfManagedArgs]) bool {
		args := base()
		edit.Apply(args)
		after := mocks.New(mocks.Region("us-east-2"), mocks.Updating(before))
		if err := after.Run(selfManaged(args)); err != nil {
			return !strings.Contains(err.Error(), "with their members of etcd")
		}
		return !slices.ContainsFunc(after.Changes(before), func(change mocks.Change) bool {
			return strings.Contains(change.Resource.URN, "ControlPlane$aws:")
		})
	})
}

// withAPI returns arguments of a cluster whose machines have an API, and what an edit can take away from them.
func withAPI(t *testing.T, kubeconfig string) func() *blueprint.SelfManagedArgs {
	t.Helper()
	arguments := everyEdit(t)
	return func() *blueprint.SelfManagedArgs {
		args := arguments()
		install, err := cluster.LoadInstallDir(args.InstallDir)
		require.NoError(t, err)
		install.Kubeconfig = pulumi.ToSecret(pulumi.String(kubeconfig)).(pulumi.StringOutput)
		args.FurtherZones = []string{"us-east-2d"}
		args.ControlPlane = &cluster.ControlPlaneArgs{
			Install: install, MachineZones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			RootVolume:                 &cluster.RootVolumeArgs{SizeGiB: 200},
			AdditionalSecurityGroupIDs: pulumi.ToStringArray([]string{"sg-0fedcba9876543211", "sg-0fedcba9876543212"}),
			APIAllowedCIDRs:            []string{"203.0.113.0/24", "198.51.100.0/24"},
		}
		return args
	}
}

// TestNoEditLosesAnUnhealthyCluster previews the edits that ask the API of the cluster, while it is healthy, degraded and away.
func TestNoEditLosesAnUnhealthyCluster(t *testing.T) {
	mockstest.NeedsEngine(t)
	t.Setenv(stage.WithoutBootstrapVariable, "false") // as on AWS, nothing starts without a bootstrap machine
	opts := sandbox.Options{Project: "shop", Dir: t.TempDir()}
	installer, err := sandbox.FakeInstaller(opts)
	require.NoError(t, err)
	t.Cleanup(installer.Stop)
	kubeconfig, err := os.ReadFile(installer.Kubeconfig)
	require.NoError(t, err)
	base := withAPI(t, string(kubeconfig))
	args := base()
	args.Stage = cluster.StageBootstrap
	e := &edited{t: t, program: selfManaged(args), opts: opts}
	e.opts.Config = map[string]string{"aws:region": "us-east-2"}
	var out strings.Builder
	e.opts.Program, e.opts.Out = func(ctx *pulumi.Context) error { return e.program(ctx) }, &out
	mockstest.Must(t, e.box().Up)
	e.program = selfManaged(base())
	mockstest.Must(t, e.box().Up)

	before := mockstest.Run(t, selfManaged(base()), mocks.Region("us-east-2"))
	edits := controlPlaneEdits(t, before, base)
	for state, fault := range map[string]string{"healthy": "", "degraded": sandbox.Degraded, "away": "connection refused"} {
		e.account("heal")
		if fault != "" {
			e.account("fail", fmt.Sprintf(`{"type": %q, "error": %q}`, sandbox.ClusterAPI, fault))
		}
		var counts mockstest.Counts
		for _, edit := range edits {
			args := base()
			edit.Apply(args)
			e.program = selfManaged(args)
			out.Reset()
			name := state + ", " + edit.Name
			changed := affected(mockstest.CheckPreview(t, name, before, e.box(), rejectedByAWS, &counts))
			switch state {
			case "away":
				assert.Empty(t, changed, name)
			case "degraded":
				for _, step := range changed {
					waits := "control-plane machine " + resource.URN(step.URN).Name() + " .*, which they are not now"
					assert.Regexp(t, waits, out.String(), name)
				}
			}
		}
		fmt.Println(t.Name(), state, counts) //nolint:forbidigo // the counts are the result
	}
}

// affected returns the steps that create, stop or separate control-plane machines.
func affected(steps []sandbox.Step) []sandbox.Step {
	return slices.DeleteFunc(steps, func(step sandbox.Step) bool {
		if !strings.Contains(step.URN, "ControlPlane$aws:ec2/instance:Instance::") || step.Op == "same" {
			return true
		}
		return step.Op == "update" && !slices.ContainsFunc(step.Diffs, func(path string) bool {
			return !strings.Contains(path, "tags") && path != "disableApiTermination"
		})
	})
}

// TestNoEditLosesAROSAClusterOnABadDay previews the edits that change something in OCM, while the cluster is not ready there, or gone, or
// OCM does not answer. A preview does not ask OCM: the state is that of the last refresh.
func TestNoEditLosesAROSAClusterOnABadDay(t *testing.T) {
	t.Parallel()
	t.Run("hosted", func(t *testing.T) {
		t.Parallel()
		checkStates(t, hostedWithPools, rosaHCP, "ClusterRosaHcp::shop-cluster")
	})
	t.Run("classic", func(t *testing.T) {
		t.Parallel()
		checkStates(t, classicWithPools, rosaClassic, "ClusterRosaClassic::shop-cluster")
	})
}

func checkStates[T any](t *testing.T, base func() *T, program func(*T) pulumi.RunFunc, name string) {
	t.Helper()
	e := newEdited(t, map[string]string{"aws:region": "us-east-2"}, program(base()))
	e.opts.Faults = noOperation
	assert.False(t, mockstest.Must(t, e.box().Up).Changed(), "without a change nothing is read")
	e.opts.Faults = nil
	before := mockstest.Run(t, program(base()), mocks.Region("us-east-2"))
	edits := ocmEdits(t, before, base, program)
	for _, state := range []struct {
		name    string
		command []string
	}{
		{"ready", nil},
		{"installing", []string{"set", name, "state=installing"}},
		{"error", []string{"set", name, "state=error"}},
		{"OCM away", []string{"fail", `{"type": "rhcs:", "error": "connection refused"}`}},
		{"gone", []string{"delete", name}},
	} {
		e.account("heal")
		if e.program = program(base()); state.command != nil {
			e.account(state.command...)
			_, err := e.box().Refresh(t.Context())
			if state.name != "gone" { // a part of a cluster that is gone can fail to be read
				assert.Equal(t, state.name == "OCM away", err != nil, "%s: %v", state.name, err)
			}
		}
		var counts mockstest.Counts
		for _, edit := range edits {
			args := base()
			edit.Apply(args)
			e.program = program(args)
			mockstest.CheckPreview(t, state.name+", "+edit.Name, before, e.box(), rejectedByAWS, &counts)
		}
		if state.name == "gone" {
			assert.Equal(t, counts.Tried, counts.Rejected, "each would create another cluster")
		}
		fmt.Println(t.Name(), state.name, counts) //nolint:forbidigo // the counts are the result
	}
}

// ocmEdits returns the edits that the program accepts, and that change something in OCM.
func ocmEdits[T any](t *testing.T, before *mocks.Recorder, base func() *T, program func(*T) pulumi.RunFunc) []mockstest.Edit[T] {
	t.Helper()
	return slices.DeleteFunc(mockstest.PartOf(mockstest.EditsOf(base), 2*part), func(edit mockstest.Edit[T]) bool {
		args := base()
		edit.Apply(args)
		after := mocks.New(mocks.Region("us-east-2"), mocks.Updating(before))
		return after.Run(program(args)) != nil || !slices.ContainsFunc(after.Changes(before), func(change mocks.Change) bool {
			return strings.HasPrefix(change.Resource.Type, "rhcs:")
		})
	})
}
