// Package projectfile reads which settings the Pulumi.yaml of a program declares.
package projectfile

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
)

// Undeclared returns an error for the first key in the namespace of the project that its Pulumi.yaml does not declare below config: no
// program of the project reads it. Keys without a namespace belong to the project. It returns nil if there is no Pulumi.yaml of the
// project, or none that declares settings.
func Undeclared(project string, keys ...string) error {
	return UndeclaredIn(launch.Folder(), project, keys...)
}

// UndeclaredIn is Undeclared for a program whose main package is in a folder of its module, with slashes.
func UndeclaredIn(main, project string, keys ...string) error {
	return undeclared(folders(main), project, keys)
}

func undeclared(folders []string, project string, keys []string) error {
	file, settings := declared(folders, project)
	if len(settings) == 0 {
		return nil
	}
	for _, key := range slices.Sorted(slices.Values(keys)) {
		namespace, name, qualified := strings.Cut(key, ":")
		if !qualified {
			namespace, name = project, key
		}
		if namespace == project && !settings[name] {
			return fmt.Errorf("%s is not a setting of %s; %s declares %s", name, project, file,
				strings.Join(slices.Sorted(maps.Keys(settings)), ", "))
		}
	}
	return nil
}

// declared returns the settings in the namespace of the project, and the file that declares them.
func declared(folders []string, project string) (file string, settings map[string]bool) {
	for _, folder := range folders {
		path := filepath.Join(folder, "Pulumi.yaml")
		loaded, err := workspace.LoadProject(path)
		if err != nil || loaded.Name.String() != project {
			continue
		}
		settings = map[string]bool{}
		for key := range loaded.Config {
			namespace, name, qualified := strings.Cut(key, ":")
			switch {
			case !qualified:
				settings[key] = true
			case namespace == project:
				settings[name] = true
			}
		}
		return path, settings
	}
	return "", nil
}

// folders returns where the project of a program can be: the working directory and those above it, and the folder of the main package
// in a module of one of them, for `go run ./examples/classic` in the root of the module.
func folders(main string) []string {
	working, err := os.Getwd()
	if err != nil {
		return nil
	}
	var found []string
	for dir := working; ; dir = filepath.Dir(dir) {
		found = append(found, dir)
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			if main != "" {
				found = append(found, filepath.Join(dir, filepath.FromSlash(main)))
			}
		}
		if dir == filepath.Dir(dir) {
			return found
		}
	}
}
