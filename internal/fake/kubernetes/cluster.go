package kubernetes

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// clusters is the fake.Service that applies objects to the cluster of their provider.
type clusters struct {
	of ClusterOf
}

// Create creates the object, or patches the existing one. A patch creates a missing object of the core group, such as a
// ConfigMap, as server-side apply does; a missing object of OpenShift is an error of the program.
func (c *clusters) Create(
	ctx context.Context, r fake.Resource, inputs resource.PropertyMap,
) (string, resource.PropertyMap, error) {
	object := objectOf(inputs)
	ref, patch := RefOf(object), isPatch(r.Token, inputs)
	objects, err := c.of(r.Config)
	if err != nil {
		return "", nil, err
	}
	_, err = objects.Get(ctx, ref)
	missing := errors.Is(err, ErrNotFound)
	switch {
	case err != nil && !missing:
		return "", nil, err
	case patch && missing && ref.group() != "":
		return "", nil, fmt.Errorf("%w; only existing objects can be patched", notFound(ref))
	case !patch && !missing && !upserts(property.PlainMap(r.Config)):
		// The provider also fails if an interrupted run of the same resource created the object.
		return "", nil, fmt.Errorf("AlreadyExists: %s already exists in the cluster; "+
			"patch it (CustomResourcePatch) instead of creating it", ref)
	}
	live, err := objects.Apply(ctx, managerOf(r.URN, inputs), object, isForced(r.Config, inputs))
	if err != nil {
		return "", nil, err
	}
	return RefOf(live).id(), outputsOf(inputs, live), nil
}

// Read returns the live object.
func (c *clusters) Read(
	ctx context.Context, r fake.Resource, inputs, outputs resource.PropertyMap,
) (fake.State, bool, error) {
	ref := RefOf(property.PlainMap(outputs))
	if ref.Name == "" {
		ref = RefOf(property.PlainMap(inputs))
		ref.Name = r.ID
		if namespace, name, ok := strings.Cut(r.ID, "/"); ok {
			ref.Namespace, ref.Name = namespace, name
		}
	}
	objects, err := c.of(r.Config)
	if err != nil {
		return fake.State{}, false, err
	}
	live, err := objects.Get(ctx, ref)
	if errors.Is(err, ErrNotFound) {
		return fake.State{}, false, nil
	}
	if err != nil {
		return fake.State{}, false, err
	}
	return fake.State{Inputs: ownInputs(inputs, live), Outputs: outputsOf(inputs, live)}, true, nil
}

// Update applies the new inputs; fields that they no longer set are removed.
func (c *clusters) Update(ctx context.Context, r fake.Resource, change fake.Change) (resource.PropertyMap, error) {
	object := objectOf(change.Inputs)
	objects, err := c.of(r.Config)
	if err != nil {
		return nil, err
	}
	before, err := objects.Get(ctx, RefOf(object))
	if err != nil {
		return nil, err
	}
	keepIgnored(object, before, change.IgnoreChanges)
	live, err := objects.Apply(ctx, managerOf(r.URN, change.Inputs), object, isForced(r.Config, change.Inputs))
	if err != nil {
		return nil, err
	}
	return outputsOf(change.Inputs, live), nil
}

// keepIgnored keeps the live values of ignored fields. Like pulumi-kubernetes, it splits paths at dots only
// (provider/pkg/await/await.go, handleSSAIgnoreFields).
func keepIgnored(object, live Object, ignored []string) {
	for _, field := range ignored {
		path := strings.ReplaceAll(field, ".", pathSeparator)
		if value, ok := lookup(live, path); ok {
			store(object, path, clone(value))
		}
	}
}

// Delete deletes the object and waits until it is gone; the fields of a patched object are released.
func (c *clusters) Delete(ctx context.Context, r fake.Resource, inputs resource.PropertyMap) error {
	ref := RefOf(property.PlainMap(inputs))
	objects, err := c.of(r.Config)
	if err != nil {
		return err
	}
	if isPatch(r.Token, inputs) {
		// pulumi-kubernetes does not check whether the object still exists: applying no fields to an object that was deleted
		// creates an empty one.
		_, err = objects.Apply(ctx, managerOf(r.URN, inputs), Bare(ref), false)
		return err
	}
	err = objects.Delete(ctx, ref, annotation(inputs, propagateAnnotation))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// noCluster is the fake.Service of unit tests: it computes what the API server adds to an object.
type noCluster struct{}

// created is when every object was created.
const created = "2025-01-01T00:00:00Z"

// Create returns the object with the metadata that the API server sets. Pulumi's IDs of objects are namespace/name.
func (noCluster) Create(
	_ context.Context, r fake.Resource, inputs resource.PropertyMap,
) (string, resource.PropertyMap, error) {
	if !isObject(r.Token) {
		return r.URN.Name() + "-" + fake.IDSource(r.URN).Hex("id", 7), inputs.Copy(), nil
	}
	metadata := property.Object(inputs, "metadata").Copy()
	for key, value := range map[resource.PropertyKey]any{
		"uid": fake.IDSource(r.URN).UUID("uid"), "resourceVersion": "1", "generation": 1.0, "creationTimestamp": created,
	} {
		if _, ok := metadata[key]; !ok {
			metadata[key] = resource.NewPropertyValue(value)
		}
	}
	outputs := inputs.Copy()
	outputs["metadata"] = resource.NewProperty(metadata)
	if r.ID != "" {
		return r.ID, outputs, nil
	}
	ref := RefOf(property.PlainMap(outputs))
	if ref.Name == "" {
		ref.Name = r.URN.Name()
	}
	return ref.id(), outputs, nil
}

// Read returns the state: nothing else changes it.
func (noCluster) Read(_ context.Context, _ fake.Resource, inputs, outputs resource.PropertyMap) (fake.State, bool, error) {
	return fake.State{Inputs: inputs, Outputs: outputs}, true, nil
}

// Update returns the object as Create does.
func (c noCluster) Update(ctx context.Context, r fake.Resource, change fake.Change) (resource.PropertyMap, error) {
	_, outputs, err := c.Create(ctx, r, change.Inputs)
	return outputs, err
}

// Delete has nothing to delete.
func (noCluster) Delete(context.Context, fake.Resource, resource.PropertyMap) error { return nil }
