package fleet

import (
	"reflect"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

// observed is what the engine's events say about an operation.
type observed struct {
	changes    map[string]int
	drift      []Drift
	violations []Violation
	errors     []string
	// running is the release that OCM reports; empty for other clusters.
	running string
	// refresh is set for a refresh, whose updates and deletions are those of the state.
	refresh bool
}

func (o *observed) add(event apitype.EngineEvent) {
	switch {
	case event.DiagnosticEvent != nil && event.DiagnosticEvent.Severity == "error":
		o.failed(event.DiagnosticEvent.Message)
	case event.PolicyEvent != nil:
		p := event.PolicyEvent
		o.violations = append(o.violations, Violation{
			Policy: p.PolicyName, Level: p.EnforcementLevel, Resource: nameOf(p.ResourceURN), Message: automation.Plain(p.Message),
		})
	case event.ResourcePreEvent != nil:
		o.state(event.ResourcePreEvent.Metadata)
	case event.ResOutputsEvent != nil:
		o.state(event.ResOutputsEvent.Metadata)
		o.refreshed(event.ResOutputsEvent.Metadata)
	case event.SummaryEvent != nil:
		o.changes = map[string]int{}
		for kind, count := range event.SummaryEvent.ResourceChanges {
			o.changes[string(kind)] = count
		}
	}
}

// closing are the engine's final messages after an error that it has already reported.
var closing = []string{"update failed", "preview failed", "refresh failed", "destroy failed"}

// failed adds an error once: Pulumi repeats that of a component for the program and for the stack.
func (o *observed) failed(message string) {
	text := wrapping.ReplaceAllString(automation.Plain(message), "")
	if text != "" && !slices.Contains(closing, text) && !slices.Contains(o.errors, text) {
		o.errors = append(o.errors, text)
	}
}

// state reads the release of a cluster of ROSA.
func (o *observed) state(step apitype.StepEventMetadata) {
	if !slices.Contains(protectedTypes, step.Type) {
		return
	}
	for _, state := range []*apitype.StepEventStateMetadata{step.Old, step.New} {
		if state == nil {
			continue
		}
		running, ok := state.Outputs["currentVersion"].(string)
		if ok && running != "" && running != plugin.UnknownStringValue { // It is unknown in the preview of a change.
			o.running = running
		}
	}
}

// refreshed adds a resource that a refresh found changed.
func (o *observed) refreshed(step apitype.StepEventMetadata) {
	changed := step.Op == apitype.OpUpdate || step.Op == apitype.OpDelete
	if step.Op != apitype.OpRefresh && (!o.refresh || !changed) || step.Old == nil {
		return
	}
	d := Drift{Type: step.Type, Name: nameOf(step.URN), Deleted: step.New == nil || step.Op == apitype.OpDelete}
	if !d.Deleted {
		d.Properties = differing(step.Old.Outputs, step.New.Outputs)
		if after := step.New.Outputs; after["currentVersion"] == after["version"] {
			// An upgrade that an update has requested is complete.
			d.Properties = slices.DeleteFunc(d.Properties, func(name string) bool { return name == "currentVersion" })
		}
	}
	if d.Deleted || len(d.Properties) > 0 {
		o.drift = append(o.drift, d)
	}
}

// differing returns the names of the properties that two states do not have in common.
func differing(before, after map[string]any) []string {
	var names []string
	for name, value := range before {
		if !reflect.DeepEqual(value, after[name]) {
			names = append(names, name)
		}
	}
	for name := range after {
		if _, both := before[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func nameOf(urn string) string {
	if urn == "" {
		return ""
	}
	return resource.URN(urn).Name()
}

// wrapping is what Pulumi writes before the error of a program (sdk v3.250.0, go/pulumi/run.go and go-multierror).
var wrapping = regexp.MustCompile(`^an unhandled error occurred:(?: program failed:)?\s+1 error occurred:\s+\* `)
