package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// deleteDirectory deletes the directory last: without it nothing can be continued.
func (u *uninstallation) deleteDirectory(ctx stepContext) error {
	if err := u.Stack.Remove(ctx); err != nil {
		return err
	}
	if _, err := readRecord(u.dir.Path); errors.Is(err, fs.ErrNotExist) {
		ctx.emit(Progress, u.dir.Path+" was not created by this command and is kept; it contains the cluster's keys")
		return nil
	}
	if err := changeRecord(u.dir.Path, func(r *record, now time.Time) { r.Removed = &now }); err != nil {
		return err
	}
	kept, err := deleteFiles(u.dir.Path)
	for _, name := range kept {
		ctx.emit(Progress, filepath.Join(u.dir.Path, name)+" was not created by this command and is kept")
	}
	return err
}

// installerFiles begins the names of the log and the state of openshift-install, which its later commands write again.
const installerFiles = ".openshift_install"

// removed reports whether Uninstall has removed everything but files of the install directory.
func (i *Installation) removed() bool {
	created, err := readRecord(i.Config.Dir)
	return err == nil && created.Removed != nil
}

// deleteFiles deletes the files of a directory that install and uninstall created, and returns the paths of the others. It deletes the
// record last, without which it cannot continue. A directory behind a link is deleted with the link.
func deleteFiles(path string) (kept []string, err error) {
	created, err := readRecord(path)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := []string{filepath.Join(dir, destroyFolder)}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), installerFiles) {
			files = append(files, filepath.Join(dir, entry.Name()))
		}
	}
	for _, name := range created.Files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%s: %q is not a file of the directory; nothing was deleted", filepath.Join(dir, recordFile), name)
		}
		files = append(files, filepath.Join(dir, filepath.FromSlash(name)))
	}
	for _, file := range files {
		if err := os.RemoveAll(file); err != nil {
			return nil, err
		}
	}
	if err := removeEmpty(dir); err != nil {
		return nil, err
	}
	if err := os.Remove(filepath.Join(dir, recordFile)); err != nil {
		return nil, err
	}
	if kept, err = filesIn(dir); err != nil || len(kept) > 0 {
		return kept, err
	}
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	return nil, os.RemoveAll(path)
}

// removeEmpty removes the empty folders of a directory.
func removeEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		folder := filepath.Join(dir, entry.Name())
		if err := removeEmpty(folder); err != nil {
			return err
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) == 0 {
			if err := errors.Join(err, os.Remove(folder)); err != nil {
				return err
			}
		}
	}
	return nil
}
