// Command installdir copies what cluster.LoadInstallDir reads of an install directory that openshift-install has written, as test data:
//
//	go run ./test/installdir DIRECTORY cluster/testdata/install-dir-4.19
//
// The contents of the files and units in bootstrap.ign, which LoadInstallDir does not read, are cut to their first line, and files that
// begin with a secret, such as private keys, are left out: nothing in the copy is a key. The directory is best made by install.Prepare
// against the lab (test/lab/README.md, openshift-install).
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// trimIgnition cuts the contents of the files and units, and removes the files that begin with a secret.
func trimIgnition(text []byte) ([]byte, error) {
	var config map[string]any
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, err
	}
	storage, _ := config["storage"].(map[string]any)
	if files, ok := storage["files"].([]any); ok {
		storage["files"] = slices.DeleteFunc(files, trimFile)
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

// trimFile cuts the contents of a file. It reports whether they begin with a secret.
func trimFile(file any) bool {
	fields, _ := file.(map[string]any)
	added, _ := fields["append"].([]any)
	return slices.ContainsFunc(append(added, fields["contents"]), trimSource)
}

// trimSource cuts the data URL of contents. It reports whether they begin with a secret.
func trimSource(contents any) bool {
	fields, _ := contents.(map[string]any)
	source, _ := fields["source"].(string)
	header, encoded, found := strings.Cut(source, "base64,")
	if !found {
		return false
	}
	content, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return false
	}
	line := firstLine(string(content))
	fields["source"] = header + "base64," + base64.StdEncoding.EncodeToString([]byte(line))
	return line == cut
}

// secret is a line that may be a secret itself.
var secret = regexp.MustCompile(`PRIVATE KEY|auths|password|token`)

// cut is in the place of a secret.
const cut = "(cut)\n"

// firstLine returns the first line of a text, or cut if it may be a secret.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if secret.MatchString(line) || len(line) > 200 {
		return cut
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
			credentials["client-key-data"] = base64.StdEncoding.EncodeToString([]byte(cut))
		}
	}
	return yaml.Marshal(config)
}
