package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func source(text string) map[string]any {
	return map[string]any{"source": "data:text/plain;base64," + base64.StdEncoding.EncodeToString([]byte(text))}
}

func file(path, text string) map[string]any {
	return map[string]any{"path": path, "contents": source(text)}
}

func TestTrimIgnition(t *testing.T) {
	t.Parallel()
	motd := map[string]any{"path": "/etc/motd", "append": []any{source("first\nsecond\n")}}
	text, err := json.Marshal(map[string]any{
		"storage": map[string]any{"files": []any{
			file("/tls/a.key", "-----BEGIN RSA PRIVATE KEY-----\nMII\n"), file("/registries.json", `{"auths":{}}`),
			file("/bin/a.sh", "#!/bin/bash\necho\n"), motd,
		}},
		"systemd": map[string]any{"units": []any{map[string]any{"name": "a.service", "contents": "[Unit]\nAfter=b\n"}}},
	})
	require.NoError(t, err)

	trimmed, err := trimIgnition(text)
	require.NoError(t, err)

	motd["append"] = []any{source("first\n")}
	want, err := json.Marshal(map[string]any{
		"storage": map[string]any{"files": []any{file("/bin/a.sh", "#!/bin/bash\n"), motd}},
		"systemd": map[string]any{"units": []any{map[string]any{"name": "a.service", "contents": "[Unit]\n"}}},
	})
	require.NoError(t, err)
	assert.JSONEq(t, string(want), string(trimmed), "files that begin with a secret are left out")
}

func TestWithoutKey(t *testing.T) {
	t.Parallel()
	got, err := withoutKey([]byte("users: [{name: admin, user: {client-certificate-data: Yw==, client-key-data: a2V5}}]"))
	require.NoError(t, err)
	want := "users: [{name: admin, user: {client-certificate-data: Yw==, client-key-data: KGN1dCkK}}]"
	assert.YAMLEq(t, want, string(got))
}

func TestRecordedIgnitionIsTrimmed(t *testing.T) {
	t.Parallel()
	recorded, err := os.ReadFile(filepath.Join("..", "..", "cluster", "testdata", "install-dir-4.19", "bootstrap.ign"))
	require.NoError(t, err)
	trimmed, err := trimIgnition(recorded)
	require.NoError(t, err)
	assert.Equal(t, string(trimmed), string(recorded), "the repository has what the program writes")
	placeholder, _, _ := strings.Cut(base64.StdEncoding.EncodeToString([]byte(cut)), "=")
	assert.NotContains(t, string(recorded), placeholder, "no file began with a secret")
}
