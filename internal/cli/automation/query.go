package automation

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Query asks the Pulumi CLI on PATH about the stack of the project in a folder.
type Query struct {
	// Dir is the folder of Pulumi.yaml, Stack the name of the stack, by default the selected one, and Backend the URL of the backend, by
	// default that of `pulumi login`.
	Dir, Stack, Backend string

	cli *Command
}

// Open finds the CLI.
func (q *Query) Open(ctx context.Context) error {
	path, err := exec.LookPath("pulumi")
	if err != nil {
		return errors.New("the Pulumi CLI is not on PATH: https://www.pulumi.com/docs/install/")
	}
	q.cli, err = NewCommand(ctx, path)
	return err
}

// Ask runs a command of the CLI and returns its output.
func (q *Query) Ask(ctx context.Context, arguments ...string) (string, error) {
	var environment []string
	if q.Backend != "" {
		environment = []string{"PULUMI_BACKEND_URL=" + q.Backend}
	}
	if q.Stack != "" {
		arguments = append(arguments, "--stack", q.Stack)
	}
	text, problems, code, err := q.cli.Run(ctx, q.Dir, nil, nil, nil, environment, arguments...)
	if err == nil && code != 0 {
		err = fmt.Errorf("exit code %d", code)
	}
	if err != nil {
		return "", fmt.Errorf("pulumi %s: %w: %s", arguments[0], err, strings.TrimSpace(problems))
	}
	return text, nil
}

// Version returns the release of the CLI.
func (q *Query) Version() string { return q.cli.Version().String() }
