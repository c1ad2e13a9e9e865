// Package localuser keeps the other users of a machine from the servers that the engine calls without credentials: each of them could
// otherwise read and change what a server holds.
package localuser

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"google.golang.org/grpc/peer"
)

// Listen listens on a free loopback port and accepts connections of processes of this user only.
func Listen() (net.Listener, error) {
	made, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("no port on loopback: %w", err)
	}
	return listener{Listener: made, isOwn: isOwn}, nil
}

type listener struct {
	net.Listener
	// isOwn reports whether a process of this user has the other end of a connection.
	isOwn func(local, remote net.Addr) bool
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	for {
		connection, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.isOwn(connection.LocalAddr(), connection.RemoteAddr()) {
			return connection, nil
		}
		_ = connection.Close()
	}
}

// Check returns an error if a gRPC call comes from a process of another user. It is for servers whose listener somebody else makes.
func Check(ctx context.Context) error {
	if caller, ok := peer.FromContext(ctx); ok && !isOwn(caller.LocalAddr, caller.Addr) {
		return errors.New("the caller is a process of another user of this machine")
	}
	return nil
}

func isOwn(local, remote net.Addr) bool {
	to, isLocal := local.(*net.TCPAddr)
	from, isRemote := remote.(*net.TCPAddr)
	return isLocal && isRemote && isOwnProcess(to, from)
}

// ownerOf returns the user ID of the process that has connected from an address to another one of this machine, from the
// text of /proc/net/tcp (Linux, Documentation/networking/proc_net_tcp.rst); "" if there is none.
func ownerOf(table io.Reader, from, to *net.TCPAddr) string {
	lines := bufio.NewScanner(table)
	for lines.Scan() {
		// sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid
		fields := strings.Fields(lines.Text())
		if len(fields) > 7 && fields[1] == procAddress(from) && fields[2] == procAddress(to) {
			return fields[7]
		}
	}
	return ""
}

// procAddress is an IPv4 address and its port as Linux prints them: the address in the byte order of the machine.
func procAddress(address *net.TCPAddr) string {
	ip := address.IP.To4()
	if ip == nil {
		return ""
	}
	return fmt.Sprintf("%08X:%04X", binary.NativeEndian.Uint32(ip), address.Port)
}
