// Command languages generates the SDKs of the package for .NET and Java from its schema:
//
//	go run . ../../cmd/pulumi-resource-openshift-aws/schema.json 1.2.3 /tmp/sdk
//
// It is a module of its own: pulumi/pkg v3.250 (tools/sdk) has no generator for .NET any more. That of v3.145 and that of pulumi-java v0.19
// are of the same time; both read the schema of today.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: languages SCHEMA VERSION FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, version, folder string) error {
	languages := map[string]func(*schema.Package) (map[string][]byte, error){
		"dotnet": func(pkg *schema.Package) (map[string][]byte, error) {
			// The generator downloads the logo.
			server := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(path))))
			defer server.Close()
			pkg.LogoURL = server.URL + "/logo.svg"
			files, err := dotnet.GeneratePackage("pulumi-language-dotnet", pkg, nil, nil)
			removeIcon(files)
			return files, err
		},
		"java": func(pkg *schema.Package) (map[string][]byte, error) {
			return java.GeneratePackage("pulumi-language-java", pkg, nil, false)
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
			file := filepath.Join(folder, language, name)
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

// iconLine is a line of the project file that names the icon.
var iconLine = regexp.MustCompile(`(?s)\n[^\n]*<PackageIcon>[^\n]*|\n[^\n]*<None Include="logo.png">.*?</None>`)

// removeIcon removes the icon: that of a NuGet package must be a PNG or JPEG.
func removeIcon(files map[string][]byte) {
	delete(files, "logo.png")
	for name, content := range files {
		if filepath.Ext(name) == ".csproj" {
			files[name] = iconLine.ReplaceAll(content, nil)
		}
	}
}

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
	pkg, diagnostics, err := schema.BindSpec(spec, nil)
	if err != nil {
		return nil, err
	}
	var found []error
	for _, diagnostic := range diagnostics {
		found = append(found, diagnostic)
	}
	return pkg, errors.Join(found...)
}
