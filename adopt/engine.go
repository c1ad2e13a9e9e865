package adopt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

// CLI runs the Pulumi CLI (auto.PulumiCommand without the release).
type CLI interface {
	Run(
		ctx context.Context, dir string, stdin io.Reader, outs, errs []io.Writer, env []string, args ...string,
	) (stdout, stderr string, code int, err error)
}

// step is an operation of the engine on a resource, or one that a preview shows.
type step struct {
	key         Key
	urn, parent string
	// ops are the engine's operations: an import that differs is followed by an update or a replacement.
	ops []apitype.OpType
	// id is the resource's ID, inputs are the program's, and outputs those of the resource as far as they are known.
	id              string
	inputs, outputs map[string]any
	// actual are the inputs that the resource has, read its outputs before the update, and diffs the paths in which the program's inputs
	// differ.
	actual, read map[string]any
	diffs        []string
	custom       bool
}

func (s *step) has(op apitype.OpType) bool { return slices.Contains(s.ops, op) }

// outcome is the report of an operation of the engine.
type outcome struct {
	steps  map[string]*step
	errors []string
}

// pulumi runs the CLI in the folder of the project, and returns its output.
func (o *Options) pulumi(ctx context.Context, stdin io.Reader, args ...string) (string, error) {
	env := append(slices.Clone(o.Env), "PULUMI_DEBUG_COMMANDS=true")
	output, problems, _, err := o.CLI.Run(ctx, o.Dir, stdin, nil, nil, env, args...)
	if err != nil {
		err = fmt.Errorf("pulumi %s: %w\n%s", args[0], err, strings.TrimSpace(problems))
	}
	return output, err
}

// run runs an operation and returns its steps.
func (a *adoption) run(ctx context.Context, operation string, args ...string) (*outcome, error) {
	folder, err := os.MkdirTemp("", "adopt")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	log := filepath.Join(folder, "events.json")
	args = append([]string{
		operation, "--client", a.language.address, "--stack", a.opts.Stack, "--event-log", log, "--color", "never",
	}, args...)
	_, runErr := a.opts.pulumi(ctx, nil, args...)
	text, err := os.ReadFile(log)
	if err != nil {
		return nil, cmp.Or(runErr, err)
	}
	found, err := parse(bytes.NewReader(text))
	if err == nil && runErr != nil && len(found.errors) == 0 {
		found.errors = append(found.errors, runErr.Error())
	}
	return found, errors.Join(ctx.Err(), err)
}

// parse reads a log of the engine's events.
func parse(log io.Reader) (*outcome, error) {
	found := &outcome{steps: map[string]*step{}}
	err := automation.ReadEvents(log, func(event apitype.EngineEvent) {
		switch {
		case event.ResourcePreEvent != nil:
			found.add(event.ResourcePreEvent.Metadata, true)
		case event.ResOutputsEvent != nil:
			found.add(event.ResOutputsEvent.Metadata, false)
		case event.DiagnosticEvent != nil && event.DiagnosticEvent.Severity == "error":
			found.errors = append(found.errors, message(event.DiagnosticEvent))
		}
	})
	return found, err
}

// message returns an error with the resource's name.
func message(event *apitype.DiagnosticEvent) string {
	text := strings.TrimSpace(event.Message)
	if event.URN == "" {
		return text
	}
	return keyOf(event.URN).String() + ": " + text
}

func (o *outcome) add(data apitype.StepEventMetadata, begins bool) {
	s, known := o.steps[data.URN]
	if !known {
		s = &step{key: keyOf(data.URN), urn: data.URN}
		o.steps[data.URN] = s
	}
	if begins {
		s.ops = append(s.ops, data.Op)
	}
	if state := cmp.Or(data.New, data.Old); state != nil { // A deletion has no new state.
		s.parent, s.custom = state.Parent, state.Custom
	}
	if data.New != nil {
		s.inputs = data.New.Inputs
		s.id, s.outputs = data.New.ID, data.New.Outputs
	}
	if data.Old != nil && data.Old.Inputs != nil {
		s.actual, s.read = data.Old.Inputs, data.Old.Outputs
		if s.id == "" {
			s.id = data.Old.ID
		}
	}
	for path := range data.DetailedDiff {
		s.diffs = append(s.diffs, path)
	}
	s.diffs = append(s.diffs, data.Diffs...)
	slices.Sort(s.diffs)
	s.diffs = slices.Compact(s.diffs)
}
