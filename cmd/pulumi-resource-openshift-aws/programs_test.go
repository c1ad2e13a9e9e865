package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

var (
	// programBlock is a program of docs/programs.md.
	programBlock = regexp.MustCompile("(?s)```(\\w+)\n(.*?)```")
	// goPackage is a package in a program for Go.
	goPackage = regexp.MustCompile(`\b(blueprint|cluster|configuration|iam|ingress|network|rosa|storage)\.[A-Z]`)
)

// imports are what a program of docs/programs.md begins with.
var imports = map[string]string{
	"yaml":       "name: rosa\nruntime: yaml\n",
	"typescript": "import * as pulumi from \"@pulumi/pulumi\";\nimport * as openshift from \"@openshift-aws/pulumi-openshift-aws\";\n",
	"python":     "import pulumi\nimport pulumi_openshift_aws as openshift\n",
}

// settings are those that the programs read.
const settings = `config:
  aws:region: us-east-2
  kubernetes:context: demo
  rosa:name: ohio
  rosa:version: 4.18.5
  rosa:zones: us-east-2a,us-east-2b
  rosa:vpcCidr: 10.0.0.0/16
`

// TestPrograms previews the programs of docs/languages.md and docs/programs.md: those of a section register the same resources in each
// language.
func TestPrograms(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	generated, err := sdks()
	require.NoError(t, err)
	kubeconfig := apiServer(t)
	key, err := iam.GenerateSigningKey()
	require.NoError(t, err)
	first, _, _ := strings.Cut(read(t, root, "docs", "languages.md"), "\n## ")
	sections := append(strings.Split(read(t, root, "docs", "programs.md"), "\n## ")[1:], first)
	require.Greater(t, len(sections), 1)
	for _, section := range sections {
		programs := map[string]string{}
		for _, found := range programBlock.FindAllStringSubmatch(section, -1) {
			programs[found[1]] = found[2]
		}
		title, _, _ := strings.Cut(section, "\n")
		t.Run(strings.TrimPrefix(title, "# "), func(t *testing.T) {
			t.Parallel()
			require.Len(t, programs, 4)
			planned := map[string][]string{}
			for language, program := range programs {
				p := &project{T: t}
				p.prepare(language, generated, program)
				p.write("Pulumi.sandbox.yaml", settings+"  rosa:publicKey: "+strconv.Quote(key.Public)+"\n")
				require.NoError(t, os.CopyFS(filepath.Join(p.dir, "demo"), os.DirFS(installDir)))
				if strings.Contains(program, "kubeconfig") {
					p.must("config", "set", "--secret", "kubeconfig", kubeconfig)
				}
				planned[language] = p.planned()
			}
			require.NotEmpty(t, planned["yaml"])
			for language, urns := range planned {
				assert.Equal(t, planned["yaml"], urns, language)
			}
		})
	}
}

// guidePrograms returns the programs of docs/programs.md in a language, with their imports.
func guidePrograms(t *testing.T, language string) (programs []string) {
	t.Helper()
	for _, found := range programBlock.FindAllStringSubmatch(read(t, root, "docs", "programs.md"), -1) {
		if found[1] == language {
			programs = append(programs, imports[language]+found[2])
		}
	}
	require.NotEmpty(t, programs)
	return programs
}

// prepare writes a program with what is around it, if that is not a part of it.
func (p *project) prepare(language, sdk, program string) {
	whole := strings.HasPrefix(program, "name: ") || strings.Contains(program, "import ")
	if !whole {
		program = imports[language] + program
	}
	switch {
	case language == "yaml":
		p.dir = p.TempDir()
		p.write("Pulumi.yaml", program)
	case language == "typescript":
		prepareTypeScript(p, sdk, program)
	case language == "python":
		preparePython(p, sdk, program)
	case whole:
		prepareGo(p, sdk, program)
	default:
		packages := []string{`"github.com/pulumi/pulumi/sdk/v3/go/pulumi"`}
		if strings.Contains(program, "strings.") {
			packages = append(packages, `"strings"`)
		}
		if strings.Contains(program, "config.New(") {
			packages = append(packages, `"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"`)
		}
		for _, found := range goPackage.FindAllStringSubmatch(program, -1) {
			packages = append(packages, `"`+sdkModule+"/"+found[1]+`"`)
		}
		slices.Sort(packages)
		prepareGo(p, sdk, "package main\n\nimport (\n"+strings.Join(slices.Compact(packages), "\n")+"\n)\n\n"+
			"func main() {\npulumi.Run(func(ctx *pulumi.Context) error {\n"+program+"})\n}\n")
	}
}

// planned returns the URNs of the resources that a preview creates, which is complete.
func (p *project) planned() []string {
	out := p.must("preview", "--json")
	assert.NotContains(p, out, "the preview is incomplete")
	return steps(p.T, out, "", "create")
}

// steps returns the URNs of the resources that a preview changes, all by one operation, and asserts its warning.
func steps(t *testing.T, out, warning, operation string) (urns []string) {
	t.Helper()
	assert.Contains(t, out, warning)
	_, document, _ := strings.Cut("\n"+out, "\n{")
	var preview struct {
		Steps []struct{ Op, URN string }
	}
	require.NoError(t, json.NewDecoder(strings.NewReader("{"+document)).Decode(&preview))
	for _, step := range preview.Steps {
		if step.Op == "same" || step.Op == "read" || strings.Contains(step.URN, "::pulumi:providers:") {
			continue
		}
		assert.Equal(t, operation, step.Op, step.URN)
		urns = append(urns, step.URN)
	}
	slices.Sort(urns)
	return urns
}
