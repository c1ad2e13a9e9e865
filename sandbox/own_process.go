package sandbox

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
)

// ownListener accepts connections of processes of this user only. The engine calls attached providers without credentials, so
// that any user of the machine could read and change what a fake holds.
type ownListener struct {
	net.Listener
	// isOwn reports whether a process of this user has the other end of a connection.
	isOwn func(local, remote *net.TCPAddr) bool
}

// Accept implements net.Listener.
func (l ownListener) Accept() (net.Conn, error) {
	for {
		connection, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		local, isLocal := connection.LocalAddr().(*net.TCPAddr)
		remote, isRemote := connection.RemoteAddr().(*net.TCPAddr)
		if isLocal && isRemote && l.isOwn(local, remote) {
			return connection, nil
		}
		_ = connection.Close()
	}
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
