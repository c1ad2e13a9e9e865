package install

import (
	"context"
	"errors"
	"fmt"
)

// stepContext is the context of a running step. What is written to it is progress.
type stepContext struct {
	context.Context //nolint:containedctx // a context with the step's progress
	*progress
}

// StepError is the error of a command whose step has failed or was interrupted.
type StepError struct {
	// Step is the name of the step.
	Step string
	// Interrupted reports whether the command was interrupted, and did not fail.
	Interrupted bool
	// Err is the error of the step.
	Err error
}

// Error returns the step, its error and how to continue.
func (e *StepError) Error() string {
	if e.Interrupted {
		return fmt.Sprintf("interrupted in step %s; run the same command again to continue", e.Step)
	}
	var final *finalError
	if errors.As(e.Err, &final) {
		return fmt.Sprintf("step %s: %v", e.Step, e.Err)
	}
	return fmt.Sprintf("step %s: %v\nRun the same command again to continue with this step", e.Step, e.Err)
}

// Unwrap returns the error of the step.
func (e *StepError) Unwrap() error { return e.Err }

// finalError is an error after which the same command cannot succeed: its message says what to do.
type finalError struct{ message string }

func (e *finalError) Error() string { return e.message }

func finalf(format string, args ...any) error {
	return &finalError{message: fmt.Sprintf(format, args...)}
}

// runSteps runs the steps in order until one fails.
func (i *Installation) runSteps(ctx context.Context, steps []step) error {
	for number, s := range steps {
		if err := i.runStep(ctx, number+1, len(steps), s); err != nil {
			return &StepError{Step: s.name, Interrupted: ctx.Err() != nil, Err: err}
		}
	}
	return nil
}

func (i *Installation) runStep(ctx context.Context, number, steps int, s step) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := &progress{report: i.report(), begun: i.now(), event: Event{
		Step: s.name, Number: number, Steps: steps, Title: s.title, Usual: s.usual, WaitsFor: s.waitsFor,
	}}
	in := stepContext{ctx, p}
	if s.skip != nil {
		why, err := s.skip(in)
		if err != nil {
			return err
		}
		if why != "" {
			p.emit(Skipped, why)
			return nil
		}
	}
	p.emit(Started, "")
	if err := s.run(in); err != nil {
		p.emit(Failed, err.Error())
		return err
	}
	p.emit(Done, "")
	return nil
}
