package ageing_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// Variables of the environment: the seeds, such as 1,2,3, and the number of events. Each seed is a year.
const (
	seedsVariable  = "YEAR_SEEDS"
	eventsVariable = "YEAR_EVENTS"
)

// TestYear runs events of a cluster's life in an order, and with arguments, that follow from a seed. After each of them etcd has never
// lost its majority, api-int has always led to a machine unless others took it away, and neither a refresh nor another update changes
// anything.
func TestYear(t *testing.T) {
	mockstest.NeedsEngine(t)
	seeds, count := "1,2", 4
	if set := os.Getenv(seedsVariable); set != "" {
		seeds, count = set, 40
	}
	if set := os.Getenv(eventsVariable); set != "" {
		var err error
		count, err = strconv.Atoi(set)
		require.NoError(t, err, eventsVariable)
	}
	for text := range strings.SplitSeq(seeds, ",") {
		seed, err := strconv.ParseUint(text, 10, 64)
		require.NoError(t, err, seedsVariable)
		t.Run("seed "+text, func(t *testing.T) {
			t.Parallel()
			t.Logf("%s=%d %s=%d", seedsVariable, seed, eventsVariable, count)
			newYear(t, seed).live(count)
		})
	}
}

// year is a cluster in a sandbox that ages.
type year struct {
	t       *testing.T
	random  *rand.Rand
	cluster *ageing
	desired desired
	opts    sandbox.Options
	// runs counts the events by name.
	runs map[string]int
}

// newYear installs the cluster.
func newYear(t *testing.T, seed uint64) *year {
	t.Helper()
	y := &year{t: t, random: rand.New(rand.NewPCG(seed, seed)), desired: newDesired(t), runs: map[string]int{}}
	dir := t.TempDir()
	install, err := cluster.LoadInstallDir(y.desired.installDir)
	require.NoError(t, err)
	master, err := os.ReadFile(filepath.Join(y.desired.installDir, "master.ign"))
	require.NoError(t, err)
	y.cluster = &ageing{
		infraID: install.InfraID, userData: string(master), members: map[string]*member{}, requests: map[string]map[string]any{},
		version: newClusterVersion(dir, "4.18.1"),
	}
	_, kubeconfig := clustertest.APIServer(t, http.HandlerFunc(y.cluster.serve))
	y.opts = sandbox.Options{
		Project: "year", Dir: dir, Config: map[string]string{"aws:region": region, "openshift-aws:protect": "true"},
		Env:     map[string]string{stage.WithoutBootstrapVariable: "false"}, // as on AWS, nothing starts without a bootstrap machine
		Program: func(ctx *pulumi.Context) error { return y.desired.run(ctx, kubeconfig) },
	}
	var ended sync.WaitGroup
	ended.Go(func() { watchAccount(t.Context(), dir, y.cluster.observe) })
	t.Cleanup(ended.Wait)

	y.up()
	installed := y.desired.clone()
	installed.stage = cluster.StageCluster
	y.apply(installed)
	y.steady("installation")
	return y
}

// live runs events, of each row of the table about as many.
func (y *year) live(count int) {
	for number := range count {
		e := y.next()
		y.runs[e.name]++
		y.t.Logf("event %d: %s", number+1, e.name)
		if e.change != nil {
			wanted := y.desired.clone()
			e.change(y, &wanted)
			y.apply(wanted)
		} else {
			e.run(y)
		}
		y.steady(e.name)
		if y.t.Failed() {
			y.t.FailNow()
		}
	}
	y.opts.Config["openshift-aws:protect"] = "false"
	y.up()
	y.cluster.set(func() { y.cluster.off = true })
	mockstest.CheckDestroy(y.t, y.box())
}

// next returns a possible event of those that ran least.
func (y *year) next() event {
	possible := slices.DeleteFunc(table(), func(e event) bool { return e.possible != nil && !e.possible(y) })
	least := y.runs[slices.MinFunc(possible, func(a, b event) int { return y.runs[a.name] - y.runs[b.name] }).name]
	possible = slices.DeleteFunc(possible, func(e event) bool { return y.runs[e.name] > least })
	return possible[y.random.IntN(len(possible))]
}

func (y *year) box() *sandbox.Sandbox {
	y.t.Helper()
	box, err := sandbox.New(y.opts)
	require.NoError(y.t, err)
	return box
}

// apply updates the cluster to what the program says now.
func (y *year) apply(wanted desired) {
	y.t.Helper()
	y.desired = wanted
	y.up()
}

// up is an update that succeeds, after which some time passes.
func (y *year) up() *sandbox.Result {
	y.t.Helper()
	result, err := y.box().Up(y.t.Context())
	require.NoError(y.t, err)
	y.pass()
	return result
}

func (y *year) refresh() {
	y.t.Helper()
	_, err := y.box().Refresh(y.t.Context())
	require.NoError(y.t, err)
}

// pass is the time between two operations, in which the cluster settles.
func (y *year) pass() {
	y.t.Helper()
	found, err := readAccount(y.opts.Dir)
	require.NoError(y.t, err)
	y.cluster.observe(found)
	require.NoError(y.t, y.cluster.settle())
	y.cluster.set(func() {
		require.Empty(y.t, y.cluster.violations)
		require.Empty(y.t, y.cluster.version.rejected, "the cluster rejects a release that the program accepted")
	})
}

// steady asserts that neither a refresh nor another update changes anything.
func (y *year) steady(after string) {
	y.t.Helper()
	mockstest.CheckSame(y.t, y.box(), after)
	y.pass()
}

// account changes the account behind the stack's back.
func (y *year) account(command ...string) {
	y.t.Helper()
	require.NoError(y.t, sandbox.Account(y.t.Context(), sandbox.Options{Project: "year", Dir: y.opts.Dir}, &strings.Builder{}, command...))
	found, err := readAccount(y.opts.Dir)
	require.NoError(y.t, err)
	y.cluster.observe(found)
}

// content returns what the account and the cluster have.
func (y *year) content() map[string]string {
	y.t.Helper()
	files := map[string]string{}
	for _, name := range []string{"aws.json", "kubernetes.json"} {
		text, err := os.ReadFile(filepath.Join(y.opts.Dir, name))
		require.NoError(y.t, err)
		files[name] = string(text)
	}
	return files
}

// operation is an update or a preview.
type operation func(*sandbox.Sandbox, context.Context) (*sandbox.Result, error)

// update has no preview before, as that of Pulumi's Automation API: hooks alone reject it. What pulumi.Protect protects, a preview rejects,
// while an update deletes everything else (pulumi/pulumi v3.250.0 pkg/resource/deploy/step_executor.go, cancelDueToError).
var update, preview operation = (*sandbox.Sandbox).Up, (*sandbox.Sandbox).Preview

// mistake is a change that a preview or an update rejects with all of some words, and that changes nothing.
func (y *year) mistake(change func(*desired), words ...string) {
	y.t.Helper()
	y.rejected(one(y, []operation{update, preview}), change, words...)
}

// rejected is a mistake that an operation rejects.
func (y *year) rejected(run operation, change func(*desired), words ...string) {
	y.t.Helper()
	right, before := y.desired, y.content()
	y.desired = right.clone()
	change(&y.desired)
	_, err := run(y.box(), y.t.Context())
	require.Error(y.t, err, "nothing rejects it")
	for _, word := range words {
		require.ErrorContains(y.t, err, word)
	}
	for name, text := range y.content() {
		if text != before[name] {
			y.t.Errorf("it changes %s", name)
		}
	}
	y.desired = right
	y.pass()
}

// one returns an element of a list.
func one[T any](y *year, list []T) T { return list[y.random.IntN(len(list))] }

// other returns a value of a list that differs from the current one.
func other[T comparable](y *year, current T, list ...T) T {
	return one(y, slices.DeleteFunc(slices.Clone(list), func(value T) bool { return value == current }))
}

// without returns a list without an element.
func without[T comparable](list []T, element T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(value T) bool { return value == element })
}

func (y *year) masterName(zone string) string {
	return fmt.Sprintf("Instance::%s-master-%s", y.desired.name, zone)
}
