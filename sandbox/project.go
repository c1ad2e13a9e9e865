package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

// projectFile is the part of Pulumi.yaml that a sandbox reads.
type projectFile struct {
	Name   string         `json:"name"`
	Main   string         `json:"main"`
	Config map[string]any `json:"config"`
}

// openProject compiles the program of a Pulumi project and returns the options of its sandbox and its configuration.
func openProject(folder string) (Options, map[string]string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return Options{}, nil, err
	}
	var project projectFile
	if err := readYAML(filepath.Join(folder, "Pulumi.yaml"), &project); err != nil {
		return Options{}, nil, fmt.Errorf("%w; run this in the folder of a Pulumi project", err)
	}
	config, err := projectConfig(folder, project)
	if err != nil {
		return Options{}, nil, err
	}
	opts := Options{Project: project.Name, WorkDir: filepath.Join(folder, project.Main)}
	if opts.Dir, err = sandboxDir("", project.Name); err != nil {
		return Options{}, nil, err
	}
	if opts.References, err = otherFolders(opts.Dir); err != nil {
		return Options{}, nil, err
	}
	opts.Executable = filepath.Join(opts.Dir, "program"+executableSuffix())
	return opts, config, compileProgram(opts.WorkDir, opts.Executable)
}

// compileProgram compiles the main package of a folder.
func compileProgram(folder, executable string) error {
	if err := os.MkdirAll(filepath.Dir(executable), 0o700); err != nil {
		return err
	}
	command := exec.Command("go", "build", "-o", executable, ".")
	command.Dir = folder
	if text, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go build in %s: %w\n%s", folder, err, strings.TrimSpace(string(text)))
	}
	return nil
}

// projectConfig returns the defaults in Pulumi.yaml, and over them the values in Pulumi.sandbox.yaml.
func projectConfig(folder string, project projectFile) (map[string]string, error) {
	config, problems := map[string]string{}, []error(nil)
	add := func(file string, values map[string]any) {
		for key, value := range values {
			text, set, err := configText(value)
			if err != nil {
				problems = append(problems, fmt.Errorf("%s: config %s: %w", file, key, err))
			} else if set {
				config[qualify(project.Name, key)] = text
			}
		}
	}
	for key, value := range project.Config {
		declared, isObject := value.(map[string]any)
		if !isObject {
			declared = map[string]any{"default": value}
		}
		for _, field := range []string{"default", "value"} {
			if declared[field] != nil {
				add("Pulumi.yaml", map[string]any{key: declared[field]})
			}
		}
	}
	var stack struct {
		Config map[string]any `json:"config"`
	}
	name := "Pulumi." + stackName + ".yaml"
	if err := readYAML(filepath.Join(folder, name), &stack); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	add(name, stack.Config)
	return config, errors.Join(problems...)
}

// configText returns a value as Pulumi's stack files have it: a text as it is, anything else as JSON.
func configText(value any) (text string, set bool, err error) {
	switch value := value.(type) {
	case nil:
		return "", false, nil
	case string:
		return value, true, nil
	case map[string]any:
		if value["secure"] != nil {
			return "", false, errors.New("the sandbox cannot decrypt secrets; set a value that is not secret")
		}
	}
	encoded, err := json.Marshal(value)
	return string(encoded), err == nil, err
}

func readYAML(path string, target any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(text, target); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
