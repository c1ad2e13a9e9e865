// Command awsschema writes schema.json of internal/fake/aws: the schema of the Terraform AWS provider's resources that
// OpenShift on AWS consists of, by Pulumi's names.
//
//	go -C tools/awsschema run . ../../internal/fake/aws
//
// It downloads the provider from the Go module proxy, keeps only the services of these resources (the whole provider takes
// about an hour to compile on two cores, the kept part four minutes), and builds and runs extract/ with it, in the user's
// cache folder. The resources are listed in extract/resources.go.
//
// The module of terraform-provider-aws cannot be imported, so the provider is Upbound's fork, whose package xpprovider
// exports it. Its latest release with that package is 5.82, while pulumi-aws v6.83.2 wraps 5.100: differences.json of
// internal/fake/aws lists the properties that differ, see differences_test.go there.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// providerModule is Upbound's fork of the Terraform AWS provider 5.82.
const providerModule = "github.com/upbound/terraform-provider-aws@v0.0.0-20250109090836-986571bdb591"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go -C tools/awsschema run . FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string) error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	work := filepath.Join(cache, "pulumi-openshift-aws", "awsschema")
	source, err := download(providerModule)
	if err != nil {
		return err
	}
	if err := trim(source, filepath.Join(work, "tfaws")); err != nil {
		return err
	}
	for _, file := range []string{"go.mod", "main.go", "resources.go"} {
		text, err := os.ReadFile(filepath.Join("extract", file))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(work, file), text, 0o600); err != nil {
			return err
		}
	}
	schema, err := command(work, "go", "run", "-mod=mod", ".")
	if err != nil {
		return err
	}
	text, err := format(schema)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "schema.json"), text, 0o600)
}

// download returns the folder of a module in the module cache.
func download(module string) (string, error) {
	text, err := command("", "go", "mod", "download", "-json", module)
	if err != nil {
		return "", err
	}
	var found struct{ Dir string }
	return found.Dir, json.Unmarshal(text, &found)
}

func command(folder, name string, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = folder, &stdout, &stderr
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	if err := c.Run(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c, err), errors.New(stdout.String()+stderr.String()))
	}
	return stdout.Bytes(), nil
}

// format writes one type a line, sorted, so that a new release of the provider is readable as a difference.
func format(schema []byte) ([]byte, error) {
	var tables map[string]map[string]json.RawMessage
	if err := json.Unmarshal(schema, &tables); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	text.WriteString("{")
	for i, table := range slices.Sorted(maps.Keys(tables)) {
		if i > 0 {
			text.WriteString(",")
		}
		fmt.Fprintf(&text, "\n%q:{", table)
		for j, token := range slices.Sorted(maps.Keys(tables[table])) {
			if j > 0 {
				text.WriteString(",")
			}
			fmt.Fprintf(&text, "\n%q:%s", token, tables[table][token])
		}
		text.WriteString("\n}")
	}
	text.WriteString("\n}\n")
	return text.Bytes(), nil
}
