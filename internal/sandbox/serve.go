package sandbox

import (
	"fmt"
	"net"

	"google.golang.org/grpc"
)

// maxMessage bounds one gRPC message: as large as the engine's own bound, because a
// stack's outputs or a resource's properties come as one.
const maxMessage = 400 << 20

// serve starts a gRPC server on a free loopback port. stop ends it at once.
func serve(register func(*grpc.Server)) (port int, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, nil, fmt.Errorf("no port on loopback: %w", err)
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessage))
	register(server)
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().(*net.TCPAddr).Port, server.Stop, nil
}
