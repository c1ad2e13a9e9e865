package sandbox

import (
	"net"
	"os"
	"strconv"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
)

// TestAConnectionOfThisUser calls a provider as the engine does.
func TestAConnectionOfThisUser(t *testing.T) {
	t.Parallel()
	assert.NoError(t, getPluginInfo(t, isOwnProcess))
}

// TestAConnectionOfAnotherUser compares the owner of a real connection with another user.
func TestAConnectionOfAnotherUser(t *testing.T) {
	t.Parallel()
	asked := 0
	err := getPluginInfo(t, func(local, remote *net.TCPAddr) bool {
		asked++
		table, err := os.Open("/proc/net/tcp")
		if !assert.NoError(t, err) {
			return true
		}
		defer table.Close()
		owner := ownerOf(table, remote, local)
		assert.Equal(t, strconv.Itoa(os.Getuid()), owner)
		return owner == strconv.Itoa(os.Getuid()+1)
	})
	assert.Error(t, err)
	assert.Positive(t, asked)
}

// getPluginInfo calls a provider whose listener accepts some connections.
func getPluginInfo(t *testing.T, isOwn func(local, remote *net.TCPAddr) bool) error {
	t.Helper()
	provider, _ := aws.New(fake.NewStore[fake.Record]())
	port, stop, err := serveTo(isOwn, func(server *grpc.Server) {
		pulumirpc.RegisterResourceProviderServer(server, newProviderServer(newPlugin(provider)))
	})
	require.NoError(t, err)
	defer stop()
	connection, err := grpc.NewClient("127.0.0.1:"+strconv.Itoa(port), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	defer connection.Close()
	_, err = pulumirpc.NewResourceProviderClient(connection).GetPluginInfo(t.Context(), &emptypb.Empty{})
	return err
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
