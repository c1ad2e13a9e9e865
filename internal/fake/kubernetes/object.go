package kubernetes

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Object is a Kubernetes object as encoding/json decodes it.
type Object = map[string]any

// Ref identifies an object.
type Ref struct {
	APIVersion, Kind, Namespace, Name string
}

// String shows the object as "kind namespace/name".
func (r Ref) String() string {
	return r.Kind + " " + r.id()
}

// id is the object's id in Pulumi's state, as pulumi-kubernetes forms it.
func (r Ref) id() string {
	if r.Namespace == "" {
		return r.Name
	}
	return r.Namespace + "/" + r.Name
}

// group is the API group, "" for the core.
func (r Ref) group() string {
	group, _, found := strings.Cut(r.APIVersion, "/")
	if !found {
		return ""
	}
	return group
}

// Objects are the objects of a cluster, with the field ownership of server-side apply: a manager owns the fields that it
// applied last, and a field that it no longer applies is removed.
type Objects interface {
	// Get returns the object, or ErrNotFound.
	Get(ctx context.Context, ref Ref) (Object, error)
	// Apply sets the fields of the object, and creates it if it does not exist. Fields of other managers conflict unless
	// force takes their ownership.
	Apply(ctx context.Context, manager string, object Object, force bool) (Object, error)
	// Delete deletes the object and waits until it is gone. It returns ErrNotFound if it does not exist. propagation is
	// "", "foreground", "background" or "orphan".
	Delete(ctx context.Context, ref Ref, propagation string) error
}

// ErrNotFound is the error for an object that does not exist.
var ErrNotFound = errors.New("NotFound")

func notFound(ref Ref) error {
	return fmt.Errorf("%w: %s does not exist", ErrNotFound, ref)
}

// RefOf returns the identity of an object.
func RefOf(object Object) Ref {
	metadata, _ := object["metadata"].(map[string]any)
	field := func(of map[string]any, key string) string {
		text, _ := of[key].(string)
		return text
	}
	return Ref{
		APIVersion: field(object, "apiVersion"),
		Kind:       field(object, "kind"),
		Namespace:  field(metadata, "namespace"),
		Name:       field(metadata, "name"),
	}
}

// Bare returns an object without fields. A manager that applies it releases its fields.
func Bare(ref Ref) Object {
	metadata := map[string]any{"name": ref.Name}
	if ref.Namespace != "" {
		metadata["namespace"] = ref.Namespace
	}
	return Object{"apiVersion": ref.APIVersion, "kind": ref.Kind, "metadata": metadata}
}
