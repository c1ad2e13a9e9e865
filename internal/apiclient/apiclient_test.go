package apiclient

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serving returns a client of a server on loopback.
func serving(t *testing.T, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	client, err := New(fmt.Sprintf("{current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}], "+
		"clusters: [{name: c, cluster: {server: %q}}], users: [{name: u, user: {token: x}}]}", server.URL))
	require.NoError(t, err)
	return client
}

// TestResponses: what a server sends is limited, and shows no control characters.
func TestResponses(t *testing.T) {
	t.Parallel()
	var followed bool
	client := serving(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/large":
			_, _ = w.Write(make([]byte, bodyLimit+1))
		case "/text":
			_, _ = w.Write([]byte("ok"))
		case "/redirect":
			http.Redirect(w, r, "/followed", http.StatusFound)
		case "/followed":
			followed = true
		case "/created":
			w.WriteHeader(http.StatusCreated)
		case "/denied":
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte(`{"message": "\u001b]0;owned\u0007\u001b[2K\r no\nnodes\u202e"}`))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	ctx := t.Context()
	_, err := client.Get(ctx, "/large")
	require.EqualError(t, err, "the response to GET /large is larger than 8 MiB")
	require.EqualError(t, client.Read(ctx, "/text", &struct{}{}), "the response to GET /text is not the JSON of an object")
	_, err = client.Get(ctx, "/redirect")
	require.EqualError(t, err, "302 Found")
	assert.False(t, followed, "the token is sent to no other server")
	_, err = client.Get(ctx, "/denied")
	require.EqualError(t, err, `403 Forbidden: \x1b]0;owned\a\x1b[2K no nodes\u202e`)
	assert.True(t, Denied(err))
	assert.True(t, Responded(err))
	require.NoError(t, client.Patch(ctx, "/created", map[string]any{"spec": nil}))
	require.NoError(t, client.Delete(ctx, "/gone"), "an object that does not exist is deleted")
	assert.True(t, NotFound(client.Patch(ctx, "/gone", nil)))
}

// TestListPages reads a list page by page.
func TestListPages(t *testing.T) {
	t.Parallel()
	client := serving(t, func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "250", r.URL.Query().Get("limit"))
		next := map[string]string{"": "second", "second": "a/b="}[r.URL.Query().Get("continue")]
		fmt.Fprintf(w, `{"metadata": {"continue": %q}, "items": [{"name": %q}]}`, next, "after "+r.URL.Query().Get("continue"))
	})
	items, err := List[struct{ Name string }](t.Context(), client, "/items")
	require.NoError(t, err)
	assert.Equal(t, []struct{ Name string }{{"after "}, {"after second"}, {"after a/b="}}, items)
}

func TestCheckCluster(t *testing.T) {
	t.Parallel()
	for infraID, want := range map[string]string{
		"demo-x7k2p": "",
		"demo-aaaaa": "is of the cluster demo-aaaaa, not of demo-x7k2p",
		"":           "does not report an infrastructure ID, and that of the cluster is demo-x7k2p",
	} {
		client := serving(t, func(w http.ResponseWriter, _ *http.Request) {
			if infraID == "" {
				w.WriteHeader(http.StatusNotFound)
			}
			fmt.Fprintf(w, `{"status": {"infrastructureName": %q}}`, infraID)
		})
		err := client.CheckCluster(t.Context(), "demo-x7k2p")
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
		assert.Equal(t, infraID != "", IsOther(err))
		assert.Equal(t, infraID == "", IsUnidentified(err))
	}
}

func TestPrintable(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "a b ü ñ", Printable(" a\n\tb ü ñ "))
	assert.LessOrEqual(t, len(Printable(strings.Repeat("x", 1<<20))), textLimit+4)
}
