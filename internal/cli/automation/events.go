package automation

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/auto/events"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
)

// Events passes the engine's events of one operation on.
type Events struct {
	// Stream is for the option EventStreams of the operation.
	Stream chan events.EngineEvent
	// begun is closed at the first event, ended when the Automation API closes the stream after the last one.
	begun, ended chan struct{}
}

// Watch calls add with each event, one after the other. Call End after the operation.
func Watch(add func(apitype.EngineEvent)) *Events {
	e := &Events{Stream: make(chan events.EngineEvent), begun: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(e.ended)
		first := <-e.Stream
		close(e.begun)
		add(first.EngineEvent)
		for event := range e.Stream {
			add(event.EngineEvent)
		}
	}()
	return e
}

// End waits for the last event. It reports whether there was any: an engine that was not started sent none, any other has sent several
// when the operation has returned.
func (e *Events) End() bool {
	select {
	case <-e.begun:
		<-e.ended
		return true
	default:
		return false
	}
}

// ReadEvents calls add with each event of a log that `pulumi --event-log` has written.
func ReadEvents(log io.Reader, add func(apitype.EngineEvent)) error {
	for decoder := json.NewDecoder(log); decoder.More(); {
		var event apitype.EngineEvent
		if err := decoder.Decode(&event); err != nil {
			return fmt.Errorf("the engine's events: %w", err)
		}
		add(event)
	}
	return nil
}

// around is the text that Pulumi writes before the error of a program (sdk v3.250.0, go/pulumi/run.go and go-multierror), and its message after one
// that it has already reported.
var around = regexp.MustCompile(`^(an unhandled error occurred:(?: program failed:)?\s+1 error occurred:\s+\* |(update|preview|refresh|destroy) failed$)`)

// Failure returns the text of an error without what Pulumi writes around it; "" for an event that says nothing new.
func Failure(event *apitype.DiagnosticEvent) string {
	return around.ReplaceAllString(Plain(event.Message), "")
}

// markup is Pulumi's notation for colors in texts of events, such as <{%fg 1%}>.
var markup = regexp.MustCompile(`<\{%[^%]*%\}>`)

// Plain returns a text of an event without colors.
func Plain(text string) string {
	return strings.TrimSpace(markup.ReplaceAllString(text, ""))
}

// Cause returns the message of an operation that failed without an event that says why: the first line of the Automation API's error, below
// which it has the exit code and all output, and what was written to standard error.
func Cause(err error, problems string) string {
	cause, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimSpace(cause + "\n" + problems)
}
