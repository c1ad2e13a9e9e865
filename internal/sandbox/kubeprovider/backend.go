package kubeprovider

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Object is a Kubernetes object as JSON holds it.
type Object = map[string]any

// Ref names an object.
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

// Backend keeps objects, with server-side apply's ownership of fields: every manager
// owns the fields that it applied last, and what it does not apply any more goes.
type Backend interface {
	// Get returns the object, or ErrNotFound.
	Get(ctx context.Context, ref Ref) (Object, error)
	// Apply makes the object what the manager wants of it, and makes the object if there
	// is none. Fields of other managers conflict, unless force takes them over.
	Apply(ctx context.Context, manager string, object Object, force bool) (Object, error)
	// Delete deletes the object and waits until it is gone. It returns ErrNotFound when
	// there was none. propagation is "", "foreground", "background" or "orphan".
	Delete(ctx context.Context, ref Ref, propagation string) error
}

// ErrNotFound is the answer to a question for an object that is not there.
var ErrNotFound = errors.New("NotFound")

func notFound(ref Ref) error {
	return fmt.Errorf("%w: %s does not exist", ErrNotFound, ref)
}

// refOf returns an object's name.
func refOf(object Object) Ref {
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

// bare is an object that says nothing but its name: what a manager applies to give its fields back.
func bare(ref Ref) Object {
	metadata := map[string]any{"name": ref.Name}
	if ref.Namespace != "" {
		metadata["namespace"] = ref.Namespace
	}
	return Object{"apiVersion": ref.APIVersion, "kind": ref.Kind, "metadata": metadata}
}
