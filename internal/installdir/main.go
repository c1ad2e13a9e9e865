// Command installdir copies what cluster.LoadInstallDir reads of an install directory that openshift-install has written, as test data:
//
//	go run ./internal/installdir DIRECTORY cluster/testdata/install-dir-4.19
//
// The contents of the files and units in bootstrap.ign, which LoadInstallDir does not read, are cut to their first line, and private
// keys, tokens and passwords everywhere are replaced: nothing in the copy is a key. The directory is best made by install.Prepare
// against the lab (internal/lab/README.md, openshift-install).
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: installdir DIRECTORY COPY")
		os.Exit(2)
	}
	if err := copyDir(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func copyDir(from, to string) error {
	for name, convert := range map[string]func([]byte) ([]byte, error){
		"metadata.json":   unchanged,
		"master.ign":      unchanged,
		"worker.ign":      unchanged,
		"bootstrap.ign":   trimIgnition,
		"auth/kubeconfig": withoutKey,
	} {
		text, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if text, err = convert(text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		path := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func unchanged(text []byte) ([]byte, error) { return text, nil }

// trimIgnition cuts the contents of the files and units.
func trimIgnition(text []byte) ([]byte, error) {
	var config map[string]any
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, err
	}
	storage, _ := config["storage"].(map[string]any)
	files, _ := storage["files"].([]any)
	for _, file := range files {
		fields, _ := file.(map[string]any)
		for _, key := range []string{"contents", "append"} {
			trimSources(fields[key])
		}
	}
	systemd, _ := config["systemd"].(map[string]any)
	units, _ := systemd["units"].([]any)
	for _, unit := range units {
		trimUnit(unit)
	}
	return json.Marshal(config)
}

func trimUnit(unit any) {
	fields, _ := unit.(map[string]any)
	if text, ok := fields["contents"].(string); ok {
		fields["contents"] = firstLine(text)
	}
	dropins, _ := fields["dropins"].([]any)
	for _, dropin := range dropins {
		trimUnit(dropin)
	}
}

// trimSources cuts the data URLs of contents, or of a list of contents.
func trimSources(contents any) {
	if list, ok := contents.([]any); ok {
		for _, each := range list {
			trimSources(each)
		}
		return
	}
	fields, _ := contents.(map[string]any)
	source, _ := fields["source"].(string)
	header, encoded, found := strings.Cut(source, "base64,")
	if !found {
		return
	}
	content, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return
	}
	fields["source"] = header + "base64," + base64.StdEncoding.EncodeToString([]byte(firstLine(string(content))))
}

// secret is a line that may be a secret itself.
var secret = regexp.MustCompile(`PRIVATE KEY|auths|password|token`)

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if secret.MatchString(line) || len(line) > 200 {
		line = "(cut)"
	}
	return line + "\n"
}

// withoutKey replaces the private keys of a kubeconfig.
func withoutKey(text []byte) ([]byte, error) {
	var config map[string]any
	if err := yaml.Unmarshal(text, &config); err != nil {
		return nil, err
	}
	users, _ := config["users"].([]any)
	for _, user := range users {
		fields, _ := user.(map[string]any)
		if credentials, ok := fields["user"].(map[string]any); ok {
			credentials["client-key-data"] = base64.StdEncoding.EncodeToString([]byte("(cut)\n"))
		}
	}
	return yaml.Marshal(config)
}
