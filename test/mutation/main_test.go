package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScopesExist: a file that was moved or renamed would not be changed any more, and nothing would say so.
func TestScopesExist(t *testing.T) {
	t.Parallel()
	for _, s := range scopes {
		for _, file := range append(s.files, "*.go") {
			found, err := filepath.Glob(filepath.Join("../..", s.dir, file))
			assert.NoError(t, err)
			assert.NotEmpty(t, found, "%s/%s", s.dir, file)
		}
	}
}
