package docs

import (
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pulumi/esc"
	"github.com/pulumi/esc/eval"
	"github.com/pulumi/esc/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// awsLogin has the outputs of ESC's provider aws-login.
type awsLogin struct{}

func (awsLogin) Schema() (inputs, outputs *schema.Schema) {
	return schema.Always(), schema.Record(schema.BuilderMap{
		"accessKeyId": schema.String(), "secretAccessKey": schema.String(), "sessionToken": schema.String(),
	}).Schema()
}

func (awsLogin) Open(context.Context, map[string]esc.Value, esc.EnvExecContext) (esc.Value, error) {
	return esc.NewValue(map[string]esc.Value{
		"accessKeyId":     esc.NewValue("key"),
		"secretAccessKey": esc.NewSecret("secret"),
		"sessionToken":    esc.NewSecret("token"),
	}), nil
}

// escProviders are the providers of an environment.
type escProviders struct{}

func (escProviders) LoadProvider(_ context.Context, name string) (esc.Provider, error) {
	if name != "aws-login" {
		return nil, errors.New(name + " is not a provider")
	}
	return awsLogin{}, nil
}

func (escProviders) LoadRotator(context.Context, string) (esc.Rotator, error) {
	return nil, errors.New("there are no rotators")
}

var yamlFence = regexp.MustCompile("(?s)```yaml\n(values:.*?)```")

// TestEnvironmentInPage checks the environment of Pulumi ESC as ESC does, and that the example has its settings.
func TestEnvironmentInPage(t *testing.T) {
	t.Parallel()
	found := yamlFence.FindStringSubmatch(read(t, filepath.Join(root, "docs", "stacks.md")))
	require.NotNil(t, found)
	declared, problems, err := eval.LoadYAMLBytes("production", []byte(found[1]))
	require.NoError(t, err)
	require.Empty(t, problems)
	run, err := esc.NewExecContext(nil)
	require.NoError(t, err)
	opened, problems := eval.EvalEnvironment(t.Context(), "production", declared, nil, escProviders{}, nil, run)
	require.Empty(t, problems)

	settings := opened.Properties["pulumiConfig"].Value.(map[string]esc.Value)
	example := projects(t)["rosa-hcp"]
	for key := range settings {
		if strings.HasPrefix(key, example.Name+":") {
			assert.Contains(t, example.Config, key)
		}
	}
	assert.True(t, settings["rhcs:token"].Secret)
	assert.Equal(t, "us-east-2", settings["aws:region"].Value)
	variables := opened.Properties["environmentVariables"].Value.(map[string]esc.Value)
	assert.Equal(t, "token", variables["AWS_SESSION_TOKEN"].Value)
}
