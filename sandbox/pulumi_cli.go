package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/launch"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/pulumicli"
)

// cliVersion is the release that tools/go.mod pins.
const cliVersion = "3.250.0"

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
	// Commands look for the program on PATH by this name.
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
	fmt.Fprintf(out, "There is no pulumi CLI of %s or newer on PATH: building v%s from tools/ into %s, without its storage in clouds.\n"+
		"This is needed once and takes a minute or two. Go compiles:\n", pulumicli.Oldest, cliVersion, filepath.Dir(path))
	return compile(ctx, filepath.Join(root, "tools"), path, out)
}

// compile builds into a temporary file and renames it, so that an incomplete program is never run.
func compile(ctx context.Context, module, path string, out io.Writer) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "building-*"+executableSuffix())
	if err != nil {
		return err
	}
	_ = temporary.Close()
	defer os.Remove(temporary.Name())
	command := exec.CommandContext(ctx, "go", "run", "-C", module, "./cli", temporary.Name())
	command.Env = append(os.Environ(), append(launch.SameBuild(), "GOWORK=off")...)
	var text bytes.Buffer
	command.Stdout = io.MultiWriter(out, &text)
	command.Stderr = command.Stdout
	command.WaitDelay = time.Second // go run leaves what it runs behind when it is killed.
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("building the pulumi CLI from %s: %w%s", module, err, messages(text.String()))
	}
	return os.Rename(temporary.Name(), path)
}

// messages returns what Go has printed other than the names of packages, each line after a line break.
func messages(printed string) string {
	var found strings.Builder
	for line := range strings.Lines(printed) {
		if strings.Contains(line, " ") {
			found.WriteString("\n" + strings.TrimSpace(line))
		}
	}
	return found.String()
}
