package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// recorded is what Pulumi's state says about the resources of the fakes.
type recorded struct {
	// interrupted are the URNs of creations of which the state does not know the end: the run was killed.
	interrupted map[string]bool
	// ids are the IDs of a URN.
	ids map[string]map[string]bool
}

func (s *Sandbox) stateFile() string {
	return filepath.Join(s.stateDir(), ".pulumi", "stacks", s.opts.Project, stackName+".json")
}

// readState reads Pulumi's state; it is empty if the stack does not exist.
func (s *Sandbox) readState() (recorded, error) {
	found := recorded{interrupted: map[string]bool{}, ids: map[string]map[string]bool{}}
	text, err := os.ReadFile(s.stateFile())
	if errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	if err != nil {
		return found, err
	}
	type resource struct {
		URN string `json:"urn"`
		ID  string `json:"id"`
	}
	var state struct {
		Checkpoint struct {
			Latest struct {
				Resources []resource `json:"resources"`
				Pending   []struct {
					Resource resource `json:"resource"`
					Type     string   `json:"type"`
				} `json:"pending_operations"`
			} `json:"latest"`
		} `json:"checkpoint"`
	}
	if err := json.Unmarshal(text, &state); err != nil {
		return found, fmt.Errorf("%s: %w", s.stateFile(), err)
	}
	for _, r := range state.Checkpoint.Latest.Resources {
		if found.ids[r.URN] == nil {
			found.ids[r.URN] = map[string]bool{}
		}
		found.ids[r.URN][r.ID] = true
	}
	for _, operation := range state.Checkpoint.Latest.Pending {
		if operation.Type == "creating" {
			found.interrupted[operation.Resource.URN] = true
		}
	}
	return found, nil
}

// discardInterrupted deletes what a killed run created without recording it, from the fakes. In an account it remains
// (docs/troubleshooting.md).
func (s *Sandbox) discardInterrupted(opened fakes) error {
	state, err := s.readState()
	if err != nil || len(state.interrupted) == 0 {
		return err
	}
	for _, account := range opened.accounts {
		if err := account.Discard(state.interrupted, state.ids); err != nil {
			return err
		}
	}
	return nil
}
