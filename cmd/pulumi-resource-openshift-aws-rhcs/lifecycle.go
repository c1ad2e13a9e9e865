package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// lifecycle is RHCS behind Terraform's protocol, for all its types:
//
//   - what OCM has created is kept although the creation failed afterwards, with the reason in the operation
//   - what OCM answers 404 for is gone when it is read, and deleted when it is deleted; so is what was in a cluster that is gone
//   - clusters are waited for here (clusters.go), not by RHCS, whose waits cannot be cancelled or continued
type lifecycle struct {
	tfprotov6.ProviderServer

	ocm *configured
	// stop ends the waits when the update is cancelled.
	stop context.Context
	// minute is the unit of timeouts, which is shorter in tests.
	minute time.Duration
}

// ApplyResourceChange creates, changes or deletes a resource.
func (l *lifecycle) ApplyResourceChange(
	ctx context.Context, request *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	prior, err := l.object(ctx, request.TypeName, request.PriorState)
	if err != nil {
		return nil, err
	}
	planned, err := l.object(ctx, request.TypeName, request.PlannedState)
	if err != nil {
		return nil, err
	}
	change := change{lifecycle: l, request: request, prior: prior, planned: planned}
	cluster, isCluster := clusterTypes[request.TypeName]
	switch {
	case planned.value.IsNull() && isCluster:
		return change.deleteCluster(ctx, cluster)
	case planned.value.IsNull():
		return change.delete(ctx)
	case prior.value.IsNull() && isCluster && planned.flag(waitForCreate):
		return change.createCluster(ctx, cluster)
	case prior.value.IsNull():
		return change.create(ctx)
	case isCluster:
		return change.updateCluster(ctx, cluster)
	case planned.value.Equal(prior.value):
		// The creation has returned an error, and nothing else is left to do. RHCS cannot update some types (provider/groupmembership).
		return &tfprotov6.ApplyResourceChangeResponse{NewState: request.PriorState, Private: request.PlannedPrivate}, nil
	}
	return l.ProviderServer.ApplyResourceChange(ctx, request)
}

// change is the creation, update or deletion of a resource.
type change struct {
	*lifecycle

	request        *tfprotov6.ApplyResourceChangeRequest
	prior, planned object
}

// apply lets RHCS change the resource from one state to another. A null state is none.
func (c change) apply(ctx context.Context, from, to object) (*tfprotov6.ApplyResourceChangeResponse, error) {
	request := *c.request
	var err error
	if request.PriorState, err = from.encode(); err != nil {
		return nil, err
	}
	if request.PlannedState, err = to.encode(); err != nil {
		return nil, err
	}
	return c.ProviderServer.ApplyResourceChange(ctx, &request)
}

// create creates a resource. Contents of a cluster wait for it, as RHCS would, but can be cancelled.
func (c change) create(ctx context.Context) (*tfprotov6.ApplyResourceChangeResponse, error) {
	if id := c.planned.text("cluster"); id != "" {
		if reason := c.await(ctx, id, contentsTimeout); reason != "" {
			return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: failure(reason)}, nil
		}
	}
	response, _, err := c.created(ctx, c.planned)
	return response, err
}

// created creates a resource, and returns its state too. A resource that exists with errors is one that failed to initialize.
func (c change) created(ctx context.Context, planned object) (*tfprotov6.ApplyResourceChangeResponse, object, error) {
	response, err := c.apply(ctx, c.prior, planned)
	if err != nil {
		return nil, object{}, err
	}
	state, err := c.object(ctx, c.request.TypeName, response.NewState)
	if err != nil || !state.isSet("id") {
		return response, object{}, err
	}
	if state, err = state.known(); err != nil {
		return nil, object{}, err
	}
	response.Diagnostics = slices.DeleteFunc(response.Diagnostics, func(d *tfprotov6.Diagnostic) bool {
		if isError(d) {
			operationOf(ctx).reasons.add(textOf(d))
		}
		return isError(d)
	})
	response.NewState, err = state.encode()
	return response, state, err
}

// delete deletes a resource.
func (c change) delete(ctx context.Context) (*tfprotov6.ApplyResourceChangeResponse, error) {
	response, err := c.apply(ctx, c.prior, c.planned)
	if err == nil && isMissing(response.Diagnostics) {
		response = &tfprotov6.ApplyResourceChangeResponse{NewState: c.request.PlannedState}
	}
	return response, err
}

// ReadResource reads a resource. What is gone has no state.
func (l *lifecycle) ReadResource(ctx context.Context, request *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	state, err := l.object(ctx, request.TypeName, request.CurrentState)
	if err != nil {
		return nil, err
	}
	response, err := l.ProviderServer.ReadResource(ctx, request)
	if err != nil {
		return nil, err
	}
	cluster := state.text("cluster")
	// RHCS 1.7.7 keeps machine pools whose cluster is gone, without an error (provider/machinepool).
	gone := cluster != "" && operationOf(ctx).missing.has(clustersPath+"/"+cluster)
	if gone || isMissing(response.Diagnostics) {
		return &tfprotov6.ReadResourceResponse{}, nil
	}
	if _, isCluster := clusterTypes[request.TypeName]; isCluster && !hasError(response.Diagnostics) {
		return response, l.checkCluster(ctx, request.TypeName, response.NewState)
	}
	return response, nil
}

func isError(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError }

func hasError(all []*tfprotov6.Diagnostic) bool { return slices.ContainsFunc(all, isError) }

func textOf(d *tfprotov6.Diagnostic) string {
	if d.Detail == "" || d.Detail == d.Summary {
		return d.Summary
	}
	return d.Summary + ": " + d.Detail
}

func failure(reason string) []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityError, Summary: reason, Detail: reason}}
}

// isMissing reports whether there are errors, and all are OCM's answer that something does not exist
// (openshift-online/ocm-sdk-go v0.1.501 errors/errors.go, Error). The answers of a proxy have no identifier.
func isMissing(all []*tfprotov6.Diagnostic) bool {
	return hasError(all) && !slices.ContainsFunc(all, func(d *tfprotov6.Diagnostic) bool {
		return isError(d) && !strings.Contains(textOf(d), "status is 404, identifier is '404'")
	})
}
