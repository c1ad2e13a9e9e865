package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
)

// otherFolders returns the folders beside a sandbox's own.
func otherFolders(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var others []string
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != filepath.Base(dir) {
			others = append(others, filepath.Join(filepath.Dir(dir), entry.Name()))
		}
	}
	return others, nil
}

// copyReferences copies the states of the sandboxes in References into this one's backend, so that its program can read their
// outputs. All states are encrypted by the same passphrase. A state that no longer exists is deleted here too.
func (s *Sandbox) copyReferences() error {
	for _, folder := range s.opts.References {
		project, err := workspace.LoadProject(filepath.Join(folder, "Pulumi.yaml"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		if project.Name.String() == s.opts.Project {
			continue
		}
		file := filepath.Join(".pulumi", "stacks", project.Name.String(), stackName+".json")
		target := filepath.Join(s.stateDir(), file)
		state, err := os.ReadFile(filepath.Join(folder, "state", file))
		if errors.Is(err, fs.ErrNotExist) {
			if err := os.RemoveAll(target); err != nil {
				return err
			}
			continue
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(target), 0o700)
		}
		if err == nil {
			err = os.WriteFile(target, state, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
