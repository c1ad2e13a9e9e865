package docs

import (
	"go/ast"
	"go/doc"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
)

var (
	// codeName is a component, or a field of its arguments or of its own.
	codeName = regexp.MustCompile("`([a-z]+)\\.([A-Z]\\w*)(?:\\.(\\w+))?`")
	// codeSpan is any text between backquotes.
	codeSpan = regexp.MustCompile("`([^`]+)`")
	// rhcsRow is a row of the table of RHCS's resources.
	rhcsRow = regexp.MustCompile("(?m)^\\| (`rhcs_.*) \\| (.*) \\|$")
	capital = regexp.MustCompile(`[A-Z]`)
)

// TestNamesInPagesExist asserts that the components and arguments of the library that pages name exist.
func TestNamesInPagesExist(t *testing.T) {
	t.Parallel()
	names, ours := exportedNames(t), map[string]bool{}
	for _, pkg := range packages(t) {
		ours[pkg.Name] = true
	}
	found := 0
	for _, path := range pages(t) {
		for _, name := range codeName.FindAllStringSubmatch(read(t, path), -1) {
			if ours[name[1]] {
				found++
				assert.True(t, names[strings.Trim(name[0], "`")], "%s: %s does not exist", path, name[0])
			}
		}
	}
	assert.Greater(t, found, 100)
}

// TestResourcesOfRHCSHaveComponents asserts that the page about ROSA has the resources of the provider, and no others.
func TestResourcesOfRHCSHaveComponents(t *testing.T) {
	t.Parallel()
	names := exportedNames(t)
	want := []string{"rhcs_cluster"} // Pulumi's schema does not have it.
	for _, token := range rhcs.Tokens() {
		_, name, _ := strings.Cut(token, "/")
		name, _, _ = strings.Cut(name, ":")
		want = append(want, "rhcs"+capital.ReplaceAllStringFunc("_"+name, func(letter string) string {
			return "_" + strings.ToLower(letter)
		}))
	}
	var got []string
	for _, row := range rhcsRow.FindAllStringSubmatch(read(t, filepath.Join(root, "docs", "rosa.md")), -1) {
		for _, found := range codeSpan.FindAllStringSubmatch(row[1], -1) {
			got = append(got, found[1])
		}
		for _, found := range codeSpan.FindAllStringSubmatch(row[2], -1) {
			assert.True(t, names[found[1]], "%s does not exist", found[1])
		}
	}
	assert.ElementsMatch(t, want, got)
}

// exportedNames returns the types, functions, constants, methods and fields of the public packages, such as
// rosa.HCPArgs.Scope.
func exportedNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, pkg := range packages(t) {
		add := func(values []*doc.Value) {
			for _, value := range values {
				for _, name := range value.Names {
					names[pkg.Name+"."+name] = true
				}
			}
		}
		add(slices.Concat(pkg.Consts, pkg.Vars))
		for _, function := range pkg.Funcs {
			names[pkg.Name+"."+function.Name] = true
		}
		for _, kind := range pkg.Types {
			names[pkg.Name+"."+kind.Name] = true
			add(slices.Concat(kind.Consts, kind.Vars))
			for _, method := range kind.Methods {
				names[pkg.Name+"."+kind.Name+"."+method.Name] = true
			}
			for _, function := range kind.Funcs {
				names[pkg.Name+"."+function.Name] = true
			}
		}
		pkg.structs(func(kind string, fields *ast.StructType) {
			for _, field := range fields.Fields.List {
				for _, ident := range field.Names {
					names[pkg.Name+"."+kind+"."+ident.Name] = true
				}
			}
		})
	}
	return names
}
