//go:build !windows

package adopt

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
)

// runtimeFake is a language host.
type runtimeFake struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	request  *pulumirpc.RunRequest
	response *pulumirpc.RunResponse
}

func (r *runtimeFake) Run(_ context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	r.request = request
	return r.response, nil
}

// TestUseProject: the plugin for the project's language, which is beside the CLI, runs the program with the project's options.
func TestUseProject(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	fake, server := &runtimeFake{}, grpc.NewServer()
	pulumirpc.RegisterLanguageRuntimeServer(server, fake)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	cli, engine := t.TempDir(), filepath.Join(t.TempDir(), "engine")
	port := listener.Addr().(*net.TCPAddr).Port
	script := fmt.Sprintf("#!/bin/sh\necho $1 > %s\necho not compiled >&2\necho %d\nexec sleep 60\n", engine, port)
	require.NoError(t, os.WriteFile(filepath.Join(cli, "pulumi-language-go"), []byte(script), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(cli, "pulumi"), nil, 0o700))
	for _, test := range []struct {
		reason, project, want string
		response              *pulumirpc.RunResponse
	}{
		{reason: "it runs", project: "runtime: go", response: &pulumirpc.RunResponse{}},
		{reason: "its options", project: "runtime: {name: go, options: {binary: shop}}", response: &pulumirpc.RunResponse{}},
		{
			reason: "an error with what the plugin has printed", project: "runtime: go",
			response: &pulumirpc.RunResponse{Error: "exit status 1"}, want: "the program: exit status 1\nnot compiled",
		},
		{
			reason: "an error that the engine has", project: "runtime: go", response: &pulumirpc.RunResponse{Bail: true},
			want: errReported.Error(),
		},
	} {
		opts := Options{Dir: t.TempDir()}
		require.NoError(t, os.WriteFile(filepath.Join(opts.Dir, "Pulumi.yaml"), []byte("name: shop\n"+test.project+"\n"), 0o600))
		remove, err := opts.UseProject(filepath.Join(cli, "pulumi"))
		require.NoError(t, err, test.reason)
		fake.response = test.response
		err = opts.Program(t.Context(), &pulumirpc.RunRequest{Args: []string{"127.0.0.1:1"}, Info: &pulumirpc.ProgramInfo{}})
		remove()
		if test.want == "" {
			require.NoError(t, err, test.reason)
		} else {
			require.EqualError(t, err, test.want, test.reason)
		}
		address, err := os.ReadFile(engine)
		require.NoError(t, err)
		assert.Equal(t, "127.0.0.1:1\n", string(address), test.reason)
		options := fake.request.GetInfo().GetOptions().AsMap()
		assert.Equal(t, "go", opts.Language, test.reason)
		if test.project == "runtime: go" {
			assert.NotEmpty(t, options["buildTarget"], test.reason)
		} else {
			assert.Equal(t, map[string]any{"binary": "shop"}, options, test.reason)
		}
	}

	opts := Options{Dir: t.TempDir()}
	_, err = opts.UseProject("pulumi")
	require.ErrorContains(t, err, "no Pulumi.yaml project file found")
	require.NoError(t, os.WriteFile(filepath.Join(opts.Dir, "Pulumi.yaml"), []byte("name: shop\nruntime: fortran\n"), 0o600))
	_, err = opts.UseProject("pulumi")
	require.ErrorContains(t, err, "pulumi-language-fortran")
}
