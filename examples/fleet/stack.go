package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
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
	var output bytes.Buffer
	err = o.operate(ctx, stack, io.MultiWriter(log, &output), &result)
	result.err = diagnostics(err, output.String())
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

// operate runs the command, and adds the changes and the URL of the console to the result.
func (o options) operate(ctx context.Context, stack auto.Stack, log io.Writer, result *outcome) error {
	var packs []string
	if o.policyPack != "" {
		packs = []string{o.policyPack}
	}
	switch o.command {
	case "preview":
		previewed, err := stack.Preview(ctx, optpreview.ProgressStreams(log), optpreview.PolicyPacks(packs...))
		result.changes = map[string]int{}
		for kind, count := range previewed.ChangeSummary {
			result.changes[string(kind)] = count
		}
		return err
	case "destroy":
		deleted, err := stack.Destroy(ctx, optdestroy.ProgressStreams(log), optdestroy.Remove())
		result.changes = changes(deleted.Summary)
		return err
	}
	updated, err := stack.Up(ctx, optup.ProgressStreams(log), optup.PolicyPacks(packs...))
	if err != nil {
		return err
	}
	result.changes, result.console = changes(updated.Summary), fmt.Sprint(updated.Outputs["consoleUrl"].Value)
	return nil
}

func changes(summary auto.UpdateSummary) map[string]int {
	if summary.ResourceChanges == nil {
		return nil
	}
	return *summary.ResourceChanges
}

// diagnostics returns the part of Pulumi's output that says why an operation failed. The error itself has all of the output.
func diagnostics(err error, output string) error {
	if err == nil {
		return nil
	}
	_, text, found := strings.Cut(output, "Diagnostics:\n")
	if !found {
		return err
	}
	text, _, _ = strings.Cut(text, "\nResources:\n")
	return errors.New(strings.TrimSpace(text))
}
