package fleet

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeStacks are the stacks of a run without an engine.
type fakeStacks struct {
	using           sync.Mutex
	exist, failing  map[string]bool
	applied, waited []string
}

func (f *fakeStacks) apply(_ context.Context, c Cluster, hold bool) Result {
	f.using.Lock()
	defer f.using.Unlock()
	result := newResult(c)
	switch {
	case hold && f.exist[c.Name]:
		f.waited = append(f.waited, c.Name)
		result.Outcome = Held
	case f.failing[c.Name]:
		result.Outcome = Failed
	default:
		f.applied = append(f.applied, c.Name)
		result.Outcome = Succeeded
	}
	return result
}

func outcomes(r *Report) map[string]Outcome {
	all := map[string]Outcome{}
	for _, c := range r.Clusters {
		all[c.Cluster] = c.Outcome
	}
	return all
}

var fourClusters = []Cluster{
	{Name: "late", Wave: 2}, {Name: "canary", Wave: 1}, {Name: "new", Wave: 2}, {Name: "beside", Wave: 1}, {Name: "last", Wave: 3},
}

// TestUpgradesStop: a failure in a wave holds later clusters that run, and creation goes on; the next run continues from the report.
func TestUpgradesStop(t *testing.T) {
	t.Parallel()
	list := &List{Parallel: 2, Clusters: fourClusters}
	fake := &fakeStacks{
		exist:   map[string]bool{"canary": true, "beside": true, "late": true, "last": true},
		failing: map[string]bool{"canary": true},
	}
	file := filepath.Join(t.TempDir(), "report.json")
	r := run{list: list, command: "up", apply: fake.apply, progress: io.Discard, reportFile: file}
	report, err := r.all(t.Context())
	require.NoError(t, err)
	assert.Equal(t, map[string]Outcome{
		"canary": Failed, "beside": Succeeded, "late": Held, "new": Succeeded, "last": Held,
	}, outcomes(report))
	assert.ElementsMatch(t, []string{"beside", "new"}, fake.applied)

	again, err := unfinished(file)
	require.NoError(t, err)
	rest, unknown := list.with(again)
	assert.Empty(t, unknown)
	fake.failing, fake.applied = nil, nil
	r = run{list: rest, command: "up", apply: fake.apply, progress: io.Discard}
	report, err = r.all(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"canary", "late", "last"}, fake.applied, "wave after wave")
	assert.Len(t, report.with(Succeeded), 3)
}

// TestOnlyUpHolds: a preview, a refresh and a destroy of a cluster do not depend on others.
func TestOnlyUpHolds(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"preview", "refresh", "destroy", "cancel"} {
		fake := &fakeStacks{exist: map[string]bool{"late": true}, failing: map[string]bool{"canary": true}}
		r := run{list: &List{Parallel: 1, Clusters: fourClusters}, command: command, apply: fake.apply, progress: io.Discard}
		report, err := r.all(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"canary"}, report.with(Failed), command)
		assert.Len(t, report.with(Succeeded), 4, command)
	}
}

// TestParallelIsLimited: never more stacks run than allowed, two run at the same time, and the report is in the order of the waves.
func TestParallelIsLimited(t *testing.T) {
	t.Parallel()
	list := &List{Parallel: 2, Clusters: []Cluster{{Name: "a", Wave: 1}, {Name: "b", Wave: 1}, {Name: "c", Wave: 1}, {Name: "d", Wave: 1}}}
	running, together := make(chan struct{}, list.Parallel), make(chan struct{})
	var progress strings.Builder
	r := run{list: list, command: "up", progress: &progress, apply: func(_ context.Context, c Cluster, _ bool) Result {
		select {
		case running <- struct{}{}:
		default:
			t.Errorf("%s is the third at the same time", c.Name)
		}
		switch c.Name { // The first two wait for each other.
		case "a":
			together <- struct{}{}
		case "b":
			<-together
		}
		<-running
		result := newResult(c)
		result.Outcome = Succeeded
		return result
	}}
	report, err := r.all(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b", "c", "d"}, report.with(Succeeded))
	assert.Contains(t, progress.String(), "[4/4] wave 1: ")
	assert.Equal(t, 4, strings.Count(progress.String(), " started\n"), "nothing else shows for half an hour what runs")
}

// TestInterrupted: clusters whose turn had not come are pending, and --failed selects them.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	file := filepath.Join(t.TempDir(), "report.json")
	r := run{list: &List{Parallel: 1, Clusters: fourClusters}, command: "up", progress: io.Discard, reportFile: file}
	r.apply = func(_ context.Context, c Cluster, _ bool) Result {
		before, err := unfinished(file)
		assert.NoError(t, err)
		assert.Len(t, before, 5, "the file has the whole fleet before the first cluster has ended")
		cancel()
		result := newResult(c)
		result.Outcome = Succeeded
		return result
	}
	report, err := r.all(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"beside", "late", "new", "last"}, report.with(Pending))
	again, err := unfinished(file)
	require.NoError(t, err)
	assert.Equal(t, []string{"beside", "late", "new", "last"}, again)
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"help"}, {"-h"}, {"--help"}, {"up", "-h"}} {
		var out, errs strings.Builder
		assert.Equal(t, exitOK, Run(t.Context(), Options{}, args, strings.NewReader(""), &out, &errs), args)
		assert.Contains(t, out.String(), " COMMAND [flags]\n")
		assert.NotContains(t, out.String(), "%!")
		assert.Empty(t, errs.String())
	}
}
