package sandbox

import (
	"context"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

// languageHost runs the program inside this process when the engine requests it, as `pulumi-language-go` runs it in a
// process of its own.
type languageHost struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	program pulumi.RunFunc

	// executable is the program's path, if it runs as a process of its own in the folder dir.
	executable, dir string
}

// GetPluginInfo returns a version because the engine requires one.
func (h *languageHost) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "1.0.0"}, nil
}

// GetRequiredPlugins returns none: the engine loads a plugin when a resource needs it.
func (h *languageHost) GetRequiredPlugins(
	context.Context, *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	return &pulumirpc.GetRequiredPluginsResponse{}, nil
}

// Run runs the program once. An error of the program is logged to the engine, which shows it; Bail ends the run without
// another message.
func (h *languageHost) Run(ctx context.Context, req *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	if h.executable != "" {
		return h.execute(ctx, req)
	}
	info := pulumi.RunInfo{
		MonitorAddr:      req.GetMonitorAddress(),
		Config:           req.GetConfig(),
		ConfigSecretKeys: req.GetConfigSecretKeys(),
		Project:          req.GetProject(),
		Stack:            req.GetStack(),
		Parallel:         req.GetParallel(),
		DryRun:           req.GetDryRun(),
		Organization:     req.GetOrganization(),
		EngineAddr:       engineAddress(req),
	}
	program, err := pulumi.NewContext(ctx, info)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	if err := h.run(program); err != nil {
		return &pulumirpc.RunResponse{Error: err.Error(), Bail: true}, nil
	}
	return &pulumirpc.RunResponse{}, nil
}

// run distinguishes the errors and panics of the program from what the engine rejected, which the engine has already shown
// with its resource.
func (h *languageHost) run(program *pulumi.Context) (err error) {
	var own error
	defer func() {
		if r := recover(); r != nil {
			own = fmt.Errorf("the program panicked: %v", r)
			err = own
		}
		if own == nil && err != nil && !shown(err) {
			own = err
		}
		if own != nil {
			_ = program.Log.Error(own.Error(), nil)
		}
	}()
	return pulumi.RunWithContext(program, func(ctx *pulumi.Context) error {
		own = h.program(ctx)
		return own
	})
}

// shown reports whether an error is the engine's response to a registration.
func shown(err error) bool {
	_, isRPC := status.FromError(err)
	return isRPC
}
