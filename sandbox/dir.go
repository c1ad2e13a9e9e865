package sandbox

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// modulePath identifies the root of this module.
const modulePath = "github.com/openshift-aws/pulumi-openshift-aws"

// dirVariable is the environment variable for the folder of all sandboxes, instead of .sandbox at the root of the module
// that the working directory belongs to.
const dirVariable = "OPENSHIFT_AWS_SANDBOX"

// sandboxDir returns the absolute path of a project's sandbox.
func sandboxDir(dir, project string) (string, error) {
	if dir == "" {
		home := os.Getenv(dirVariable)
		if home == "" {
			working, err := os.Getwd()
			if err != nil {
				return "", fmt.Errorf("%w; set %s to the folder for sandboxes", err, dirVariable)
			}
			home = filepath.Join(programRoot(working), ".sandbox")
		}
		dir = filepath.Join(home, project)
	}
	return filepath.Abs(dir)
}

// programRoot returns the root of the Go module that contains a folder, or the folder if there is no module.
func programRoot(folder string) string {
	root := nearest(folder, func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		return err == nil
	})
	return cmp.Or(root, folder)
}

// nearest returns the first folder that matches on the way from a folder to the root of the file system; "" if none does.
func nearest(folder string, matches func(dir string) bool) string {
	for dir := folder; ; dir = filepath.Dir(dir) {
		switch {
		case matches(dir):
			return dir
		case dir == filepath.Dir(dir):
			return ""
		}
	}
}

// moduleRoot returns the root of the clone that this program belongs to: above the working directory, or above the source
// that it was compiled from.
func moduleRoot() (string, error) {
	var starts []string
	if dir, err := os.Getwd(); err == nil {
		starts = append(starts, dir)
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		starts = append(starts, filepath.Dir(file))
	}
	for _, start := range starts {
		if root := nearest(start, isClone); root != "" {
			return root, nil
		}
	}
	return "", errors.New("this is not inside a clone of " + modulePath)
}

// isClone reports whether a folder is the root of a clone. The module's copy in the module cache has no tools folder: that is
// a module of its own.
func isClone(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, "tools", "go.mod")); err != nil {
		return false
	}
	file, err := os.Open(filepath.Join(dir, "go.mod"))
	if err != nil {
		return false
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "module "); ok {
			return strings.TrimSpace(name) == modulePath
		}
	}
	return false
}
