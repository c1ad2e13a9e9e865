package sandbox

import (
	"fmt"
	"net"

	"google.golang.org/grpc"
)

// maxMessage is the limit of a gRPC message, the same as the engine's: a stack's outputs and a resource's properties are
// one message each.
const maxMessage = 400 << 20

// serve starts a gRPC server on a free loopback port, for processes of this user. stop stops it immediately.
func serve(register func(*grpc.Server)) (port int, stop func(), err error) {
	return serveTo(isOwnProcess, register)
}

func serveTo(isOwn func(local, remote *net.TCPAddr) bool, register func(*grpc.Server)) (port int, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, nil, fmt.Errorf("no port on loopback: %w", err)
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessage))
	register(server)
	go func() { _ = server.Serve(ownListener{Listener: listener, isOwn: isOwn}) }()
	return listener.Addr().(*net.TCPAddr).Port, server.Stop, nil
}
