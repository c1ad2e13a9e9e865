package acceptance

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// installerPart is the real openshift-install, a part of the lab that only these tests build.
const installerPart = "openshift-installer"

// installationRegion is used only by these tests, so that leftovers can be attributed to them.
const installationRegion = "eu-west-2"

// installerServices are the services of which the installer accepts an endpoint.
var installerServices = []string{
	"ec2", "elasticloadbalancing", "iam", "route53", "s3", "servicequotas", "sts", "tagging",
}

// programsDir is the folder of the compiled programs, which TestMain removes.
var programsDir string

// The programs that these tests install: one that wires the components itself, and a blueprint.
const (
	classicProgram   = "classic"
	blueprintProgram = "selfmanaged"
)

// buildPrograms builds the installer and compiles the programs, and returns their folders.
var buildPrograms = sync.OnceValues(func() (folders [2]string, err error) {
	if output, err := exec.Command(os.Getenv(labVariable), "build", installerPart).CombinedOutput(); err != nil {
		return folders, fmt.Errorf("%w: %s", err, output)
	}
	// The parts of the lab are beside each other.
	pulumi, err := exec.LookPath("pulumi")
	if err != nil {
		return folders, err
	}
	if programsDir, err = os.MkdirTemp("", "acceptance-programs"); err != nil {
		return folders, err
	}
	build := exec.Command("go", "build", "-o", programsDir, "./examples/"+classicProgram, "./test/"+blueprintProgram)
	build.Dir = filepath.Join("..", "..")
	if output, err := build.CombinedOutput(); err != nil {
		return folders, fmt.Errorf("%w: %s", err, output)
	}
	return [2]string{filepath.Join(filepath.Dir(pulumi), installerPart, "bin"), programsDir}, nil
})

// installation runs the commands of a program for one cluster.yaml, with the real openshift-install, the real
// AWS provider and the lab's API server as the cluster's.
type installation struct {
	t      *testing.T
	folder string
	binary string
	// project is the folder of a project whose program openshift-aws runs. Otherwise the binary has the program.
	project string
	config  map[string]any
	env     []string
	// onEvent is called for each event of a command.
	onEvent func(install.Event)
	// interrupt is called by onEvent to interrupt the command, as Ctrl-C does.
	interrupt func()
}

// commandResult is the result of one command.
type commandResult struct {
	events []install.Event
	// result is the command's, if it has succeeded.
	result map[string]any
	// message is the error that the user sees, empty if the command has succeeded.
	message string
	output  string
}

// newInstallation returns the installation of a program's cluster whose requests to AWS by the installer go to the handler.
func newInstallation(t *testing.T, program, name, baseDomain string, aws http.Handler) *installation {
	t.Helper()
	programs, err := buildPrograms()
	require.NoError(t, err)
	folder := t.TempDir()
	endpoint := httptest.NewTLSServer(aws)
	t.Cleanup(endpoint.Close)
	authority := filepath.Join(folder, "ca.pem")
	require.NoError(t, os.WriteFile(authority,
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: endpoint.Certificate().Raw}), 0o600))
	var endpoints []any
	for _, service := range installerServices {
		endpoints = append(endpoints, map[string]any{"name": service, "url": endpoint.URL})
	}
	i := &installation{
		t: t, folder: folder, binary: filepath.Join(programs[1], program),
		config: map[string]any{
			"name": name, "baseDomain": baseDomain, "region": installationRegion, "release": "4.19",
			"zones": []string{installationRegion + "a", installationRegion + "b", installationRegion + "c"},
			"ami":   emulatedAMI, "dir": name,
			"pullSecret": `{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`,
			"sshKey":     "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP8g1X3zZ3kq5sQ8vVx0zv2t9wYb1nJ5c7m4k6r8d9e1 lab",
			"more":       map[string]any{"platform": map[string]any{"aws": map[string]any{"serviceEndpoints": endpoints}}},
			"settings":   maps.Clone(emulatorConfig),
		},
	}
	i.setting("aws:region", installationRegion)
	t.Cleanup(func() {
		if t.Failed() {
			output, err := i.process(i.destruction()...).CombinedOutput()
			t.Log("destroy after the failure:", err, lastLines(output, 20))
		}
	})
	i.env = append(os.Environ(), "PATH="+programs[0]+":"+os.Getenv("PATH"), "AWS_CA_BUNDLE="+authority,
		"SSL_CERT_FILE="+authority, "SSL_CERT_DIR=", "HTTPS_PROXY="+serveClusterAPI(t, i.dir(), name+"."+baseDomain))
	return i
}

// destruction is the command line that deletes what a test that has failed has created.
func (i *installation) destruction() []string {
	sandbox := []string{"--dir", i.state(), "--real-aws", "--kubeconfig", os.Getenv("KUBECONFIG")}
	if i.project == "" {
		return append([]string{"destroy"}, sandbox...)
	}
	return slices.Concat([]string{"sandbox"}, sandbox, []string{"--", "pulumi", "destroy", "--yes", "--skip-preview", "--non-interactive"})
}

// emulator returns a handler that passes requests on to the emulator.
func emulator(t *testing.T) http.Handler {
	t.Helper()
	target, err := url.Parse(os.Getenv("AWS_ENDPOINT_URL"))
	require.NoError(t, err)
	return httputil.NewSingleHostReverseProxy(target)
}

// dir is the install directory, which is in the folder of the sandbox.
func (i *installation) dir() string { return filepath.Join(i.state(), i.config["name"].(string)) }

// setting sets a setting of the program.
func (i *installation) setting(key, value string) {
	i.config["settings"].(map[string]string)[key] = value
}

// state is the folder of Pulumi's state.
func (i *installation) state() string { return filepath.Join(i.folder, "state") }

func (i *installation) process(arguments ...string) *exec.Cmd {
	process := exec.Command(i.binary, arguments...)
	process.Dir, process.Env = cmp.Or(i.project, filepath.Join("..", "..")), i.env
	return process
}

// operation runs an operation of the program on the installed cluster.
func (i *installation) operation(name string) result {
	i.t.Helper()
	file := filepath.Join(i.folder, "result.json")
	arguments := []string{name, "--dir", i.state(), "--real-aws", "--kubeconfig", os.Getenv("KUBECONFIG"), "--result", file}
	output, err := i.process(arguments...).CombinedOutput()
	require.NoError(i.t, err, lastLines(output, 20))
	text, err := os.ReadFile(file)
	require.NoError(i.t, err)
	var r result
	require.NoError(i.t, json.Unmarshal(text, &r))
	return r
}

// command runs a command of the program to its end.
func (i *installation) command(name string, flags ...string) commandResult {
	i.t.Helper()
	text, err := yaml.Marshal(i.config)
	require.NoError(i.t, err)
	file := filepath.Join(cmp.Or(i.project, i.folder), "cluster.yaml")
	require.NoError(i.t, os.WriteFile(file, text, 0o600))
	process := i.process(slices.Concat([]string{
		name, "--config", file, "--json", "--verbose", "--sandbox", "--real-aws", "--kubeconfig", os.Getenv("KUBECONFIG"),
		"--dir", i.state(),
	}, flags)...)
	var problems lockedBuffer
	process.Stderr = &problems
	output, err := process.StdoutPipe()
	require.NoError(i.t, err)
	begun := time.Now()
	require.NoError(i.t, process.Start())
	i.interrupt = func() { _ = process.Process.Signal(syscall.SIGINT) }
	defer func() { // A test that fails while the command runs.
		i.interrupt()
		_ = process.Wait()
	}()
	got := i.read(bufio.NewScanner(output))
	err = process.Wait()
	got.output += problems.String()
	i.t.Logf("%6.1f s  %s %v: %v %s\n%s", time.Since(begun).Seconds(), name, flags, err, got.message, lastLines([]byte(got.output), 60))
	require.Equal(i.t, err == nil, got.message == "", "a command that fails says why")
	return got
}

// read reads the events, the result and the error of a command with --json.
func (i *installation) read(lines *bufio.Scanner) commandResult {
	i.t.Helper()
	var got commandResult
	var output bytes.Buffer
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		output.Write(lines.Bytes())
		output.WriteByte('\n')
		var line struct {
			install.Event

			Result map[string]any `json:"result"`
			Error  string         `json:"error"`
		}
		require.NoError(i.t, json.Unmarshal(lines.Bytes(), &line), lines.Text())
		switch {
		case line.Result != nil:
			got.result = line.Result
		case line.Error != "":
			got.message = line.Error
		default:
			got.events = append(got.events, line.Event)
			if i.onEvent != nil {
				i.onEvent(line.Event)
			}
		}
	}
	got.output = output.String()
	return got
}

// succeeds runs a command that must succeed.
func (i *installation) succeeds(name string, flags ...string) commandResult {
	i.t.Helper()
	got := i.command(name, flags...)
	require.Empty(i.t, got.message)
	return got
}

// rejected runs install, which must fail with one message, and returns it.
func (i *installation) rejected() string {
	i.t.Helper()
	got := i.command("install")
	require.NotEmpty(i.t, got.message)
	return got.message
}

// messages returns the messages of progress of a step.
func (r commandResult) messages(step string) []string {
	var found []string
	for _, event := range r.events {
		if event.Step == step && event.State == install.Progress {
			found = append(found, event.Message)
		}
	}
	return found
}

// states returns the steps with their last states.
func (r commandResult) states() []string {
	var found []string
	for _, event := range r.events {
		if !slices.Contains([]install.State{install.Started, install.Progress}, event.State) {
			found = append(found, event.Step+" "+string(event.State))
		}
	}
	return found
}

// infraID is the infrastructure ID in metadata.json.
func (i *installation) infraID() string {
	i.t.Helper()
	var metadata struct {
		InfraID string `json:"infraID"`
	}
	text, err := os.ReadFile(filepath.Join(i.dir(), "metadata.json"))
	require.NoError(i.t, err)
	require.NoError(i.t, json.Unmarshal(text, &metadata))
	require.True(i.t, strings.HasPrefix(metadata.InfraID, i.config["name"].(string)+"-"))
	return metadata.InfraID
}

// messagesBeside are messages of the steps that the fake of openshift-install does not write.
var messagesBeside = regexp.MustCompile("^(" + strings.Join([]string{
	`Found override for release image`, // The lab has no release image.
	// Of install and uninstall themselves.
	`the infrastructure ID is`, `\d+ of \d+ nodes are ready`, `\d+ resources have the cluster's tag`, `deleting arn:`,
	`Terminated instance=|Deleted id=`, // The sandbox's account has no resources to find.
}, "|") + ")")

// checkMessages checks that openshift-install wrote in a step what its fake writes for the commands of that step: the
// sandbox shows what users will see.
func (i *installation) checkMessages(r commandResult, step string, commands ...string) {
	i.t.Helper()
	var got, want []string
	for _, message := range r.messages(step) {
		if !messagesBeside.MatchString(message) {
			got = append(got, i.withoutValues(message))
		}
	}
	for _, command := range commands {
		for _, message := range openshiftinstall.Messages(command) {
			want = append(want, i.withoutValues(strings.TrimPrefix(message, "level=warning msg=")))
		}
	}
	// openshift-install says in any order what it has read.
	assert.ElementsMatch(i.t, want, got, step)
}

// withoutValues replaces what differs between installations by names.
func (i *installation) withoutValues(message string) string {
	message = strings.ReplaceAll(message, i.dir(), "{dir}")
	message = strings.ReplaceAll(message, i.config["name"].(string)+"."+installDomain, "{domain}")
	for _, value := range []struct{ form, name string }{
		{`\(until [^)]*\)`, "(until {time})"},
		{`(\d{4}-\d\d-\d\dT\S+|\{created\}|\{expires\})`, "{time}"},
		{`^API \S+ up$`, "API {version} up"},
		{`^Time elapsed: \S+$`, "Time elapsed: {time}"},
		{`password: "[^"]*"$`, "password: {password}"},
		{`here: https?://`, "here: https://"}, // The test's route has no TLS.
	} {
		message = regexp.MustCompile(value.form).ReplaceAllString(message, value.name)
	}
	return message
}
