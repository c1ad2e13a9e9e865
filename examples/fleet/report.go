package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// outcome is what a command did to a cluster.
type outcome struct {
	member   member
	changes  map[string]int
	duration time.Duration
	console  string
	err      error
}

// outcomes are the outcomes of all clusters, in the order of the list.
type outcomes []outcome

// runAll applies a command to all clusters, some at the same time. A cluster that fails does not stop the others.
func runAll(list fleet, apply func(member) outcome, out io.Writer) outcomes {
	all := make(outcomes, len(list.Clusters))
	free := make(chan struct{}, list.Parallel)
	var running sync.WaitGroup
	var printing sync.Mutex
	for i, m := range list.Clusters {
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			all[i] = apply(m)
			printing.Lock()
			defer printing.Unlock()
			fmt.Fprintf(out, "%s %s in %s\n", m.Name, all[i].result(), all[i].duration.Round(time.Second))
		})
	}
	running.Wait()
	return all
}

func (o outcome) result() string {
	if o.err != nil {
		return "failed"
	}
	return "succeeded"
}

// changesText returns the changes as `2 update, 50 same`.
func (o outcome) changesText() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(o.changes)) {
		parts = append(parts, fmt.Sprintf("%d %s", o.changes[kind], kind))
	}
	return strings.Join(parts, ", ")
}

// String returns the report: a table, and the errors below it.
func (all outcomes) String() string {
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CLUSTER\tREGION\tRESULT\tCHANGES\tTIME\tCONSOLE")
	for _, o := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n",
			o.member.Name, o.member.Region, o.result(), o.changesText(), o.duration.Round(time.Second), o.console)
	}
	_ = table.Flush()
	for _, o := range all {
		if o.err != nil {
			fmt.Fprintf(&text, "\n%s:\n%s\n", o.member.Name, strings.TrimSpace(o.err.Error()))
		}
	}
	return text.String()
}

// failed returns the names of the clusters that failed.
func (all outcomes) failed() (names []string) {
	for _, o := range all {
		if o.err != nil {
			names = append(names, o.member.Name)
		}
	}
	return names
}

// prefixed writes whole lines that begin with a prefix.
type prefixed struct {
	out     io.Writer
	prefix  string
	partial []byte
}

// Write implements io.Writer.
func (p *prefixed) Write(text []byte) (int, error) {
	p.partial = append(p.partial, text...)
	for {
		end := bytes.IndexByte(p.partial, '\n')
		if end < 0 {
			return len(text), nil
		}
		line := p.prefix + string(p.partial[:end+1])
		p.partial = p.partial[end+1:]
		if _, err := io.WriteString(p.out, line); err != nil {
			return 0, err
		}
	}
}
