package localuser

import (
	"net"
	"os"
	"strconv"
)

func isOwnProcess(local, remote *net.TCPAddr) bool {
	table, err := os.Open("/proc/net/tcp")
	if err != nil {
		return false
	}
	defer table.Close()
	return ownerOf(table, remote, local) == strconv.Itoa(os.Getuid())
}
