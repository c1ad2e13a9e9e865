package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Outcome is what became of a cluster.
type Outcome string

// The outcomes. Held is a cluster that was not updated, because one of an earlier wave failed; Pending is one whose turn had not come
// when the report was written, or that was running.
const (
	Succeeded Outcome = "succeeded"
	Failed    Outcome = "failed"
	Held      Outcome = "held"
	Pending   Outcome = "pending"
)

// Report is what a command did. It has no values of properties, which can be secret.
type Report struct {
	// Command is the command: up, preview, refresh, destroy or cancel.
	Command string `json:"command"`
	// Clusters are the results, by wave.
	Clusters []Result `json:"clusters"`
}

// Result is what a command did to a cluster.
type Result struct {
	// Cluster, Wave, Region and Blueprint are those of the list.
	Cluster   string `json:"cluster"`
	Wave      int    `json:"wave"`
	Region    string `json:"region"`
	Blueprint string `json:"blueprint,omitempty"`
	// Outcome is what became of it.
	Outcome Outcome `json:"outcome"`
	// WantedVersion is the release of the list, RunningVersion the one that the cluster reported last; empty if it is not known.
	WantedVersion  string `json:"wantedVersion"`
	RunningVersion string `json:"runningVersion,omitempty"`
	// Changes are the numbers of resources by kind of change, as Pulumi counts them.
	Changes map[string]int `json:"changes,omitempty"`
	// Drift is what a refresh found changed outside of Pulumi.
	Drift []Drift `json:"drift,omitempty"`
	// Violations are violations of policies.
	Violations []Violation `json:"violations,omitempty"`
	// Errors are the errors, without Pulumi's output around them.
	Errors []string `json:"errors,omitempty"`
	// Seconds is how long it took.
	Seconds float64 `json:"seconds"`
	// ConsoleURL is the URL of the cluster's console.
	ConsoleURL string `json:"consoleUrl,omitempty"`
}

// Drift is a resource that differs from Pulumi's state.
type Drift struct {
	// Type and Name are those of the resource.
	Type string `json:"type"`
	Name string `json:"name"`
	// Deleted reports whether the resource is gone.
	Deleted bool `json:"deleted,omitempty"`
	// Properties are the names of the properties that differ.
	Properties []string `json:"properties,omitempty"`
}

// Violation is a resource that breaks a policy.
type Violation struct {
	// Policy is the policy, and Level its enforcement level: advisory or mandatory.
	Policy string `json:"policy"`
	Level  string `json:"level"`
	// Resource is the name of the resource, and Message what is wrong with it.
	Resource string `json:"resource,omitempty"`
	Message  string `json:"message"`
}

func (v Violation) mandatory() bool { return v.Level == "mandatory" }

// with returns the names of the clusters with one of the outcomes.
func (r *Report) with(outcomes ...Outcome) (clusters []string) {
	for _, result := range r.Clusters {
		if slices.Contains(outcomes, result.Outcome) {
			clusters = append(clusters, result.Cluster)
		}
	}
	return clusters
}

// drifted returns the names of the clusters with drift.
func (r *Report) drifted() (clusters []string) {
	for _, result := range r.Clusters {
		if len(result.Drift) > 0 {
			clusters = append(clusters, result.Cluster)
		}
	}
	return clusters
}

// write writes the report to a file, which always has a whole report: also if the process is killed.
func (r *Report) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// unfinished reads a report and returns the clusters that did not succeed.
func unfinished(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s is not a report: %w", path, err)
	}
	return r.with(Failed, Held, Pending), nil
}

// String returns a table, and the details below it.
func (r *Report) String() string {
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CLUSTER\tWAVE\tREGION\tRESULT\tWANTED\tRUNNING\tCHANGES\tDRIFT\tTIME\tCONSOLE")
	for _, c := range r.Clusters {
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", c.Cluster, c.Wave, c.Region, c.Outcome, c.WantedVersion,
			orDash(c.RunningVersion), orDash(c.changes()), len(c.Drift), c.duration(), orDash(c.ConsoleURL))
	}
	_ = table.Flush()
	for _, c := range r.Clusters {
		if details := c.details(); len(details) > 0 {
			fmt.Fprintf(&text, "\n%s:\n%s\n", c.Cluster, strings.Join(details, "\n"))
		}
	}
	return text.String()
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func (c *Result) duration() time.Duration {
	return time.Duration(c.Seconds * float64(time.Second)).Round(time.Second)
}

// changes returns the changes as `2 update, 50 same`.
func (c *Result) changes() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(c.Changes)) {
		parts = append(parts, fmt.Sprintf("%d %s", c.Changes[kind], kind))
	}
	return strings.Join(parts, ", ")
}

// details returns the lines about the cluster below the table.
func (c *Result) details() []string {
	lines := slices.Clone(c.Errors)
	for _, v := range c.Violations {
		lines = append(lines, fmt.Sprintf("policy %s (%s), %s: %s", v.Policy, v.Level, orDash(v.Resource), v.Message))
	}
	for _, d := range c.Drift {
		what := strings.Join(d.Properties, ", ")
		if d.Deleted {
			what = "deleted"
		}
		lines = append(lines, fmt.Sprintf("drift of %s (%s): %s", d.Name, d.Type, what))
	}
	return lines
}
