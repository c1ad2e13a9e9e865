package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// beforeFolder is the folder, in that of a sandbox, with the state and the resources before the command that runs. One that was killed
// leaves it behind.
const beforeFolder = "before"

// clustersFile is the file with the clusters of Kubernetes providers. A preview adds those of new ones.
const clustersFile = "clusters.json"

// withoutCheckpoints lets Pulumi write its state at the end of an operation only: with each step it writes the whole state, so that the
// time of an operation grows with the square of the resources. A command that is killed before is undone, by stop or by the next command.
func (v *served) withoutCheckpoints() error {
	if v.box.opts.RealAWS || v.box.opts.Kubeconfig != "" { // The sandbox cannot undo changes of a real account or cluster.
		return nil
	}
	before := filepath.Join(v.box.opts.Dir, beforeFolder)
	unfinished := before + ".new"
	if err := errors.Join(os.RemoveAll(unfinished), os.Mkdir(unfinished, 0o700)); err != nil {
		return err
	}
	files, err := v.box.files(v.box.opts.Dir)
	if err != nil {
		return err
	}
	for _, file := range append(files, v.box.stateFile()) {
		if err := copyFile(file, filepath.Join(unfinished, filepath.Base(file))); err != nil {
			return err
		}
	}
	v.env["PULUMI_SKIP_CHECKPOINTS"] = "true"
	return os.Rename(unfinished, before)
}

// files returns the files of the fakes in a folder.
func (s *Sandbox) files(folder string) ([]string, error) {
	var files []string
	for _, pattern := range []string{awsFile, ocmFile, startedFile, clustersFile, "kubernetes*.json"} {
		found, err := fs.Glob(os.DirFS(folder), pattern) // Characters of patterns in the folder's name have no effect.
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			files = append(files, filepath.Join(folder, name))
		}
	}
	return files, nil
}

// undo restores the state and the resources before a command that was killed, if there was one.
func (s *Sandbox) undo() error {
	before := filepath.Join(s.opts.Dir, beforeFolder)
	if _, err := os.Stat(before); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	files, err := s.files(s.opts.Dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	if files, err = s.files(before); err != nil {
		return err
	}
	for _, file := range files {
		if err := copyFile(file, filepath.Join(s.opts.Dir, filepath.Base(file))); err != nil {
			return err
		}
	}
	if err := copyFile(filepath.Join(before, filepath.Base(s.stateFile())), s.stateFile()); err != nil {
		return err
	}
	fmt.Fprintln(s.opts.Out, "A command was killed before Pulumi wrote its state: what it changed in the sandbox is undone.")
	return os.RemoveAll(before)
}

// finish ends what withoutCheckpoints began. If only Pulumi was killed, or interrupted twice, it is undone.
func (s *Sandbox) finish() error {
	before := filepath.Join(s.opts.Dir, beforeFolder)
	if _, err := os.Stat(before); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if isSame(s.stateFile(), filepath.Join(before, filepath.Base(s.stateFile()))) {
		files, err := s.files(s.opts.Dir)
		if err != nil {
			return err
		}
		for _, file := range files {
			if filepath.Base(file) != clustersFile && !isSame(file, filepath.Join(before, filepath.Base(file))) {
				return s.undo()
			}
		}
	}
	return os.RemoveAll(before)
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// isSame reports whether two files have the same content; one that does not exist is empty.
func isSame(a, b string) bool {
	first, errFirst := os.ReadFile(a)
	second, errSecond := os.ReadFile(b)
	missing := func(err error) bool { return err == nil || errors.Is(err, fs.ErrNotExist) }
	return missing(errFirst) && missing(errSecond) && bytes.Equal(first, second)
}
