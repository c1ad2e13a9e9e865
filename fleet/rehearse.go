package fleet

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
)

// rehearse creates the clusters of a report in sandboxes, or updates those of the last rehearsal to what the list says now.
func (c *command) rehearse(ctx context.Context, p *program, list *List, report *Report) {
	free := make(chan struct{}, max(c.parallel, 1))
	var running sync.WaitGroup
	for _, cluster := range list.Clusters {
		result, output := report.of(cluster.Name), bytes.Buffer{}
		if result == nil {
			continue // It is in another step.
		}
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			c.progress.Print(cluster.Name, " started")
			if err := c.update(ctx, p, cluster, result, &output); err != nil && result.Outcome != failed {
				result.Outcome, result.Errors = failed, []string{automation.Cause(err, output.String())}
			}
			if c.policyPack != "" {
				c.progress.Print(output.String())
			}
			c.progress.Print(cluster.Name, " ", result.Outcome)
		})
	}
	running.Wait()
}

// update updates the stack of a cluster in its sandbox. It has no settings but those of the list.
func (c *command) update(ctx context.Context, p *program, cluster Cluster, result *Result, output *bytes.Buffer) error {
	box, err := automation.OpenSandbox(ctx, automation.SandboxOptions{
		Project: p.Name, Dir: filepath.Join(cmp.Or(c.dir, filepath.Join(".sandbox", p.Name)), cluster.Name),
	})
	if err != nil {
		return err
	}
	defer box.Stop()
	stack, err := auto.UpsertStackInlineSource(ctx, cluster.Stack(), p.Name, Program(c.Blueprints, c.Protect...),
		append(box.Options(), auto.Stacks(map[string]workspace.ProjectStack{cluster.Name: {}}))...)
	if err != nil {
		return err
	}
	settings := auto.ConfigMap{}
	for key, value := range p.settingsOf(cluster) {
		settings[key] = auto.ConfigValue{Value: value, Secret: value == unknownSecret}
	}
	if err := stack.SetAllConfig(ctx, settings); err != nil {
		return err
	}
	packs := slices.DeleteFunc([]string{c.policyPack}, func(pack string) bool { return pack == "" })
	watched := automation.Watch(result.add)
	defer watched.End()
	_, err = stack.Up(ctx, optup.ProgressStreams(output), optup.ErrorProgressStreams(output), optup.EventStreams(watched.Stream),
		optup.Color("never"), optup.PolicyPacks(packs...))
	return err
}
