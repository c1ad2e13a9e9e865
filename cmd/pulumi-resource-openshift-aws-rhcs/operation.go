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

	// reasons are why the resource, which exists, is not initialized.
	reasons textSet
	// missing are the paths for which OCM has answered 404.
	missing textSet
	// marked are the IDs of the clusters with the mark of the resource.
	marked textSet
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

// textSet is a set of texts in the order in which requests, which can run at the same time, have added them.
type textSet struct {
	mutex sync.Mutex
	all   []string
}

func (s *textSet) add(text string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !slices.Contains(s.all, text) {
		s.all = append(s.all, text)
	}
}

func (s *textSet) list() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.all)
}

func (s *textSet) has(text string) bool { return slices.Contains(s.list(), text) }

// mark is the value by which a cluster is known as the one that the resource has requested: of a URN, which is of a project and a stack.
func (o *operation) mark() string {
	if o.urn == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(o.urn))
	return hex.EncodeToString(sum[:16])
}
