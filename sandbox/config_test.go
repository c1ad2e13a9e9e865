package sandbox

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzStackFile reads any stack file and settings: what was read is kept when the configuration is written.
func FuzzStackFile(f *testing.F) {
	f.Add([]byte("encryptionsalt: v1:abc\nconfig:\n  a:b: c\n"), []byte("a: b\n"))
	f.Add([]byte("config: [1]"), []byte("1: 2"))
	f.Add([]byte("&a [*a]"), []byte("\x00"))
	f.Fuzz(func(t *testing.T, stack, settings []byte) {
		box := &Sandbox{opts: Options{Project: "p", Dir: t.TempDir(), Config: map[string]string{"key": "value"}}}
		require.NoError(t, os.WriteFile(box.stackFilePath(), stack, 0o600))
		require.NoError(t, os.WriteFile(box.settingsPath(), settings, 0o600))
		_, _ = box.readSettings()
		before, err := box.readStackFile()
		if err != nil {
			return
		}
		require.NoError(t, box.writeConfig())
		after, err := box.readStackFile()
		require.NoError(t, err)
		assert.Equal(t, before.EncryptionSalt, after.EncryptionSalt)
		assert.Equal(t, map[string]string{"p:key": "value"}, after.Config)
	})
}
