package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
)

// Outputs returns the stack's outputs from Pulumi's state; none if it does not exist. Secrets are "[secret]" unless showSecrets is set.
func (s *Sandbox) Outputs(ctx context.Context, showSecrets bool) (map[string]any, error) {
	if _, err := os.Stat(s.stateFile()); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found auto.OutputMap
	err := s.withStack(ctx, func(stack auto.Stack) (err error) {
		found, err = stack.Outputs(ctx)
		return err
	})
	outputs := map[string]any{}
	for name, output := range found {
		outputs[name] = output.Value
		if output.Secret && !showSecrets {
			outputs[name] = secretMark
		}
	}
	return outputs, err
}

// Export returns the stack's state as pulumi stack export does, which package topology reads; nil if the stack does not exist. Secrets
// are encrypted.
func (s *Sandbox) Export() ([]byte, error) {
	text, err := os.ReadFile(s.stateFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var state struct {
		Version    int `json:"version"`
		Checkpoint struct {
			Latest json.RawMessage `json:"latest"`
		} `json:"checkpoint"`
	}
	if err := json.Unmarshal(text, &state); err != nil {
		return nil, fmt.Errorf("%s: %w", s.stateFile(), err)
	}
	return json.MarshalIndent(map[string]any{"version": state.Version, "deployment": state.Checkpoint.Latest}, "", "  ")
}
