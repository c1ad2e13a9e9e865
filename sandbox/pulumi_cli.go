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

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/pulumicli"
)

// cliVersion is the release that tools/go.mod pins.
const cliVersion = "3.250.0"

// cliPackage is the Pulumi CLI's main package.
const cliPackage = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"

// findCLI returns the path of a pulumi CLI: the one on PATH, or one that is built from tools/ into the user's cache folder,
// once.
func findCLI(ctx context.Context, out io.Writer) (string, error) {
	if path, err := exec.LookPath("pulumi"); err == nil && usable(ctx, path) {
		return filepath.Abs(path)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no pulumi on PATH, and no cache folder to build one in: %w", err)
	}
	path := filepath.Join(cache, "pulumi-openshift-aws", "pulumi-v"+cliVersion+executableSuffix())
	if usable(ctx, path) {
		return path, nil
	}
	return path, buildCLI(ctx, path, out)
}

func executableSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// usable reports whether the program is a pulumi CLI of the SDK's major version and not too old.
func usable(ctx context.Context, path string) bool {
	command := exec.CommandContext(ctx, path, "version")
	command.Env = append(os.Environ(), "PULUMI_SKIP_UPDATE_CHECK=true")
	text, err := command.Output()
	return err == nil && isUsable(string(text))
}

// isUsable is usable for the output of `pulumi version`.
func isUsable(text string) bool {
	version, err := semver.ParseTolerant(strings.TrimSpace(text))
	return err == nil && version.Major == semver.MustParse(cliVersion).Major && version.GE(semver.MustParse(pulumicli.Oldest))
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
	if usable(ctx, path) {
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

// CLI returns the path of a Pulumi CLI: the one on PATH, or one that is built once.
func CLI(ctx context.Context, out io.Writer) (string, error) {
	return findCLI(ctx, out)
}
