package mocks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCyclesDoNotHang(t *testing.T) {
	t.Parallel()
	g := &Graph{
		resources: map[string]Resource{"a": {Custom: true}, "b": {Custom: true}, "c": {Custom: true}},
		edges:     map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a", "missing"}},
	}
	require.Equal(t, []string{"c", "b", "a"}, g.LongestChain())
	require.True(t, g.Reaches("a", "a"))
	require.False(t, g.Reaches("a", "nowhere"))
}
