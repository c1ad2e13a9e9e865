// Command sdk generates the SDKs of the package for Go, Node.js and Python from its schema, with the generators of the Pulumi CLI:
//
//	go run ./sdk ../cmd/pulumi-resource-openshift-aws/schema.json 1.2.3 /tmp/sdk
//
// It fails if the schema has a mistake that a generator would only see in some language.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: sdk SCHEMA VERSION FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, version, folder string) error {
	languages := map[string]func(*schema.Package) (map[string][]byte, error){
		"go": func(pkg *schema.Package) (map[string][]byte, error) {
			files, err := gogen.GeneratePackage("pulumi-language-go", pkg, nil)
			if err == nil {
				files["openshiftaws/go.mod"], err = goModule()
			}
			return files, err
		},
		"nodejs": func(pkg *schema.Package) (map[string][]byte, error) {
			return nodejs.GeneratePackage("pulumi-language-nodejs", pkg, nil, nil, false, noLoader{})
		},
		"python": func(pkg *schema.Package) (map[string][]byte, error) {
			return python.GeneratePackage("pulumi-language-python", pkg, nil, noLoader{})
		},
	}
	for language, generate := range languages {
		pkg, err := bind(path, version)
		if err != nil {
			return err
		}
		files, err := generate(pkg)
		if err != nil {
			return fmt.Errorf("%s: %w", language, err)
		}
		for name, content := range files {
			// The Go generator repeats the module's name in its paths.
			file := filepath.Join(folder, language, strings.TrimPrefix(name, "openshiftaws/"))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(file, content, 0o644); err != nil {
				return err
			}
		}
		fmt.Printf("%s: %d files\n", language, len(files))
	}
	return nil
}

// goModule returns the go.mod of the SDK for Go: its code needs Pulumi's SDK, in the release of this program.
func goModule() ([]byte, error) {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("this program was built without modules")
	}
	module := "module github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws\n\n" +
		"go 1.26.0\n\nrequire (\n"
	for _, dependency := range build.Deps {
		if dependency.Path == "github.com/blang/semver" || dependency.Path == "github.com/pulumi/pulumi/sdk/v3" {
			module += "\t" + dependency.Path + " " + dependency.Version + "\n"
		}
	}
	return []byte(module + ")\n"), nil
}

// noLoader loads the schemas of other packages, of which this one has none.
type noLoader struct{ schema.ReferenceLoader }

// bind reads the schema. Generators change what they are given.
func bind(path, version string) (*schema.Package, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	spec.Version = version
	pkg, diagnostics, err := schema.BindSpec(spec, noLoader{}, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	var found []error
	for _, diagnostic := range diagnostics {
		found = append(found, diagnostic)
	}
	return pkg, errors.Join(found...)
}
