package fleet

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
)

// run applies a command to all clusters, wave after wave, some at the same time. After a failure of `up`, clusters of later waves that
// run already are held; those that do not are created.
type run struct {
	list    *List
	command string
	// apply runs the command on a cluster. With hold it leaves one that runs as it is, with the outcome Held.
	apply func(ctx context.Context, c Cluster, hold bool) Result
	// progress has a line for each cluster that starts, and one when it ends.
	progress io.Writer
	// reportFile has the report after each cluster; empty for none.
	reportFile string

	updating sync.Mutex
	report   Report
	done     int
}

// all runs the command and returns the report.
func (r *run) all(ctx context.Context) (*Report, error) {
	waves := r.list.waves()
	r.report = Report{Command: r.command}
	for _, c := range slices.Concat(waves...) {
		r.report.Clusters = append(r.report.Clusters, newResult(c))
	}
	err := r.save()
	first := 0
	for _, wave := range waves {
		hold := r.command == "up" && len(r.report.with(Failed, Held)) > 0
		r.wave(ctx, wave, first, hold)
		first += len(wave)
	}
	if err == nil {
		err = r.save()
	}
	return &r.report, err
}

func newResult(c Cluster) Result {
	return Result{
		Cluster: c.Name, Wave: c.Wave, Region: c.Region, Blueprint: c.Blueprint, Outcome: Pending, WantedVersion: c.Version,
	}
}

// wave runs the command on the clusters of a wave, of which first is the index of the first one in the report.
func (r *run) wave(ctx context.Context, clusters []Cluster, first int, hold bool) {
	free := make(chan struct{}, r.list.Parallel)
	var running sync.WaitGroup
	for i, c := range clusters {
		select {
		case free <- struct{}{}:
		case <-ctx.Done(): // The others stay pending.
		}
		if ctx.Err() != nil {
			break
		}
		running.Go(func() {
			defer func() { <-free }()
			r.start(c)
			r.end(first+i, r.apply(ctx, c, hold))
		})
	}
	running.Wait()
}

// start reports that the turn of a cluster has come: a creation takes half an hour.
func (r *run) start(c Cluster) {
	r.updating.Lock()
	defer r.updating.Unlock()
	fmt.Fprintf(r.progress, "wave %d: %s started\n", c.Wave, c.Name)
}

// end records the result of a cluster.
func (r *run) end(i int, result Result) {
	r.updating.Lock()
	defer r.updating.Unlock()
	r.report.Clusters[i] = result
	r.done++
	fmt.Fprintf(r.progress, "[%d/%d] wave %d: %s %s in %s", r.done, len(r.report.Clusters), result.Wave, result.Cluster, result.Outcome,
		result.duration())
	if changes := result.changes(); changes != "" {
		fmt.Fprintf(r.progress, " (%s)", changes)
	}
	fmt.Fprintln(r.progress)
	_ = r.save() // The last one reports the error.
}

func (r *run) save() error {
	if r.reportFile == "" {
		return nil
	}
	return r.report.write(r.reportFile)
}
