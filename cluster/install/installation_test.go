package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// fakeStack records what is done with it.
type fakeStack struct {
	config map[string]string
	calls  []string
	// fail is the error of the next call.
	fail error
	// failPreview is the error of the previews of a stage, and previewed are the stages that were previewed.
	failPreview map[string]error
	previewed   []string
	// interrupted are URNs.
	interrupted []string
	// locked reports whether another update runs.
	locked    bool
	resources []string
	protected []string
	// ids are those of resources, and update replaces what Up does; nil for nothing.
	ids    map[string]string
	update func(ctx context.Context, replace ...string) error
}

// machineURN is the URN of a machine of the control plane.
func machineURN(name string) string {
	return "urn:pulumi:demo::classic::" + controlPlaneMachine + "demo-" + name
}

func (s *fakeStack) Interrupted(context.Context) ([]string, error) { return s.interrupted, nil }

func (s *fakeStack) ClearInterrupted(context.Context) error {
	if s.locked {
		return errors.New("the stack is locked")
	}
	s.interrupted = nil
	return nil
}

func (s *fakeStack) Config(_ context.Context, key string) (string, error) { return s.config[key], nil }

func (s *fakeStack) SetConfig(_ context.Context, values map[string]string) error {
	s.config = values
	return nil
}

func (s *fakeStack) Resources(context.Context) ([]string, error) { return s.resources, nil }

func (s *fakeStack) Protected(context.Context) ([]string, error) { return s.protected, nil }

func (s *fakeStack) IDs(context.Context) (map[string]string, error) { return s.ids, nil }

func (s *fakeStack) Preview(context.Context, io.Writer, ...string) error {
	s.previewed = append(s.previewed, s.config["stage"])
	return s.failPreview[s.config["stage"]]
}

func (s *fakeStack) Up(ctx context.Context, out io.Writer, replace ...string) error {
	if s.update != nil {
		return s.update(ctx, replace...)
	}
	fmt.Fprintln(out, "+  aws:ec2:Vpc demo-vpc created (2s)")
	s.resources = []string{machineURN("master-us-east-2a")}
	if s.config["stage"] == string(cluster.StageBootstrap) {
		s.resources = append(s.resources, machineURN("bootstrap"))
	}
	return s.call(ctx, "up "+s.config["stage"])
}

func (s *fakeStack) Destroy(ctx context.Context, _ io.Writer) error {
	err := s.call(ctx, "destroy")
	if err == nil {
		s.resources = nil
	}
	return err
}

func (s *fakeStack) Remove(ctx context.Context) error { return s.call(ctx, "remove") }

func (s *fakeStack) call(ctx context.Context, what string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.calls = append(s.calls, what)
	err := s.fail
	s.fail = nil
	return err
}

// demoAccount is the account of the credentials.
const demoAccount = "123456789012"

// demoInstallation is an installation of demo with fakes, and the commands of openshift-install that it runs.
func demoInstallation(t *testing.T) (i *Installation, stack *fakeStack, commands func() []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv(openshiftinstall.LogVariable, log)
	stack = &fakeStack{}
	i = &Installation{
		Config: demo(t),
		Stack:  stack,
		StackConfig: func(dir *cluster.InstallDir, ami string) (map[string]string, error) {
			return map[string]string{"installDir": dir.Path, "ami": ami}, nil
		},
		Account:   func(context.Context, string) (string, error) { return demoAccount, nil },
		Resources: func(context.Context, string, string) ([]string, error) { return nil, nil },
	}
	return i, stack, func() []string {
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(command string) bool {
			return command == "version" || command == "coreos print-stream-json"
		})
	}
}

// completeInstall runs an installation to its end.
func completeInstall(t *testing.T, i *Installation) {
	t.Helper()
	_, err := i.Install(t.Context())
	require.NoError(t, err)
}

// interruptedAt returns a context that ends when a step gets to a state.
func interruptedAt(t *testing.T, i *Installation, step string, state State) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	i.Report = func(e Event) {
		if e.Step == step && e.State == state {
			cancel()
		}
	}
	return ctx
}

func TestInstall(t *testing.T) {
	i, stack, commands := demoInstallation(t)
	var events []string
	var all strings.Builder
	i.Report = func(e Event) {
		if e.State != Progress {
			events = append(events, e.Step+" "+string(e.State))
		}
		JSONReporter(&all)(e)
	}
	result, err := i.Install(t.Context())
	require.NoError(t, err)
	assert.Equal(t, &Result{
		InfraID:      "demo-x7k2p",
		ConsoleURL:   "https://console-openshift-console.apps.demo.example.com",
		Kubeconfig:   i.Config.Dir + "/auth/kubeconfig",
		PasswordFile: i.Config.Dir + "/auth/kubeadmin-password",
	}, result)
	assert.Equal(t, []string{"up bootstrap", "up cluster"}, stack.calls)
	assert.Equal(t, []string{
		"create manifests", "create ignition-configs", "wait-for bootstrap-complete", "wait-for install-complete",
	}, commands())
	assert.Equal(t, map[string]string{
		"installDir": i.Config.Dir, "ami": "ami-0123456789abcdef0", "stage": "cluster",
		"infraId": "demo-x7k2p", "aws:allowedAccountIds": `["123456789012"]`,
	}, stack.config)
	assert.Equal(t, []string{
		"directory started", "directory done", "bootstrap started", "bootstrap done",
		"bootstrap-complete started", "bootstrap-complete done", "cluster started", "cluster done",
		"install-complete started", "install-complete done",
	}, events)
	assert.Contains(t, all.String(), "It is now safe to remove the bootstrap resources")
	assert.Contains(t, all.String(), "resources: 1 created")
	for _, secret := range []string{pullSecretAuth, "aaaaa-bbbbb-ccccc-ddddd"} {
		assert.NotContains(t, all.String(), secret)
	}
}

// TestInstallContinues interrupts the installation at the beginning of each step.
// TestInstallPreviewsEachUpdate: an update begins to create before the program has ended.
func TestInstallPreviewsEachUpdate(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	stack.failPreview = map[string]error{"bootstrap": errors.New("no zone"), "cluster": errors.New("no issuer")}
	_, err := i.Install(t.Context())
	require.ErrorContains(t, err, "step bootstrap: the preview fails, and nothing was changed: no zone")
	assert.Empty(t, stack.calls)
	delete(stack.failPreview, "bootstrap")
	i.Kubeconfig = newFakeAPI(t).kubeconfig(t)
	_, err = i.Install(t.Context())
	require.ErrorContains(t, err, "step cluster: the preview fails, and nothing was changed: no issuer")
	assert.Equal(t, []string{"up bootstrap"}, stack.calls)
}

// TestInstallRehearsesBothStages: what stage cluster rejects is known before the first machine.
func TestInstallRehearsesBothStages(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	rehearsal, ended := &fakeStack{failPreview: map[string]error{"cluster": errors.New("no issuer")}}, 0
	i.Rehearsal = func(context.Context) (Stack, func(), error) { return rehearsal, func() { ended++ }, nil }
	_, err := i.Install(t.Context())
	require.ErrorContains(t, err, "step bootstrap: a preview of stage cluster in the sandbox fails, and nothing was created: no issuer")
	assert.Empty(t, stack.calls)
	assert.Empty(t, stack.previewed)
	assert.Equal(t, []string{"bootstrap", "cluster"}, rehearsal.previewed)
	assert.Equal(t, 1, ended)
	rehearsal.failPreview = nil
	i.Kubeconfig = newFakeAPI(t).kubeconfig(t)
	completeInstall(t, i)
	completeInstall(t, i)
	assert.Equal(t, 2, ended, "an installed cluster has nothing to rehearse")
	assert.Empty(t, rehearsal.calls)
}

func TestInstallContinues(t *testing.T) {
	want := map[string][]string{
		"directory":          {"up bootstrap", "up cluster"},
		"bootstrap":          {"up bootstrap", "up cluster"},
		"bootstrap-complete": {"up bootstrap", "up bootstrap", "up cluster"},
		"cluster":            {"up bootstrap", "up cluster"},
		"install-complete":   {"up bootstrap", "up cluster", "up cluster"},
	}
	for name, calls := range want {
		t.Run(name, func(t *testing.T) {
			i, stack, _ := demoInstallation(t)
			ctx := interruptedAt(t, i, name, Started)
			_, err := i.Install(ctx)
			var failed *StepError
			require.ErrorAs(t, err, &failed)
			assert.True(t, failed.Interrupted)
			assert.Equal(t, "interrupted in step "+name+"; run the same command again to continue", err.Error())

			i.Report = nil
			completeInstall(t, i)
			assert.Equal(t, calls, stack.calls)
		})
	}
}

// TestInstallContinuesAfterAFailure: stage bootstrap is never updated after stage cluster, which has no bootstrap
// machine.
func TestInstallContinuesAfterAFailure(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	t.Setenv(openshiftinstall.FailVariable, "wait-for install-complete: failed to initialize the cluster")
	_, err := i.Install(t.Context())
	require.EqualError(t, err, "step install-complete: `openshift-install wait-for install-complete` failed:\n"+
		"failed to initialize the cluster\nSee docs/troubleshooting.md\n"+
		"Run the same command again to continue with this step")
	t.Setenv(openshiftinstall.FailVariable, "")
	stack.fail = errors.New("quota exceeded")
	_, err = i.Install(t.Context())
	require.ErrorContains(t, err, "step cluster: quota exceeded")
	completeInstall(t, i)
	assert.Equal(t, []string{"up bootstrap", "up cluster", "up cluster", "up cluster"}, stack.calls)
}

func TestInstallWithExpiredIgnition(t *testing.T) {
	tests := map[string]struct {
		bootstrap string
		want      []string
		err       string
	}{
		"before the bootstrap": {
			err: "is older than 24 hours: its certificates have expired, and machines that boot with it do not become " +
				"a cluster. This installation cannot be continued: run uninstall, then install, which begins another cluster",
		},
		"after the bootstrap": {bootstrap: "complete", want: []string{"up cluster"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, stack, _ := demoInstallation(t)
			prepare(t, i.Config)
			require.NoError(t, openshiftinstall.Age(i.Config.Dir, 30*time.Hour))
			api := newFakeAPI(t)
			api.bootstrap = tt.bootstrap
			i.Kubeconfig = api.kubeconfig(t)
			if tt.bootstrap != "" {
				stack.resources = []string{machineURN("master-us-east-2a"), machineURN("bootstrap")}
			}
			_, err := i.Install(t.Context())
			assert.Equal(t, tt.want, stack.calls)
			if tt.err == "" {
				assert.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.err)
			assert.NotContains(t, err.Error(), "Run the same command again")
		})
	}
}

// TestInstallLooksAtWhatExists: the configuration of a stack outlives its resources.
func TestInstallLooksAtWhatExists(t *testing.T) {
	both := []string{"up bootstrap", "up cluster"}
	now := time.Now()
	tests := map[string]struct {
		reason    string
		resources []string
		record    record
		bootstrap string
		want      []string
		err       string
	}{
		"never applied": {reason: "a control plane without a bootstrap machine never starts", want: both},
		"destroyed": {
			reason: "what was recorded of the destroyed cluster does not count",
			record: record{Applied: &now, Bootstrapped: &now, Installed: &now}, want: both,
		},
		"destroyed in part": {
			reason:    "a bootstrap machine is no control plane",
			resources: []string{machineURN("bootstrap")}, record: record{Bootstrapped: &now}, want: both,
		},
		"running": {
			reason:    "a second bootstrap machine would begin another cluster",
			resources: []string{machineURN("master-us-east-2a")}, record: record{Bootstrapped: &now}, want: both[1:],
		},
		"bootstrapped by hand": {
			reason:    "the API of a running cluster says so",
			resources: []string{machineURN("master-us-east-2a")}, bootstrap: "complete", want: both[1:],
		},
		"never bootstrapped": {
			reason:    "neither the API nor the record says that it ever ran",
			resources: []string{machineURN("master-us-east-2a")},
			err:       "nothing says that it ever had a bootstrap machine",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, stack, _ := demoInstallation(t)
			prepare(t, i.Config)
			require.NoError(t, changeRecord(i.Config.Dir, func(r *record, _ time.Time) {
				r.Applied, r.Bootstrapped, r.Installed = tt.record.Applied, tt.record.Bootstrapped, tt.record.Installed
			}))
			api := newFakeAPI(t)
			api.bootstrap = tt.bootstrap
			i.Kubeconfig = api.kubeconfig(t)
			stack.config, stack.resources = map[string]string{"stage": string(cluster.StageCluster)}, tt.resources
			_, err := i.Install(t.Context())
			assert.Equal(t, tt.want, stack.calls, tt.reason)
			if tt.err == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.err)
		})
	}
}

func TestInstallReportsProblemsBeforeItBegins(t *testing.T) {
	i, stack, _ := demoInstallation(t)
	i.Config.PullSecret = "none"
	_, err := i.Install(t.Context())
	require.ErrorContains(t, err, "install.Config.PullSecret: must be JSON")
	assert.Empty(t, stack.calls)
	assert.NoDirExists(t, i.Config.Dir)
}
