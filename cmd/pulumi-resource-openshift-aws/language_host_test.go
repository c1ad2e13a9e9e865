package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// languageHosts are the plugins as which this program serves when it is started under their names. A CLI that is built from tools/ has
// none, and those of Pulumi 3.250.0 are not modules that a Go proxy has. They start the program as Pulumi's do (pulumi/pulumi v3.250.0
// sdk/nodejs/cmd/pulumi-language-nodejs and sdk/python/cmd/pulumi-language-python, constructArguments).
var languageHosts = []string{"pulumi-language-go", "pulumi-language-nodejs", "pulumi-language-python"}

// isLanguageHost reports whether this program was started as one of them.
func isLanguageHost() bool { return slices.Contains(languageHosts, filepath.Base(os.Args[0])) }

func serveLanguage() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server := grpc.NewServer()
	pulumirpc.RegisterLanguageRuntimeServer(server, languageHost{
		language: strings.TrimPrefix(filepath.Base(os.Args[0]), "pulumi-language-"), engine: os.Args[len(os.Args)-1],
	})
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	_ = server.Serve(listener)
}

// languageHost is what `pulumi up` needs of a plugin for a language.
type languageHost struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	language, engine string
}

func (languageHost) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "1.0.0"}, nil
}

func (languageHost) GetRequiredPlugins(
	context.Context, *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	return &pulumirpc.GetRequiredPluginsResponse{}, nil
}

// InstallDependencies does what `pulumi install` asks Pulumi's plugin for Go to do (sdk/go/pulumi-language-go/main.go).
func (languageHost) InstallDependencies(
	req *pulumirpc.InstallDependenciesRequest, server pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	tidy := exec.CommandContext(server.Context(), "go", "mod", "tidy", "-compat=1.18")
	tidy.Dir = req.GetInfo().GetProgramDirectory()
	if text, err := tidy.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}

// Run runs the program of a folder, which is compiled.
func (l languageHost) Run(ctx context.Context, req *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	arguments := l.arguments(req)
	command := exec.CommandContext(ctx, arguments[0], arguments[1:]...)
	command.Dir = req.GetInfo().GetProgramDirectory()
	config, err := json.Marshal(req.GetConfig())
	if err != nil {
		return nil, err
	}
	command.Env = append(os.Environ(), pulumi.EnvConfig+"="+string(config))
	if _, err := os.Stat(filepath.Join(command.Dir, "tsconfig.json")); err == nil {
		// The type check takes seconds in each run, and `npm test` has it.
		command.Env = append(command.Env, "PULUMI_NODEJS_TYPESCRIPT=true", "PULUMI_NODEJS_TRANSPILE_ONLY=true")
	}
	if l.language == "go" {
		command.Env = append(command.Env,
			pulumi.EnvOrganization+"="+req.GetOrganization(),
			pulumi.EnvProject+"="+req.GetProject(),
			pulumi.EnvStack+"="+req.GetStack(),
			pulumi.EnvParallel+"="+strconv.Itoa(int(req.GetParallel())),
			pulumi.EnvDryRun+"="+strconv.FormatBool(req.GetDryRun()),
			pulumi.EnvMonitor+"="+req.GetMonitorAddress(),
			pulumi.EnvEngine+"="+l.engine)
	}
	if text, err := command.CombinedOutput(); err != nil {
		return &pulumirpc.RunResponse{Error: errors.Join(err, errors.New(string(text))).Error()}, nil
	}
	return &pulumirpc.RunResponse{}, nil
}

// arguments returns the command of the program.
func (l languageHost) arguments(req *pulumirpc.RunRequest) []string {
	folder := req.GetInfo().GetProgramDirectory()
	flags := []string{
		"--monitor", req.GetMonitorAddress(), "--engine", l.engine, "--organization", req.GetOrganization(),
		"--project", req.GetProject(), "--stack", req.GetStack(), "--pwd", folder, "--parallel", strconv.Itoa(int(req.GetParallel())),
	}
	switch l.language {
	case "nodejs":
		if req.GetDryRun() {
			flags = append(flags, "--dry-run")
		}
		run := filepath.Join(folder, "node_modules", "@pulumi", "pulumi", "cmd", "run")
		return slices.Concat([]string{"node", run}, flags, []string{"."})
	case "python":
		flags = append(flags, "--dry_run", strconv.FormatBool(req.GetDryRun()))
		return slices.Concat([]string{python, "-u", os.Getenv(pythonExec)}, flags, []string{"."})
	default: // It is compiled, by the tests or by whoever sets runtime.options.binary.
		binary, _ := req.GetInfo().GetOptions().AsMap()["binary"].(string)
		if filepath.IsAbs(binary) {
			return []string{binary}
		}
		return []string{filepath.Join(folder, cmp.Or(binary, "program"))}
	}
}
