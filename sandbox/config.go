package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

// stackFile is the part of Pulumi.<stack>.yaml that a sandbox reads and writes.
type stackFile struct {
	EncryptionSalt string            `json:"encryptionsalt,omitempty"`
	Config         map[string]string `json:"config,omitempty"`
}

func (s *Sandbox) stackFilePath() string {
	return filepath.Join(s.opts.Dir, "Pulumi."+stackName+".yaml")
}

func (s *Sandbox) readStackFile() (stackFile, error) {
	var stack stackFile
	text, err := os.ReadFile(s.stackFilePath())
	if errors.Is(err, fs.ErrNotExist) {
		return stack, nil
	}
	if err != nil {
		return stack, err
	}
	if err := yaml.UnmarshalStrict(text, &stack); err != nil {
		return stack, fmt.Errorf("%s: %w", s.stackFilePath(), err)
	}
	return stack, nil
}

// writeConfig replaces the configuration of the last run by that of the options.
func (s *Sandbox) writeConfig() error {
	if s.opts.Config == nil {
		return nil
	}
	config := map[string]string{}
	for key, value := range s.opts.Config {
		config[qualify(s.opts.Project, key)] = value
	}
	stack, err := s.readStackFile()
	if err != nil {
		return err
	}
	stack.Config = config
	text, err := yaml.Marshal(stack)
	if err != nil {
		return err
	}
	return os.WriteFile(s.stackFilePath(), text, 0o600)
}

// settingsPath returns the file with the values of -c from earlier runs. The stack's configuration also contains the
// program's defaults.
func (s *Sandbox) settingsPath() string {
	return filepath.Join(s.opts.Dir, "settings.yaml")
}

func (s *Sandbox) readSettings() (map[string]string, error) {
	var settings map[string]string
	text, err := os.ReadFile(s.settingsPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = yaml.UnmarshalStrict(text, &settings)
	}
	return settings, err
}

func (s *Sandbox) writeSettings(settings map[string]string) error {
	text, err := yaml.Marshal(settings)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.opts.Dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(s.settingsPath(), text, 0o600)
}

// qualify returns the key with a namespace: the project's, unless it has one.
func qualify(project, key string) string {
	if strings.Contains(key, ":") {
		return key
	}
	return project + ":" + key
}
