package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/pulumicli"
)

// cliVersion is the release that tools/go.mod pins.
const cliVersion = "3.250.0"

// cliPackage is the Pulumi CLI's main package.
const cliPackage = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"

// foundCLI is the CLI that findCLI found for an environment variable PATH.
var foundCLI = struct {
	sync.Mutex
	path string
	cli  *automation.Command
}{}

// findCLI returns a pulumi CLI: the one on PATH, or one that is built from tools/ into the user's cache folder, once.
func findCLI(ctx context.Context, out io.Writer) (*automation.Command, error) {
	foundCLI.Lock()
	defer foundCLI.Unlock()
	if foundCLI.cli != nil && foundCLI.path == os.Getenv("PATH") {
		return foundCLI.cli, nil
	}
	cli, err := lookCLI(ctx, out)
	if err == nil {
		foundCLI.path, foundCLI.cli = os.Getenv("PATH"), cli
	}
	return cli, err
}

func lookCLI(ctx context.Context, out io.Writer) (*automation.Command, error) {
	if path, err := exec.LookPath("pulumi"); err == nil {
		if cli := usable(ctx, path); cli != nil {
			return cli, nil
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("no pulumi on PATH, and no cache folder to build one in: %w", err)
	}
	// The program's name is that under which commands look for it on PATH.
	path := filepath.Join(cache, "pulumi-openshift-aws", "v"+cliVersion, "pulumi"+executableSuffix())
	if cli := usable(ctx, path); cli != nil {
		return cli, nil
	}
	if err := buildCLI(ctx, path, out); err != nil {
		return nil, err
	}
	return automation.NewCommand(ctx, path)
}

func executableSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// usable returns the program as a pulumi CLI if it is one of the SDK's major version and not too old; otherwise nil.
func usable(ctx context.Context, path string) *automation.Command {
	cli, err := automation.NewCommand(ctx, path)
	if err != nil || !isUsable(cli.Version()) {
		return nil
	}
	return cli
}

func isUsable(version semver.Version) bool {
	return version.Major == semver.MustParse(cliVersion).Major && version.GE(semver.MustParse(pulumicli.Oldest))
}

// buildCLI compiles the pinned CLI. If several processes need it at the same time, one builds it and the others wait.
func buildCLI(ctx context.Context, path string, out io.Writer) error {
	root, err := moduleRoot()
	if err != nil {
		return fmt.Errorf("no pulumi on PATH, and %w to build one from; install it from https://www.pulumi.com/docs/install/", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	locked, err := lock(ctx, path+".lock", "Waiting for another process to build the pulumi CLI.", out)
	if err != nil {
		return err
	}
	defer func() { _ = locked.Close() }()
	if usable(ctx, path) != nil {
		return nil
	}
	fmt.Fprintf(out, "There is no pulumi CLI of %s or newer on PATH: building v%s from tools/ into %s.\n"+
		"This is needed once and may take several minutes.\n", pulumicli.Oldest, cliVersion, filepath.Dir(path))
	return compile(ctx, filepath.Join(root, "tools"), path)
}

// compile builds into a temporary file and renames it, so that an incomplete program is never run.
func compile(ctx context.Context, module, path string) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "building-*"+executableSuffix())
	if err != nil {
		return err
	}
	_ = temporary.Close()
	defer os.Remove(temporary.Name())
	command := exec.CommandContext(ctx, "go", "build", "-C", module, "-o", temporary.Name(), "-ldflags",
		"-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v"+cliVersion, cliPackage)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=readonly")
	if text, err := command.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return errors.Join(fmt.Errorf("building the pulumi CLI from %s: %w", module, err),
			errors.New(strings.TrimSpace(string(text))))
	}
	return os.Rename(temporary.Name(), path)
}
