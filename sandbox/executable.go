package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/constant"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// execute runs the compiled program with the environment that `pulumi-language-go` gives it. What it prints is shown when it
// has ended.
func (h *languageHost) execute(ctx context.Context, req *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	env, err := programEnvironment(req)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, h.executable)
	command.Dir, command.Env = h.dir, env
	printed, err := command.CombinedOutput()
	text := strings.TrimSpace(string(printed))
	exit := new(exec.ExitError)
	switch {
	case err == nil:
		return &pulumirpc.RunResponse{}, logInfo(ctx, req, text)
	case errors.As(err, &exit) && exit.ExitCode() == constant.ExitStatusLoggedError:
		return &pulumirpc.RunResponse{Error: text, Bail: true}, logInfo(ctx, req, text)
	}
	return &pulumirpc.RunResponse{Error: strings.TrimSpace(fmt.Sprintf("the program failed: %v\n%s", err, text))}, nil
}

// programEnvironment is the environment of a Pulumi program, without the variables of the user's other stacks.
func programEnvironment(req *pulumirpc.RunRequest) ([]string, error) {
	config, err := json.Marshal(req.GetConfig())
	if err != nil {
		return nil, err
	}
	secretKeys, err := json.Marshal(req.GetConfigSecretKeys())
	if err != nil {
		return nil, err
	}
	var env []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PULUMI_") {
			env = append(env, variable)
		}
	}
	return append(env,
		pulumi.EnvOrganization+"="+req.GetOrganization(),
		pulumi.EnvProject+"="+req.GetProject(),
		pulumi.EnvStack+"="+req.GetStack(),
		pulumi.EnvConfig+"="+string(config),
		pulumi.EnvConfigSecretKeys+"="+string(secretKeys),
		pulumi.EnvParallel+"="+strconv.Itoa(int(req.GetParallel())),
		pulumi.EnvDryRun+"="+strconv.FormatBool(req.GetDryRun()),
		pulumi.EnvMonitor+"="+req.GetMonitorAddress(),
		pulumi.EnvEngine+"="+engineAddress(req),
	), nil
}

// engineAddress is the engine's address: the first argument that it gives a language host.
func engineAddress(req *pulumirpc.RunRequest) string {
	if args := req.GetArgs(); len(args) > 0 {
		return args[0]
	}
	return ""
}

// logInfo shows a text in the engine's display.
func logInfo(ctx context.Context, req *pulumirpc.RunRequest, text string) error {
	if text == "" {
		return nil
	}
	connection, err := grpc.NewClient(engineAddress(req), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	_, err = pulumirpc.NewEngineClient(connection).Log(ctx, &pulumirpc.LogRequest{
		Severity: pulumirpc.LogSeverity_INFO, Message: text,
	})
	return err
}
