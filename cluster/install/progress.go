package install

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// State is the state of a step.
type State string

const (
	// Started is the state of a step that begins.
	Started State = "started"
	// Progress is the state of a step that continues: Event.Message says with what.
	Progress State = "progress"
	// Done is the state of a step that has succeeded.
	Done State = "done"
	// Skipped is the state of a step that has nothing to do: Event.Message says why.
	Skipped State = "skipped"
	// Failed is the state of a step that has failed: Event.Message says why.
	Failed State = "failed"
)

// Event is a change of a step of a command.
type Event struct {
	// Step is the name of the step, such as bootstrap.
	Step string `json:"step"`
	// Number is the number of the step, from 1 to Steps.
	Number int `json:"number"`
	// Steps is the number of steps of the command.
	Steps int `json:"steps"`
	// Title says what the step does.
	Title string `json:"title"`
	// State is the state of the step.
	State State `json:"state"`
	// Usual is an estimate of how long the step takes: nobody has measured it in an account.
	Usual string `json:"usual,omitempty"`
	// WaitsFor says what the step waits for. Empty if it does not wait.
	WaitsFor string `json:"waitsFor,omitempty"`
	// Message is a line of progress, or the reason of Skipped and Failed.
	Message string `json:"message,omitempty"`
	// Seconds is how long the step has run.
	Seconds int `json:"seconds"`
}

// Reporter receives the events of a command, one at a time.
type Reporter func(Event)

// TextReporter returns a Reporter that writes lines for people.
func TextReporter(out io.Writer) Reporter {
	return func(e Event) {
		switch e.State {
		case Started:
			fmt.Fprintf(out, "[%d/%d] %s", e.Number, e.Steps, e.Title)
			if e.Usual != "" {
				fmt.Fprintf(out, " (estimate: %s)", e.Usual)
			}
			fmt.Fprintln(out)
			if e.WaitsFor != "" {
				fmt.Fprintf(out, "      waits for %s\n", e.WaitsFor)
			}
		case Progress:
			fmt.Fprintf(out, "      %s  %s\n", clock(e.Seconds), e.Message)
		case Skipped:
			fmt.Fprintf(out, "[%d/%d] %s: skipped, %s\n", e.Number, e.Steps, e.Title, e.Message)
		case Done:
			fmt.Fprintf(out, "      %s  done\n", clock(e.Seconds))
		case Failed:
			fmt.Fprintf(out, "      %s  failed\n", clock(e.Seconds))
		}
	}
}

func clock(seconds int) string {
	return fmt.Sprintf("%2d:%02d", seconds/60, seconds%60)
}

// JSONReporter returns a Reporter that writes one JSON object a line.
func JSONReporter(out io.Writer) Reporter {
	encoder := json.NewEncoder(out)
	return func(e Event) { _ = encoder.Encode(e) }
}

// step is one step of a command. A new run of the command repeats it; it must find what it has done.
type step struct {
	name, title, usual, waitsFor string
	// skip returns why there is nothing to do, or "".
	skip func(ctx stepContext) (string, error)
	run  func(ctx stepContext) error
}

// progress writes lines as events of a step. Several goroutines may use it.
type progress struct {
	lines
	mutex  sync.Mutex
	report Reporter
	event  Event
	begun  time.Time
}

func (p *progress) emit(state State, message string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	event := p.event
	event.State, event.Message, event.Seconds = state, message, int(time.Since(p.begun).Seconds())
	p.report(event)
}

// Write implements io.Writer.
func (p *progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	complete := p.add(text)
	p.mutex.Unlock()
	for _, line := range complete {
		if trimmed := strings.TrimRight(line, " \r\t"); trimmed != "" {
			p.emit(Progress, trimmed)
		}
	}
	return len(text), nil
}

// lines collects what a writer writes until a line is complete.
type lines struct{ partial string }

// add returns the lines that a text completes.
func (l *lines) add(text []byte) []string {
	all := strings.Split(l.partial+string(text), "\n")
	last := len(all) - 1
	l.partial = all[last]
	return all[:last]
}
