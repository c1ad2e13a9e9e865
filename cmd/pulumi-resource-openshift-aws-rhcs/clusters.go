package main

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	clusters "github.com/openshift-online/ocm-sdk-go/clustersmgmt/v1"
)

// The fields of a cluster that RHCS reads for its waits.
const (
	waitForCreate  = "wait_for_create_complete"
	waitForWorkers = "wait_for_std_compute_nodes_complete"
	workersTimeout = "max_machinepool_wait_timeout_in_minutes"
	withoutDestroy = "disable_waiting_in_destroy"
	destroyTimeout = "destroy_timeout"
	autoNode       = "auto_node"
)

// contentsTimeout is how many minutes contents of a cluster, its workers and its deletion can take (terraform-provider-rhcs v1.7.7
// provider/clusterrosa/common, MaxMachinePoolWaitTimeoutInMinutes).
const contentsTimeout = 60

// clusterType is a type of clusters: the field with the minutes that its creation can take, and its default, which are those of RHCS.
type clusterType struct {
	timeout   string
	byDefault int64
}

var clusterTypes = map[string]clusterType{
	"rhcs_cluster_rosa_hcp":     {"max_hcp_cluster_wait_timeout_in_minutes", 45},
	"rhcs_cluster_rosa_classic": {"max_cluster_wait_timeout_in_minutes", 60},
}

// createCluster creates a cluster, or continues with the one that a killed creation has requested, and waits for it. RHCS is told not to
// wait, and to leave for later what needs a cluster that is ready.
func (c change) createCluster(ctx context.Context, of clusterType) (*tfprotov6.ApplyResourceChangeResponse, error) {
	begun, err := c.ocm.begun(ctx, c.planned.text("name"))
	if err != nil {
		return nil, err
	}
	plan, err := c.planned.with(map[string]tftypes.Value{
		waitForCreate: c.planned.null(waitForCreate), waitForWorkers: tftypes.NewValue(tftypes.Bool, nil),
		autoNode: tftypes.NewValue(c.planned.field(autoNode).Type(), nil),
	})
	if err != nil {
		return nil, err
	}
	response := &tfprotov6.ApplyResourceChangeResponse{Private: c.request.PlannedPrivate}
	var state object
	if begun == "" {
		if response, state, err = c.created(ctx, plan); err != nil || state.value.IsNull() {
			return response, err
		}
	} else if state, err = plan.known(); err == nil {
		state, err = state.with(map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, begun)})
	}
	if err == nil {
		state, err = state.with(c.waits())
	}
	if err != nil {
		return nil, err
	}
	return c.complete(ctx, of, response, state)
}

// waits are the fields of the plan that RHCS was not told.
func (c change) waits() map[string]tftypes.Value {
	fields := map[string]tftypes.Value{}
	for _, name := range []string{waitForCreate, waitForWorkers} {
		if field := c.planned.field(name); field.Type() != nil && field.IsKnown() {
			fields[name] = field
		}
	}
	return fields
}

// complete waits for a cluster, reads it, and does what needs a cluster that is ready.
func (c change) complete(
	ctx context.Context, of clusterType, response *tfprotov6.ApplyResourceChangeResponse, state object,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	reason := c.await(ctx, state.text("id"), c.planned.number(of.timeout, of.byDefault))
	read, err := c.read(ctx, state)
	if err != nil {
		return nil, err
	}
	if read.value.IsNull() {
		return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: failure(reason)}, nil
	}
	if reason != "" {
		operationOf(ctx).reasons.add(reason)
		response.NewState, err = read.encode()
		return response, err
	}
	if c.prior.value.IsNull() && !c.planned.isSet(autoNode) {
		response.NewState, err = read.encode()
		c.completeWorkers(ctx, read.text("id"))
		return response, err
	}
	return c.applyReady(ctx, read)
}

// applyReady lets RHCS change a cluster that is ready from its state to the plan.
func (c change) applyReady(ctx context.Context, state object) (*tfprotov6.ApplyResourceChangeResponse, error) {
	plan := c.planned
	if c.prior.value.IsNull() {
		fields := c.waits()
		maps.Copy(fields, map[string]tftypes.Value{autoNode: c.planned.field(autoNode)})
		var err error
		if plan, err = state.with(fields); err != nil {
			return nil, err
		}
	}
	response, err := c.apply(ctx, state, plan)
	if err != nil {
		return nil, err
	}
	if hasError(response.Diagnostics) && c.prior.value.IsNull() {
		for _, d := range response.Diagnostics {
			operationOf(ctx).reasons.add(textOf(d))
		}
		response.Diagnostics = nil
		response.NewState, err = state.encode()
		return response, err
	}
	if !hasError(response.Diagnostics) {
		c.completeWorkers(ctx, state.text("id"))
	}
	return response, nil
}

func (c change) completeWorkers(ctx context.Context, id string) {
	if !c.planned.flag(waitForWorkers) {
		return
	}
	if reason := c.awaitWorkers(ctx, id, c.planned.number(workersTimeout, contentsTimeout)); reason != "" {
		operationOf(ctx).reasons.add(reason)
	}
}

// updateCluster updates a cluster. One that is not ready yet is waited for first: its creation continues.
func (c change) updateCluster(ctx context.Context, of clusterType) (*tfprotov6.ApplyResourceChangeResponse, error) {
	state := clusters.ClusterState(c.prior.text("state"))
	if state == clusters.ClusterStateError || isInstalling(state) && c.planned.flag(waitForCreate) {
		return c.complete(ctx, of, &tfprotov6.ApplyResourceChangeResponse{Private: c.request.PlannedPrivate}, c.prior)
	}
	return c.applyReady(ctx, c.prior)
}

// deleteCluster deletes a cluster and waits until it is gone: RHCS's own wait drops the cluster from the stack when it takes too long, and
// Pulumi would delete the roles that the deletion needs.
func (c change) deleteCluster(ctx context.Context, _ clusterType) (*tfprotov6.ApplyResourceChangeResponse, error) {
	prior, err := c.prior.with(map[string]tftypes.Value{withoutDestroy: tftypes.NewValue(tftypes.Bool, true)})
	if err != nil {
		return nil, err
	}
	waiting := c
	waiting.prior = prior
	response, err := waiting.delete(ctx)
	if err != nil || c.prior.flag(withoutDestroy) {
		return response, err
	}
	id := c.prior.text("id")
	if hasError(response.Diagnostics) {
		cluster, err := c.ocm.cluster(ctx, id)
		if err != nil || cluster.State() != clusters.ClusterStateUninstalling {
			return response, nil //nolint:nilerr // the error of the deletion says more
		}
	}
	if reason := c.awaitGone(ctx, id, c.prior.number(destroyTimeout, contentsTimeout)); reason != "" {
		return &tfprotov6.ApplyResourceChangeResponse{NewState: c.request.PriorState, Diagnostics: failure(reason)}, nil
	}
	return &tfprotov6.ApplyResourceChangeResponse{NewState: c.request.PlannedState}, nil
}

// read reads a cluster again.
func (c change) read(ctx context.Context, state object) (object, error) {
	current, err := state.encode()
	if err != nil {
		return object{}, err
	}
	response, err := c.ProviderServer.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: c.request.TypeName, CurrentState: current, Private: c.request.PlannedPrivate,
	})
	if err != nil {
		return object{}, err
	}
	if hasError(response.Diagnostics) {
		// OCM does not answer: what was known of the cluster is kept.
		return state, nil
	}
	return c.object(ctx, c.request.TypeName, response.NewState)
}
