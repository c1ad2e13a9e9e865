package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Stack is a sandbox as the stack of an installation (install.Stack in cluster/install). It shares the configuration with the
// sandbox's commands, as -c does.
type Stack struct {
	box      *Sandbox
	defaults map[string]string
}

// NewStack returns the stack of a sandbox. Defaults are configuration values that those of SetConfig override.
func NewStack(opts Options, defaults map[string]string) (*Stack, error) {
	box, err := New(opts)
	if err != nil {
		return nil, err
	}
	return &Stack{box: box, defaults: defaults}, nil
}

// Dir returns the folder of the sandbox.
func (s *Stack) Dir() string {
	return s.box.opts.Dir
}

// Config returns a value that was set; empty if it was not.
func (s *Stack) Config(_ context.Context, key string) (string, error) {
	settings, err := s.box.readSettings()
	return settings[qualify(s.box.opts.Project, key)], err
}

// SetConfig sets values of the configuration.
func (s *Stack) SetConfig(_ context.Context, values map[string]string) error {
	settings, err := s.box.readSettings()
	if err != nil {
		return err
	}
	return s.box.writeSettings(overlay(s.box.opts.Project, settings, values))
}

// Resources returns the number of resources.
func (s *Stack) Resources(ctx context.Context) (int, error) {
	cli, done, err := s.box.open(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	text, err := cli.output(ctx, "stack", "export", "--stack", stackName)
	if err != nil {
		return 0, err
	}
	var state struct {
		Deployment struct {
			Resources []json.RawMessage `json:"resources"`
		} `json:"deployment"`
	}
	err = json.Unmarshal(text, &state)
	return len(state.Deployment.Resources), err
}

// Interrupted returns the URNs of the resources whose creation was interrupted.
func (s *Stack) Interrupted(context.Context) ([]string, error) {
	recorded, err := s.box.readState()
	return slices.Sorted(maps.Keys(recorded.interrupted)), err
}

// Up updates the stack.
func (s *Stack) Up(ctx context.Context, out io.Writer) error {
	if err := s.configure(out); err != nil {
		return err
	}
	_, err := s.box.Up(ctx)
	return err
}

// Destroy deletes all resources and the stack.
func (s *Stack) Destroy(ctx context.Context, out io.Writer) error {
	if err := s.configure(out); err != nil {
		return err
	}
	result, err := s.box.Destroy(ctx)
	if err != nil {
		return err
	}
	for _, urn := range result.LeftBehind {
		fmt.Fprintln(out, "Left behind:", urn)
	}
	return nil
}

// Remove deletes the configuration.
func (s *Stack) Remove(context.Context) error {
	return s.box.writeSettings(nil)
}

func (s *Stack) configure(out io.Writer) error {
	settings, err := s.box.readSettings()
	if err != nil {
		return err
	}
	s.box.opts.Out = out
	s.box.opts.Config = overlay(s.box.opts.Project, s.defaults, settings)
	return nil
}
