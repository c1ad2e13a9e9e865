package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShorten(t *testing.T) {
	t.Parallel()
	text := "Updating (sandbox):\n\n" +
		" +  aws:ec2:Eip demo creating (0s)\n@ updating....\n" +
		strings.Repeat(" +  aws:ec2:Eip demo created (0.1s)\n", 7) +
		"Outputs:\n    apiUrl : \"1\"\n    subnets: {\n        a: \"2\"\n    }\n    key    : [secret]\n" +
		"Resources:\n    + 7 created\n"
	resource := " +  aws:ec2:Eip demo created (0.1s)"
	assert.Equal(t, []string{
		"Updating (sandbox):", resource, resource, resource, resource, resource, "    ... 2 more lines",
		"Outputs:", "    apiUrl : \"1\"", "Resources:", "    + 7 created",
	}, shorten(text))
}

func TestPictureShowsTheCommands(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", picture))
	require.NoError(t, err)
	var svg struct {
		Lines []string `xml:"text"`
	}
	require.NoError(t, xml.Unmarshal(text, &svg))
	for _, command := range commands {
		assert.Contains(t, svg.Lines, "$ go run ./examples/classic "+command)
	}
	assert.Equal(t, string(draw(svg.Lines)), string(text), "the picture is what the command draws; run it again")
}
