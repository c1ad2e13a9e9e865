package adopt

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// Compile compiles the program in Go of a project's folder, once for all previews. remove deletes it. If the project names a compiled
// program (options.binary of the runtime in Pulumi.yaml), it is that one.
func Compile(ctx context.Context, dir string) (program Program, remove func(), err error) {
	path, err := workspace.DetectProjectPathFrom(dir)
	if err != nil {
		return nil, nil, err
	}
	if path == "" {
		return nil, nil, fmt.Errorf("%s is not in a Pulumi project: there is no Pulumi.yaml", dir)
	}
	project, err := workspace.LoadProject(path)
	if err != nil {
		return nil, nil, err
	}
	if name := project.Runtime.Name(); name != "go" {
		return nil, nil, fmt.Errorf("%s: the runtime is %s; only programs in Go can be adopted", path, name)
	}
	folder := filepath.Join(filepath.Dir(path), project.Main)
	if binary, _ := project.Runtime.Options()["binary"].(string); binary != "" {
		if !filepath.IsAbs(binary) {
			binary = filepath.Join(filepath.Dir(path), binary)
		}
		return executable(binary, folder), func() {}, nil
	}
	temporary, err := os.MkdirTemp("", "adopt")
	if err != nil {
		return nil, nil, err
	}
	remove = func() { _ = os.RemoveAll(temporary) }
	binary := filepath.Join(temporary, "program")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, ".")
	build.Dir = folder
	if text, err := build.CombinedOutput(); err != nil {
		remove()
		return nil, nil, fmt.Errorf("go build in %s: %w\n%s", folder, err, text)
	}
	return executable(binary, folder), remove, nil
}

// executable returns a compiled program. It is run as pulumi-language-go does (pulumi/pulumi v3.250.0
// sdk/go/pulumi-language-go/main.go, constructEnv).
func executable(path, folder string) Program {
	return func(ctx context.Context, request *pulumirpc.RunRequest) error {
		config, err := json.Marshal(request.GetConfig())
		if err != nil {
			return err
		}
		secrets, err := json.Marshal(request.GetConfigSecretKeys())
		if err != nil {
			return err
		}
		var engine string
		if len(request.GetArgs()) > 0 {
			engine = request.GetArgs()[0]
		}
		command := exec.CommandContext(ctx, path)
		command.Dir = folder
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
		if text, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("the program: %w\n%s", err, strings.TrimSpace(string(text)))
		}
		return nil
	}
}
