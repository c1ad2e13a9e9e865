package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// exampleCode is a program in the description of a component.
var exampleCode = regexp.MustCompile("(?s)\n```(\\w+)\n(.*?)```\n")

// examples returns the programs in the schema in a language, by component.
func examples(t *testing.T, language string) map[string]string {
	t.Helper()
	var schema struct {
		Resources map[string]struct{ Description string }
	}
	require.NoError(t, json.Unmarshal([]byte(read(t, "schema.json")), &schema))
	programs := map[string]string{}
	for token, resource := range schema.Resources {
		for _, found := range exampleCode.FindAllStringSubmatch(resource.Description, -1) {
			if found[1] == language {
				programs[token] = found[2]
			}
		}
	}
	for token := range schema.Resources {
		require.Contains(t, programs, token, "no example in "+language+": add the component to testdata/every/Pulumi.yaml, then record "+
			"TestExamplesAreConverted of plugin/schemagen with ENGINE=1, and the schema")
	}
	return programs
}

// TestExamples previews the example of each component, all in one program: what several of them need is in it once. Those of
// blueprints are programs of the guides, which TestLanguages and TestPrograms run.
func TestExamples(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	p := project{T: t, dir: t.TempDir()}
	all := map[string]any{}
	of := examples(t, "yaml")
	for i, token := range slices.Sorted(maps.Keys(of)) {
		if strings.HasPrefix(token, "openshift-aws:blueprint:") {
			continue
		}
		resources := parse(t, of[token])
		for name, resource := range resources {
			if other, taken := all[name]; taken && !assert.ObjectsAreEqual(other, resource) {
				resources = renamed(t, of[token], fmt.Sprintf("e%d-", i))
				break
			}
		}
		maps.Copy(all, resources)
	}
	program, err := json.Marshal(map[string]any{"name": "examples", "runtime": "yaml", "resources": all})
	require.NoError(t, err)
	p.write("Pulumi.yaml", string(program))
	p.write("Pulumi.sandbox.yaml", "config:\n  aws:region: us-east-2\n  kubernetes:context: demo\n")
	p.writeFiles()
	assert.NotContains(t, p.must("preview"), "the preview is incomplete")
}

// parse returns the resources of a program in YAML.
func parse(t *testing.T, text string) map[string]any {
	t.Helper()
	var program struct{ Resources map[string]any }
	require.NoError(t, yaml.Unmarshal([]byte(text), &program))
	return program.Resources
}

// renamed returns the resources of a program with other names, for another cluster.
func renamed(t *testing.T, text, prefix string) map[string]any {
	t.Helper()
	text = strings.ReplaceAll(strings.ReplaceAll(text, "${", "${"+prefix), "demo-x7k2p", prefix+"x7k2p")
	resources := map[string]any{}
	for name, resource := range parse(t, text) {
		delete(resource.(map[string]any), "name")
		resources[prefix+name] = resource
	}
	return resources
}

// writeFiles writes what examples read: an install directory, and a public key.
func (p project) writeFiles() {
	require.NoError(p, os.CopyFS(filepath.Join(p.dir, "demo"), os.DirFS(installDir)))
	key, err := iam.GenerateSigningKey()
	require.NoError(p, err)
	p.write("key.pub", key.Public)
}

// TestExamplesInTypeScript compiles the examples in TypeScript.
func TestExamplesInTypeScript(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	p := &project{T: t}
	var files []string
	prepareTypeScript(p, "", "export const none = 0;\n")
	for token, program := range examples(t, "typescript") {
		name := strings.ReplaceAll(strings.TrimPrefix(token, "openshift-aws:"), ":", "-") + ".ts"
		p.write(name, program)
		files = append(files, name)
	}
	options := []string{tsc, "--noEmit", "--strict", "--target", "ES2022", "--module", "commonjs", "--skipLibCheck"}
	require.NoError(t, run(p.dir, "node", append(options, files...)...))
}

// TestExamplesInPython checks the types of the examples in Python, of the programs of the guides, and of that of TestWirings.
func TestExamplesInPython(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	p := &project{T: t}
	generated, err := sdks()
	require.NoError(t, err)
	preparePython(p, generated, "import pulumi\n")
	var files []string
	for token, program := range examples(t, "python") {
		name := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(token, "openshift-aws:"), ":", "_")) + ".py"
		p.write(name, program)
		files = append(files, name)
	}
	wirings := read(t, "testdata", "wirings", "__main__.py")
	for i, program := range append(guidePrograms(t, "python"), documented(t, "python"), wirings) {
		name := fmt.Sprintf("guide_%d.py", i)
		p.write(name, program)
		files = append(files, name)
	}
	_, path, _ := strings.Cut(p.env[0], "PYTHONPATH=")
	// mypy reads the SDK, and does not report what it has: mypy of Debian is older than it.
	arguments := []string{
		"MYPYPATH=" + path, python, "-m", "mypy", "--follow-imports", "silent", "--disable-error-code", "import", "--explicit-package-bases",
		"--cache-dir", filepath.Join(p.dir, ".mypy_cache"),
	}
	require.NoError(p, run(p.dir, "env", append(arguments, files...)...))
}
