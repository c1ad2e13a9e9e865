package approver_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// python runs a program that can import the approver's modules, with the JSON text of the input, and returns its output.
func python(t *testing.T, program string, input any) string {
	t.Helper()
	in, err := json.Marshal(input)
	require.NoError(t, err)
	command := exec.Command("python3", "-B", "-c", program)
	command.Stdin = bytes.NewReader(in)
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

// process is such a program that answers each line of JSON by another.
type process struct {
	mutex   sync.Mutex
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startProcess(program string) (*process, error) {
	command := exec.Command("python3", "-B", "-c", program)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	command.Stderr = os.Stderr
	return &process{command: command, in: in, out: bufio.NewReader(out)}, command.Start()
}

func (p *process) ask(t *testing.T, question, answer any) {
	t.Helper()
	line, err := json.Marshal(question)
	require.NoError(t, err)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	_, err = fmt.Fprintf(p.in, "%s\n", line)
	require.NoError(t, err)
	text, err := p.out.ReadBytes('\n')
	require.NoError(t, err, "the program ended")
	require.NoError(t, json.Unmarshal(text, answer))
}
