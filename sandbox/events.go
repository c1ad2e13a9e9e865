package sandbox

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// Step is one operation on one resource, or one that a preview shows.
type Step struct {
	// URN identifies the resource.
	URN string
	// Type is its type token.
	Type string
	// Op is "same", "create", "update", "replace", "delete", "read" or "refresh".
	// The two halves of a replacement are one step, "replace".
	Op string
	// Diffs are the paths of the properties that differ, sorted.
	Diffs []string
	// Values are these properties with their old and new values.
	Values []Value
	// Failed reports whether the step failed.
	Failed bool
}

// Result is the outcome of an operation.
type Result struct {
	// Changes counts resources by operation: same, create, update, replace, delete.
	Changes map[string]int
	// Steps are the operations by resource, in the order in which they finished.
	Steps []Step
	// Outputs are the stack's outputs after the operation; a secret is "[secret]".
	// Nil if the program did not complete.
	Outputs map[string]any
	// Errors are the messages of severity error, each once.
	Errors []string
	// LeftBehind are the URNs of resources that exist after a destroy, such as those with RetainOnDelete. Empty with
	// RealAWS, where the sandbox does not know.
	LeftBehind []string
}

// Changed reports whether there was any operation other than "same" and "read".
func (r *Result) Changed() bool {
	for op, count := range r.Changes {
		if op != "same" && op != "read" && count > 0 {
			return true
		}
	}
	return false
}

// Op returns the operation on the resource with that name, "" if there was none. If several resources have the name, it
// returns that on the first.
func (r *Result) Op(name string) string {
	operations := r.operations()
	for _, step := range r.Steps {
		if resource.URN(step.URN).Name() == name {
			return operations[step.URN]
		}
	}
	return ""
}

// operations returns the operation on each resource by its URN. The engine can read a resource before it changes it, and a step that
// changes nothing can precede one that does.
func (r *Result) operations() map[string]string {
	operations := map[string]string{}
	for _, step := range r.Steps {
		switch operations[step.URN] {
		case "", "refresh", "same":
			operations[step.URN] = step.Op
		}
	}
	return operations
}

type eventLog struct {
	result *Result
	// planned are the resources that are created and deleted, in their order.
	planned []fake.Step
	// configs are the inputs of the providers, by their URNs.
	configs map[string]map[string]any
}

func (l *eventLog) add(event apitype.EngineEvent) {
	switch {
	case event.DiagnosticEvent != nil && event.DiagnosticEvent.Severity == "error":
		message := withRemedy(automation.Plain(event.DiagnosticEvent.Prefix + event.DiagnosticEvent.Message))
		if !closing[message] && !slices.Contains(l.result.Errors, message) {
			l.result.Errors = append(l.result.Errors, message)
		}
	case event.ResOutputsEvent != nil:
		l.step(event.ResOutputsEvent.Metadata, false)
	case event.ResOpFailedEvent != nil:
		l.step(event.ResOpFailedEvent.Metadata, true)
	case event.SummaryEvent != nil:
		for op, count := range event.SummaryEvent.ResourceChanges {
			if op != apitype.OpRead { // The summary of a busy engine can lack them; step counts them.
				l.result.Changes[string(op)] = count
			}
		}
	}
}

// withRemedy returns an error of the engine, with what to do if it is about a provider that the sandbox has no fake of.
func withRemedy(message string) string {
	if !strings.Contains(message, "no resource plugin '") {
		return message
	}
	return message + "; the sandbox has no fake of this provider: put its plugin on PATH, or run the program with " +
		"\"openshift-aws sandbox -- pulumi up\", which downloads it"
}

func (l *eventLog) step(meta apitype.StepEventMetadata, failed bool) {
	op := string(meta.Op)
	l.plan(meta)
	switch meta.Op {
	case apitype.OpCreateReplacement, apitype.OpDeleteReplaced, apitype.OpReplace:
		op = string(apitype.OpReplace)
	}
	if meta.Type == string(resource.RootStackType) && meta.New != nil && meta.New.Outputs != nil {
		l.result.Outputs, _ = masked(meta.New.Outputs).(map[string]any)
	}
	diffs := slices.Sorted(maps.Keys(meta.DetailedDiff))
	for i, step := range l.result.Steps {
		if step.URN == meta.URN && step.Op == op {
			l.result.Steps[i].Failed = step.Failed || failed
			if len(step.Diffs) == 0 { // The first step of a replacement does not know the differences.
				l.result.Steps[i].Diffs, l.result.Steps[i].Values = diffs, valuesOf(meta)
			}
			return
		}
	}
	if meta.Op == apitype.OpRead {
		l.result.Changes[op]++
	}
	l.result.Steps = append(l.result.Steps,
		Step{URN: meta.URN, Type: meta.Type, Op: op, Diffs: diffs, Values: valuesOf(meta), Failed: failed})
}

// plan notes a resource that is created or deleted.
func (l *eventLog) plan(meta apitype.StepEventMetadata) {
	if strings.HasPrefix(meta.Type, "pulumi:providers:") && meta.New != nil {
		if l.configs == nil {
			l.configs = map[string]map[string]any{}
		}
		l.configs[meta.URN] = meta.New.Inputs
	}
	provider := meta.Provider // The reference has the provider's URN and ID.
	if i := strings.LastIndex(provider, resource.URNNameDelimiter); i >= 0 {
		provider = provider[:i]
	}
	step := fake.Step{Token: meta.Type, URN: meta.URN, Provider: meta.Provider, Config: l.configs[provider]}
	switch meta.Op {
	case apitype.OpCreate, apitype.OpCreateReplacement:
		step.Create = true
		if meta.New != nil {
			step.Inputs = meta.New.Inputs
		}
	case apitype.OpDelete, apitype.OpDeleteReplaced:
		if meta.Old != nil {
			step.Inputs = meta.Old.Inputs
		}
	default:
		return
	}
	l.planned = append(l.planned, step)
}

// closing are the engine's final messages after an error that it has already reported.
var closing = map[string]bool{"error: update failed": true, "error: preview failed": true}

// secretMark replaces a secret, as in Pulumi's own output.
const secretMark = "[secret]"

// masked returns a value of the event log with "[secret]" for the objects that represent secrets.
func masked(value any) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = masked(element)
		}
		return list
	case map[string]any:
		if v[resource.SigKey] == resource.SecretSig {
			return secretMark
		}
		fields := make(map[string]any, len(v))
		for key, field := range v {
			fields[key] = masked(field)
		}
		return fields
	}
	return value
}
