package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestExamplesAreConverted compares the examples in other languages with what Pulumi's generators make of the programs in YAML.
func TestExamplesAreConverted(t *testing.T) {
	mockstest.NeedsEngine(t)
	programs, err := examples(root)
	require.NoError(t, err)
	input, err := json.Marshal(programs)
	require.NoError(t, err)
	schemaFile, err := filepath.Abs(schemaPath)
	require.NoError(t, err)
	command := exec.Command("go", "run", "./examples", schemaFile)
	command.Dir, command.Stdin = filepath.Join(root, "tools", "yaml"), bytes.NewReader(input)
	var failed strings.Builder
	command.Stderr = &failed
	converted, err := command.Output()
	require.NoError(t, err, failed.String())
	golden.Check(t, filepath.Join(root, convertedExamples), converted)
}

// TestExamplesAreShort limits what an example registers beside its component.
func TestExamplesAreShort(t *testing.T) {
	programs, err := examples(root)
	require.NoError(t, err)
	for token, program := range programs {
		assert.LessOrEqual(t, strings.Count(program, "type: "), 6, token)
		assert.LessOrEqual(t, strings.Count(program, "\n"), 50, token)
	}
}
