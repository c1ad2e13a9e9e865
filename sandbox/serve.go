package sandbox

import (
	"net"

	"google.golang.org/grpc"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/localuser"
)

// maxMessage is the limit of a gRPC message, the same as the engine's: a stack's outputs and a resource's properties are
// one message each.
const maxMessage = 400 << 20

// serve starts a gRPC server on a free loopback port, for processes of this user. stop stops it immediately.
func serve(register func(*grpc.Server)) (port int, stop func(), err error) {
	listener, err := localuser.Listen()
	if err != nil {
		return 0, nil, err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessage))
	register(server)
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().(*net.TCPAddr).Port, server.Stop, nil
}
