// Package kubeprovider stands in for the Pulumi Kubernetes provider's CustomResource and
// CustomResourcePatch.
//
// It keeps the objects itself ([Memory], with what a new OpenShift cluster already
// holds), or applies them to an API server ([APIServer]). Either way fields are owned as
// in server-side apply: to create what exists is refused, to patch what does not exist is
// refused outside of the core group, and a patch that is deleted gives its fields back.
// What replaces a provider or an object is what does so in pulumi-kubernetes (replace.go).
package kubeprovider

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kubefacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/standin"
)

// deleteTimeout bounds the wait for an object's end when the program does not: a
// MachineSet goes when its machines have gone.
const deleteTimeout = 10 * time.Minute

// Provider is a Pulumi resource provider for the package kubernetes.
type Provider struct {
	standin.Provider
	backend  Backend
	mutex    sync.Mutex
	settings kubefacts.Settings
	// cancelled ends when the engine wants everything under way to end.
	cancelled context.Context
	cancel    context.CancelFunc
}

// New returns a provider for the objects of the backend. Provider resources may say
// what they like about kubeconfigs: there is this one cluster.
func New(backend Backend) *Provider {
	p := &Provider{Provider: standin.For("kubernetes", "4.30.0"), backend: backend}
	p.cancelled, p.cancel = context.WithCancel(context.Background())
	return p
}

// SignalCancellation ends the waits for objects that are being deleted.
func (p *Provider) SignalCancellation(context.Context) error {
	p.cancel()
	return nil
}

// Check names the object when the program did not, and refuses what is no object.
func (p *Provider) Check(_ context.Context, req plugin.CheckRequest) (plugin.CheckResponse, error) {
	// The core group's objects are of types such as core/v1:Secret (pulumi-kubernetes provider/pkg/provider/provider.go, gvkFromURN).
	if groupVersion := string(req.URN.Type().Module().Name()); strings.Count(groupVersion, "/") != 1 {
		return plugin.CheckResponse{}, fmt.Errorf("apiVersion does not have both a group and a version: %q", groupVersion)
	}
	if p.configured().ClientSide && isPatch(req.Type.String(), req.News) {
		return plugin.CheckResponse{}, errors.New("patch resources require Server-Side Apply mode, which is enabled using the " +
			"`enableServerSideApply` Provider config")
	}
	inputs := req.News.Copy()
	var failures []plugin.CheckFailure
	fail := func(property, format string, args ...any) {
		failures = append(failures, plugin.CheckFailure{
			Property: resource.PropertyKey(property), Reason: fmt.Sprintf(format, args...),
		})
	}
	for _, key := range []resource.PropertyKey{"apiVersion", "kind"} {
		if value := props.Reveal(inputs[key]); !value.IsString() || value.StringValue() == "" {
			fail(string(key), "%s is required", key)
		}
	}
	metadata := props.Reveal(inputs["metadata"])
	if !metadata.IsObject() && !metadata.IsComputed() {
		metadata = resource.NewObjectProperty(resource.PropertyMap{})
	}
	if metadata.IsObject() {
		name := metadata.ObjectValue()["name"]
		switch {
		case !name.IsNull():
		case isPatch(req.Type.String(), inputs):
			fail("metadata.name", "metadata.name is required: a patch is for an object that exists")
		default:
			made, err := p.autoname(req)
			if err != nil {
				return plugin.CheckResponse{}, err
			}
			metadata.ObjectValue()["name"] = resource.NewStringProperty(made)
			inputs["metadata"] = props.Like(inputs["metadata"], metadata)
		}
	}
	if refOf(props.PlainMap(inputs)).isSecret() {
		hideSecret(inputs)
	}
	return plugin.CheckResponse{Properties: inputs, Failures: failures}, nil
}

func (p *Provider) autoname(req plugin.CheckRequest) (string, error) {
	if old := refOf(props.PlainMap(req.Olds)).Name; old != "" {
		return old, nil
	}
	return resource.NewUniqueName(req.RandomSeed, strings.ToLower(req.URN.Name())+"-", 8, 0, nil)
}

// Create makes the object, or patches the one that is there. A patch makes a ConfigMap or another object of the core group
// that is missing, as server-side apply does; OpenShift's own are there or the program is wrong.
func (p *Provider) Create(ctx context.Context, req plugin.CreateRequest) (plugin.CreateResponse, error) {
	if req.Preview {
		return plugin.CreateResponse{Properties: req.Properties}, nil
	}
	object, manager := objectOf(req.Properties), managerOf(req.URN)
	ref, patch := refOf(object), isPatch(req.Type.String(), req.Properties)
	_, err := p.backend.Get(ctx, ref)
	missing := errors.Is(err, ErrNotFound)
	switch {
	case err != nil && !missing:
		return plugin.CreateResponse{}, err
	case patch && missing && ref.group() != "":
		return plugin.CreateResponse{}, fmt.Errorf("%w; only what exists can be patched", notFound(ref))
	case !patch && !missing:
		// Even if an interrupted run of this very resource made it.
		return plugin.CreateResponse{}, fmt.Errorf("AlreadyExists: %s already exists in the cluster; "+
			"patch it (CustomResourcePatch) instead of creating it", ref)
	}
	live, err := p.backend.Apply(ctx, manager, object, isForced(req.Properties))
	if err != nil {
		return plugin.CreateResponse{}, err
	}
	return plugin.CreateResponse{ID: resource.ID(refOf(live).id()), Properties: outputsOf(req.Properties, live)}, nil
}

// Read answers with the live object.
func (p *Provider) Read(ctx context.Context, req plugin.ReadRequest) (plugin.ReadResponse, error) {
	ref := refOf(props.PlainMap(req.State))
	if ref.Name == "" {
		ref = refOf(props.PlainMap(req.Inputs))
		ref.Name = string(req.ID)
		if namespace, name, ok := strings.Cut(string(req.ID), "/"); ok {
			ref.Namespace, ref.Name = namespace, name
		}
	}
	live, err := p.backend.Get(ctx, ref)
	if errors.Is(err, ErrNotFound) {
		return plugin.ReadResponse{}, nil
	}
	if err != nil {
		return plugin.ReadResponse{}, err
	}
	return plugin.ReadResponse{ReadResult: plugin.ReadResult{
		ID: req.ID, Inputs: ownInputs(req.Inputs, live), Outputs: outputsOf(req.Inputs, live),
	}}, nil
}

// Update applies the new inputs: fields that they do not hold any more go.
func (p *Provider) Update(ctx context.Context, req plugin.UpdateRequest) (plugin.UpdateResponse, error) {
	if req.Preview {
		return plugin.UpdateResponse{Properties: req.NewInputs}, nil
	}
	object := objectOf(req.NewInputs)
	before, err := p.backend.Get(ctx, refOf(object))
	if err != nil {
		return plugin.UpdateResponse{}, err
	}
	keepIgnored(object, before, req.IgnoreChanges)
	live, err := p.backend.Apply(ctx, managerOf(req.URN), object, isForced(req.NewInputs))
	if err != nil {
		return plugin.UpdateResponse{}, err
	}
	return plugin.UpdateResponse{Properties: outputsOf(req.NewInputs, live)}, nil
}

// keepIgnored leaves fields that Pulumi is to ignore as they are in the cluster. It knows a path by its dots alone, as
// pulumi-kubernetes does (provider/pkg/await/await.go, handleSSAIgnoreFields).
func keepIgnored(object, live Object, ignored []string) {
	for _, field := range ignored {
		path := strings.ReplaceAll(field, ".", pathSeparator)
		if value, ok := lookup(live, path); ok {
			store(object, path, clone(value))
		}
	}
}

// Delete deletes the object and waits for its end; of a patched object it gives the fields back.
func (p *Provider) Delete(ctx context.Context, req plugin.DeleteRequest) (plugin.DeleteResponse, error) {
	timeout := deleteTimeout
	if req.Timeout > 0 {
		timeout = time.Duration(req.Timeout * float64(time.Second))
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer context.AfterFunc(p.cancelled, cancel)()
	ref := refOf(props.PlainMap(req.Inputs))
	if isPatch(req.Type.String(), req.Inputs) {
		// Without a look at whether the object is still there: to apply nothing to what has gone makes an empty object.
		_, err := p.backend.Apply(ctx, managerOf(req.URN), bare(ref), false)
		return plugin.DeleteResponse{}, err
	}
	return plugin.DeleteResponse{}, ignoreNotFound(p.backend.Delete(ctx, ref, annotation(req.Inputs, propagateAnnotation)))
}
