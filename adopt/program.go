package adopt

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
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

// executable returns a compiled program.
func executable(path, folder string) Program {
	return func(ctx context.Context, request *pulumirpc.RunRequest) error {
		command, err := automation.ProgramCommand(ctx, path, request)
		if err != nil {
			return err
		}
		command.Dir = folder
		if text, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("the program: %w\n%s", err, strings.TrimSpace(string(text)))
		}
		return nil
	}
}
