// Command cli builds the Pulumi CLI of go.mod for the sandbox and the lab, which keep states and secrets in files:
// go run ./cli OUTPUT.
//
// It compiles a copy of Pulumi's module without the storage and the encryption keys of clouds, and without commands for Pulumi Cloud
// (api, insights, neo, org): their dependencies, SDKs of clouds and an OpenAPI parser, are half of what the CLI compiles.
package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "github.com/pulumi/pulumi/pkg/v3"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./cli OUTPUT")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// build runs in the folder of go.mod. It prints the packages that it compiles.
func build(output string) error {
	downloaded, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		return fmt.Errorf("downloading %s: %w\n%s", module, err, downloaded)
	}
	var source struct{ Dir, Version string }
	if err := json.Unmarshal(downloaded, &source); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "pulumi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := copySource(source.Dir, filepath.Join(work, "pkg")); err != nil {
		return err
	}
	if err := copyFile("go.sum", filepath.Join(work, "go.sum")); err != nil {
		return err
	}
	modfile := filepath.Join(work, "go.mod")
	if err := copyFile("go.mod", modfile); err != nil {
		return err
	}
	if err := run("mod", "edit", "-replace", module+"="+filepath.Join(work, "pkg"), modfile); err != nil {
		return err
	}
	return run("build", "-v", "-modfile", modfile, "-o", output,
		"-ldflags", "-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version="+source.Version, module+"/cmd/pulumi")
}

func run(arguments ...string) error {
	command := exec.Command("go", arguments...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("go %s: %w", arguments[0], err)
	}
	return nil
}

// copySource copies what is compiled, with the changes.
func copySource(from, to string) error {
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return fs.SkipDir
		case entry.IsDir() || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		return copyFile(path, filepath.Join(to, name), changes[filepath.ToSlash(name)]...)
	})
	if err != nil {
		return err
	}
	for name := range changes {
		if _, err := os.Stat(filepath.Join(to, name)); err != nil {
			return err
		}
	}
	for _, name := range removed {
		if err := os.Remove(filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string, changes ...change) error {
	read, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	text := string(read)
	for _, change := range changes {
		changed := change(text)
		if changed == text {
			return fmt.Errorf("%s is not the source that the changes of ./cli were made for", from)
		}
		text = changed
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, []byte(text), 0o644)
}
