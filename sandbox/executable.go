package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/sdk/v3/go/common/constant"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
)

// executableHost is a language host (pulumirpc.LanguageRuntime) of a compiled program.
type executableHost struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	path string
	// report is called with the program's own error.
	report func(error)
}

// host starts the language host of the sandbox's program if it is an executable.
func (v *served) host(program *observedProgram) (stop func(), err error) {
	if v.box.executable == "" {
		return func() {}, nil
	}
	host := &executableHost{path: v.box.executable, report: program.report}
	port, stop, err := serve(func(server *grpc.Server) { pulumirpc.RegisterLanguageRuntimeServer(server, host) })
	v.cli.LanguageHost = fmt.Sprintf("127.0.0.1:%d", port)
	return stop, err
}

// GetPluginInfo returns a release: the CLI asks for one.
func (*executableHost) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "1.0.0"}, nil
}

// GetRequiredPlugins returns none: the sandbox has the providers.
func (*executableHost) GetRequiredPlugins(
	context.Context, *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	return &pulumirpc.GetRequiredPluginsResponse{}, nil
}

// Run runs the program.
func (h *executableHost) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	folder, err := os.MkdirTemp("", "sandbox")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	command, err := automation.ProgramCommand(ctx, h.path, request)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "error")
	command.Env = append(command.Env, launch.ErrorVariable+"="+file)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err = command.Run()
	if own, readErr := os.ReadFile(file); readErr == nil {
		h.report(errors.New(string(own)))
	}
	if command.ProcessState != nil && command.ProcessState.ExitCode() == constant.ExitStatusLoggedError {
		return &pulumirpc.RunResponse{Bail: true}, nil
	}
	if err != nil {
		return &pulumirpc.RunResponse{Error: fmt.Sprintf("the program: %v", err)}, nil
	}
	return &pulumirpc.RunResponse{}, nil
}
