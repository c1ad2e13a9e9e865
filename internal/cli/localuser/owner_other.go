//go:build !linux

package localuser

import "net"

// isOwnProcess accepts all processes: only Linux says whose a connection is.
func isOwnProcess(_, _ *net.TCPAddr) bool { return true }
