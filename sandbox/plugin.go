package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"google.golang.org/grpc/peer"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// deleteTimeout limits the wait for a deletion if the program does not: a MachineSet is gone when its machines are.
const deleteTimeout = 10 * time.Minute

// fakePlugin serves a fake to the engine.
type fakePlugin struct {
	plugin.UnimplementedProvider
	fake *fake.Provider
	// faults let operations fail; nil for none.
	faults *faults

	// cancelled is done when the engine cancels what is in progress.
	cancelled context.Context
	cancel    context.CancelFunc

	mutex sync.Mutex
	// configs are the inputs of the provider resources. The engine attaches once for each, over its own connection.
	configs map[string]resource.PropertyMap
}

func newPlugin(provider *fake.Provider) *fakePlugin {
	p := &fakePlugin{fake: provider, configs: map[string]resource.PropertyMap{}}
	p.cancelled, p.cancel = context.WithCancel(context.Background())
	return p
}

// Pkg returns the name of the package.
func (p *fakePlugin) Pkg() string { return p.fake.Package }

// GetPluginInfo returns the release.
func (p *fakePlugin) GetPluginInfo(context.Context) (plugin.PluginInfo, error) {
	version, err := semver.Parse(p.fake.Version)
	return plugin.PluginInfo{Version: &version}, err
}

// Handshake tells the engine which features the provider supports.
func (p *fakePlugin) Handshake(
	context.Context, plugin.ProviderHandshakeRequest,
) (*plugin.ProviderHandshakeResponse, error) {
	return &plugin.ProviderHandshakeResponse{AcceptSecrets: true}, nil
}

// Attach does nothing: the fake does not call the engine.
func (p *fakePlugin) Attach(string) error { return nil }

// Close does nothing: every change is saved as it is made.
func (p *fakePlugin) Close() error { return nil }

// SignalCancellation cancels the waits for deletions.
func (p *fakePlugin) SignalCancellation(context.Context) error {
	p.cancel()
	return nil
}

// Parameterize accepts the RHCS provider in any version.
func (p *fakePlugin) Parameterize(
	_ context.Context, req plugin.ParameterizeRequest,
) (plugin.ParameterizeResponse, error) {
	value, ok := req.Parameters.(*plugin.ParameterizeValue)
	if !ok || value.Name != p.fake.Package {
		return plugin.ParameterizeResponse{}, fmt.Errorf(
			"the sandbox serves only the Terraform provider %s, not %+v", p.fake.Package, req.Parameters)
	}
	return plugin.ParameterizeResponse{Name: value.Name, Version: value.Version}, nil
}

// CheckConfig rejects an AWS provider without a region.
func (p *fakePlugin) CheckConfig(
	_ context.Context, req plugin.CheckConfigRequest,
) (plugin.CheckConfigResponse, error) {
	response := plugin.CheckConfigResponse{Properties: req.News}
	if p.fake.Package == "aws" {
		if problem := aws.CheckConfig(req.News); problem != "" {
			response.Failures = []plugin.CheckFailure{{Property: "region", Reason: problem}}
		}
	}
	return response, nil
}

// DiffConfig compares provider resources.
func (p *fakePlugin) DiffConfig(_ context.Context, req plugin.DiffConfigRequest) (plugin.DiffConfigResponse, error) {
	changes := property.RevealMap(req.OldInputs).Diff(property.RevealMap(req.NewInputs))
	if changes == nil {
		return plugin.DiffResult{Changes: plugin.DiffNone}, nil
	}
	result := plugin.DiffResult{
		Changes: plugin.DiffSome, DetailedDiff: plugin.NewDetailedDiffFromObjectDiff(changes, true),
	}
	if p.fake.ConfigReplacedBy == nil {
		return result, nil
	}
	if replacing := p.fake.ConfigReplacedBy(req.OldInputs, req.NewInputs); replacing != "" {
		if diff, changed := result.DetailedDiff[replacing]; changed {
			result.DetailedDiff[replacing] = diff.ToReplace()
		}
	}
	return result, nil
}

// Configure remembers the inputs of a provider resource for the connection.
func (p *fakePlugin) Configure(ctx context.Context, req plugin.ConfigureRequest) (plugin.ConfigureResponse, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.configs[peerOf(ctx)] = req.Inputs
	return plugin.ConfigureResponse{}, nil
}

func peerOf(ctx context.Context) string {
	if p, ok := peer.FromContext(ctx); ok {
		return p.Addr.String()
	}
	return ""
}

// resource returns what a request is about.
func (p *fakePlugin) resource(ctx context.Context, urn resource.URN, token string, id resource.ID) fake.Resource {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return fake.Resource{Token: token, URN: urn, ID: string(id), Config: p.configs[peerOf(ctx)]}
}

// Check implements plugin.Provider.
func (p *fakePlugin) Check(ctx context.Context, req plugin.CheckRequest) (plugin.CheckResponse, error) {
	suffix := func(length int) (string, error) { return resource.NewUniqueName(req.RandomSeed, "", length, 0, nil) }
	inputs, problems, err := p.fake.Check(p.resource(ctx, req.URN, req.Type.String(), ""), req.Olds, req.News, suffix)
	if errors.Is(err, fake.ErrUnknownType) {
		return plugin.CheckResponse{}, fmt.Errorf("the sandbox does not know the resource type %s; to accept such types unchecked, run "+
			"\"openshift-aws sandbox --unchecked -- pulumi up\" or \"go run . up --unchecked\", or set "+
			"sandbox.Options.UncheckedOthers", req.Type)
	}
	if err != nil {
		return plugin.CheckResponse{}, err
	}
	var failures []plugin.CheckFailure
	for _, problem := range problems {
		// The path is part of the reason: for a failure with a property, the engine would print the property's value, even
		// a password, and it only supports top-level properties.
		failures = append(failures, plugin.CheckFailure{Reason: problem.String()})
	}
	return plugin.CheckResponse{Properties: inputs, Failures: failures}, nil
}

// Diff implements plugin.Provider.
func (p *fakePlugin) Diff(ctx context.Context, req plugin.DiffRequest) (plugin.DiffResponse, error) {
	old := fake.State{Inputs: req.OldInputs, Outputs: req.OldOutputs}
	if p.fake.KeepsUnready {
		old.Inputs = applied(old)
	}
	olds, news := property.RevealMap(old.Inputs), property.RevealMap(req.NewInputs)
	diff, err := p.fake.Diff(p.resource(ctx, req.URN, req.Type.String(), req.ID), old, req.NewInputs)
	if err != nil || len(diff.Changed) == 0 {
		return plugin.DiffResponse{Changes: plugin.DiffNone}, err
	}
	detailed := map[string]plugin.PropertyDiff{}
	for _, path := range diff.Changed {
		change := plugin.PropertyDiff{Kind: kindOf(path, olds, news), InputDiff: true}
		if slices.Contains(diff.Replaces, path) {
			change = change.ToReplace()
		}
		detailed[path] = change
	}
	return plugin.DiffResponse{
		Changes: plugin.DiffSome, DetailedDiff: detailed, DeleteBeforeReplace: diff.DeleteBeforeReplace,
	}, nil
}

// kindOf returns whether a property was added, deleted or updated.
func kindOf(path string, olds, news resource.PropertyMap) plugin.DiffKind {
	parsed, err := resource.ParsePropertyPath(path)
	if err != nil {
		return plugin.DiffUpdate
	}
	old, had := parsed.Get(resource.NewProperty(olds))
	value, has := parsed.Get(resource.NewProperty(news))
	switch {
	case !had || old.IsNull():
		return plugin.DiffAdd
	case !has || value.IsNull():
		return plugin.DiffDelete
	}
	return plugin.DiffUpdate
}

// fault waits as long as a faulty operation takes, until the engine cancels it, and returns why it fails.
func (p *fakePlugin) fault(ctx context.Context, r fake.Resource, operation string) (Fault, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.cancelled, cancel)()
	return p.faults.before(ctx, r, operation)
}

// Create implements plugin.Provider.
func (p *fakePlugin) Create(ctx context.Context, req plugin.CreateRequest) (plugin.CreateResponse, error) {
	r := p.resource(ctx, req.URN, req.Type.String(), "")
	if req.Preview {
		outputs, err := p.fake.Preview(r, req.Properties, nil)
		return plugin.CreateResponse{Properties: outputs}, err
	}
	fault, failure := p.fault(ctx, r, createOperation)
	if failure != nil && !fault.Halfway {
		return plugin.CreateResponse{}, failure
	}
	r.State = fault.State
	id, outputs, err := p.fake.Service.Create(ctx, r, req.Properties)
	if err := cmp.Or(err, failure); err != nil {
		return plugin.CreateResponse{}, err
	}
	r.ID = id
	if reason := p.unready(r, outputs); reason != "" && !p.fake.KeepsUnready {
		return plugin.CreateResponse{}, errors.New("Waiting for cluster creation finished with the error: " + reason)
	}
	return plugin.CreateResponse{ID: resource.ID(id), Properties: outputs}, nil
}

// unready returns why a resource that exists is not ready.
func (p *fakePlugin) unready(r fake.Resource, outputs resource.PropertyMap) string {
	if p.fake.Unready == nil {
		return ""
	}
	return p.fake.Unready(r, outputs)
}

// waits is how often a provider reads a resource that is not ready before it updates it.
const waits = 3

// await reads a resource that is not ready until it is, if the provider keeps such resources, and returns why it is not.
func (p *fakePlugin) await(ctx context.Context, r fake.Resource, change *fake.Change) string {
	for i := 0; i < waits && p.fake.KeepsUnready && p.unready(r, change.Old.Outputs) != ""; i++ {
		read, exists, err := p.fake.Service.Read(ctx, r, change.Old.Inputs, change.Old.Outputs)
		if err == nil && exists {
			change.Old.Outputs = read.Outputs
		}
	}
	if !p.fake.KeepsUnready {
		return ""
	}
	return p.unready(r, change.Old.Outputs)
}

// Read implements plugin.Provider. A resource that was deleted has no ID.
func (p *fakePlugin) Read(ctx context.Context, req plugin.ReadRequest) (plugin.ReadResponse, error) {
	r := p.resource(ctx, req.URN, req.Type.String(), req.ID)
	if _, err := p.fault(ctx, r, readOperation); err != nil {
		return plugin.ReadResponse{}, err
	}
	state, exists, err := p.fake.Service.Read(ctx, r, req.Inputs, req.State)
	if err != nil || !exists {
		return plugin.ReadResponse{}, err
	}
	id := req.ID
	if state.ID != "" {
		id = resource.ID(state.ID)
	}
	return plugin.ReadResponse{ReadResult: plugin.ReadResult{ID: id, Inputs: state.Inputs, Outputs: state.Outputs}}, nil
}

// Update implements plugin.Provider. Unlike real providers, a preview rejects what the service would reject.
func (p *fakePlugin) Update(ctx context.Context, req plugin.UpdateRequest) (plugin.UpdateResponse, error) {
	r := p.resource(ctx, req.URN, req.Type.String(), req.ID)
	change := fake.Change{
		Old:    fake.State{Inputs: req.OldInputs, Outputs: req.OldOutputs},
		Inputs: req.NewInputs, IgnoreChanges: req.IgnoreChanges,
	}
	if req.Preview {
		if p.fake.RejectUpdate != nil {
			if err := p.fake.RejectUpdate(r, change); err != nil {
				return plugin.UpdateResponse{}, err
			}
		}
		outputs, err := p.fake.Preview(r, req.NewInputs, req.OldOutputs)
		return plugin.UpdateResponse{Properties: outputs}, err
	}
	if _, err := p.fault(ctx, r, updateOperation); err != nil {
		return plugin.UpdateResponse{}, err
	}
	if p.await(ctx, r, &change) != "" {
		return plugin.UpdateResponse{Properties: change.Old.Outputs}, nil // nothing is changed; the error is that of the resource
	}
	outputs, err := p.fake.Service.Update(ctx, r, change)
	return plugin.UpdateResponse{Properties: outputs}, err
}

// Delete implements plugin.Provider.
func (p *fakePlugin) Delete(ctx context.Context, req plugin.DeleteRequest) (plugin.DeleteResponse, error) {
	timeout := deleteTimeout
	if req.Timeout > 0 {
		timeout = time.Duration(req.Timeout * float64(time.Second))
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer context.AfterFunc(p.cancelled, cancel)()
	r := p.resource(ctx, req.URN, req.Type.String(), req.ID)
	if _, err := p.fault(ctx, r, deleteOperation); err != nil {
		return plugin.DeleteResponse{}, err
	}
	return plugin.DeleteResponse{}, p.fake.Service.Delete(ctx, r, req.Inputs)
}

// Invoke implements plugin.Provider.
func (p *fakePlugin) Invoke(ctx context.Context, req plugin.InvokeRequest) (plugin.InvokeResponse, error) {
	r := p.resource(ctx, "", "", "")
	result, ok := p.fake.Function(string(req.Tok), r.Config, property.PlainMap(req.Args))
	if !ok {
		return plugin.InvokeResponse{}, fmt.Errorf("the sandbox does not support the function %s", req.Tok)
	}
	return plugin.InvokeResponse{Properties: property.Map(result)}, nil
}
