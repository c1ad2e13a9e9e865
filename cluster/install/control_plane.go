package install

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// controlPlane is the control plane of an installed cluster, by its API and oc.
type controlPlane struct {
	*Installation
	dir *cluster.InstallDir
	api *apiclient.Client
	oc  *oc
	// without is the name of the Node whose etcd pod is not used; "" for none.
	without string
}

// resumable is a command of an installed cluster. The record of its install directory has it from the beginning to the end, so that the
// command continues when it is run again.
type resumable interface {
	steps() []step
	mark(r *record)
	unmark(r *record)
}

// resume begins or continues a command.
func (i *Installation) resume(ctx context.Context, plan func(context.Context) (resumable, error)) error {
	if err := i.exists(); err != nil {
		return err
	}
	unlock, err := lock(ctx, i.Config.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	command, err := plan(ctx)
	if err != nil {
		return err
	}
	if err := changeRecord(i.Config.Dir, func(r *record, _ time.Time) { command.mark(r) }); err != nil {
		return err
	}
	if err := i.runSteps(ctx, command.steps()); err != nil {
		return err
	}
	return changeRecord(i.Config.Dir, func(r *record, _ time.Time) { command.unmark(r) })
}

// controlPlaneNode is a Node of the control plane.
type controlPlaneNode struct {
	conditioned
	Metadata struct {
		Name   string            `json:"name"`
		Labels map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		ProviderID string `json:"providerID"`
	} `json:"spec"`
}

func (n controlPlaneNode) ready() bool { return isTrue(n.Status.Conditions, "Ready") }

func (c *controlPlane) nodes(ctx context.Context) ([]controlPlaneNode, error) {
	all, err := apiclient.List[controlPlaneNode](ctx, c.api, nodesPath)
	return slices.DeleteFunc(all, func(n controlPlaneNode) bool {
		_, found := n.Metadata.Labels["node-role.kubernetes.io/master"]
		return !found
	}), inAPI(err)
}

// controlPlaneMachines returns the URNs of the control plane's instances by the keys of the machines, and the IDs of all resources.
func (i *Installation) controlPlaneMachines(ctx context.Context) (keys, ids map[string]string, err error) {
	ids, err = i.Stack.IDs(ctx)
	keys = map[string]string{}
	for urn := range ids {
		if key := machineKey(urn); key != "" {
			keys[key] = urn
		}
	}
	return keys, ids, err
}

func (c *controlPlane) override(ctx context.Context, set bool) error {
	var value any
	if set {
		value = true
	}
	return inAPI(c.api.Patch(ctx, etcdPath, map[string]any{
		"spec": map[string]any{"unsupportedConfigOverrides": map[string]any{quorumOverride: value}},
	}))
}

// open returns a client of the API by a kubeconfig.
func (i *Installation) open(kubeconfig string) (*apiclient.Client, error) {
	if i.openAPI != nil {
		return i.openAPI(kubeconfig)
	}
	return apiclient.Open(kubeconfig)
}

// stopper returns the function that stops instances.
func (i *Installation) stopper() func(ctx context.Context, region, id string) error {
	if i.StopInstance != nil {
		return i.StopInstance
	}
	return stopInstance
}

// poll calls why until it returns "" or an error. It reports each new reason.
func (i *Installation) poll(ctx stepContext, timeout time.Duration, why func() (string, error)) error {
	last := ""
	for deadline := i.now().Add(timeout); ; {
		reason, err := why()
		switch {
		case err != nil || reason == "":
			return err
		case i.now().After(deadline):
			return fmt.Errorf("%s after %v", reason, timeout)
		case reason != last:
			ctx.emit(Progress, reason)
			last = reason
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(replacementInterval):
		}
	}
}

// waitForMembers waits until a number of nodes are ready and healthy members of etcd, and reports requests for certificates.
func (c *controlPlane) waitForMembers(ctx stepContext, count int) error {
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go c.reportRequests(watching, ctx.progress)
	return c.poll(ctx, joinTimeout, func() (string, error) {
		nodes, err := c.nodes(ctx)
		if err != nil {
			return err.Error(), nil //nolint:nilerr // what is waited for
		}
		nodes = slices.DeleteFunc(nodes, func(n controlPlaneNode) bool { return !n.ready() })
		members, err := c.members(ctx)
		if err != nil {
			return err.Error(), nil //nolint:nilerr // what is waited for
		}
		members = slices.DeleteFunc(members, func(member etcdMember) bool { return member.IsLearner || member.problem != "" })
		if len(nodes) < count || len(members) < count {
			return fmt.Sprintf("of %d, %d nodes are ready and %d members of etcd are healthy", count, len(nodes), len(members)), nil
		}
		return "", nil
	})
}

// reportRequests reports the certificate requests that wait for a person. Nothing in a request for a client certificate shows who has sent
// it, so that none is approved here.
func (c *controlPlane) reportRequests(ctx context.Context, p *progress) {
	reported := map[string]bool{}
	for ctx.Err() == nil {
		found, err := apiclient.List[struct {
			Metadata struct {
				Name    string    `json:"name"`
				Created time.Time `json:"creationTimestamp"`
			} `json:"metadata"`
			Spec struct {
				Signer string `json:"signerName"`
			} `json:"spec"`
			Status struct {
				Conditions []condition `json:"conditions"`
			} `json:"status"`
		}](ctx, c.api, csrPath)
		for _, request := range found {
			name, waits := request.Metadata.Name, strings.HasPrefix(request.Spec.Signer, "kubernetes.io/kube")
			if err != nil || reported[name] || !waits || len(request.Status.Conditions) > 0 {
				continue
			}
			reported[name] = true
			p.emit(Progress, fmt.Sprintf("%s for %s was created at %s. Compare the time with `journalctl -u kubelet -g 'Rotating certificates'` on "+
				"the new machine, then run `oc adm certificate approve %s`", apiclient.Printable(name), request.Spec.Signer,
				request.Metadata.Created.Format(time.RFC3339), apiclient.Printable(name)))
		}
		select {
		case <-ctx.Done():
		case <-time.After(replacementInterval):
		}
	}
}
