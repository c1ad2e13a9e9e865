package adopt

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/structpb"
)

// UseProject sets Program and Language to those of the project that Dir is in. Pulumi's plugin for the language runs the program: the one
// beside the CLI of a path, on PATH, or installed. remove deletes what it compiles.
func (o *Options) UseProject(cli string) (remove func(), err error) {
	project, err := loadProject(o.Dir)
	if err != nil {
		return nil, err
	}
	o.Language = project.Runtime.Name()
	host, err := languageHost(o.Language, cli)
	if err != nil {
		return nil, err
	}
	options, err := structpb.NewStruct(project.Runtime.Options())
	if err != nil {
		return nil, err
	}
	remove = func() {}
	if fields := options.GetFields(); o.Language == "go" && fields["binary"] == nil && fields["buildTarget"] == nil {
		folder, err := os.MkdirTemp("", "adopt")
		if err != nil {
			return nil, err
		}
		remove = func() { _ = os.RemoveAll(folder) }
		// Without a build target, each preview links the program again.
		options.Fields = map[string]*structpb.Value{"buildTarget": structpb.NewStringValue(filepath.Join(folder, "program"))}
	}
	o.Program = func(ctx context.Context, request *pulumirpc.RunRequest) error {
		request.Info.Options = options // They have been those of this language host.
		return runBy(ctx, host, request)
	}
	return remove, nil
}

// loadProject reads the Pulumi.yaml of the project that a folder is in.
func loadProject(dir string) (*workspace.Project, error) {
	path, err := workspace.DetectProjectPathFrom(dir)
	if err != nil {
		return nil, err
	}
	return workspace.LoadProject(path)
}

// languageHost returns the path of Pulumi's plugin for a language. The CLI looks beside itself, too.
func languageHost(language, cli string) (string, error) {
	plugin := workspace.PluginDescriptor{Name: language, Kind: apitype.LanguagePlugin}
	if cli, err := filepath.EvalSymlinks(cli); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(cli), plugin.File())); err == nil {
			return path, nil
		}
	}
	silent := diag.DefaultSink(io.Discard, io.Discard, diag.FormatOptions{Color: colors.Never})
	return workspace.GetPluginPath(context.Background(), silent, plugin, nil)
}

// errReported is the error of a program that has told it to the engine.
var errReported = errors.New("the program has reported its error")

// runBy runs a program by a language host, which is told where the engine is, and prints the port on which it listens (pulumi/sdk v3.250.0
// go/common/resource/plugin, NewLanguageRuntime and newPlugin).
func runBy(ctx context.Context, path string, request *pulumirpc.RunRequest) error {
	var output bytes.Buffer
	host := exec.CommandContext(ctx, path, request.GetArgs()...)
	host.Dir, host.Stderr, host.WaitDelay = request.GetPwd(), &output, time.Second
	stdout, err := host.StdoutPipe()
	if err != nil {
		return err
	}
	if err := host.Start(); err != nil {
		return err
	}
	lines := bufio.NewReader(stdout)
	port, err := lines.ReadString('\n')
	if err == nil {
		go func() { _, _ = io.Copy(io.Discard, lines) }()
		request.Args = nil
		err = runAt(ctx, "127.0.0.1:"+strings.TrimSpace(port), request)
	}
	_ = host.Process.Kill()
	_ = host.Wait()
	if err != nil && !errors.Is(err, errReported) {
		return fmt.Errorf("the program: %w\n%s", err, strings.TrimSpace(output.String()))
	}
	return err
}

// runAt runs a program by the language host at an address.
func runAt(ctx context.Context, address string, request *pulumirpc.RunRequest) error {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	response, err := pulumirpc.NewLanguageRuntimeClient(connection).Run(ctx, request)
	switch {
	case err != nil:
		return err
	case response.GetBail():
		return errReported
	case response.GetError() != "":
		return errors.New(response.GetError())
	}
	return nil
}
