package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

func (s *Sandbox) stateFile() string {
	return filepath.Join(s.stateDir(), ".pulumi", "stacks", s.opts.Project, stackName+".json")
}

// readState reads the stack's state; it is empty if the stack does not exist.
func (s *Sandbox) readState() (automation.Deployment, error) {
	var state struct {
		Checkpoint struct {
			Latest automation.Deployment `json:"latest"`
		} `json:"checkpoint"`
	}
	text, err := os.ReadFile(s.stateFile())
	if errors.Is(err, fs.ErrNotExist) {
		return automation.Deployment{}, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err != nil {
		return automation.Deployment{}, fmt.Errorf("%s: %w", s.stateFile(), err)
	}
	return state.Checkpoint.Latest, nil
}

// discardInterrupted deletes what a killed run created without recording it, from the fakes. In an account it remains
// (docs/troubleshooting.md).
func (s *Sandbox) discardInterrupted(opened fakes) error {
	state, err := s.readState()
	if err != nil || len(state.Interrupted()) == 0 {
		return err
	}
	interrupted, ids := map[string]bool{}, map[string]map[string]bool{}
	for _, urn := range state.Interrupted() {
		interrupted[urn] = true
	}
	for _, r := range state.Resources {
		if ids[r.URN] == nil {
			ids[r.URN] = map[string]bool{}
		}
		ids[r.URN][r.ID] = true
	}
	for _, account := range opened.accounts {
		if err := account.Discard(interrupted, ids); err != nil {
			return err
		}
	}
	return nil
}
