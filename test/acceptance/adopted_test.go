package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
)

// adoptedAgain removes an example's stack, adopts what it had created, and asserts that this changed nothing in the account and that
// nothing is left to do. With rejected it first asserts what a program that differs is rejected for.
func (e *example) adoptedAgain(project string, rejected ...func(existing []adopt.Resource)) {
	e.t.Helper()
	existing := e.forget()
	for _, each := range rejected {
		each(existing)
	}
	report, called, err := e.adopt(project, adopt.Options{Existing: existing})
	require.NoError(e.t, err)
	assert.NotEmpty(e.t, called, "the provider read what exists")
	assert.Subset(e.t, registered, writes(called), "the adoption changed the account")
	assert.NotEmpty(e.t, report.Imported)
	assert.Empty(e.t, report.Allowed)
	e.run("preview").unchanged(e.t, "preview after the adoption")
	e.run("up").unchanged(e.t, "update after the adoption")
}

// registered are the operations with which a target, or a security group of an endpoint, is registered again: they change nothing.
var registered = []string{
	"ec2:ModifyVpcEndpoint", "elasticloadbalancing:RegisterInstancesWithLoadBalancer", "elasticloadbalancing:RegisterTargets",
}

// writes returns the operations that are not for reading.
func writes(called []string) []string {
	return slices.DeleteFunc(slices.Clone(called), func(operation string) bool {
		_, name, _ := strings.Cut(operation, ":")
		return slices.ContainsFunc([]string{"Describe", "Get", "List", "Head"}, func(verb string) bool { return strings.HasPrefix(name, verb) })
	})
}

// forget removes an example's stack and returns its resources.
func (e *example) forget() []adopt.Resource {
	e.t.Helper()
	path := e.stateFile()
	text, err := os.ReadFile(path)
	require.NoError(e.t, err)
	var state struct {
		Checkpoint struct {
			Latest json.RawMessage `json:"latest"`
		} `json:"checkpoint"`
	}
	require.NoError(e.t, json.Unmarshal(text, &state))
	existing, err := adopt.ReadStack(bytes.NewReader(fmt.Appendf(nil, `{"deployment":%s}`, state.Checkpoint.Latest)))
	require.NoError(e.t, err)
	require.NoError(e.t, os.Remove(path))
	e.t.Cleanup(func() {
		if e.t.Failed() { // The test's cleanup destroys the stack.
			_ = os.WriteFile(path, text, 0o600)
		}
	})
	return existing
}

// stateFile returns the file of the stack's state, which exists or has existed.
func (e *example) stateFile() string {
	e.t.Helper()
	folders, err := filepath.Glob(filepath.Join(e.dir, "state", ".pulumi", "stacks", "*"))
	require.NoError(e.t, err)
	require.Len(e.t, folders, 1)
	return filepath.Join(folders[0], "sandbox.json")
}

// adopt adopts an example with its configuration, and returns the operations that the AWS provider called.
func (e *example) adopt(project string, opts adopt.Options) (*adopt.Report, []string, error) {
	e.t.Helper()
	options, stop, err := sandbox.Workspace(e.t.Context(), sandbox.Options{
		Project: project, Dir: e.dir, RealAWS: true, Kubeconfig: os.Getenv("KUBECONFIG"),
	})
	require.NoError(e.t, err)
	defer stop()
	stack, err := auto.UpsertStackInlineSource(e.t.Context(), "sandbox", project, nil, options...)
	require.NoError(e.t, err)
	for _, settings := range []map[string]string{emulatorConfig, e.config} {
		for key, value := range settings {
			require.NoError(e.t, stack.SetConfig(e.t.Context(), key, auto.ConfigValue{Value: value}))
		}
	}
	e.adoptions++
	key := fmt.Sprintf("%s-adopted-%d", e.name, e.adoptions)
	for name, value := range stack.Workspace().GetEnvVars() {
		opts.Env = append(opts.Env, name+"="+value)
	}
	opts.Env = append(opts.Env, "AWS_ACCESS_KEY_ID="+key)
	command := stack.Workspace().PulumiCommand().(*automation.Command)
	if killed, _ := opts.CLI.(*adopttest.KilledCLI); killed != nil {
		killed.Command = command
	} else {
		opts.CLI = command
	}
	opts.Dir, opts.Stack, opts.Out = stack.Workspace().WorkDir(), "sandbox", e.t.Output()
	opts.Program = e.compiled
	report, err := adopt.Run(e.t.Context(), opts)
	return report, calledBy(e.t, key), err
}

// compiled runs the example's program in the repository.
func (e *example) compiled(ctx context.Context, request *pulumirpc.RunRequest) error {
	command, err := automation.ProgramCommand(ctx, e.binary, request)
	if err != nil {
		return err
	}
	command.Dir = filepath.Join("..", "..")
	if text, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("the program: %w\n%s", err, text)
	}
	return nil
}

// calledBy returns the operations that were called with an access key.
func calledBy(t *testing.T, key string) []string {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, os.Getenv("AWS_ENDPOINT_URL")+"/lab/actions/"+key, nil)
	require.NoError(t, err)
	var called []string
	require.NoError(t, json.Unmarshal(responseTo(t, request), &called))
	return called
}
