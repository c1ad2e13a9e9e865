package acceptance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
)

// labVariable names the command that starts, resets and inspects the emulated account and the API server.
const labVariable = "LAB"

func TestMain(m *testing.M) {
	_ = os.Setenv(stage.WithoutBootstrapVariable, "true") // In the lab nothing boots either.
	switch {
	case openshiftinstall.IsCalled():
		openshiftinstall.Main()
	case os.Getenv(upkeepVariable) != "":
		runUpkeep()
	}
	if os.Getenv(labVariable) == "" {
		fmt.Println("acceptance: skipped, because", labVariable, "is not set")
		return
	}
	code := m.Run()
	for _, dir := range []string{programsDir, languagesDir} {
		if dir != "" {
			_ = os.RemoveAll(dir)
		}
	}
	if left := leftovers(); code == 0 && left != "" {
		fmt.Fprintln(os.Stderr, "acceptance: resources remain in the account after all stacks were destroyed:\n"+left)
		code = 1
	}
	os.Exit(code)
}

// leftovers lists the resources of the emulated account that a new account does not have; empty unless a test left
// some behind.
func leftovers() string {
	output, err := exec.Command(os.Getenv(labVariable), "leftovers").CombinedOutput()
	if err != nil {
		return err.Error() + "\n" + string(output)
	}
	return strings.TrimSpace(string(output))
}

// emulatorConfig configures the AWS provider for the emulator, which has no credentials to check, no instance
// metadata and no host names for buckets.
var emulatorConfig = map[string]string{
	"aws:region":                    "us-east-2",
	"aws:skipCredentialsValidation": "true",
	"aws:skipMetadataApiCheck":      "true",
	"aws:s3UsePathStyle":            "true",
}

// example is a compiled example with its own stack.
type example struct {
	t      *testing.T
	name   string
	binary string
	dir    string
	config map[string]string
	env    []string
	// adoptions is how often it was adopted.
	adoptions int
}

// result is the file that a run of an example writes with --result.
type result struct {
	Changes map[string]int    `json:"changes"`
	Steps   map[string]string `json:"steps"`
	Outputs map[string]any    `json:"outputs"`
}

func newExample(t *testing.T, name string, config map[string]string) *example {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := t.TempDir()
	e := &example{
		t:      t,
		name:   name,
		binary: filepath.Join(dir, name),
		dir:    filepath.Join(dir, "state"),
		config: config,
		// The emulator records operations by access key.
		env: []string{"AWS_ACCESS_KEY_ID=" + name},
	}
	t.Cleanup(func() {
		if !t.Failed() {
			checkActions(t, name)
		}
	})
	build := exec.Command("go", "build", "-o", e.binary, "./examples/"+name)
	build.Dir = root
	output, err := build.CombinedOutput()
	require.NoError(t, err, string(output))
	return e
}

// run performs one operation with the given changes of configuration, which also apply to later operations.
func (e *example) run(operation string, changes ...string) result {
	e.t.Helper()
	output, err := e.attempt(operation, changes...)
	require.NoError(e.t, err, string(output))
	e.t.Logf("%s %v\n%s", operation, changes, lastLines(output, 12))

	var r result
	text, err := os.ReadFile(e.resultFile(operation))
	require.NoError(e.t, err)
	require.NoError(e.t, json.Unmarshal(text, &r))
	return r
}

func (e *example) resultFile(operation string) string {
	return filepath.Join(e.dir+"-results", operation+".json")
}

// attempt is run for an operation that may fail. It returns the output.
func (e *example) attempt(operation string, changes ...string) ([]byte, error) {
	e.t.Helper()
	for _, change := range changes {
		key, value, _ := strings.Cut(change, "=")
		e.config[key] = value
	}
	file := e.resultFile(operation)
	require.NoError(e.t, os.MkdirAll(filepath.Dir(file), 0o755))
	args := []string{
		operation, "--dir", e.dir, "--real-aws", "--kubeconfig", os.Getenv("KUBECONFIG"), "--result", file,
	}
	for key, value := range emulatorConfig {
		args = append(args, "-c", key+"="+value)
	}
	for key, value := range e.config {
		args = append(args, "-c", key+"="+value)
	}
	command := exec.Command(e.binary, args...)
	command.Dir = filepath.Join("..", "..")
	command.Env = append(os.Environ(), e.env...)
	return command.CombinedOutput()
}

func lastLines(output []byte, count int) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-count):], "\n")
}

// with returns the resources to which one of the given operations was applied, as `<type> <name>`.
func (r result) with(operations ...string) []string {
	var found []string
	for urn, operation := range r.Steps {
		if slices.Contains(operations, operation) {
			found = append(found, resourceName(urn))
		}
	}
	slices.Sort(found)
	return found
}

// unchanged asserts that the operation changed nothing.
func (r result) unchanged(t *testing.T, when string) {
	t.Helper()
	for urn, operation := range r.Steps {
		if operation != "same" && operation != "refresh" && operation != "read" {
			t.Errorf("%s: %s of %s", when, operation, urn)
		}
	}
}

// resourceName returns the type and the name in a URN, without the types of the parents.
func resourceName(urn string) string {
	parts := strings.SplitN(urn, "::", 4)
	types := strings.Split(parts[2], "$")
	return types[len(types)-1] + " " + parts[3]
}

// responseTo sends a request, which must succeed, and returns the body of the response.
func responseTo(t *testing.T, request *http.Request) []byte {
	t.Helper()
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, response.StatusCode, string(text))
	return text
}

// kubectl runs a kubectl command that must succeed.
func kubectl(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	output, err := tryKubectl(stdin, args...)
	require.NoError(t, err, output)
	return output
}

func tryKubectl(stdin string, args ...string) (string, error) {
	command := exec.Command("kubectl", args...) // Without the test's context, so that cleanups can use it.
	command.Stdin = strings.NewReader(stdin)
	output, err := command.CombinedOutput()
	return string(output), err
}

// kubeObject reads an object from the API server; nil if it does not exist.
func kubeObject(t *testing.T, kind, namespace, name string) map[string]any {
	t.Helper()
	args := []string{"get", kind, name, "-o", "json", "--ignore-not-found"}
	if namespace != "" {
		args = append(args, "-n", namespace)
	}
	command := exec.Command("kubectl", args...)
	var problems bytes.Buffer
	command.Stderr = &problems
	output, err := command.Output()
	require.NoError(t, err, problems.String())
	if len(bytes.TrimSpace(output)) == 0 {
		return nil
	}
	var object map[string]any
	require.NoError(t, json.Unmarshal(output, &object))
	return object
}

// checkActions asserts that the AWS provider of an example called only the operations that testdata/actions lists.
// test/docs compares the permissions with them. UPDATE_GOLDEN writes those of all runs since the lab was started.
func checkActions(t *testing.T, example string) {
	t.Helper()
	response, err := http.Get(os.Getenv("AWS_ENDPOINT_URL") + "/lab/actions/" + example)
	require.NoError(t, err)
	defer response.Body.Close()
	var called []string
	require.NoError(t, json.NewDecoder(response.Body).Decode(&called))

	file := filepath.Join("testdata", "actions", example+".txt")
	if os.Getenv("UPDATE_GOLDEN") != "" && len(called) > 0 {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(called, "\n")+"\n"), 0o644))
	}
	known, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && len(called) == 0 {
		return // infra-nodes has objects inside the cluster only.
	}
	require.NoError(t, err)
	require.NotEmpty(t, called, "the emulator recorded nothing with the access key %s", example)
	assert.Subset(t, strings.Fields(string(known)), called,
		"%s does not list an operation that was called; UPDATE_GOLDEN=1 writes it", file)
}

// recorded returns the configuration of a stack whose operations the emulator records under a name, and compares them after the stack is
// destroyed.
func recorded(t *testing.T, name string) map[string]string {
	t.Helper()
	t.Cleanup(func() {
		if !t.Failed() {
			checkActions(t, name)
		}
	})
	config := maps.Clone(emulatorConfig)
	config["aws:accessKey"], config["aws:secretKey"] = name, "lab"
	return config
}

// setData replaces texts of a Secret.
func setData(t *testing.T, kind, namespace, name string, texts map[string]any) {
	t.Helper()
	kubectl(t, "", "-n", namespace, "patch", kind, name, "--type=merge", "-p", jsonText(t, map[string]any{"stringData": texts}))
}

// killsVariable lets commands be killed at all points instead of one.
const killsVariable = "ALL_KILLS"

// points are the steps at which a command is killed: all of them weekly, otherwise the last one, which is the most dangerous.
func points(steps ...string) []string {
	if os.Getenv(killsVariable) == "" {
		return steps[len(steps)-1:]
	}
	return steps
}
