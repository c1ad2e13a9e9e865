package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/openshift-aws/pulumi-openshift-aws/commands"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
)

const languagePlugin = "pulumi-language-go"

// TestMain makes this program the plugin of programs in Go when it is started under that name: a CLI that is built from
// tools/ has none. It is the program of TestCommandLine when a sandbox starts it.
func TestMain(m *testing.M) {
	if os.Getenv(launch.ErrorVariable) != "" {
		commands.Main("small", smallProgram, nil)
		return
	}
	if strings.TrimSuffix(filepath.Base(os.Args[0]), executableSuffix()) == languagePlugin {
		serveLanguage()
		return
	}
	os.Exit(m.Run())
}

// linkLanguage returns a folder for PATH with the plugin.
func linkLanguage(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(folder, languagePlugin+executableSuffix())))
	return folder
}

func serveLanguage() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server := grpc.NewServer()
	pulumirpc.RegisterLanguageRuntimeServer(server, language{engine: os.Args[len(os.Args)-1]})
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	_ = server.Serve(listener)
}

// language is the part of pulumi-language-go that `pulumi up` needs.
type language struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	engine string
}

func (language) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "1.0.0"}, nil
}

// GetRequiredPlugins returns a provider that is not installed, as the plugin does for a program that imports its SDK.
func (language) GetRequiredPlugins(
	context.Context, *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	return &pulumirpc.GetRequiredPluginsResponse{
		Plugins: []*pulumirpc.PluginDependency{{Name: "aws", Kind: "resource", Version: "v" + aws.Version}},
	}, nil
}

// Run runs the program of a folder, which it compiles once.
func (l language) Run(ctx context.Context, req *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	folder := req.GetInfo().GetProgramDirectory()
	program := filepath.Join(folder, ".sandbox", "program"+executableSuffix())
	if _, err := os.Stat(program); err != nil {
		build := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
		build.Dir = folder
		if text, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build in %s: %w\n%s", folder, err, text)
		}
	}
	config, err := json.Marshal(req.GetConfig())
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program)
	command.Dir = req.GetPwd()
	command.Env = append(os.Environ(),
		pulumi.EnvOrganization+"="+req.GetOrganization(),
		pulumi.EnvProject+"="+req.GetProject(),
		pulumi.EnvStack+"="+req.GetStack(),
		pulumi.EnvConfig+"="+string(config),
		pulumi.EnvParallel+"="+strconv.Itoa(int(req.GetParallel())),
		pulumi.EnvDryRun+"="+strconv.FormatBool(req.GetDryRun()),
		pulumi.EnvMonitor+"="+req.GetMonitorAddress(),
		pulumi.EnvEngine+"="+l.engine)
	if text, err := command.CombinedOutput(); err != nil {
		return &pulumirpc.RunResponse{Error: string(text)}, nil //nolint:nilerr // the engine reports the response's error
	}
	return &pulumirpc.RunResponse{}, nil
}
