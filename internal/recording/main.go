// Command recording runs examples/classic in the sandbox and draws what it prints as the SVG of a terminal,
// docs/pictures/sandbox.svg. Run it in the root of the repository after a change of the sandbox's output:
//
//	go run ./internal/recording
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

const picture = "docs/pictures/sandbox.svg"

// commands are what a new user runs, in this order.
var commands = []string{"up", "up -c stage=cluster", "up"}

func main() {
	if err := record(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func record() error {
	folder, err := os.MkdirTemp("", "recording-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var session []string
	for _, command := range commands {
		line := "go run ./examples/classic " + command
		arguments := slices.Concat(strings.Fields(line)[1:], []string{"--dir", folder})
		printed, err := exec.Command("go", arguments...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", line, err, printed)
		}
		session = append(session, "$ "+line)
		session = append(session, shorten(string(bytes.TrimSpace(printed)))...)
		session = append(session, "")
	}
	return os.WriteFile(picture, draw(session), 0o600)
}

// shown is the number of lines of resources that are drawn of each command.
const shown = 5

// shorten returns the lines of a command's output: of its finished resources the first ones and the number of the others, of
// its outputs the URLs.
func shorten(text string) []string {
	var lines []string
	resources, outputs := 0, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if !strings.HasPrefix(line, " ") {
			outputs = line == "Outputs:"
		}
		switch {
		case line == "" || strings.HasPrefix(line, "@ ") || strings.HasSuffix(line, "ing (0s)") ||
			strings.Contains(line, "pulumi:pulumi:Stack"):
		case isResource(line):
			if resources++; resources <= shown {
				lines = append(lines, line)
			}
		case outputs && strings.HasPrefix(line, " "):
			if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasSuffix(name, "Url") {
				lines = append(lines, line)
			}
		default:
			if hidden := resources - shown; hidden > 0 {
				lines = append(lines, fmt.Sprintf("    ... %d more lines", hidden))
			}
			resources = 0
			lines = append(lines, line)
		}
	}
	return lines
}

// isResource reports whether a line shows a step of a resource; those of the summary have a count.
func isResource(line string) bool {
	fields := strings.Fields(line)
	return len(fields) > 2 && slices.Contains([]string{"+", "~", "-", "++", "+-", "-+", "--"}, fields[0]) && strings.Contains(fields[1], ":")
}
