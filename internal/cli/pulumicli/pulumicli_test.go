package pulumicli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/blang/semver"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// engine is a CLI of a release; none cannot report its release.
type engine string

func (e engine) RequirePulumiVersion(versionRange string) error {
	if e == "" {
		return errors.New("does not support the RequirePulumiVersion RPC")
	}
	inRange, err := semver.ParseRange(versionRange)
	if err == nil && !inRange(semver.MustParse(string(e))) {
		err = errors.New("Pulumi CLI version " + string(e) + " does not satisfy the version range")
	}
	return err
}

func TestRequire(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		cli    engine
		want   string
	}{
		"oldest": {reason: "the oldest supported release is supported", cli: Oldest},
		"newer":  {reason: "newer releases are supported", cli: "3.250.0"},
		"older": {
			reason: "the error names both releases",
			cli:    "3.218.0",
			want:   "must be release 3.219.0 or newer (https://www.pulumi.com/docs/install/): Pulumi CLI version 3.218.0",
		},
		"unknown": {
			reason: "a CLI that cannot report its release is older",
			want:   "must be release 3.219.0 or newer (https://www.pulumi.com/docs/install/): does not support",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := Require(tt.cli)
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

func TestPagesNameTheOldestRelease(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"README.md", "docs/first-cluster.md", "docs/first-rosa-cluster.md", "docs/rosa.md", "docs/your-program.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", page))
		require.NoError(t, err)
		assert.Contains(t, string(text), strings.TrimSuffix(Oldest, ".0")+" or newer", page)
	}
	examples, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", "*", "Pulumi.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, examples)
	for _, path := range examples {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Contains(t, string(text), `requiredPulumiVersion: ">=`+Oldest+`"`, path)
	}
}
