package sandbox

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

func (s *Sandbox) stateFile() string {
	return filepath.Join(s.stateDir(), ".pulumi", "stacks", s.opts.Project, stackName+".json")
}

// readStates reads the states of the folder's stacks: that of the sandbox, and those of a Workspace.
func (s *Sandbox) readStates() ([]state.Deployment, error) {
	dir := os.DirFS(s.stateDir())
	files, err := fs.Glob(dir, ".pulumi/stacks/*/*.json")
	if err != nil {
		return nil, err
	}
	var all []state.Deployment
	for _, file := range files {
		var stack struct {
			Checkpoint struct {
				Latest state.Deployment `json:"latest"`
			} `json:"checkpoint"`
		}
		text, err := fs.ReadFile(dir, file)
		if err == nil {
			err = json.Unmarshal(text, &stack)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, stack.Checkpoint.Latest)
	}
	return all, nil
}

// discardInterrupted deletes what a killed run created without recording it, from the fakes. In an account it remains
// (docs/interrupted.md).
func (s *Sandbox) discardInterrupted(opened fakes) error {
	states, err := s.readStates()
	if err != nil {
		return err
	}
	interrupted, ids := map[string]bool{}, map[string]map[string]bool{}
	for _, each := range states {
		for _, urn := range each.Interrupted() {
			interrupted[urn], ids[urn] = true, map[string]bool{}
		}
	}
	if len(interrupted) == 0 {
		return nil
	}
	for _, each := range states {
		for _, r := range each.Resources {
			if interrupted[r.URN] {
				ids[r.URN][r.ID] = true
			}
		}
	}
	for _, account := range opened.accounts {
		if err := account.Discard(interrupted, ids); err != nil {
			return err
		}
	}
	return nil
}
