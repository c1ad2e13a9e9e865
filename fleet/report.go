package fleet

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

const succeeded, failed, pending = "succeeded", "failed", "pending"

// Report has the results of the engines for the clusters of a list. It has no values of properties, which can be secret.
type Report struct {
	// Clusters are the results, in the order of the list; Unlisted are stacks that exist, of clusters that were removed or renamed.
	Clusters []*Result `json:"clusters"`
	Unlisted []string  `json:"unlisted,omitempty"`
}

// Result is the result of an engine for a cluster.
type Result struct {
	// Cluster and Step come from the list; Outcome is succeeded, failed or pending: the update did not run, or did not end.
	Cluster string `json:"cluster"`
	Step    string `json:"step"`
	Outcome string `json:"outcome"`
	// WantedVersion is the release in the list; RunningVersion is the cluster's last report, empty if it is not known.
	WantedVersion  string `json:"wantedVersion"`
	RunningVersion string `json:"runningVersion,omitempty"`
	// Changes are numbers of resources by kind; Drift lists what a refresh found changed; Errors have violations of mandatory policies too.
	Changes map[string]int `json:"changes,omitempty"`
	Drift   []string       `json:"drift,omitempty"`
	Errors  []string       `json:"errors,omitempty"`
	deleted int            // by a refresh
}

// newReport returns a report in which all clusters are pending: those of a step; without one those with logs, or all.
func newReport(l *List, step string, logs []string) *Report {
	r := &Report{Clusters: []*Result{}}
	for _, c := range l.Clusters {
		in := l.stepsOf(c)[0].Name
		logged := slices.ContainsFunc(logs, func(path string) bool { return filepath.Base(path) == c.Name+".json" })
		if in == step || step == "" && (logged || len(logs) == 0) {
			r.Clusters = append(r.Clusters, &Result{Cluster: c.Name, Step: in, Outcome: pending, WantedVersion: c.Version})
		}
	}
	return r
}

// read adds the logs of operations on the stacks of clusters, CLUSTER.json of `pulumi up --event-log`.
func (r *Report) read(logs []string) error {
	for _, name := range logs {
		result := r.of(strings.TrimSuffix(filepath.Base(name), ".json"))
		if result == nil {
			return fmt.Errorf("%s: there is no such cluster", name)
		}
		log, err := os.ReadFile(name)
		if err = cmp.Or(err, automation.ReadEvents(bytes.NewReader(log), result.add)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// of returns the result of a cluster; nil if the report does not have it.
func (r *Report) of(cluster string) *Result {
	for _, result := range r.Clusters {
		if result.Cluster == cluster {
			return result
		}
	}
	return nil
}

// compare adds the stacks in a file of `pulumi stack ls --json` or `kubectl get stacks.pulumi.com -o json`, also those not in the list.
func (r *Report) compare(l *List, file string) error {
	var objects struct {
		Items []struct {
			Name     string                // of a stack
			Metadata struct{ Name string } // of an object
			Status   struct {
				Conditions []struct{ Type, Status, Message string }
				Outputs    map[string]any
			}
		}
	}
	text, err := os.ReadFile(file)
	if err == nil && json.Unmarshal(text, &objects.Items) != nil {
		err = json.Unmarshal(text, &objects)
	}
	for _, s := range objects.Items {
		name := path.Base(cmp.Or(s.Metadata.Name, s.Name))
		if !slices.ContainsFunc(l.Clusters, func(c Cluster) bool { return c.Name == name }) {
			r.Unlisted = append(r.Unlisted, name)
		}
		result := cmp.Or(r.of(name), &Result{}) // It can be in another step.
		result.exports(s.Status.Outputs)
		for _, condition := range s.Status.Conditions {
			switch condition.Type + condition.Status {
			case "StalledTrue":
				result.Outcome, result.Errors = failed, append(result.Errors, condition.Message)
			case "ReadyTrue":
				result.Outcome = succeeded
			}
		}
	}
	return err
}

// summary returns the lines about what is not as it should be, and the exit code. So many clusters may have failed or be pending.
func (r *Report) summary(mayFail int) (text string, code int) {
	by := map[string][]string{"not in the list": r.Unlisted}
	for _, c := range r.Clusters {
		by[c.Outcome] = append(by[c.Outcome], c.Cluster)
		if len(c.Drift) > 0 {
			by["drifted"], code = append(by["drifted"], c.Cluster), exitDrift
		}
	}
	var lines strings.Builder
	for _, what := range []string{failed, pending, "drifted", "not in the list"} {
		if names := by[what]; len(names) > 0 {
			fmt.Fprintf(&lines, "%d %s, of %d clusters: %s\n", len(names), what, len(r.Clusters), strings.Join(names, ", "))
		}
	}
	if len(by[failed])+len(by[pending]) > mayFail || len(r.Unlisted) > 0 {
		code = exitFailed
	}
	return lines.String(), code
}

// String returns a line, and the errors and the drift below it.
func (c *Result) String() string {
	parts := []string{c.Cluster, c.Outcome, "step " + c.Step, "wanted " + c.WantedVersion, "running " + cmp.Or(c.RunningVersion, "-")}
	for _, kind := range slices.Sorted(maps.Keys(c.Changes)) {
		parts = append(parts, fmt.Sprintf("%d %s", c.Changes[kind], kind))
	}
	lines := slices.Concat([]string{strings.Join(parts, ", ")}, c.Errors, c.Drift)
	return strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n    ")
}

// add adds an event of the engine about an operation on the cluster's stack.
func (r *Result) add(event apitype.EngineEvent) {
	switch {
	case event.DiagnosticEvent != nil && event.DiagnosticEvent.Severity == "error":
		r.fail(automation.Failure(event.DiagnosticEvent))
	case event.PolicyEvent != nil && event.PolicyEvent.EnforcementLevel == "mandatory":
		r.fail(fmt.Sprintf("policy %s, %s: %s", event.PolicyEvent.PolicyName, resource.URN(event.PolicyEvent.ResourceURN).Name(),
			automation.Plain(event.PolicyEvent.Message)))
	case event.ResOutputsEvent != nil:
		r.resource(event.ResOutputsEvent.Metadata)
	case event.SummaryEvent != nil:
		all := 0
		r.Changes = map[string]int{}
		for kind, count := range event.SummaryEvent.ResourceChanges {
			r.Changes[string(kind)] = count
			all += count
		}
		if 2*r.deleted > all { // An update would create them again.
			r.fail(fmt.Sprintf("%d of %d resources are gone: are these the credentials of the cluster's account?", r.deleted, all))
		}
		if r.Outcome == pending {
			r.Outcome = succeeded
		}
	}
}

// fail adds an error once: Pulumi repeats that of a component for the program and for the stack.
func (r *Result) fail(text string) {
	r.Outcome = failed
	if text != "" && !slices.Contains(r.Errors, text) {
		r.Errors = append(r.Errors, text)
	}
}

// exports adds the release that the outputs of a stack have. It is unknown in the preview of a change.
func (r *Result) exports(outputs map[string]any) {
	if version, ok := outputs["version"].(string); ok && version != plugin.UnknownStringValue {
		r.RunningVersion = version
	}
}

// resource adds what the stack exports, and a resource of which a refresh found changed what the program sets.
func (r *Result) resource(step apitype.StepEventMetadata) {
	if step.Type == string(resource.RootStackType) && step.New != nil {
		r.exports(step.New.Outputs)
	}
	if step.Op != apitype.OpRefresh || step.Old == nil {
		return
	}
	what := "deleted"
	if step.New == nil {
		r.deleted++
	} else {
		before, after := step.Old.Outputs, step.New.Outputs
		changed := slices.DeleteFunc(slices.Sorted(maps.Keys(union(before, after))), func(name string) bool {
			// Properties that the program does not set change by themselves, such as the routes of a table whose routes are resources. The
			// release is one after an upgrade that no update has requested.
			_, set := step.Old.Inputs[name]
			if name == "currentVersion" {
				set = after[name] != after["version"]
			}
			return !set || reflect.DeepEqual(before[name], after[name])
		})
		what = strings.Join(changed, ", ")
	}
	if what != "" {
		r.Drift = append(r.Drift, fmt.Sprintf("drift of %s (%s): %s", resource.URN(step.URN).Name(), step.Type, what))
	}
}
