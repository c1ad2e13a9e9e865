// Command examples converts the programs in YAML that it reads, by their names, to TypeScript and Python. Pulumi's generator for Go writes
// programs that do not compile where an argument is a plain object or an element of a map:
//
//	go run ./examples ../../cmd/pulumi-resource-openshift-aws/schema.json < programs.json > examples.json
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path string) error {
	pkg, err := bind(path)
	if err != nil {
		return err
	}
	var programs map[string]string
	if err := json.NewDecoder(os.Stdin).Decode(&programs); err != nil {
		return err
	}
	converted, failed := map[string]map[string]string{}, []error{}
	for name, program := range programs {
		converted[name], err = convert(loader{pkg: pkg}, program)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w\n%s", name, err, program))
		}
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(converted)
}

// convert returns a program in each language.
func convert(from loader, text string) (map[string]string, error) {
	languages := map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
		"python": python.GenerateProgram, "typescript": nodejs.GenerateProgram,
	}
	converted := map[string]string{}
	for language, generate := range languages {
		template, diagnostics, err := pulumiyaml.LoadYAMLBytes("Pulumi.yaml", []byte(text))
		if err != nil || diagnostics.HasErrors() {
			return nil, errors.Join(err, diagnostics)
		}
		// Generators change the program.
		program, found, err := codegen.EjectProgram(template, from)
		if err != nil || found.HasErrors() {
			return nil, errors.Join(err, found)
		}
		files, found, err := generate(program)
		if err != nil || found.HasErrors() {
			return nil, errors.Join(fmt.Errorf("%s: %w", language, err), found)
		}
		for _, content := range files {
			converted[language] = strings.TrimSpace(string(content)) + "\n"
		}
	}
	return converted, nil
}

// loader has the schema of one package.
type loader struct{ pkg *schema.Package }

func (l loader) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	return l.LoadPackageV2(context.Background(), &schema.PackageDescriptor{Name: name})
}

func (l loader) LoadPackageV2(_ context.Context, descriptor *schema.PackageDescriptor) (*schema.Package, error) {
	if l.pkg == nil || descriptor.Name != l.pkg.Name {
		return nil, fmt.Errorf("the programs use the package %s, whose schema is not here", descriptor.Name)
	}
	return l.pkg, nil
}

func (l loader) LoadPackageReference(name string, _ *semver.Version) (schema.PackageReference, error) {
	return l.LoadPackageReferenceV2(context.Background(), &schema.PackageDescriptor{Name: name})
}

func (l loader) LoadPackageReferenceV2(ctx context.Context, descriptor *schema.PackageDescriptor) (schema.PackageReference, error) {
	pkg, err := l.LoadPackageV2(ctx, descriptor)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func bind(path string) (*schema.Package, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	spec.Version = "0.0.1"
	pkg, diagnostics, err := schema.BindSpec(spec, loader{}, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	var found []error
	for _, diagnostic := range diagnostics {
		found = append(found, diagnostic)
	}
	return pkg, errors.Join(found...)
}
