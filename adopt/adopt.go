package adopt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
)

// Options are the settings of an adoption.
type Options struct {
	// CLI runs Pulumi in Dir, the folder of the project, with Env added to its environment. Required.
	CLI CLI
	Dir string
	Env []string
	// Stack is the name of the stack. Required.
	Stack string
	// Program is the program whose resources exist. Required.
	Program Program
	// Language is the runtime of the program's project, such as yaml. Differences name arguments as it does. Defaults to go.
	Language string
	// IDs are the import IDs that the user knows. They have precedence over all others.
	IDs map[Key]string
	// Existing are the resources of which some are the program's.
	Existing []Resource
	// Allow are the differences that the adoption may change in the account: TYPE:NAME.property, or TYPE:NAME for a resource that it
	// may create. * is any text.
	Allow []string
	// Check ends before the state is written: it reports what Run would do.
	Check bool
	// Out is where progress is written. Defaults to no output.
	Out io.Writer
}

// Report is the outcome of an adoption.
type Report struct {
	// Imported are the resources that were imported, or would be.
	Imported map[Key]string
	// Missing are the resources of which no import ID is known, Differences those that the program would change, Impossible those that
	// cannot be imported.
	Missing, Differences, Impossible []string
	// Ambiguous are the resources of one type that have one import ID, so that one would be imported as the other.
	Ambiguous []string
	// MissingKeys are the keys of Missing.
	MissingKeys []Key
	// Errors are the engine's, such as that of a resource that does not exist.
	Errors []string
	// Allowed are the differences and creations that Options.Allow permits.
	Allowed []string
	// Left are resources and rules that exist and that the program does not have, Terraform the addresses of those that it has.
	Left, Terraform []string
	// shown are the resources of the preview, unchanged the URNs of those that the update must not change.
	shown     map[Key]bool
	unchanged []string
}

// err returns the error of a report: nil if nothing but imports is left to do.
func (r *Report) err() error {
	var text strings.Builder
	for _, section := range []struct {
		title string
		lines []string
	}{
		{"errors of Pulumi", r.Errors},
		{"one resource would be imported as two", r.Ambiguous},
		{"no import ID is known of", r.Missing},
		{"cannot be imported", r.Impossible},
		{"the program differs from", r.Differences},
	} {
		if len(section.lines) > 0 {
			fmt.Fprintf(&text, "\n%s:\n  %s", section.title, strings.Join(section.lines, "\n  "))
		}
	}
	if text.Len() == 0 {
		return nil
	}
	return fmt.Errorf("%w:%s", ErrRejected, text.String())
}

// ErrRejected is the error of an adoption that would change the account. Nothing was changed, and nothing imported.
var ErrRejected = errors.New("nothing was adopted, because the update would not only import")

// Run adopts a program's resources: it imports them into the stack. It previews until the IDs that derive from other resources are
// known, and updates only if the preview imports and changes nothing. A run that was interrupted can be repeated. The error wraps
// [ErrRejected] if the program differs from what exists; the report has the reasons.
func Run(ctx context.Context, opts Options) (*Report, error) {
	if opts.CLI == nil || opts.Stack == "" || opts.Program == nil {
		return nil, errors.New("adopt.Options: CLI, Stack and Program are required")
	}
	if opts.Out == nil {
		opts.Out = io.Discard
	}
	served, err := serve(opts.Program)
	if err != nil {
		return nil, err
	}
	defer served.stop()
	a := &adoption{opts: opts, language: served}
	report, err := a.find(ctx)
	if err != nil {
		return report, err
	}
	if err := report.err(); err != nil || opts.Check {
		return report, err
	}
	return report, a.adopt(ctx, report)
}

// adoption is a run.
type adoption struct {
	opts     Options
	language *language
}

// maxRounds limits the previews: each makes the IDs known that derive from those of the previous one, and the longest chain of
// dependent resources of a cluster has ten.
const maxRounds = 20

// find previews until a preview finds no further import ID, and returns what the last one would do.
func (a *adoption) find(ctx context.Context) (*Report, error) {
	for round := 1; ; round++ {
		found, err := a.run(ctx, "preview")
		if err != nil {
			return nil, err
		}
		more := a.learn(found)
		report := a.report(found)
		fmt.Fprintf(a.opts.Out, "Preview %d: %d resources to import, %d without an import ID.\n",
			round, len(report.Imported), len(report.Missing))
		if more == 0 || round == maxRounds {
			report.compare(sorted(found), a.language.imports, a.opts.Existing)
			return report, nil
		}
	}
}

// learn adds the import IDs and names that a preview makes known, and returns their number.
func (a *adoption) learn(found *outcome) int {
	l := a.language
	l.mutex.Lock()
	defer l.mutex.Unlock()
	before := len(l.imports)
	types := map[string]int{}
	for _, s := range found.steps {
		types[s.key.Type]++
	}
	for _, s := range sorted(found) {
		if !s.custom || !s.has(apitype.OpCreate) {
			continue
		}
		if _, tried := l.imports[s.key]; tried {
			continue
		}
		if id := a.importID(s, types[s.key.Type] == 1); id != "" {
			l.imports[s.key] = id
		}
	}
	count := len(l.imports) - before
	for _, s := range found.steps {
		for property, value := range generatedNames(s) {
			count += keep(l.names, s.key, property, value)
		}
		for property, value := range unreadProperties(s, l.secrets[s.key]) {
			count += keep(l.unread, s.key, property, value)
		}
		for property, value := range unreadDefaults(s) {
			// No further preview is needed for a default: the import differs until the state has it.
			_ = keep(l.defaults, s.key, property, value)
		}
	}
	return count
}

// keep sets a property of a resource and returns 1, or 0 if it has been set before.
func keep[T any](properties map[Key]map[string]T, key Key, name string, value T) int {
	if _, known := properties[key][name]; known {
		return 0
	}
	if properties[key] == nil {
		properties[key] = map[string]T{}
	}
	properties[key][name] = value
	return 1
}

// importID returns the import ID of a resource, "" if it is not known (yet). single is set if the program has one of its type.
func (a *adoption) importID(s *step, single bool) string {
	if id := cmp.Or(a.opts.IDs[s.key], a.opts.IDs[Key{Type: s.key.Type, Name: s.key.Name}]); id != "" {
		return id
	}
	if reason, _ := importid.Rejected(s.key.Type); reason != "" || isProvider(s.key.Type) {
		return ""
	}
	if id := match(s, single, a.opts.Existing); id != "" {
		return id
	}
	id, _ := importid.FromArguments(s.key.Type, s.arguments())
	return id
}

// report sorts the steps of a preview.
func (a *adoption) report(found *outcome) *Report {
	steps := sorted(found)
	r := &Report{
		Imported: map[Key]string{}, Errors: found.errors, Ambiguous: twice(steps, a.language.imports), shown: map[Key]bool{},
	}
	for _, s := range steps {
		r.shown[s.key] = true
		if !s.custom || isProvider(s.key.Type) {
			continue
		}
		if s.has(apitype.OpImport) {
			r.Imported[s.key] = a.language.imports[s.key]
		}
		before := len(r.Allowed)
		a.judge(r, s)
		if len(r.Allowed) == before && (s.has(apitype.OpImport) || s.has(apitype.OpUpdate) || s.has(apitype.OpSame)) {
			r.unchanged = append(r.unchanged, s.urn)
		}
	}
	return r
}

// judge adds what an update would do to a resource besides importing it.
func (a *adoption) judge(r *Report, s *step) {
	for _, op := range s.ops {
		switch op {
		case apitype.OpSame, apitype.OpImport, apitype.OpRead, apitype.OpRefresh, apitype.OpReadDiscard, opDiff:
		case apitype.OpCreate:
			a.judgeCreation(r, s)
		case apitype.OpUpdate, apitype.OpReplace:
			a.judgeDifferences(r, s, op)
		case apitype.OpCreateReplacement, apitype.OpDeleteReplaced, apitype.OpDiscardReplaced: // The replacement itself is judged.
		default:
			r.Differences = append(r.Differences, fmt.Sprintf("%s: %s", s.key, op))
		}
	}
}

// opDiff is the operation that compares an imported resource (pulumi/pkg v3.250.0 resource/deploy/step.go, OpDiff).
const opDiff apitype.OpType = "diff"

func (a *adoption) judgeCreation(r *Report, s *step) {
	reason, unchanging := importid.Rejected(s.key.Type)
	switch {
	case a.allowed(s.key.String()):
		r.Allowed = append(r.Allowed, "create "+s.key.String())
	case unchanging:
	case reason != "":
		r.Impossible = append(r.Impossible, s.key.String()+": "+reason)
	default:
		r.Missing, r.MissingKeys = append(r.Missing, s.key.String()), append(r.MissingKeys, s.key)
	}
}

func (a *adoption) judgeDifferences(r *Report, s *step, op apitype.OpType) {
	shown, later := 0, len(unreadDefaults(s))
	for _, path := range s.paths() {
		if isStackTag(s, path) {
			later++ // The first update after the adoption sets the tag.
			continue
		}
		if !differs(s, path) {
			continue // An update that has another reason computes the output.
		}
		shown++
		line := fmt.Sprintf("%s.%s%s", s.key, path, a.describe(s, path))
		switch {
		case op == apitype.OpUpdate && a.allowed(s.key.String()+"."+path):
			r.Allowed = append(r.Allowed, line)
		case op == apitype.OpReplace:
			r.Differences = append(r.Differences, line+" (replaces the resource)")
		default:
			r.Differences = append(r.Differences, line)
		}
	}
	if shown > 0 || op == apitype.OpUpdate && later > 0 {
		return
	}
	line := fmt.Sprintf("%s: %s of %s", s.key, op, strings.Join(s.diffs, ", "))
	if op == apitype.OpUpdate && a.allowed(s.key.String()+".*") {
		r.Allowed = append(r.Allowed, line)
		return
	}
	r.Differences = append(r.Differences, line)
}

// adopt imports, settles the state, and verifies it. The engine updates no resource of the report's imports: an excluded resource is
// imported, and then not compared with the program (pulumi/pulumi v3.250.0 pkg/resource/deploy/step_generator.go, continueStepsFromImport).
func (a *adoption) adopt(ctx context.Context, report *Report) error {
	args := []string{"--yes", "--skip-preview"}
	for _, urn := range report.unchanged {
		args = append(args, "--exclude", urn)
	}
	a.language.allow(report.shown)
	found, err := a.run(ctx, "up", args...)
	a.language.allow(nil)
	if err != nil {
		return err
	}
	if len(found.errors) > 0 {
		return fmt.Errorf("the import failed; run it again to continue:\n%s", strings.Join(found.errors, "\n"))
	}
	if err := a.settle(ctx); err != nil {
		return err
	}
	return a.verify(ctx)
}

// verify previews the program as it is, which must change nothing but the tag of the stack.
func (a *adoption) verify(ctx context.Context) error {
	a.language.verifies.Store(true)
	found, err := a.run(ctx, "preview")
	if err != nil {
		return err
	}
	report := &Report{Errors: found.errors}
	verifier := &adoption{} // which allows nothing
	for _, s := range sorted(found) {
		if s.custom && !isProvider(s.key.Type) {
			verifier.judge(report, s)
		}
	}
	remaining := slices.Concat(report.Errors, report.Missing, report.Impossible, report.Differences)
	if len(remaining) > 0 {
		return fmt.Errorf("the resources are imported and the account is unchanged, but the next update would change:\n%s",
			strings.Join(remaining, "\n"))
	}
	return nil
}

// sorted returns the steps by URN.
func sorted(o *outcome) []*step {
	steps := make([]*step, 0, len(o.steps))
	for _, urn := range slices.Sorted(maps.Keys(o.steps)) {
		steps = append(steps, o.steps[urn])
	}
	return steps
}

func isProvider(token string) bool { return strings.HasPrefix(token, "pulumi:providers:") }
