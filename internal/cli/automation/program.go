package automation

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// ProgramCommand returns the command that runs a compiled program as pulumi-language-go does (pulumi/pulumi v3.250.0
// sdk/go/pulumi-language-go/main.go, constructEnv).
func ProgramCommand(ctx context.Context, path string, request *pulumirpc.RunRequest) (*exec.Cmd, error) {
	config, err := json.Marshal(request.GetConfig())
	if err != nil {
		return nil, err
	}
	secrets, err := json.Marshal(request.GetConfigSecretKeys())
	if err != nil {
		return nil, err
	}
	var engine string
	if len(request.GetArgs()) > 0 {
		engine = request.GetArgs()[0]
	}
	command := exec.CommandContext(ctx, path)
	command.Env = append(os.Environ(),
		pulumi.EnvOrganization+"="+request.GetOrganization(),
		pulumi.EnvProject+"="+request.GetProject(),
		pulumi.EnvStack+"="+request.GetStack(),
		pulumi.EnvConfig+"="+string(config),
		pulumi.EnvConfigSecretKeys+"="+string(secrets),
		pulumi.EnvParallel+"="+strconv.Itoa(int(request.GetParallel())),
		pulumi.EnvDryRun+"="+strconv.FormatBool(request.GetDryRun()),
		pulumi.EnvMonitor+"="+request.GetMonitorAddress(),
		pulumi.EnvEngine+"="+engine)
	return command, nil
}
