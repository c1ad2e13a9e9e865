//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// pluginSDK is the module of the plugin's SDK for Go.
const pluginSDK = "github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws"

// compileWithPluginSDK measures the cold compile of the Go program of docs/languages.md, which has the plugin's SDK in place of the library.
func compileWithPluginSDK(work string) (string, error) {
	generated, program := filepath.Join(work, "sdk"), filepath.Join(work, "program")
	schema, err := filepath.Abs(filepath.Join("cmd", "pulumi-resource-openshift-aws", "schema.json"))
	if err != nil {
		return "", err
	}
	generate := exec.Command("go", "run", "./sdk", schema, "0.0.1-dev", generated)
	generate.Dir = "tools"
	if out, err := generate.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", generate, err, out)
	}
	if err := writePluginProgram(program, filepath.Join(generated, "go")); err != nil {
		return "", err
	}
	return buildCold(filepath.Join(work, "plugin"), program, "-mod=mod", ".")
}

var goProgram = regexp.MustCompile("(?s)```go\n(.*?)```")

// writePluginProgram writes the program and its module, which has the releases of this one.
func writePluginProgram(folder, generated string) error {
	page, err := os.ReadFile(filepath.Join("docs", "languages.md"))
	if err != nil {
		return err
	}
	program := goProgram.FindSubmatch(page)
	if program == nil {
		return errors.New("docs/languages.md has no program in Go")
	}
	module, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	_, required, _ := strings.Cut(string(module), "\n")
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		"main.go": program[1],
		"go.mod":  []byte("module rosa\n" + required + "\nrequire " + pluginSDK + " v0.0.0\nreplace " + pluginSDK + " => " + generated + "\n"),
		"go.sum":  sums,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
