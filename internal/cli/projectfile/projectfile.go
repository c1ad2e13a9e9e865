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

// Check returns an error for the first setting in the namespace of the project that its Pulumi.yaml does not declare below config, because no
// program of the project reads it, or whose value is not of the declared type. Keys without a namespace belong to the project. It returns nil
// if there is no Pulumi.yaml of the project, or none that declares settings.
func Check(project string, settings map[string]string) error {
	return CheckIn(launch.Folder(), project, settings)
}

// CheckIn is Check for a program whose main package is in a folder of its module, with slashes.
func CheckIn(main, project string, settings map[string]string) error {
	return check(folders(main), project, settings)
}

func check(folders []string, project string, settings map[string]string) error {
	file, types := declared(folders, project)
	if len(types) == 0 {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		namespace, name, qualified := strings.Cut(key, ":")
		if !qualified {
			namespace, name = project, key
		}
		kind, known := types[name]
		switch {
		case namespace != project:
		case !known:
			return fmt.Errorf("%s is not a setting of %s; %s declares %s", name, project, file,
				strings.Join(slices.Sorted(maps.Keys(types)), ", "))
		case (kind == "integer" || kind == "boolean") && !workspace.ValidateConfigValue(kind, nil, settings[key]):
			return fmt.Errorf("%s must be of type %s (got %q)", name, kind, settings[key])
		}
	}
	return nil
}

// Undeclared returns those of some settings of the project that its Pulumi.yaml does not declare, sorted. A program in Go reads such settings,
// too, and has none.
func Undeclared(project string, settings []string) (missing []string) {
	path, types := declared(folders(launch.Folder()), project)
	loaded, err := workspace.LoadProject(path)
	if err != nil || loaded.Runtime.Name() == "go" {
		return nil
	}
	for _, setting := range settings {
		if _, known := types[setting]; !known && !strings.Contains(setting, ":") {
			missing = append(missing, setting)
		}
	}
	slices.Sort(missing)
	return missing
}

// declared returns the types of the settings in the namespace of the project, and the file that declares them.
func declared(folders []string, project string) (file string, types map[string]string) {
	for _, folder := range folders {
		path := filepath.Join(folder, "Pulumi.yaml")
		loaded, err := workspace.LoadProject(path)
		if err != nil || loaded.Name.String() != project {
			continue
		}
		types = map[string]string{}
		for key, setting := range loaded.Config {
			kind := ""
			if setting.Type != nil {
				kind = *setting.Type
			}
			namespace, name, qualified := strings.Cut(key, ":")
			switch {
			case !qualified:
				types[key] = kind
			case namespace == project:
				types[name] = kind
			}
		}
		return path, types
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
