package localuser

import (
	"context"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/peer"
)

// echo starts a server that greets who connects, and returns its address.
func echo(t *testing.T) string {
	t.Helper()
	server, err := Listen()
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		for {
			connection, err := server.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Write([]byte("hello"))
			_ = connection.Close()
		}
	}()
	return server.Addr().String()
}

// dialHelper makes the test's own program a client: TestAConnectionOfAnotherUser starts it as another user.
const dialHelper = "LOCALUSER_DIAL"

func TestMain(m *testing.M) {
	if address := os.Getenv(dialHelper); address != "" {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			greeting := make([]byte, 5)
			n, _ := connection.Read(greeting)
			_, _ = os.Stdout.Write(greeting[:n])
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func dial(t *testing.T, address string, user *syscall.Credential) string {
	t.Helper()
	client := exec.CommandContext(t.Context(), "/proc/self/exe")
	client.Env, client.SysProcAttr = []string{dialHelper + "=" + address}, &syscall.SysProcAttr{Credential: user}
	got, err := client.CombinedOutput()
	require.NoError(t, err)
	return string(got)
}

func TestAConnectionOfThisUser(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "hello", dial(t, echo(t), nil))
}

// TestAConnectionOfAnotherUser needs the right to become another user: with it a process of that user, otherwise the owner of a real
// connection is compared with another one.
func TestAConnectionOfAnotherUser(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		assert.Empty(t, dial(t, echo(t), &syscall.Credential{Uid: 65534, Gid: 65534}))
		return
	}
	made, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer made.Close()
	client, err := net.Dial("tcp", made.Addr().String())
	require.NoError(t, err)
	defer client.Close()
	table, err := os.Open("/proc/net/tcp")
	require.NoError(t, err)
	defer table.Close()
	from, to := client.LocalAddr().(*net.TCPAddr), client.RemoteAddr().(*net.TCPAddr)
	assert.Equal(t, strconv.Itoa(os.Getuid()), ownerOf(table, from, to))
}

func TestCheck(t *testing.T) {
	t.Parallel()
	made, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer made.Close()
	client, err := net.Dial("tcp", made.Addr().String())
	require.NoError(t, err)
	defer client.Close()
	call := func(remote net.Addr) error {
		return Check(peer.NewContext(context.Background(), &peer.Peer{LocalAddr: made.Addr(), Addr: remote}))
	}
	require.NoError(t, call(client.LocalAddr()))
	require.EqualError(t, call(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}), "the caller is a process of another user of this machine",
		"a connection that nobody of this user has")
	require.Error(t, call(&net.UnixAddr{Name: "a"}))
	assert.NoError(t, Check(context.Background()), "a call inside the process")
}

func TestOwnerOf(t *testing.T) {
	t.Parallel()
	const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:A38B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 10001 1 0 100 0 0 10 0
   1: 0100007F:A38B 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 10002 1 0 100 0 0 10 0
   2: 0100007F:C001 0100007F:A38B 01 00000000:00000000 00:00000000 00000000 65534        0 10003 1 0 100 0 0 10 0
`
	loopback := net.IPv4(127, 0, 0, 1)
	server, client := &net.TCPAddr{IP: loopback, Port: 0xA38B}, &net.TCPAddr{IP: loopback, Port: 0xC001}
	assert.Equal(t, "65534", ownerOf(strings.NewReader(table), client, server), "the owner of the client, not of the server")
	assert.Empty(t, ownerOf(strings.NewReader(table), &net.TCPAddr{IP: loopback, Port: 0xC002}, server))
	assert.Empty(t, ownerOf(strings.NewReader(table), &net.TCPAddr{IP: net.IPv6loopback, Port: 0xC001}, server))
}
