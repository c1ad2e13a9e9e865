package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestReport(t *testing.T) {
	t.Parallel()
	report := outcomes{
		{
			member: member{Name: "ohio", Region: "us-east-2"}, changes: map[string]int{"create": 61, "same": 1},
			duration: 12*time.Second + 300*time.Millisecond, console: "https://console.example.com",
		},
		{member: member{Name: "tokyo", Region: "ap-northeast-1"}, duration: time.Second, err: errors.New("no quota\n")},
	}
	assert.Equal(t, strings.Join([]string{
		"CLUSTER  REGION          RESULT     CHANGES            TIME  CONSOLE",
		"ohio     us-east-2       succeeded  61 create, 1 same  12s   https://console.example.com",
		"tokyo    ap-northeast-1  failed                        1s    ",
		"",
		"tokyo:",
		"no quota",
		"",
	}, "\n"), report.String())
	assert.Equal(t, []string{"tokyo"}, report.failed())
}

// TestParallelIsLimited: never more stacks run than allowed, and all of them run, in the order of the list.
func TestParallelIsLimited(t *testing.T) {
	t.Parallel()
	list := fleet{Parallel: 2, Clusters: []member{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}}
	running, together := make(chan struct{}, list.Parallel), make(chan struct{})
	report := runAll(list, func(m member) outcome {
		select {
		case running <- struct{}{}:
		default:
			t.Errorf("%s is the third at the same time", m.Name)
		}
		// The first two wait for each other: they run at the same time.
		if m.Name == "a" {
			together <- struct{}{}
		} else if m.Name == "b" {
			<-together
		}
		<-running
		return outcome{member: m, err: map[bool]error{true: errors.New("failed")}[m.Name == "a"]}
	}, io.Discard)
	var names []string
	for _, o := range report {
		names = append(names, o.member.Name)
	}
	assert.Equal(t, []string{"a", "b", "c", "d"}, names)
	assert.Equal(t, []string{"a"}, report.failed(), "a failure does not stop the others")
}

func TestPrefixed(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	log := &prefixed{out: &out, prefix: "ohio | "}
	for _, part := range []string{"one\ntw", "o\n", "\nend"} {
		_, err := io.WriteString(log, part)
		assert.NoError(t, err)
	}
	assert.Equal(t, "ohio | one\nohio | two\nohio | \n", out.String())
}
