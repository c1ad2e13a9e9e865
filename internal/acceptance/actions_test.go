package acceptance

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checkActions asserts that the AWS provider of an example called only the operations that testdata/actions lists.
// internal/test/docs compares the permissions with them. UPDATE_GOLDEN writes those of all runs since the lab was started.
func checkActions(t *testing.T, example string) {
	t.Helper()
	response, err := http.Get(os.Getenv("AWS_ENDPOINT_URL") + "/lab/actions/" + example)
	require.NoError(t, err)
	defer response.Body.Close()
	var called []string
	require.NoError(t, json.NewDecoder(response.Body).Decode(&called))

	file := filepath.Join("testdata", "actions", example+".txt")
	if os.Getenv("UPDATE_GOLDEN") != "" && len(called) > 0 {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(called, "\n")+"\n"), 0o644))
	}
	known, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && len(called) == 0 {
		return // infra-nodes has objects inside the cluster only.
	}
	require.NoError(t, err)
	require.NotEmpty(t, called, "the emulator recorded nothing with the access key %s", example)
	assert.Subset(t, strings.Fields(string(known)), called,
		"%s does not list an operation that was called; UPDATE_GOLDEN=1 writes it", file)
}
