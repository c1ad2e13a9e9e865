package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
)

// operation is a request of the engine for one resource: what has to be known in it across the bridge and RHCS. Their contexts carry it.
type operation struct {
	urn string

	mutex sync.Mutex
	// reasons are why the resource, which exists, is not initialized.
	reasons []string
	// missing are the paths for which OCM has answered 404.
	missing []string
	// marked are the IDs of the clusters with the mark of the resource.
	marked []string
}

type operationKey struct{}

func begin(ctx context.Context, urn string) (context.Context, *operation) {
	op := &operation{urn: urn}
	return context.WithValue(ctx, operationKey{}, op), op
}

// operationOf returns the operation of a context. Requests without one, such as those for a token, have an empty one.
func operationOf(ctx context.Context) *operation {
	if op, ok := ctx.Value(operationKey{}).(*operation); ok {
		return op
	}
	return &operation{}
}

// fail adds a reason why the resource is not initialized.
func (o *operation) fail(reason string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if !slices.Contains(o.reasons, reason) {
		o.reasons = append(o.reasons, reason)
	}
}

func (o *operation) failures() []string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return slices.Clone(o.reasons)
}

func (o *operation) addMissing(path string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.missing = append(o.missing, path)
}

func (o *operation) isMissing(path string) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return slices.Contains(o.missing, path)
}

func (o *operation) addMarked(id string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.marked = append(o.marked, id)
}

func (o *operation) isMarked(id string) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return slices.Contains(o.marked, id)
}

// mark is the value by which a cluster is known as the one that the resource has requested: of a URN, which is of a project and a stack.
func (o *operation) mark() string {
	if o.urn == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(o.urn))
	return hex.EncodeToString(sum[:16])
}
