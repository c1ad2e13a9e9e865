package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/events"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// apply runs the command on a cluster's stack.
func (o options) apply(ctx context.Context, m member, out io.Writer) (result outcome) {
	begun := time.Now()
	result = outcome{member: m}
	defer func() { result.duration = time.Since(begun) }()
	workspace, done, err := o.workspace(ctx, m)
	if err != nil {
		result.err = err
		return result
	}
	defer done()
	stack, err := auto.UpsertStackInlineSource(ctx, m.Name, project, program, workspace...)
	if err != nil {
		result.err = err
		return result
	}
	config := auto.ConfigMap{}
	for key, value := range m.config() {
		config[key] = auto.ConfigValue{Value: value}
	}
	if err := stack.SetAllConfig(ctx, config); err != nil {
		result.err = err
		return result
	}
	if !o.verbose {
		out = io.Discard
	}
	log := &prefixed{out: out, prefix: m.Name + " | "}
	observed := observe()
	result.console, err = o.operate(ctx, stack, observed.channel, log)
	result.changes, result.err = observed.end(err)
	return result
}

// workspace returns where a cluster's stack runs: in the folder of Pulumi.yaml with --real, and in a sandbox of its own otherwise.
func (o options) workspace(ctx context.Context, m member) ([]auto.LocalWorkspaceOption, func(), error) {
	if o.real {
		return []auto.LocalWorkspaceOption{auto.WorkDir(".")}, func() {}, nil
	}
	dir := o.dir
	if dir == "" {
		dir = filepath.Join(".sandbox", project)
	}
	return sandbox.Workspace(ctx, sandbox.Options{Project: project, Dir: filepath.Join(dir, m.Name)})
}

// operate runs the command and returns the URL of the console, if there is one.
func (o options) operate(ctx context.Context, stack auto.Stack, observed chan<- events.EngineEvent, log io.Writer) (string, error) {
	var packs []string
	if o.policyPack != "" {
		packs = []string{o.policyPack}
	}
	switch o.command {
	case "preview":
		_, err := stack.Preview(ctx, optpreview.EventStreams(observed), optpreview.ProgressStreams(log), optpreview.PolicyPacks(packs...))
		return "", err
	case "destroy":
		if _, err := stack.Destroy(ctx, optdestroy.EventStreams(observed), optdestroy.ProgressStreams(log)); err != nil {
			return "", err
		}
		return "", stack.Workspace().RemoveStack(ctx, stack.Name())
	}
	made, err := stack.Up(ctx, optup.EventStreams(observed), optup.ProgressStreams(log), optup.PolicyPacks(packs...))
	if err != nil {
		return "", err
	}
	return fmt.Sprint(made.Outputs["consoleUrl"].Value), nil
}

// observation is what the engine's events say: the changes, and the errors.
type observation struct {
	channel chan events.EngineEvent
	// begun is closed at the first event, ended when the Automation API closes the channel after the last one.
	begun, ended chan struct{}
	changes      map[string]int
	errors       []string
}

// observe collects events.
func observe() *observation {
	o := &observation{
		channel: make(chan events.EngineEvent), begun: make(chan struct{}), ended: make(chan struct{}), changes: map[string]int{},
	}
	go func() {
		defer close(o.ended)
		o.add(<-o.channel)
		close(o.begun)
		for event := range o.channel {
			o.add(event)
		}
	}()
	return o
}

// colors are the marks of colours in the engine's messages.
var colors = regexp.MustCompile(`<\{%[^%]*%\}>`)

// wrapping is what the engine and the Automation API write before the error of a program.
var wrapping = regexp.MustCompile(`^(error: )?(an unhandled error occurred: (\d+ errors? occurred:\s*\* )?)?`)

func (o *observation) add(event events.EngineEvent) {
	if summary := event.SummaryEvent; summary != nil {
		for kind, count := range summary.ResourceChanges {
			o.changes[string(kind)] = count
		}
	}
	message := event.DiagnosticEvent
	if message == nil || message.Severity != "error" {
		return
	}
	text := strings.TrimSpace(wrapping.ReplaceAllString(colors.ReplaceAllString(message.Message, ""), ""))
	if !slices.Contains(o.errors, text) && !strings.HasSuffix(text, " failed") {
		o.errors = append(o.errors, text)
	}
}

// end returns the changes, and the errors that the engine reported instead of an error with all of its output. An engine that was
// not started sent no events; any other has sent several when its operation has returned.
func (o *observation) end(err error) (map[string]int, error) {
	select {
	case <-o.begun:
	default:
		return nil, err
	}
	<-o.ended
	if err != nil && len(o.errors) > 0 {
		err = errors.New(strings.Join(o.errors, "\n"))
	}
	return o.changes, err
}
